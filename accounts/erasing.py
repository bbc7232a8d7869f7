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
from accounts.services import delete_unused_players
from accounts.signing_in.sign_ins import end_all_sessions
from core.errors import Violation, refuse_all
from core.http.callers import note
from core.http.idempotency import forget_answers, rewrite_answers

ERASED_NAME_PREFIX = "Anônimo "
Keeper = Callable[[Player], Iterator[Violation]]
Forgetter = Callable[[Player, "ErasedNames"], None]
_KEEPERS: list[Keeper] = []
_FORGETTERS: list[Forgetter] = []


class ErasedNames:
    """The names of one person, and the text that replaces them.

    `erases_person`: other apps delete what else they store of the person; otherwise only the name changes.
    """

    def __init__(self, known: Sequence[KnownAs], instead: str, *, erases_person: bool = True) -> None:
        self.known, self.instead, self.erases_person = known, instead, erases_person

    def replaced_in(self, text: str) -> str:
        """Return the text with each unmistakable name replaced (`without_names`)."""
        return without_names(text, self.known, self.instead)


def keeps_from_erasing(keeper: Keeper) -> Keeper:
    """Register, as a decorator, a function that yields the reasons why a person may not be erased yet."""
    _KEEPERS.append(keeper)
    return keeper


def also_forgets(forgetter: Forgetter) -> Forgetter:
    """Register, as a decorator, another app's function that erases a person's names, or all their data."""
    _FORGETTERS.append(forgetter)
    return forgetter


def pseudonym(player: Player) -> str:
    """Return the text that replaces the player's name once erased; store nothing."""
    return f"{ERASED_NAME_PREFIX}{player.code.upper()}"


def erased_codes() -> list[str]:
    """Return the public codes of all erased players, sorted; a restored older backup needs them (F84)."""
    found = Player.objects.filter(user=None, name__startswith=ERASED_NAME_PREFIX).order_by("code")
    return [player.code for player in found.only("code", "name") if player.name == pseudonym(player)]


def erasure_obstacles(player: Player) -> list[Violation]:
    """Return everything that has to be settled before this person can be erased; empty if nothing."""
    return [violation for keeper in _KEEPERS for violation in keeper(player)]


def anonymise(player: Player, *, in_any_case: bool = False) -> Player:
    """Replace the name by a pseudonym, also where texts have it unmistakably (`without_names`).

    Delete account, sessions and stored API answers, remove the club, and return the player as stored. It may
    run twice. Raise `Refused` `sole_organizer` if an open tournament would have no organizer, unless
    `in_any_case`.
    """
    if not in_any_case:
        refuse_all(erasure_obstacles(player))
    with transaction.atomic():
        bump_versions_of(player.pk)
        fresh = Player.objects.select_for_update(of=["self"]).select_related("user").get(pk=player.pk)
        names = ErasedNames(_known_names(fresh), pseudonym(fresh))
        account = fresh.user
        fresh.name, fresh.user, fresh.club, fresh.lists_events = pseudonym(fresh), None, None, False
        fresh.save(update_fields=["name", "user", "club", "lists_events"])
        erase_names(fresh, names)
        forget_answers(f"user {account.pk}" if account else "")
        if account is not None:
            end_all_sessions(account)
            account.delete()
    note("forgotten", who=fresh.code)
    return fresh


def _known_names(player: Player) -> list[KnownAs]:
    """Return the person's name and user name; empty if they are already erased."""
    if player.name == pseudonym(player):
        return []
    return [KnownAs(player.name, player.user.username if player.user else "")]


def anonymise_personas(personas: Collection[Persona]) -> None:
    """Store each of these personas of one record under a new player with a pseudonym.

    People without an account who had only these codes are deleted; others keep everything else.
    """
    before = [persona.player_id for persona in personas]
    for persona in personas:
        nobody = Player(has_page=False)
        nobody.name = pseudonym(nobody)
        nobody.save()
        persona.player = nobody
        persona.save(update_fields=["player"])
    delete_unused_players(before)


def erase_names(player: Player, names: ErasedNames) -> None:
    """Replace the names in every app's texts, in stored API answers and in the administration's log.

    The registered forgetters also erase other data if `names.erases_person`. Call it in the transaction that
    renames the person.
    """
    for forgetter in _FORGETTERS:
        forgetter(player, names)
    rewrite_answers(names.replaced_in)
    _rewrite_admin_log(names)


def _rewrite_admin_log(names: ErasedNames) -> None:
    """Replace the names in the entries of the administration's log (`LogEntry`), and save them."""
    for known in names.known:
        about = Q(object_repr__icontains=known.name) | Q(change_message__icontains=known.name)
        if known.username:
            about |= Q(object_repr__icontains=known.username)
        for entry in LogEntry.objects.filter(about):
            entry.object_repr = names.replaced_in(entry.object_repr)[:200]
            entry.change_message = names.replaced_in(entry.change_message)
            entry.save(update_fields=["object_repr", "change_message"])
