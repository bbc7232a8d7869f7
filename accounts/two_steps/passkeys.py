"""Passkeys: added, listed, used in place of a code or of password and code, removed (ADR 0038).

The device verifies its user by finger, face or PIN, so a passkey counts for both steps. Wrong answers count
as wrong codes if the account is already known.
"""

from datetime import datetime
from secrets import token_urlsafe

from django.db import IntegrityError, transaction

from accounts.mail.sending import notify
from accounts.models import Challenge, ChallengeFor, MailKind, Passkey, User
from accounts.two_steps import challenges, webauthn
from accounts.two_steps.challenges import BYTES, GivenChallenge
from accounts.two_steps.second_factor import create_first_recovery_codes, delete_unused_recovery_codes
from accounts.two_steps.webauthn import Assertion, NewKey, NotVerified, PasskeySite
from core.errors import Refused, Violation
from core.http.callers import Caller, note
from core.http.rate_limit import Purpose, hit, refund

MAX_PASSKEYS, LONGEST_NAME = 20, 60


def passkeys_of(user: User, host: str = "") -> list[Passkey]:
    """Return the account's passkeys, the newest first; only those of `host` if given."""
    found = Passkey.objects.filter(user=user).order_by("-made_at", "-pk")
    return list(found.filter(host=host) if host else found)


def begin_adding(user: User, *, name: str, site: PasskeySite, now: datetime) -> GivenChallenge:
    """Store a challenge for the device to create a passkey of this name; return it for the browser.

    Raise `Refused`: `passkey_name`, `too_many_passkeys`.
    """
    shown = " ".join(name.split())
    if not shown or len(shown) > LONGEST_NAME or not shown.isprintable():
        raise Refused([Violation("passkey_name", {"most": LONGEST_NAME}, "name")])
    known = passkeys_of(user)
    _require_room(len(known))
    handle = next((key.handle for key in known), token_urlsafe(BYTES))
    given = challenges.create_challenge(ChallengeFor.ADDING, site, now, user=user, name=shown, handle=handle)
    ids = [key.credential_id for key in known if key.host == site.host]
    options = webauthn.creation_options(
        site, given.challenge, handle=handle, username=user.username, known=ids
    )
    return GivenChallenge(given.code, options)


def add(user: User, *, challenge: str, answer: str, site: PasskeySite, now: datetime) -> list[str]:
    """Use a challenge up, store the new passkey, and enqueue a notice by mail.

    Return recovery codes, to be shown once, if it is the first factor; else none. `answer` is the device's
    JSON. Raise `Refused`: `passkey_late`, `passkey_not_made`, `passkey_known`, `too_many_passkeys`.
    """
    given = challenges.take_challenge(challenge, ChallengeFor.ADDING, site, now, user=user)
    try:
        made = webauthn.verify_new_key(site, given.challenge, answer)
    except NotVerified as problem:
        raise _log_refusal(user, problem, "passkey_not_made") from None
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        _require_room(Passkey.objects.filter(user=user).count())
        kept = _store(user, given, made, site, now)
        codes = create_first_recovery_codes(user)
        notify(user, MailKind.PASSKEY_ADDED)
    note("passkey_added", who=user.username, key=kept.code)
    return codes


def remove(user: User, code: str, *, needs_one: bool) -> bool:
    """Delete a passkey, with a notice by mail; return whether the account had it.

    Raise `Refused` `second_factor_demanded` if the site requires two steps (`needs_one`) and no other factor
    is left.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if not Passkey.objects.filter(user=user, code=code).delete()[0]:
            return False
        if delete_unused_recovery_codes(user) and needs_one:
            raise Refused([Violation("second_factor_demanded")])
        notify(user, MailKind.PASSKEY_REMOVED)
    note("passkey_removed", who=user.username, key=code)
    return True


def begin_code(user: User, *, site: PasskeySite, now: datetime) -> GivenChallenge:
    """Store a challenge that any of the account's passkeys of this site may answer as the second step.

    Return it for the browser.
    """
    given = challenges.create_challenge(ChallengeFor.CODE, site, now, user=user)
    ids = [key.credential_id for key in passkeys_of(user, site.host)]
    return GivenChallenge(given.code, webauthn.request_options(site, given.challenge, allowed=ids))


def accept_as_code(
    user: User, *, challenge: str, answer: str, site: PasskeySite, address: str, now: datetime
) -> None:
    """Use a challenge up: verify a passkey's answer in place of a code, and store the use.

    Count a wrong answer as a wrong code, for the network address `address`. Raise `Refused` as
    `verify_sign_in` does, and `TooMany`.
    """
    caller = Caller(address, str(user.pk))
    hit(Purpose.CODE, caller)
    given = challenges.take_challenge(challenge, ChallengeFor.CODE, site, now, user=user)
    _accept_assertion(given, _parse_assertion(answer, user), site, now, of=user)
    refund(Purpose.CODE, caller)


def begin_signing_in(*, site: PasskeySite, address: str, now: datetime) -> GivenChallenge:
    """Count an attempt, store a challenge for any passkey of this site, and return it for the browser.

    Raise `TooMany`.
    """
    hit(Purpose.SIGN_IN, Caller(address))
    given = challenges.create_challenge(ChallengeFor.SIGNING_IN, site, now)
    return GivenChallenge(given.code, webauthn.request_options(site, given.challenge))


def verify_sign_in(*, challenge: str, answer: str, site: PasskeySite, address: str, now: datetime) -> User:
    """Use a challenge up, store the use, and return the passkey's account; the caller begins the session.

    Refund the attempt that `begin_signing_in` counted. Raise `Refused`: `passkey_late`, `passkey_wrong`,
    `passkey_copied`.
    """
    given = challenges.take_challenge(challenge, ChallengeFor.SIGNING_IN, site, now)
    user = _accept_assertion(given, _parse_assertion(answer), site, now)
    refund(Purpose.SIGN_IN, Caller(address))
    note("passkey_right", who=user.username, origin=address)
    return user


def _parse_assertion(answer: str, user: User | None = None) -> Assertion:
    """Parse a device's answer, unverified. Raise `Refused` `passkey_wrong` if it is malformed."""
    try:
        return webauthn.parse_assertion(answer)
    except NotVerified as problem:
        raise _log_refusal(user, problem) from None


@transaction.atomic
def _accept_assertion(
    given: Challenge, signed: Assertion, site: PasskeySite, now: datetime, *, of: User | None = None
) -> User:
    """Verify the signature, store count and time of the use, and return the account.

    Raise `Refused`: `passkey_wrong`, also if the key is not of the account `of`; `passkey_copied` if its
    signature count did not grow, unless the device never counts (0).
    """
    kept = _passkey_of_assertion(signed, site, of)
    if kept is None:
        raise _log_refusal(of, NotVerified("no such key"))
    try:
        webauthn.verify(site, given.challenge, signed, public_key=kept.public_key)
    except NotVerified as problem:
        raise _log_refusal(kept.user, problem) from None
    if max(signed.sign_count, kept.sign_count) and signed.sign_count <= kept.sign_count:
        note("passkey_copied", failed=True, who=kept.user.username, key=kept.code)
        raise Refused([Violation("passkey_copied", {"name": kept.name})])
    kept.sign_count, kept.last_used = signed.sign_count, now
    kept.save(update_fields=["sign_count", "last_used"])
    return kept.user


def _passkey_of_assertion(signed: Assertion, site: PasskeySite, of: User | None) -> Passkey | None:
    """Return the passkey that an answer names, locked; None if there is none for this site and account.

    A sign-in by passkey alone (`of` is None) must also name the account by its handle.
    """
    found = Passkey.objects.select_for_update(of=["self"]).select_related("user")
    found = found.filter(credential_id=signed.credential_id, host=site.host, user__is_active=True)
    found = found.filter(handle=signed.handle) if of is None or signed.handle else found
    return (found if of is None else found.filter(user=of)).first()


def _store(user: User, given: Challenge, made: NewKey, site: PasskeySite, now: datetime) -> Passkey:
    """Create the passkey. Raise `Refused` `passkey_known` if the site has it already."""
    try:
        with transaction.atomic():
            return Passkey.objects.create(
                user=user, name=given.name, host=site.host, handle=given.handle, made_at=now,
                credential_id=made.credential_id, public_key=made.public_key, sign_count=made.sign_count,
            )  # fmt: skip
    except IntegrityError:
        raise Refused([Violation("passkey_known")]) from None


def _require_room(held: int) -> None:
    """Raise `Refused` `too_many_passkeys` if the account has the most it may have."""
    if held >= MAX_PASSKEYS:
        raise Refused([Violation("too_many_passkeys", {"most": MAX_PASSKEYS})])


def _log_refusal(user: User | None, problem: NotVerified, code: str = "passkey_wrong") -> Refused:
    """Log the exact reason, and return the refusal, which does not contain it."""
    note(code, failed=True, who=user.username if user else None, why=str(problem))
    return Refused([Violation(code)])
