"""Sessions that load their account in the same query, because every page needs both.

Only the session decides who the caller is. The account loaded with it is used only if it is the session's,
after the same checks as one that is read by itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.contrib.auth import middleware
from django.contrib.sessions.models import Session
from django.db.models import QuerySet, Subquery
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from core.db.compiled_query import CompiledQuery
from core.http import sessions

DATA, ENDS = "session_data", "session_ends"
_SESSION_IN_LOOKUP: ContextVar["SessionStore | None"] = ContextVar("session_in_lookup", default=None)


def _with_session(key: str) -> QuerySet[User]:
    """Return the query for the account of this session key, with the session's data and expiry."""
    session = Session.objects.filter(session_key=key)
    its = {DATA: Subquery(session.values("session_data")), ENDS: Subquery(session.values("expire_date"))}
    return User.objects.filter(sign_ins__session_key=key).select_related("player").order_by().annotate(**its)


_WITH_SESSION = CompiledQuery(_with_session)


class SessionStore(sessions.PreparedSession):
    """One reader's session, with the `account` loaded together with it."""

    account: User | None = None

    def _stored(self, key: str) -> Session | None:
        """Return the session's row, None if there is none, and set `account`, read in the same query.

        A session without an account costs one more query.
        """
        self.account = _WITH_SESSION.first(key)
        if self.account is None:
            return super()._stored(key)
        data, ends = (self.account.__dict__.pop(name) for name in (DATA, ENDS))
        return Session(key, data, ends) if data is not None else None


class Authentication(middleware.AuthenticationMiddleware):
    """Django's middleware, which reuses the account that was loaded with the session."""

    def process_request(self, request: HttpRequest) -> None:
        """Set `request.user` lazily, so that it is read only if the view needs it."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _load_user(request))  # type: ignore[assignment]  # as Django's


def loaded_account(pk: int) -> User | None:
    """Return the account that was loaded with the session, if it has this primary key.

    None outside the lookup of `request.user`.
    """
    session = _SESSION_IN_LOOKUP.get()
    found = session.account if session else None
    return found if found is not None and found.pk == pk else None


def _load_user(request: HttpRequest) -> object:
    """Return the account of the request's session, or Django's anonymous user."""
    with _lookup_with(request.session):
        return middleware.get_user(request)


@contextmanager
def _lookup_with(session: object) -> Iterator[None]:
    """Let `loaded_account` find the session's account within this block only: other requests must not."""
    token = _SESSION_IN_LOOKUP.set(session if isinstance(session, SessionStore) else None)
    try:
        yield
    finally:
        _SESSION_IN_LOOKUP.reset(token)
