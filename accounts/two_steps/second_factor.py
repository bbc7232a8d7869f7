"""Two-step verification: after the password a code from an app, one of ten codes on paper, or a passkey.

Wrong codes are limited apart from passwords and more narrowly (`Purpose.CODE`): a person who guesses here
knows the password already. An administrator removes a lost phone and lost paper codes (`/admin/`).
"""

import hashlib
from datetime import datetime

import pyotp
from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare, get_random_string

from accounts.mail.sending import notify
from accounts.models import MailKind, RecoveryCode, SecondFactor, User
from core.errors import Refused, Violation
from core.http.callers import Caller, note
from core.http.rate_limit import Purpose, hit, refund

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
PAPER_CODES, GROUPS, GROUP = 10, 4, 4
STEPS_BESIDE = (0, -1, 1)  # half minutes by which a phone's clock may be off
NEVER = -1


def is_on(user: User) -> bool:
    """Return whether the account needs a code or a passkey after the password."""
    has_any = Q(second_factor__confirmed_at__isnull=False) | Q(passkeys__isnull=False)
    return User.objects.filter(has_any, pk=user.pk).exists()


def has_app(user: User) -> bool:
    """Return whether an app is confirmed for the account."""
    return SecondFactor.objects.filter(user=user, confirmed_at__isnull=False).exists()


def begin_app_setup(user: User) -> SecondFactor:
    """Store a new secret for the app and return its row; the app counts from its first code on.

    A secret that is confirmed already stays.
    """
    with transaction.atomic():
        factor, _made = SecondFactor.objects.select_for_update().get_or_create(user=user)
        if factor.confirmed_at is None:
            factor.secret = pyotp.random_base32()
            factor.save(update_fields=["secret"])
    return factor


def confirm_app(user: User, code: str, now: datetime) -> list[str]:
    """Switch the app on by its first code, with a notice by mail; return recovery codes, to be shown once.

    They replace earlier ones. Raise `Refused` `code_wrong`, also if no app waits for its first code.
    """
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(user=user, confirmed_at=None).first()
        step = _step_of(factor, code, now) if factor else None
        if factor is None or step is None:
            raise Refused([Violation("code_wrong", {}, "code")])
        factor.confirmed_at, factor.last_step = now, step
        factor.save(update_fields=["confirmed_at", "last_step"])
        codes = _write_recovery_codes(factor)
        notify(user, MailKind.APP_ON)
    note("second_factor_on", who=user.username)
    return codes


def replace_recovery_codes(user: User) -> list[str]:
    """Replace the recovery codes by ten new ones, with a notice by mail, and return them.

    Raise `DoesNotExist` for an account without a row `SecondFactor`.
    """
    with transaction.atomic():
        notify(user, MailKind.CODES)
        return _write_recovery_codes(SecondFactor.objects.select_for_update().get(user=user))


def create_first_recovery_codes(user: User) -> list[str]:
    """Store and return ten recovery codes if the account has neither app nor codes; else return none.

    Call it with the account's row locked.
    """
    factor, _made = SecondFactor.objects.select_for_update().get_or_create(user=user)
    return [] if factor.confirmed_at or factor.recovery_codes.exists() else _write_recovery_codes(factor)


def delete_unused_recovery_codes(user: User) -> bool:
    """Delete the recovery codes if no other factor is left; return whether that was so.

    Call it with the account's row locked.
    """
    if is_on(user):
        return False
    RecoveryCode.objects.filter(factor__user=user).delete()
    SecondFactor.objects.filter(user=user, secret="").delete()
    return True


def remove_app(user: User) -> None:
    """Delete the app's secret, with a notice by mail if it was confirmed; do nothing without one.

    Without passkeys the recovery codes go too, and the password alone is enough again.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        had_app = has_app(user)
        gone = {"secret": "", "confirmed_at": None, "last_step": None}
        SecondFactor.objects.filter(user=user).exclude(secret="").update(**gone)
        delete_unused_recovery_codes(user)
        if had_app:
            notify(user, MailKind.APP_OFF)
    if had_app:
        note("second_factor_off", who=user.username)


def remove_all_factors(user: User) -> None:
    """Delete the app, its recovery codes and all passkeys.

    A confirmed app is one notice by mail, and passkeys another one.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        had_app, had_passkeys = has_app(user), user.passkeys.exists()
        user.passkeys.all().delete()
        SecondFactor.objects.filter(user=user).delete()
        if had_app:
            notify(user, MailKind.APP_OFF)
        if had_passkeys:
            notify(user, MailKind.PASSKEY_REMOVED)
    if had_app or had_passkeys:
        note("second_factor_off", who=user.username, passkeys=True)


def use_code(user: User, code: str, address: str, now: datetime) -> None:
    """Verify a code from the app or from paper, and use it up; a wrong one is logged and counted.

    `address` is the caller's network address. Raise `Refused` `code_wrong`, and `TooMany`.
    """
    caller = Caller(address, str(user.pk))
    hit(Purpose.CODE, caller)
    if not _use_up(user, code, now):
        note("code_wrong", failed=True, who=user.username, origin=address)
        raise Refused([Violation("code_wrong", {}, "code")])
    refund(Purpose.CODE, caller)


def _use_up(user: User, code: str, now: datetime) -> bool:
    """Store that the app's code was used, or delete the paper code; return whether it was right."""
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(user=user).first()
        if factor is None:
            return False
        if factor.confirmed_at is None or (step := _step_of(factor, code, now)) is None:
            return bool(factor.recovery_codes.filter(digest=_digest(code)).delete()[0])
        factor.last_step = step
        factor.save(update_fields=["last_step"])
        return True


def _step_of(factor: SecondFactor, code: str, now: datetime) -> int | None:
    """Return the half minute (since 1970) of this code of the app; None for a wrong or used code.

    A code of the half minute before or after counts too: phones have wrong clocks.
    """
    if not factor.secret:
        return None
    app, last = pyotp.TOTP(factor.secret), NEVER if factor.last_step is None else factor.last_step
    typed, present = "".join(code.split()), int(now.timestamp()) // app.interval
    steps = (present + beside for beside in STEPS_BESIDE)
    return next((step for step in steps if step > last and _is_code_of_step(app, step, typed)), None)


def _is_code_of_step(app: pyotp.TOTP, step: int, typed: str) -> bool:
    """Return whether this is the app's code of that half minute, in constant time."""
    return constant_time_compare(app.generate_otp(step), typed)


def _write_recovery_codes(factor: SecondFactor) -> list[str]:
    """Replace the recovery codes by ten new ones, and return them; only their hashes are stored."""
    factor.recovery_codes.all().delete()
    codes = ["-".join(get_random_string(GROUP, LETTERS) for _ in range(GROUPS)) for _ in range(PAPER_CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(factor=factor, digest=_digest(code)) for code in codes)
    return codes


def _digest(code: str) -> str:
    """Return the hash of a recovery code without hyphens and case: 79 random bits need no slow hash."""
    letters = "".join(letter for letter in code.lower() if letter in LETTERS)
    return hashlib.sha256(letters.encode()).hexdigest()
