"""A session with the account that it was written down for: each page needs both, one statement brings them.

Who somebody is still stands in the session alone: what came beside it only saves a statement where it is the
same account, and passes every check that one that was asked for would.
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
_ASKING: ContextVar["SessionStore | None"] = ContextVar("asking", default=None)


def _with_session(key: str) -> QuerySet[User]:
    session = Session.objects.filter(session_key=key)
    its = {DATA: Subquery(session.values("session_data")), ENDS: Subquery(session.values("expire_date"))}
    return User.objects.filter(sign_ins__session_key=key).select_related("player").order_by().annotate(**its)


_WITH_SESSION = CompiledQuery(_with_session)


class SessionStore(sessions.PreparedSession):
    """One reader's session; `account` came with it."""

    account: User | None = None

    def _stored(self, key: str) -> Session | None:
        """The row, of which an account's is found with the account; another's costs a statement more."""
        self.account = _WITH_SESSION.first(key)
        if self.account is None:
            return super()._stored(key)
        data, ends = (self.account.__dict__.pop(name) for name in (DATA, ENDS))
        return Session(key, data, ends) if data is not None else None


class Authentication(middleware.AuthenticationMiddleware):
    """Django's own, which finds the account of a session in what came with it."""

    def process_request(self, request: HttpRequest) -> None:
        """Let who asks be found when somebody wants to know."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _who_asks(request))  # type: ignore[assignment]  # as Django's


def brought(pk: int) -> User | None:
    """The account of this key, where the session that is being asked about came with it."""
    asking = _ASKING.get()
    found = asking.account if asking else None
    return found if found is not None and found.pk == pk else None


def _who_asks(request: HttpRequest) -> object:
    with _asking_about(request.session):
        return middleware.get_user(request)


@contextmanager
def _asking_about(session: object) -> Iterator[None]:
    """For the time of one question, so that no other request finds what was brought for this one."""
    token = _ASKING.set(session if isinstance(session, SessionStore) else None)
    try:
        yield
    finally:
        _ASKING.reset(token)
