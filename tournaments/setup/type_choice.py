"""The type chosen for a tournament, and the words by which its title is parsed."""

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.models import Player
from catalogue.models import TypeState
from catalogue.selectors import accepted_kinds, find_usable, kind_of, standing
from core.errors import Violation
from rulesets.kernel.choices import find_kind
from rulesets.kernel.rules import Game, Kind, TableSize
from rulesets.registry import GAMES, composes, game_of, game_with, kind_of_definition
from tournaments.inputs import TournamentFacts
from tournaments.models import Tournament

Definition = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class TypeChoice:
    """The chosen type: its `definition` if it is composed, and the game with all its words."""

    game: Game
    definition: Definition | None = None
    violations: tuple[Violation, ...] = ()


def choose(facts: TournamentFacts, by: Player | None, pinned: Tournament | None = None) -> TypeChoice:
    """Return the type that `facts.kind` means for this person; the game must be known.

    `pinned` is the existing tournament: it keeps its type even if that is no longer offered.
    """
    if not composes(facts.game) or any(kind.key == facts.kind for kind in GAMES[facts.game].kinds):
        return TypeChoice(words_of(facts.game))
    found = find_usable(by, facts.game, facts.kind, facts.kind_version)
    if found is not None:
        wrong = _unaccepted(found.title_word) if facts.ranked and found.state != TypeState.ACCEPTED else ()
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
    kind = kind_of_definition(facts.game, facts.kind, definition)
    return TypeChoice(words_of(facts.game, kind), definition, wrong)


def _not_rankable(facts: TournamentFacts, pinned: Tournament) -> tuple[Violation, ...]:
    kind = kind_of_definition(pinned.game, pinned.kind, pinned.definition)
    if kind is None or not facts.ranked or standing(pinned.game, kind).is_accepted:
        return _by_word(facts, kind) if kind else ()
    return _unaccepted(kind.title_word)


def _by_word(facts: TournamentFacts, kind: Kind) -> tuple[Violation, ...]:
    """Return a violation if the type's win cannot be judged by rules: then there are no season points."""
    if not (facts.ranked and kind.by_word):
        return ()
    return (Violation("type_by_word", {"title_word": kind.title_word}, "ranked"),)


def _unaccepted(title_word: str) -> tuple[Violation, ...]:
    return (Violation("type_not_accepted", {"title_word": title_word}, "ranked"),)
