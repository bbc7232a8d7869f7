"""Acts on people: sign up, rename, show pages; and a player's code in a record."""

import random
from collections.abc import Collection, Iterator

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.homoglyphs import look_of
from accounts.models import Club, Persona, Player, User
from accounts.name_versions import bump_versions_of
from accounts.names import clean_name, public_name, short_name
from core.errors import Refused, Violation, refuse_all
from core.models import Ledger
from core.record.codes import SECURE_RANDOM, new_code
from core.text import name_key


def sign_up(username: str, password: str, *, name: str) -> User:
    """Create an account and its player, and return the account.

    Raise `Refused` with everything that `check_account` finds.
    """
    refuse_all(check_account(username, password, name=name))
    return open_account(username, password, name=name)


def open_account(username: str, password: str, *, name: str) -> User:
    """Create an account and its player without checking the password, such as for the demo.

    Raise `Refused` as `clean_name` does, and `username_taken` or `username_looks_alike`.
    """
    user, display = _build_user(username, name), clean_name(name)
    user.first_name = display[:150]
    user.set_password(password)
    return _store_account(user, display)


def check_account(username: str, password: str, *, name: str) -> list[Violation]:
    """Return everything that prevents an account with these values; empty if nothing does."""
    user = _build_user(username, name)
    return [*_check_username(user.username), *_check_name(name), *_check_password(password, user)]


def _build_user(username: str, name: str) -> User:
    """Return an unsaved account without a password."""
    return User(username=User.normalize_username(username.strip()), first_name=" ".join(name.split())[:150])


@transaction.atomic
def _store_account(user: User, name: str) -> User:
    """Save account and player. Raise `Refused` `username_taken` or `username_looks_alike`."""
    user.own_look = look_of(user.username)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError:
        raise Refused([_username_conflict(user.username) or _username_looks_alike(user.username)]) from None
    Player.objects.create(name=name, user=user)
    return user


def rename(player: Player, *, name: str) -> Player:
    """Store the person's new name, shown in past tournaments too; a minor's is shortened.

    Raise `Refused` as `public_name` does.
    """
    display = public_name(name)
    with transaction.atomic():
        bump_versions_of(player.pk)
        display = short_name(display) if _is_minor_now(player) else display
        Player.objects.filter(pk=player.pk).update(name=display, folded=name_key(display))
        User.objects.filter(player=player).update(first_name=display[:150])
    player.name = display
    return player


def offer_page(player: Player, *, has_page: bool) -> Player:
    """Store whether everyone may read the player's page, else the player only; links to it change at once.

    Either way no later season result opens the page.
    Raise `Refused` `minor_has_no_page` if a minor's is to be public.
    """
    with transaction.atomic():
        bump_versions_of(player.pk)
        _refuse_minor(player, wanted=has_page)
        Player.objects.filter(pk=player.pk).update(has_page=has_page, awaits_season=False)
    player.has_page = has_page
    return player


def offer_events(player: Player, *, lists_events: bool) -> Player:
    """Store whether a page lists the tournaments that the player organizes, with the player's name.

    Raise `Refused` `minor_has_no_page` if a minor's are to be listed.
    """
    with transaction.atomic():
        bump_versions_of(player.pk)
        _refuse_minor(player, wanted=lists_events)
        Player.objects.filter(pk=player.pk).update(lists_events=lists_events)
    player.lists_events = lists_events
    return player


def _refuse_minor(player: Player, *, wanted: bool) -> None:
    """Raise `Refused` `minor_has_no_page` if a public page is wanted of a minor."""
    if wanted and _is_minor_now(player):
        raise Refused([Violation("minor_has_no_page")])


def _is_minor_now(player: Player) -> bool:
    """Lock the player's row until the transaction ends, and return whether it is a minor's."""
    rows = Player.objects.select_for_update().filter(pk=player.pk)
    return any(rows.values_list("is_minor", flat=True))


def end_access(user: User) -> None:
    """End all sessions and API keys of the account; the password stays."""
    user.begin_epoch()


def _check_username(username: str) -> Iterator[Violation]:
    """Yield `username_invalid`, and `username_taken` or `username_looks_alike`."""
    field = User._meta.get_field("username")
    try:
        field.clean(username, None)
    except ValidationError:
        yield Violation("username_invalid", {"most": field.max_length}, "username")
    if violation := _username_conflict(username):
        yield violation


def _username_conflict(username: str) -> Violation | None:
    """Return `username_taken` or `username_looks_alike` if an account has such a user name; else None."""
    alike = Q(look=look_of(username)) | Q(username__iexact=username)
    found = {name.upper() for name in User.objects.filter(alike).values_list("username", flat=True)}
    if not found:
        return None
    return _username_taken(username) if username.upper() in found else _username_looks_alike(username)


def _username_taken(username: str) -> Violation:
    """Return the violation, not raised."""
    return Violation("username_taken", {"username": username}, "username")


def _username_looks_alike(username: str) -> Violation:
    """Return the violation, not raised."""
    return Violation("username_looks_alike", {"username": username}, "username")


def _check_name(name: str) -> tuple[Violation, ...]:
    """Return what `public_name` refuses; empty if nothing."""
    try:
        public_name(name)
    except Refused as refusal:
        return refusal.violations
    return ()


def _check_password(password: str, user: User) -> Iterator[Violation]:
    """Yield what Django's validators find, with their codes, such as `password_too_common`."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        for part in error.error_list:
            yield Violation(str(part.code), part.params or {}, "password")


def get_or_create_clubs(names: Collection[str]) -> dict[str, Club]:
    """Return clubs by name as given, storing missing ones; blank names are left out.

    Raise `Refused` as `clean_name` does.
    """
    cleaned = {name: clean_name(name) for name in names if name.strip()}
    known = {club.name: club for club in Club.objects.filter(name__in=cleaned.values())}
    missing = sorted(set(cleaned.values()) - set(known))
    Club.objects.bulk_create([Club(name=name) for name in missing], ignore_conflicts=True)
    known |= {club.name: club for club in Club.objects.filter(name__in=missing)}
    return {name: known[clean] for name, clean in cleaned.items()}


def get_or_create_persona(ledger: Ledger, player: Player, *, rng: random.Random = SECURE_RANDOM) -> Persona:
    """Return the player's persona in this record, creating it if needed; call it under the ledger's lock."""
    persona = Persona.objects.filter(ledger=ledger, player=player).first()
    return persona or Persona.objects.create(ledger=ledger, player=player, code=new_code("p", rng))


def delete_unused_players(players: Collection[int]) -> None:
    """Delete those of these people (primary keys) who have no account and are in no record."""
    Player.objects.filter(pk__in=players, user=None, personas=None).delete()
