"""Database sessions as in Django, by their primary key; each page of a signed-in reader needs one."""

from datetime import datetime, timedelta

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone


class PreparedSession(db.SessionStore):
    """A session store as Django's, whose row a subclass may get from a compiled query (`_stored`)."""

    def _get_session_from_db(self) -> Session | None:
        """Return the session's row; clear the key and return None if it is missing or expired."""
        found = self._stored(self.session_key) if self.session_key else None
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found

    def _stored(self, key: str) -> Session | None:
        """Return the row of this key, expired or not; None if there is none."""
        return Session.objects.filter(session_key=key).first()


def forget_old(now: datetime) -> None:
    """Delete sessions that expired more than a day ago; an expired one signs no one in."""
    Session.objects.filter(expire_date__lt=now - timedelta(days=1)).delete()
