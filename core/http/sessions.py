"""Sessions in the database, as Django keeps them, by a prepared query: each page of a reader needs one."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from core.db.compiled_query import Prepared

_SESSION = Prepared(lambda key: Session.objects.filter(session_key=key).order_by())


class SessionStore(db.SessionStore):
    """One reader's session."""

    def _get_session_from_db(self) -> Session | None:
        """The row; None, and no key either, where there is none or it is over."""
        found = _SESSION.first(self.session_key) if self.session_key else None
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found
