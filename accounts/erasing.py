"""Erase a person: name, club and account go, what they played stays (ADR 0052).

A record contains codes only, so brackets, sheets and hash chains do not change. The database refuses to
delete a player who has played. Apps above register what they store of a person, and who may not be erased
yet.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q

from accounts.models import Persona, Player
from accounts.name_detection import KnownAs, without_names
from accounts.name_versions import bump_versions_of
from accounts.services import delete_unused
from accounts.signing_in.sign_ins import end_all
from core.errors import Violation, refuse_all
from core.http.callers import note
from core.http.idempotency import forget_answers, rewrite_answers

ERASED_NAME_PREFIX = "Anônimo "
Keeper = Callable[[Player], Iterator[Violation]]
Forgetter = Callable[[Player, "Names"], None]
_KEEPERS: list[Keeper] = []
_FORGETTERS: list[Forgetter] = []


class Names:
    """The names of a person, and their replacement.

    `is_whole`: erase everything about the person, not only the name.
    """

    def __init__(self, known: Sequence[KnownAs], instead: str, *, is_whole: bool = True) -> None:
        self.known, self.instead, self.is_whole = known, instead, is_whole

    def out_of(self, text: str) -> str:
        """Return the text with each name replaced."""
        return without_names(text, self.known, self.instead)


def keeps_from_erasing(keeper: Keeper) -> Keeper:
    """Register a function that returns the reasons why a person may not be erased yet."""
    _KEEPERS.append(keeper)
    return keeper


def also_forgets(forgetter: Forgetter) -> Forgetter:
    """Register a function that erases a person's names, or all their data, in another app."""
    _FORGETTERS.append(forgetter)
    return forgetter


def pseudonym(player: Player) -> str:
    """Return the text that replaces an erased player's name."""
    return f"{ERASED_NAME_PREFIX}{player.code.upper()}"


def erased_codes() -> list[str]:
    """Return the public codes of all erased players; an older backup needs them after a restore (F84)."""
    found = Player.objects.filter(user=None, name__startswith=ERASED_NAME_PREFIX).order_by("code")
    return [player.code for player in found.only("code", "name") if player.name == pseudonym(player)]


def why_not_yet(player: Player) -> list[Violation]:
    """Return everything that has to be settled before this person can be erased."""
    return [violation for keeper in _KEEPERS for violation in keeper(player)]


def anonymise(player: Player, *, in_any_case: bool = False) -> Player:
    """Replace the name by a pseudonym everywhere, and remove account and club. It may run twice.

    Raise `Refused` `sole_organizer` if a tournament would have no organizer, unless `in_any_case`.
    """
    if not in_any_case:
        refuse_all(why_not_yet(player))
    with transaction.atomic():
        bump_versions_of(player.pk)
        fresh = Player.objects.select_for_update(of=["self"]).select_related("user").get(pk=player.pk)
        names = Names(_known(fresh), pseudonym(fresh))
        account = fresh.user
        fresh.name, fresh.user, fresh.club, fresh.lists_events = pseudonym(fresh), None, None, False
        fresh.save(update_fields=["name", "user", "club", "lists_events"])
        erase_names(fresh, names)
        forget_answers(f"user {account.pk}" if account else "")
        if account is not None:
            end_all(account)
            account.delete()
    note("forgotten", who=fresh.code)
    return fresh


def _known(player: Player) -> list[KnownAs]:
    """Return the person's name and user name; empty if they are already erased."""
    if player.name == pseudonym(player):
        return []
    return [KnownAs(player.name, player.user.username if player.user else "")]


def unname(personas: Collection[Persona]) -> None:
    """Give each of these personas of one record to a new player with a pseudonym.

    People who had only these codes are deleted; others keep everything else.
    """
    before = [persona.player_id for persona in personas]
    for persona in personas:
        nobody = Player(has_page=False)
        nobody.name = pseudonym(nobody)
        nobody.save()
        persona.player = nobody
        persona.save(update_fields=["player"])
    delete_unused(before)


def erase_names(player: Player, names: Names) -> None:
    """Replace the names in every app's texts, in stored API answers and in the administration's log.

    The registered forgetters also erase other data if `names.is_whole`. Call it in the transaction that
    renames the person.
    """
    for forgetter in _FORGETTERS:
        forgetter(player, names)
    rewrite_answers(names.out_of)
    _rewrite_notes(names)


def _rewrite_notes(names: Names) -> None:
    """Replace the names in the administration's log."""
    for known in names.known:
        about = Q(object_repr__icontains=known.name) | Q(change_message__icontains=known.name)
        if known.username:
            about |= Q(object_repr__icontains=known.username)
        for entry in LogEntry.objects.filter(about):
            entry.object_repr = names.out_of(entry.object_repr)[:200]
            entry.change_message = names.out_of(entry.change_message)
            entry.save(update_fields=["object_repr", "change_message"])
