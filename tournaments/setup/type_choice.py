"""The type chosen for a tournament, and the words by which its title is parsed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from catalogue import services
from catalogue.models import Proposal, TypeState
from catalogue.selectors import accepted_kinds, catalogue_status, find_usable, kind_of
from core.errors import Violation, refuse_all
from rulesets.kernel.choices import find_kind
from rulesets.kernel.rules import Game, Kind, TableSize
from rulesets.kernel.title_words import starts_with_words
from rulesets.kernel.titles import check_name
from rulesets.registry import GAMES, composes, game_of, game_with, kind_of_definition
from tournaments.inputs import TournamentFacts
from tournaments.models import Tournament
from tournaments.rules_of import facts_of, title_parts

Definition = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class TypeChoice:
    """The chosen type: its `definition` if people invented it (else None), and the game with all its words.

    `violations` say why it may not be chosen.
    """

    game: Game
    definition: Definition | None = None
    violations: tuple[Violation, ...] = ()


def choose(facts: TournamentFacts, by: Player | None, pinned: Tournament | None = None) -> TypeChoice:
    """Return the type that `facts.kind` means for this person, with violations; the game must be known.

    `pinned` is the existing tournament: it keeps its type even if that is no longer offered.
    """
    if not composes(facts.game) or any(kind.key == facts.kind for kind in GAMES[facts.game].kinds):
        return TypeChoice(words_of(facts.game))
    found = find_usable(by, facts.game, facts.kind, facts.kind_version)
    if found is not None:
        wrong = _not_accepted(found.title_word) if facts.ranked and found.state != TypeState.ACCEPTED else ()
        return _choice(facts, found.definition, wrong or _by_word(facts, kind_of(found)))
    if pinned is not None and pinned.definition and is_same_type(facts, pinned):
        return _choice(facts, pinned.definition, _not_rankable(facts, pinned))
    return TypeChoice(words_of(facts.game))


def sizes_of(facts: TournamentFacts, by: Player | None) -> TableSize | None:
    """Return the table sizes of the chosen type (in entries); None if there is no such type."""
    if facts.game not in GAMES:
        return None
    kind = find_kind(choose(facts, by).game.kinds, facts.kind)
    return kind.tables if kind else None


def is_same_type(facts: TournamentFacts, tournament: Tournament) -> bool:
    """Return whether these facts keep the tournament's version of its type."""
    version = tournament.definition["version"] if tournament.definition else None
    return (facts.kind, facts.kind_version or version) == (tournament.kind, version)


def words_of(game: str, kind: Kind | None = None) -> Game:
    """Return the game with its accepted types, and with `kind`, to parse and format titles."""
    if not composes(game):
        return game_of(game)
    return game_with(game, [*accepted_kinds(game), *([kind] if kind else [])])


def words_of_all() -> dict[str, Game]:
    """Return every game with the types that everyone may choose."""
    return {key: words_of(key) for key in GAMES}


def _choice(facts: TournamentFacts, definition: Definition, wrong: tuple[Violation, ...]) -> TypeChoice:
    """Return the choice of the type with this definition, and what is wrong with it."""
    kind = kind_of_definition(facts.game, facts.kind, definition)
    return TypeChoice(words_of(facts.game, kind), definition, wrong)


def _not_rankable(facts: TournamentFacts, pinned: Tournament) -> tuple[Violation, ...]:
    """Return why a ranked tournament may not have the pinned type: not accepted, or won by word; else ()."""
    kind = kind_of_definition(pinned.game, pinned.kind, pinned.definition)
    if kind is None or not facts.ranked or catalogue_status(pinned.game, kind).is_accepted:
        return _by_word(facts, kind) if kind else ()
    return _not_accepted(kind.title_word)


def _by_word(facts: TournamentFacts, kind: Kind) -> tuple[Violation, ...]:
    """Return `type_by_word` if a ranked tournament has a type whose win no rule can judge; else ()."""
    if not (facts.ranked and kind.by_word):
        return ()
    return (Violation("type_by_word", {"title_word": kind.title_word}, "ranked"),)


def _not_accepted(title_word: str) -> tuple[Violation, ...]:
    """Return the violation of a ranked tournament whose type, by its word in titles, is not accepted."""
    return (Violation("type_not_accepted", {"title_word": title_word}, "ranked"),)


MAX_NAMED = 10  # titles that a violation names


def decide_type(
    proposal: Proposal, *, decision: str, reason: str, by: Player, now: datetime, seen: int | None = None
) -> Proposal:
    """Store the editors' decision on a proposed type.

    Raises `Refused` `title_clashes` if an acceptance would change how an existing title parses, and what
    `catalogue.services.decide` raises.
    """
    with transaction.atomic():
        decided = services.decide(proposal, decision=decision, reason=reason, by=by, now=now, seen=seen)
        if decided.state == TypeState.ACCEPTED:
            refuse_all(check_titles(decided.game, kind_of(decided)))
    return decided


def check_titles(game: str, kind: Kind) -> Iterator[Violation]:
    """Yield `title_clashes` with the titles of other types that would parse as this one; nothing if none."""
    found = list(_clashing(game, kind))
    if found:
        facts = {"titles": tuple(found[:MAX_NAMED]), "count": len(found)}
        yield Violation("title_clashes", facts, "title_word", "house:title_grammar")


def _clashing(game: str, kind: Kind) -> Iterator[str]:
    """Yield titles of other types that would parse as this one."""
    catalogue = [*accepted_kinds(game), kind]
    for tournament in Tournament.objects.filter(game=game).exclude(kind=kind.key).order_by("pk").iterator():
        words = f"{tournament.kind_word} {tournament.name}".split(" ")
        if starts_with_words(words, kind.title_word) and _reads_differently(tournament, catalogue):
            yield tournament.title


def _reads_differently(tournament: Tournament, catalogue: Sequence[Kind]) -> bool:
    """Return whether the title would parse as another type if these types were accepted."""
    own = kind_of_definition(tournament.game, tournament.kind, tournament.definition)
    words = game_with(tournament.game, [*catalogue, *([own] if own else [])])
    return any(check_name(title_parts(facts_of(tournament)), words))
