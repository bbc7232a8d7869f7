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
    """Create an account and its player. Raise `Refused` with everything that is wrong with the values."""
    refuse_all(check_account(username, password, name=name))
    return open_account(username, password, name=name)


def open_account(username: str, password: str, *, name: str) -> User:
    """Create an account and its player without checking the password, such as for the demo."""
    user, display = _unsaved(username, name), clean_name(name)
    user.first_name = display[:150]
    user.set_password(password)
    return _store_account(user, display)


def check_account(username: str, password: str, *, name: str) -> list[Violation]:
    """Return everything that prevents an account with these values."""
    user = _unsaved(username, name)
    return [*_check_username(user.username), *_check_name(name), *_check_password(password, user)]


def _unsaved(username: str, name: str) -> User:
    return User(username=User.normalize_username(username.strip()), first_name=" ".join(name.split())[:150])


@transaction.atomic
def _store_account(user: User, name: str) -> User:
    """Save account and player; raise `Refused` if the user name, or a similar one, was just taken."""
    user.own_look = look_of(user.username)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError:
        raise Refused([_in_use(user.username) or _alike(user.username)]) from None
    Player.objects.create(name=name, user=user)
    return user


def rename(player: Player, *, name: str) -> Player:
    """Change the person's name, in past tournaments too; a minor's is shortened."""
    display = public_name(name)
    display = short_name(display) if player.is_minor else display
    with transaction.atomic():
        bump_versions_of(player.pk)
        Player.objects.filter(pk=player.pk).update(name=display, folded=name_key(display))
        User.objects.filter(player=player).update(first_name=display[:150])
    player.name = display
    return player


def offer_page(player: Player, *, has_page: bool) -> Player:
    """Show the player's page to everyone or to the player only; links to it change at once.

    Raise `Refused` `minor_has_no_page`.
    """
    if has_page:
        _refuse_minor(player)
    with transaction.atomic():
        bump_versions_of(player.pk)
        Player.objects.filter(pk=player.pk).update(has_page=has_page, awaits_season=False)
    player.has_page = has_page
    return player


def offer_events(player: Player, *, lists_events: bool) -> Player:
    """List the player's events on a page, and name the player as their organizer; or stop that.

    Raise `Refused` `minor_has_no_page`.
    """
    if lists_events:
        _refuse_minor(player)
    with transaction.atomic():
        bump_versions_of(player.pk)
        Player.objects.filter(pk=player.pk).update(lists_events=lists_events)
    player.lists_events = lists_events
    return player


def _refuse_minor(player: Player) -> None:
    if player.is_minor:
        raise Refused([Violation("minor_has_no_page")])


def end_access(user: User) -> None:
    """End all sessions and API keys of the account; the password stays."""
    user.begin_epoch()


def _check_username(username: str) -> Iterator[Violation]:
    field = User._meta.get_field("username")
    try:
        field.clean(username, None)
    except ValidationError:
        yield Violation("username_invalid", {"most": field.max_length}, "username")
    if violation := _in_use(username):
        yield violation


def _in_use(username: str) -> Violation | None:
    """Return a violation if an account has this user name, or one that looks like it."""
    alike = Q(look=look_of(username)) | Q(username__iexact=username)
    found = {name.upper() for name in User.objects.filter(alike).values_list("username", flat=True)}
    if not found:
        return None
    return _taken(username) if username.upper() in found else _alike(username)


def _taken(username: str) -> Violation:
    """Return the violation for a user name that exists."""
    return Violation("username_taken", {"username": username}, "username")


def _alike(username: str) -> Violation:
    """Return the violation for a user name that looks like another."""
    return Violation("username_looks_alike", {"username": username}, "username")


def _check_name(name: str) -> tuple[Violation, ...]:
    try:
        public_name(name)
    except Refused as refusal:
        return refusal.violations
    return ()


def _check_password(password: str, user: User) -> Iterator[Violation]:
    try:
        validate_password(password, user)
    except ValidationError as error:
        for part in error.error_list:
            yield Violation(str(part.code), part.params or {}, "password")


def get_or_create_clubs(names: Collection[str]) -> dict[str, Club]:
    """Return the clubs of these names, creating new ones; a blank name has none. Few queries."""
    cleaned = {name: clean_name(name) for name in names if name.strip()}
    known = {club.name: club for club in Club.objects.filter(name__in=cleaned.values())}
    missing = sorted(set(cleaned.values()) - set(known))
    Club.objects.bulk_create([Club(name=name) for name in missing], ignore_conflicts=True)
    known |= {club.name: club for club in Club.objects.filter(name__in=missing)}
    return {name: known[clean] for name, clean in cleaned.items()}


def persona_of(ledger: Ledger, player: Player, *, rng: random.Random = SECURE_RANDOM) -> Persona:
    """Return the player's persona in this record, creating it if needed; call it under the ledger's lock."""
    persona = Persona.objects.filter(ledger=ledger, player=player).first()
    return persona or Persona.objects.create(ledger=ledger, player=player, code=new_code("p", rng))


def delete_unused(players: Collection[int]) -> None:
    """Delete those of these people (primary keys) who have no account and are in no record."""
    Player.objects.filter(pk__in=players, user=None, personas=None).delete()
