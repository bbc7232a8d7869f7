"""How far the rounds before the bracket are: what is played, the order so far, what comes next."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Count, Max, Q

from matches.models import Entry, EntryState, Match, MatchState
from tournaments.bracket.shapes import Sizes
from tournaments.draw.readiness import checked_in
from tournaments.draw.rounds import round_to_draw
from tournaments.entry_names import people_of
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Draw, Stage, Tournament
from tournaments.stages.kinds import stage_plan
from tournaments.stages.plan import StagePlan
from tournaments.stages.rounds import Groups, NextRound, RoundEntry, numbers_by_entry
from tournaments.stages.stage_order import StageResults, values_in_stage
from tournaments.standings.stage_results import read_results_in_groups

LEFT = frozenset({EntryState.WITHDRAWN.value, EntryState.DISQUALIFIED.value})


@dataclass(frozen=True, slots=True)
class StageProgress:
    """The rounds drawn so far, and how many of their matches have no sheet.

    `planned`: how many rounds the stage has at most, drawn ones included. `groups`: as they were dealt; None
    before the first round, and for a stage without groups. `closed_at` and `advanced` (codes,
    best first) are None and empty while the stage is open.
    """

    plan: StagePlan
    planned: int
    rounds: int
    open_matches: int
    groups: Groups | None = None
    closed_at: datetime | None = None
    advanced: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Return whether a round is drawn and the stage not closed."""
        return self.rounds > 0 and self.closed_at is None

    @property
    def has_round_left(self) -> bool:
        """Return whether a round of the plan is not drawn yet."""
        return self.rounds < self.planned

    @property
    def next_act(self) -> str:
        """Return `draw_round` or `close_stage` if that is due, else ""."""
        if not self.is_open or self.open_matches:
            return ""
        return "draw_round" if self.has_round_left else "close_stage"


@dataclass(frozen=True, slots=True)
class StageEntry:
    """An entry's line in the order of the stage; equal ones share the place.

    `group`: the number of its group, within which the place is; None in a stage without groups. `place` is
    None for a disqualified one. `points`: wins, or what places at the tables gave. `opponents`: the average
    of its opponents' points. `goes_on`: it goes on to the bracket.
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
    group: int | None = None


def stage_progress(tournament: Tournament) -> StageProgress | None:
    """Return how far the stage before the bracket is; None if the tournament has none. Two queries."""
    plan = stage_plan(tournament.stages)
    if plan is None:
        return None
    matches = Match.objects.filter(ledger=tournament.ledger_id, stage__isnull=False)
    counts = matches.aggregate(
        rounds=Max("round", default=0), open_matches=Count("pk", filter=~Q(state=MatchState.ENDED))
    )
    stage = Stage.objects.filter(tournament=tournament).first()
    groups = stage.groups if stage else None
    planned = plan.rounds_to_play(groups, tournament.table_high)
    end = (stage.closed_at, tuple(stage.advanced or ())) if stage else (None, ())
    return StageProgress(plan, planned, counts["rounds"], counts["open_matches"], groups, *end)


@cache_version
def stage_table(tournament: Tournament) -> tuple[StageEntry, ...]:
    """Return the order of the stage so far, group by group: best first, then the disqualified."""
    progress = stage_progress(tournament)
    results = read_results_in_groups(tournament, progress.groups if progress else None)
    people, values = people_of(tournament), values_in_stage(results.points, results.games)
    entries = Entry.objects.filter(ledger=tournament.ledger_id)
    states = dict(entries.values_list("code", "state"))
    advanced = set(progress.advanced if progress else ())
    return tuple(
        StageEntry(
            place=place,
            code=code,
            names=tuple(player.name for player in people[code]),
            pages=tuple(player.page for player in people[code]),
            points=values[code].points,
            opponents=values[code].opponents,
            games=values[code].games,
            has_left=states[code] in LEFT,
            goes_on=code in advanced,
            group=group,
        )
        for place, group, code in _places(results, progress)
    )


def _places(
    results: StageResults, progress: StageProgress | None
) -> Iterator[tuple[int | None, int | None, str]]:
    """Yield place, group and code of each entry, equal ones by code, the disqualified of a group last."""
    rows = progress.plan.order(results) if progress else ()
    placed = [(row.group or 0, False, row.place, code) for row in rows for code in row.entries]
    numbers = numbers_by_entry(results.groups or ())
    gone = results.disqualified & results.points.keys()
    unplaced = [(numbers.get(code, 0), True, 0, code) for code in gone]
    for group, _, place, code in sorted((*placed, *unplaced)):
        yield place or None, group or None, code


def round_draws(tournament: Tournament) -> list[Draw]:
    """Return the draws of the stage's rounds that stand, in order."""
    draws = Draw.objects.filter(tournament=tournament, withdrawn=False, stage__isnull=False)
    return list(draws.select_related("tournament", "commitment").order_by("first_round"))


def next_tables(tournament: Tournament) -> Sizes:
    """Return the sizes of the tables of the next round, byes as tables of one; none for a bracket alone.

    Raises `Refused` as `StagePlan.draw_round`.
    """
    progress = stage_progress(tournament)
    if progress is None:
        return ()
    return progress.plan.next_tables(coming_round(tournament, progress))


def coming_round(tournament: Tournament, progress: StageProgress) -> NextRound:
    """Return the next round, of those who are checked in now, without points and opponents."""
    codes = checked_in(tournament).values_list("code", flat=True)
    entries = [RoundEntry(code) for code in codes]
    return round_to_draw(tournament, progress.rounds + 1, entries, progress.groups)
