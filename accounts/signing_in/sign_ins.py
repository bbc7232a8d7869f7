"""The sessions of an account: stored when they begin, listed, ended one by one.

A row is only a note beside Django's session: ending a session deletes Django's. A session that gets another
key, with a new password, is followed by the code that it contains.
"""

from datetime import datetime

from django.contrib.auth import login, update_session_auth_hash
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import SignIn, User
from core.http.callers import address_of, note

BACKEND = "accounts.backends.AccountsBackend"
KEY = "sign_in"


def begin_session(request: HttpRequest, user: User, now: datetime) -> None:
    """Sign the account in here, store device and address, and delete the rows of its ended sessions."""
    login(request, user, BACKEND)
    with transaction.atomic():
        SignIn.objects.filter(user=user).exclude(pk__in=_live_sign_ins(user, now).values("pk")).delete()
        began = SignIn.objects.create(
            user=user,
            session_key=_save_session(request),
            epoch=user.epoch,
            device=device_of(request.headers.get("User-Agent", "")),
            address=address_of(request)[:60],
            at=now,
        )
    request.session[KEY] = began.code


def stay_signed_in(request: HttpRequest, user: User) -> None:
    """Keep this session, under another key, although the account's new epoch ended it."""
    update_session_auth_hash(request, user)
    update_sign_in(request, user)


def update_sign_in(request: HttpRequest, user: User) -> None:
    """Save the session, and store its new key and epoch in its row."""
    changed = {"session_key": _save_session(request), "epoch": user.epoch}
    SignIn.objects.filter(user=user, code=request.session.get(KEY, "")).update(**changed)


def live_sign_ins(user: User, now: datetime) -> list[SignIn]:
    """Return the rows of the account's live sessions, the latest first."""
    return list(_live_sign_ins(user, now).order_by("-at", "-pk"))


def end_sign_in(user: User, code: str) -> bool:
    """End one session; return whether the account had it."""
    found = SignIn.objects.filter(user=user, code=code).first()
    if found is None:
        return False
    with transaction.atomic():
        Session.objects.filter(session_key=found.session_key).delete()
        found.delete()
    note("session_ended", who=user.username, session=code)
    return True


def end_all_sessions(user: User) -> None:
    """Delete all sessions of an account that is erased; the rows beside them go with the account."""
    Session.objects.filter(session_key__in=user.sign_ins.values("session_key")).delete()


def _save_session(request: HttpRequest) -> str:
    """Save the session and return its key."""
    request.session.save()
    return str(request.session.session_key)


def _live_sign_ins(user: User, now: datetime) -> QuerySet[SignIn]:
    """Return the rows of the account's present epoch whose session has not expired, in no order."""
    kept = Session.objects.filter(expire_date__gt=now).values("session_key")
    return SignIn.objects.filter(user=user, epoch=user.epoch, session_key__in=kept)


BROWSERS = {
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung", "FxiOS": "Firefox", "Firefox": "Firefox",
    "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
"""Browsers by a word in their user agent; one that imitates others comes before them."""
SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "CrOS": "Chromebook",
    "Mac OS": "Mac", "Linux": "Linux",
}  # fmt: skip


def device_of(user_agent: str) -> str:
    """Return browser and system, such as `Firefox, Android`; "" for an unknown user agent."""
    said = (_first_match(BROWSERS, user_agent), _first_match(SYSTEMS, user_agent))
    return ", ".join(word for word in said if word)


def _first_match(words: dict[str, str], text: str) -> str:
    """Return the value of the first key that the text contains; "" if there is none."""
    return next((name for word, name in words.items() if word in text), "")
