"""Who has given the right password and still owes the code: known to the session for five minutes."""

import time

from django.http import HttpRequest

from accounts.models import User

KEY, SECONDS = "waiting_for_code", 300


def wait_for_code(request: HttpRequest, user: User) -> None:
    """Remember who gave the right password; nobody is signed in by that."""
    request.session.cycle_key()
    request.session[KEY] = {"user": user.pk, "epoch": user.epoch, "until": time.time() + SECONDS}


def who_waits(request: HttpRequest) -> User | None:
    """Who owes the code; None after the time, another password or the account's end."""
    owed = request.session.get(KEY)
    if not owed or owed["until"] < time.time():
        return None
    return User.objects.filter(pk=owed["user"], epoch=owed["epoch"], is_active=True).first()


def forget(request: HttpRequest) -> None:
    """The code has come."""
    request.session.pop(KEY, None)
