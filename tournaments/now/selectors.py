"""The present state of a tournament, for the people who run it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Persona, Player
from core.errors import Violation
from matches.models import MatchState, PhysicalTable
from tournaments.draw.readiness import check_ready
from tournaments.draw.stage_progress import stage_progress
from tournaments.match_views.match import MatchView
from tournaments.match_views.match_cache import matches_of_rounds
from tournaments.match_views.selectors import BY_ROUND_AND_NUMBER
from tournaments.models import State, Tournament
from tournaments.now.facts import DayFacts, day_facts
from tournaments.pauses import Pause, pause_at
from tournaments.play.blocked_matches import BlockedMatches, Blocker, blockers_by_match, longest_blocked
from tournaments.play.calling import awaits_opening, is_past, opens_at
from tournaments.rules_of import rules_of
from tournaments.tables.look_after import barred_tables
from tournaments.tables.shared_hall import taken_in_hall

SHEET_LATE = 10  # minutes
MAX_HALF_KNOWN = 12
READY, CALLED, PLAYING = MatchState.READY, MatchState.CALLED, MatchState.PLAYING


ACTS = (
    "announce", "check_in", "prepare", "draw", "play", "draw_round", "close_stage", "finish", "share", "none",
)  # fmt: skip
"""Possible next acts of the day. `prepare`: something is missing before the draw; `draw_round` and
`close_stage`: every match of the stage's rounds drawn so far has its sheet; `none`: it is cancelled."""


@dataclass(frozen=True, slots=True)
class Hall:
    """The tables of the tournament: how many are open, the labels of free ones, and each judge by label.

    Without judges who must not judge the match at their table.
    """

    open: int
    free: tuple[str, ...]
    judges: Mapping[str, Persona]


@dataclass(frozen=True, slots=True)
class NowView:
    """The state of the day.

    `missing`: requirements of the draw; () once it is published. `missing_sheets`: time was called more than
    10 minutes ago. `delayed`: the scheduler has not run lately. `late`: called, not begun within the grace
    time. `next_act`: the one sensible act, as a code. `opens_at`: when the first round will be called, if
    that is to come; `awaits_opening`: a coordinator must open calls, since the planned date has no time.
    `pause`: the present break, in which nothing is late; `next_pause`: the next one. `kept_waiting`: players
    whom ready matches wait for. `half_known`: the first matches that wait for an opponent. `judges`: the
    judge of each table (label).
    """

    playing: tuple[MatchView, ...]
    called: tuple[MatchView, ...]
    ready: tuple[MatchView, ...]
    waiting_count: int
    ended_count: int
    total: int
    free_tables: tuple[str, ...]
    open_tables: int
    missing_sheets: tuple[MatchView, ...]
    late: tuple[MatchView, ...]
    missing: tuple[Violation, ...]
    entries: int
    checked_in: int
    delayed: bool
    next_act: str
    opens_at: datetime | None
    awaits_opening: bool
    pause: Pause | None
    next_pause: Pause | None
    kept_waiting: tuple[Blocker, ...]
    half_known: tuple[MatchView, ...]
    judges: Mapping[str, Persona]
    facts: DayFacts

    @property
    def blocked(self) -> BlockedMatches | None:
        """Return matches that wait past the grace time for people of another tournament.

        None if there are none, or no table is free.
        """
        return longest_blocked(self.kept_waiting) if self.free_tables else None


def now_view(tournament: Tournament, moment: datetime, *, reader: Player | None = None) -> NowView:
    """Return the view at `moment`; `reader` decides which other tournaments it names, and has the `facts`.

    Without breaks it also empties the tournament's cached `pauses`, which saves their query.
    """
    facts = day_facts(tournament, moment, reader)
    if not facts.has_breaks:
        tournament.pauses = ()
    shown = _matches_to_come(tournament, facts)
    playing, called, ready = (_filter_by_state(shown, state) for state in (PLAYING, CALLED, READY))
    missing = check_ready(tournament) if tournament.state == State.PREPARING else ()
    is_played = tournament.state in (State.DRAWN, State.RUNNING)
    grace = int(rules_of(tournament).option("grace_minutes"))
    hall = _hall(tournament, facts, {match.table_label for match in (*playing, *called)})
    return NowView(
        playing=playing,
        called=called,
        ready=ready,
        waiting_count=facts.waiting,
        ended_count=facts.ended,
        total=facts.total,
        free_tables=hall.free,
        open_tables=hall.open,
        missing_sheets=tuple(m for m in playing if is_past(tournament, m.time_called_at, SHEET_LATE, moment)),
        late=tuple(m for m in called if is_past(tournament, m.called_at, grace, moment)),
        missing=missing,
        entries=facts.entered + facts.checked_in,
        checked_in=facts.checked_in,
        delayed=not facts.sweeps,
        next_act=next_act(tournament, missing, facts.checked_in, facts.total - facts.ended),
        opens_at=opens_at(tournament, moment) if is_played else None,
        awaits_opening=is_played and awaits_opening(tournament),
        pause=pause_at(moment, tournament.pauses),
        next_pause=next((pause for pause in tournament.pauses if pause.begins > moment), None),
        kept_waiting=_kept_waiting(tournament, moment, reader) if facts.is_kept_waiting else (),
        half_known=tuple(filter(_is_half_known, shown))[:MAX_HALF_KNOWN],
        judges=hall.judges,
        facts=facts,
    )


def _kept_waiting(tournament: Tournament, moment: datetime, reader: Player | None) -> tuple[Blocker, ...]:
    """Return the players for whom ready matches wait, by match; a player once for each such match."""
    found = blockers_by_match(tournament, moment, reader=reader)
    return tuple(kept for match in found.values() for kept in match)


def _matches_to_come(tournament: Tournament, facts: DayFacts) -> tuple[MatchView, ...]:
    """Return the matches that have not ended, in bracket order, to the last round with a known entry.

    () if every match has ended, or none has an entry.
    """
    if facts.first_round is None or facts.last_round is None:
        return ()
    rounds = range(facts.first_round, facts.last_round + 1)
    found = matches_of_rounds(tournament, rounds).values()
    return tuple(
        sorted((match for match in found if match.state != MatchState.ENDED), key=BY_ROUND_AND_NUMBER)
    )


def _filter_by_state(shown: tuple[MatchView, ...], state: str) -> tuple[MatchView, ...]:
    return tuple(view for view in shown if view.state == state)


def _is_half_known(match: MatchView) -> bool:
    """Return whether the match waits and one of its sides has an entry already."""
    return match.state == MatchState.WAITING and any(side.entry_code for side in match.sides)


def _hall(tournament: Tournament, facts: DayFacts, busy: Collection[str | None]) -> Hall:
    """Return the state of the tables; `busy` are the labels of those with a match. One query."""
    rows = PhysicalTable.objects.filter(ledger=tournament.ledger_id).select_related("judge__player")
    tables = list(rows.order_by("position"))
    elsewhere = taken_in_hall(tournament.ledger_id) if facts.shares_hall else None
    taken = {*busy, *(elsewhere.values_list("label", flat=True) if elsewhere is not None else ())}
    barred = barred_tables(tournament) if facts.are_judges_barred else ()
    return Hall(
        open=sum(table.is_open for table in tables),
        free=tuple(table.label for table in tables if table.is_open and table.label not in taken),
        judges={table.label: table.judge for table in tables if table.judge and table.label not in barred},
    )


def next_act(
    tournament: Tournament, missing: tuple[Violation, ...], checked_in: int, open_matches: int
) -> str:
    """Return the next act, one of `ACTS`.

    `missing` are the requirements that prevent the draw; the numbers are of checked-in entries and of matches
    that have not ended.
    """
    if tournament.is_over:
        return "share" if tournament.state == State.FINISHED else "none"
    if tournament.state != State.PREPARING:
        return "play" if open_matches else _act_after_matches(tournament)
    if tournament.announced_at is None:
        return "announce"
    if checked_in == 0 or any(v.field == "entries" for v in missing):
        return "check_in"
    return "prepare" if missing else "draw"


def _act_after_matches(tournament: Tournament) -> str:
    """Return what follows once every match has its sheet; two queries, only if it has a stage."""
    progress = stage_progress(tournament)
    return (progress.next_act if progress else "") or "finish"
