"""The present state of a game of kingdoms, replayed from its seed and its acts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from core.errors import Impossible
from matches.models import KingdomsAct, KingdomsGame, Match, MatchState, Seat
from matches.namesakes import shown_name_of, with_namesakes
from rulesets.kernel.extras import PlaysAtTable
from rulesets.kernel.sheet import SeatAt, Sheet
from rulesets.kingdoms import (
    COMPANION,
    GameState,
    Replay,
    Setup,
    difficulty_under,
    event_from,
    sheet_of,
    transcript,
)
from rulesets.registry import game_of
from tournaments.models import Tournament
from tournaments.rules_of import rules_of

Plain = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PlayedAct:
    """One act of the log. `undone`: it was undone later; `undoes`: the act that it undoes."""

    number: int
    event: Plain
    outcomes: tuple[Plain, ...]
    undone: bool
    undoes: int | None
    by: str
    by_app: bool
    at: datetime


@dataclass(frozen=True)
class Companion:
    """The companion of one match.

    `game` and `replay` are None before the game begins. `version` counts the acts. `names` and `seats` are
    those of the people here, by side.
    """

    match: Match
    difficulty: str
    names: Mapping[int, str]
    seats: tuple[SeatAt, ...]
    game: KingdomsGame | None
    replay: Replay | None
    acts: tuple[PlayedAct, ...]

    @property
    def version(self) -> int:
        """Return the number of the latest act; 0 before the first."""
        return len(self.acts)

    @property
    def key(self) -> str:
        """Return a tag that differs if anything here does; polls compare it."""
        return _key(self.match, self.game, self.version)

    @property
    def state(self) -> GameState | None:
        """Return the state of the game, or None."""
        return self.replay.state if self.replay else None

    @property
    def is_open(self) -> bool:
        """Return whether seed and jokers may be shown: the match has its sheet, so no act can be undone."""
        return self.replay is not None and self.match.state == MatchState.ENDED

    @property
    def last(self) -> PlayedAct | None:
        """Return the latest act that counts, which can be undone next; None if there is none."""
        return next((act for act in reversed(self.acts) if not act.undone and act.undoes is None), None)

    @cached_property
    def sheet(self) -> Sheet | None:
        """Return the sheet of the game once it is over, or time was called and no battle is on; else None."""
        if self.replay is None:
            return None
        timed = self.match.time_called_at is not None
        return sheet_of(self.replay.state, self.replay.events, self.seats, timed=timed)

    def transcript(self) -> dict[str, object]:
        """Return the public file with the seed. Raises `Impossible` before the match has its sheet."""
        if self.replay is None or not self.is_open:
            raise Impossible("a transcript of a game that is not over")
        acts = [
            {"number": act.number, "event": act.event, "outcomes": list(act.outcomes)} for act in self.acts
        ]
        return transcript(self.replay.setup, self.replay.beginning, acts)


def has_companion(tournament: Tournament) -> bool:
    """Return whether the product has a companion for this game."""
    game = game_of(tournament.game)
    return isinstance(game, PlaysAtTable) and game.companion == COMPANION


def companion_of(tournament: Tournament, match: Match, number: int | None = None) -> Companion:
    """Return the companion with the present game of the match, or the one of this number; three queries."""
    game = current_game(match) if number is None else _find_game(match, number)
    rows = list(KingdomsAct.objects.filter(game=game).select_related("by").order_by("number")) if game else []
    here = with_namesakes(Seat.objects.filter(match=match, persona__isnull=False), "side__entry")
    seats = list(here.select_related("side__entry__club", "persona__player").order_by("number"))
    people = [(seat.side.number, seat.persona) for seat in seats if seat.persona]
    replay = replay_game(game, rows) if game else None
    return Companion(
        match=match,
        difficulty=game.difficulty if game else difficulty_under(rules_of(tournament)),
        names={seat.side.number: shown_name_of(seat, seat.side.entry) for seat in seats},
        seats=tuple(SeatAt(number, persona.code) for number, persona in people),
        game=game,
        replay=replay,
        acts=tuple(_played_acts(rows, shows_jokers=match.state == MatchState.ENDED)),
    )


def companion_key(match: Match) -> str:
    """Return `Companion.key` in two queries without a replay, for polls."""
    game = current_game(match)
    return _key(match, game, game.acts.count() if game else 0)


def _key(match: Match, game: KingdomsGame | None, version: int) -> str:
    """Return a tag that changes with anything on the companion's page."""
    called = "t" if match.time_called_at else ""
    return f"{match.state}.{game.number if game else 0}.{version}{called}"


def earlier_games(companion: Companion) -> tuple[KingdomsGame, ...]:
    """Return the other games of this match, given up or void, the oldest first."""
    present = companion.game.number if companion.game else 0
    return tuple(
        KingdomsGame.objects.filter(match=companion.match).exclude(number=present).order_by("number")
    )


def _find_game(match: Match, number: int) -> KingdomsGame | None:
    """Return the match's game with this number, or None."""
    return KingdomsGame.objects.filter(match=match, number=number).first()


def current_game(match: Match) -> KingdomsGame | None:
    """Return the game since the match's present start, not given up; None before it begins."""
    if match.started_at is None:
        return None
    return KingdomsGame.objects.filter(match=match, match_began_at=match.started_at, given_up="").first()


def setup_of(game: KingdomsGame) -> Setup:
    """Return what the game began with: kingdoms, difficulty and seed."""
    return Setup(tuple(game.kingdoms), game.difficulty, int(game.seed))


def replay_game(game: KingdomsGame, rows: Sequence[KingdomsAct]) -> Replay:
    """Return the game replayed from its acts (all, by number); undone ones are left out."""
    undone = {row.undoes for row in rows}
    replay = Replay(setup_of(game))
    for row in rows:
        if row.undoes is None and row.number not in undone:
            replay.do(event_from(row.event))
    return replay


def _played_acts(rows: Sequence[KingdomsAct], *, shows_jokers: bool) -> Iterator[PlayedAct]:
    """Yield every act of the log; an outcome has no `joker` while it is face down or may be dealt again.

    `shows_jokers`: the match has ended, so nothing is hidden.
    """
    undone = {row.undoes for row in rows}
    fought = [row.number for row in rows if row.number not in undone and _ends_battle(row)]
    for row in rows:
        open_ = shows_jokers or (row.number not in undone and any(number >= row.number for number in fought))
        yield PlayedAct(
            number=row.number,
            event=row.event,
            outcomes=tuple(outcome if open_ else _remove_joker(outcome) for outcome in row.outcomes),
            undone=row.number in undone,
            undoes=row.undoes,
            by=row.by.name if row.by else "",
            by_app=row.by_app,
            at=row.at,
        )


def _ends_battle(row: KingdomsAct) -> bool:
    """Return whether this act ended a battle."""
    return any(outcome["type"] == "battle_won" for outcome in row.outcomes)


def _remove_joker(outcome: Plain) -> Plain:
    """Return the outcome without the place of the joker, which players must not see."""
    return {key: value for key, value in outcome.items() if key != "joker"}
