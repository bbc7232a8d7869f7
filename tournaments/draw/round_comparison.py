"""What the latest round would be if it were drawn now, after corrections of earlier rounds.

Its secret, its word and its entries are those of the draw; points, opponents and clubs are those of now. The
seed covers the points, so it is computed again.
"""

from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Exists, OuterRef, QuerySet

from matches.models import Entry, Match, Sheet, Side
from tournaments.bracket.commitment import seed_of
from tournaments.bracket.lots import CounterLots
from tournaments.draw.rounds import entries_before_round, hashed_entries, round_to_draw
from tournaments.draw.selectors import is_stage_open
from tournaments.draw.withdraw_round import BEGUN
from tournaments.match_views.group_numbers import read_groups
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Draw, Tournament
from tournaments.stages.kinds import stage_plan
from tournaments.stages.plan import StagePlan
from tournaments.stages.rounds import NextRound
from tournaments.standings.stage_results import read_results_in_groups

Tables = tuple[tuple[str, ...], ...]
"""The codes of the entries at each table; a bye is a table of one."""


@dataclass(frozen=True, slots=True)
class LatestRound:
    """The latest round drawn. `is_begun`: one of its matches has; byes do not count.

    `is_corrected`: a sheet of an earlier round was corrected since its draw.
    """

    number: int
    is_begun: bool
    is_corrected: bool

    @property
    def is_withdrawable(self) -> bool:
        """Return whether `withdraw_round` is possible; the first round is withdrawn with the draw."""
        return self.number > 1 and not self.is_begun


@dataclass(frozen=True, slots=True)
class RoundComparison:
    """The tables of the latest round as they would be drawn now.

    `others`: those of them that are not among the drawn ones. `corrected`: the codes of the matches that were
    corrected since its draw, in order.
    """

    number: int
    corrected: tuple[str, ...]
    tables: Tables
    others: Tables


def latest_round(tournament: Tournament) -> LatestRound | None:
    """Return the latest round of the stage, or None if none is drawn; one query."""
    begun = Match.objects.filter(
        ledger=tournament.ledger_id, round=OuterRef("first_round"), state__in=BEGUN, sides__number=2
    )
    rounds = Draw.objects.filter(tournament=tournament, withdrawn=False, stage__isnull=False)
    marked = rounds.annotate(begun=Exists(begun), corrected=Exists(_corrected_since(tournament)))
    found = marked.order_by("-first_round").values_list("first_round", "begun", "corrected").first()
    return LatestRound(*found) if found else None


@cache_version
def compare_round(tournament: Tournament) -> RoundComparison | None:
    """Return the comparison of the latest round; None for a bracket alone, and before the first round."""
    plan = stage_plan(tournament.stages)
    rounds = Draw.objects.filter(tournament=tournament, withdrawn=False, stage__isnull=False)
    draw = rounds.select_related("commitment").order_by("-first_round").first()
    if plan is None or draw is None:
        return None
    drawn, due = _drawn_tables(tournament, draw), _tables_now(tournament, plan, draw)
    others = tuple(table for table in due if frozenset(table) not in drawn)
    return RoundComparison(draw.first_round, _corrected_codes(tournament, draw), due, others)


def _corrected_since(tournament: Tournament) -> QuerySet[Sheet]:
    """Return the sheets of rounds before the outer draw that are later versions, recorded since."""
    sheets = Sheet.objects.filter(match__ledger=tournament.ledger_id, version__gt=1)
    before = sheets.filter(match__stage=OuterRef("stage"), match__round__lt=OuterRef("first_round"))
    return before.filter(recorded_at__gt=OuterRef("published_at"))


def _corrected_codes(tournament: Tournament, draw: Draw) -> tuple[str, ...]:
    """Return the codes of the matches before this round that were corrected since its draw."""
    sheets = Sheet.objects.filter(version__gt=1, recorded_at__gt=draw.published_at)
    matches = Match.objects.filter(ledger=tournament.ledger_id, stage=draw.stage, sheets__in=sheets)
    found = matches.filter(round__lt=draw.first_round).distinct().order_by("round", "number")
    return tuple(found.values_list("code", flat=True))


def _drawn_tables(tournament: Tournament, draw: Draw) -> set[frozenset[str]]:
    """Return the entries of each table as it was drawn; who came to a table later is left out."""
    sides = Side.objects.filter(match__ledger=tournament.ledger_id, match__round=draw.first_round)
    tables: dict[int, set[str]] = {}
    for match, code in sides.filter(drawn__isnull=False).values_list("match_id", "drawn__code"):
        tables.setdefault(match, set()).add(code)
    return set(map(frozenset, tables.values()))


def _tables_now(tournament: Tournament, plan: StagePlan, draw: Draw) -> Tables:
    """Return the tables that follow from the draw's secret, word and entries, and the results of now."""
    groups = read_groups(tournament)
    results = read_results_in_groups(tournament, groups, before=draw.first_round)
    entries = Entry.objects.filter(ledger=tournament.ledger_id, code__in=draw.order).order_by("code")
    known = tuple(entries_before_round(list(entries), results))
    seed = seed_of(draw.secret or "", hashed_entries(known), draw.word or "")
    fixed = tuple(map(tuple, groups)) if groups is not None else None
    return _pair_cached(plan, round_to_draw(tournament, draw.first_round, known, fixed), seed)


@lru_cache(maxsize=32)
def _pair_cached(plan: StagePlan, coming: NextRound, seed: str) -> Tables:
    """Return the tables of a round, cached: pairing a large field takes long, and pages are polled."""
    found = plan.draw_round(coming, CounterLots(seed))
    return (*found.tables, *((entry,) for entry in found.byes))


def later_round(tournament: Tournament, match: Match) -> int | None:
    """Return the number of the latest round if it was drawn after the round of this match, else None.

    None also once the stage is closed. No query for a match of a bracket.
    """
    if match.stage is None or not is_stage_open(tournament):
        return None
    later = Draw.objects.filter(tournament=tournament, withdrawn=False, first_round__gt=match.round)
    return later.order_by("-first_round").values_list("first_round", flat=True).first()
