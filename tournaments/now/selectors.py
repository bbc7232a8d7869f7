"""What a tournament is doing right now, for the people who run it."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from accounts.models import Player
from core.db.looking import is_one_look
from core.errors import Violation
from core.jobs.heartbeats import is_delayed
from matches.models import Entry, EntryState, Match, MatchState, PhysicalTable
from tournaments.draw.readiness import check_ready
from tournaments.matches.bracket import MatchView, views
from tournaments.matches.match_cache import matches_of_rounds
from tournaments.matches.rounds import BY_PLACE
from tournaments.models import State, Tournament
from tournaments.pauses import Pause, pause_at
from tournaments.play.calling import awaits_opening, is_past, opens_at
from tournaments.play.kept_waiting import Blocked, KeptBy, kept_waiting, longest_blocked
from tournaments.play.place import free_tables
from tournaments.rules_of import rules_of

SHEET_LATE = 10  # minutes
OPEN_MATCHES = [MatchState.READY, MatchState.CALLED, MatchState.PLAYING]


ACTS = ("announce", "check_in", "prepare", "draw", "play", "finish", "share", "none")
"""What the day can ask for next. `prepare`: something is missing before the draw; `none`: it is cancelled."""


@dataclass(frozen=True, slots=True)
class NowView:
    """One look at the day. `missing_sheets`: time was called 10 minutes ago. `late`: called, not begun
    within the grace time. `next_act`: the one sensible act, as a code.

    `opens_at`: when the first round will be called, where that is to come; `awaits_opening`: it is called
    once a coordinator opens calls, since the planned date has no time. `pause`: the break that goes on,
    in which nothing is late; `next_pause` the one that comes next. `kept_waiting`: for whom
    ready matches wait.
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
    kept_waiting: tuple[KeptBy, ...] = ()

    @property
    def blocked(self) -> Blocked | None:
        """Matches that wait for people of another tournament past the grace time, if a table is free."""
        return longest_blocked(self.kept_waiting) if self.free_tables else None


def now(tournament: Tournament, moment: datetime, *, reader: Player | None = None) -> NowView:
    """The view at `moment`; `reader` decides which other tournaments it may name."""
    shown, counts = _matches(tournament)
    playing = _in_state(shown, MatchState.PLAYING)
    called = _in_state(shown, MatchState.CALLED)
    ready = _in_state(shown, MatchState.READY)
    total, ended = counts.total(), counts[MatchState.ENDED]
    missing = check_ready(tournament) if tournament.state == State.PREPARING else ()
    entries, checked_in = _entries(tournament)
    is_played = tournament.state in (State.DRAWN, State.RUNNING)
    grace = int(rules_of(tournament).option("grace_minutes"))
    return NowView(
        playing=playing,
        called=called,
        ready=ready,
        waiting_count=counts[MatchState.WAITING],
        ended_count=ended,
        total=total,
        free_tables=tuple(free_tables(tournament.ledger_id).values_list("label", flat=True)),
        open_tables=PhysicalTable.objects.filter(ledger=tournament.ledger_id, is_open=True).count(),
        missing_sheets=tuple(m for m in playing if is_past(tournament, m.time_called_at, SHEET_LATE, moment)),
        late=tuple(m for m in called if is_past(tournament, m.called_at, grace, moment)),
        missing=missing,
        entries=entries,
        checked_in=checked_in,
        delayed=is_delayed(moment),
        next_act=next_act(tournament, missing, checked_in, total - ended),
        opens_at=opens_at(tournament, moment) if is_played else None,
        awaits_opening=is_played and awaits_opening(tournament),
        pause=pause_at(moment, tournament.pauses),
        next_pause=next((pause for pause in tournament.pauses if pause.begins > moment), None),
        kept_waiting=_kept_waiting(tournament, moment, reader) if ready else (),
    )


def _kept_waiting(tournament: Tournament, moment: datetime, reader: Player | None) -> tuple[KeptBy, ...]:
    found = kept_waiting(tournament, moment, reader=reader)
    return tuple(kept for match in found.values() for kept in match)


def _matches(tournament: Tournament) -> tuple[tuple[MatchView, ...], Counter[str]]:
    """Those that are open, in bracket order, and how many there are in each state."""
    rounds, counts = _open_rounds(tournament)
    if not is_one_look():
        opened = Match.objects.filter(ledger=tournament.ledger_id, state__in=OPEN_MATCHES)
        return views(tournament, opened), counts
    found = matches_of_rounds(tournament, rounds).values() if rounds else ()
    return tuple(sorted((view for view in found if view.state in OPEN_MATCHES), key=BY_PLACE)), counts


def _open_rounds(tournament: Tournament) -> tuple[set[int], Counter[str]]:
    """The rounds with open matches, and how many matches there are in each state."""
    matches = Match.objects.filter(ledger=tournament.ledger_id).order_by().values_list("round", "state")
    rounds, counts = set(), Counter[str]()
    for round_, state, number in matches.annotate(number=Count("pk")):
        counts[state] += number
        if state in OPEN_MATCHES:
            rounds.add(round_)
    return rounds, counts


def _in_state(shown: tuple[MatchView, ...], state: str) -> tuple[MatchView, ...]:
    return tuple(view for view in shown if view.state == state)


def _entries(tournament: Tournament) -> tuple[int, int]:
    live = Entry.objects.filter(ledger=tournament.ledger_id)
    here = live.filter(state=EntryState.CHECKED_IN).count()
    return here + live.filter(state=EntryState.ENTERED).count(), here


def next_act(
    tournament: Tournament, missing: tuple[Violation, ...], checked_in: int, open_matches: int
) -> str:
    """The one sensible act, of `ACTS`; `missing` is what keeps it from being drawn."""
    if tournament.is_over:
        return "share" if tournament.state == State.FINISHED else "none"
    if tournament.state != State.PREPARING:
        return "play" if open_matches else "finish"
    if tournament.announced_at is None:
        return "announce"
    if checked_in == 0 or any(v.field == "entries" for v in missing):
        return "check_in"
    return "prepare" if missing else "draw"
