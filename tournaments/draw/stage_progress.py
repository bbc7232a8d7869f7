"""How far the rounds before the bracket are: what is played, the order so far, what comes next."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Count, Max, Q

from matches.models import Entry, EntryState, Match, MatchState
from tournaments.bracket.shapes import Sizes
from tournaments.draw.readiness import checked_in
from tournaments.entry_names import people_of
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Draw, Stage, Tournament
from tournaments.stages.plan import SwissPlan, swiss_plan
from tournaments.stages.stage_order import values_in_stage
from tournaments.stages.swiss_pairing import table_sizes
from tournaments.standings.stage_results import StageResults, read_stage_results

LEFT = frozenset({EntryState.WITHDRAWN.value, EntryState.DISQUALIFIED.value})


@dataclass(frozen=True, slots=True)
class StageProgress:
    """The rounds drawn so far, and how many of their matches have no sheet.

    `closed_at` and `advanced` (codes, best first) are None and empty while the stage is open.
    """

    plan: SwissPlan
    rounds: int
    open_matches: int
    closed_at: datetime | None = None
    advanced: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Return whether a round is drawn and the stage not closed."""
        return self.rounds > 0 and self.closed_at is None

    @property
    def has_round_left(self) -> bool:
        """Return whether a round of the plan is not drawn yet."""
        return self.rounds < self.plan.rounds

    @property
    def next_act(self) -> str:
        """Return `draw_round` or `close_stage` if that is due, else ""."""
        if not self.is_open or self.open_matches:
            return ""
        return "draw_round" if self.has_round_left else "close_stage"


@dataclass(frozen=True, slots=True)
class StageEntry:
    """An entry's line in the order of the stage; equal ones share the place.

    `place` is None for a disqualified one. `points` are wins. `goes_on`: it goes on to the bracket.
    """

    place: int | None
    code: str
    names: tuple[str, ...]
    pages: tuple[str, ...]
    points: Fraction
    opponents: Fraction
    games: int
    has_left: bool
    goes_on: bool


def stage_progress(tournament: Tournament) -> StageProgress | None:
    """Return how far the stage before the bracket is; None if the tournament has none. Two queries."""
    plan = swiss_plan(tournament.stages)
    if plan is None:
        return None
    matches = Match.objects.filter(ledger=tournament.ledger_id, stage__isnull=False)
    counts = matches.aggregate(
        rounds=Max("round", default=0), open_matches=Count("pk", filter=~Q(state=MatchState.ENDED))
    )
    stage = Stage.objects.filter(tournament=tournament).first()
    if stage is None:
        return StageProgress(plan, **counts)
    return StageProgress(plan, **counts, closed_at=stage.closed_at, advanced=tuple(stage.advanced or ()))


@cache_version
def stage_table(tournament: Tournament) -> tuple[StageEntry, ...]:
    """Return the order of the stage so far, best first, then the disqualified."""
    results, progress = read_stage_results(tournament), stage_progress(tournament)
    people, values = people_of(tournament), values_in_stage(results.points, results.games)
    entries = Entry.objects.filter(ledger=tournament.ledger_id)
    states = dict(entries.values_list("code", "state"))
    advanced = set(progress.advanced if progress else ())
    return tuple(
        StageEntry(
            place=place,
            code=code,
            names=tuple(name for name, _ in people[code]),
            pages=tuple(page for _, page in people[code]),
            points=values[code].points,
            opponents=values[code].opponents,
            games=values[code].games,
            has_left=states[code] in LEFT,
            goes_on=code in advanced,
        )
        for place, code in _places(results)
    )


def _places(results: StageResults) -> Iterator[tuple[int | None, str]]:
    """Yield place and code of each entry, equal ones by code, the disqualified last."""
    for row in results.order():
        yield from ((row.place, code) for code in sorted(row.entries))
    yield from ((None, code) for code in sorted(results.disqualified & results.points.keys()))


def round_draws(tournament: Tournament) -> list[Draw]:
    """Return the draws of the stage's rounds that stand, in order."""
    draws = Draw.objects.filter(tournament=tournament, withdrawn=False, stage__isnull=False)
    return list(draws.select_related("tournament", "commitment").order_by("first_round"))


def next_tables(tournament: Tournament) -> Sizes:
    """Return the sizes of the tables of the next round, byes as tables of one.

    Raises `Refused` as `table_sizes`: `too_few_entries`, `no_tables`.
    """
    count = checked_in(tournament).count()
    sizes = table_sizes(count, tournament.table_low, tournament.table_high)
    return (*sizes, *(1,) * (count - sum(sizes)))
