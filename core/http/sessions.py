"""Database sessions as in Django, by their primary key; each page of a signed-in reader needs one."""

from datetime import datetime, timedelta

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone


class PreparedSession(db.SessionStore):
    """One reader's session."""

    def _get_session_from_db(self) -> Session | None:
        """Return the session's row; clear the key and return None if it is missing or expired."""
        found = self._stored(self.session_key) if self.session_key else None
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found

    def _stored(self, key: str) -> Session | None:
        return Session.objects.filter(session_key=key).first()


def forget_old(now: datetime) -> None:
    """Delete sessions that ended a day ago or earlier; an ended one signs no one in."""
    Session.objects.filter(expire_date__lt=now - timedelta(days=1)).delete()
