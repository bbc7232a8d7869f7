"""A whole tournament played at random through the same services as the pages.

One seed decides everything: ids, people, the draw, delays, every sheet. Time is simulated. So the same
scenario writes the same record, byte for byte, on any database.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from heapq import heappop, heappush

from accounts.models import Player
from matches.models import AT_TABLE, Match, MatchState
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import EndedBy
from rulesets.registry import game_of
from scheduling.dispatcher import dispatch
from simulation.extras import Extras
from simulation.faults import Mischief
from simulation.people import get_or_create_staff, invented_names
from simulation.rounds import Rounds
from tournaments.endings import cancel
from tournaments.models import Tournament
from tournaments.play.clock import EXTENSION_MINUTES, extend_time
from tournaments.play.notes import note_drawn_game
from tournaments.play.play import call_time, record_sheet, situation_of, start_match, tournament_of
from tournaments.rules_of import rules_of
from tournaments.standings.finish import finish, reopen

NO_SHOW_PERCENT = 4
TIME_PERCENT = 20
RULING_PERCENT = 1
DRAWN_PERCENT = 6
EXTENDED_PERCENT = 10
MAX_REOPENINGS = 5
STRIKES_AN_ENTRY = 10
PLAYED = {EndedBy.WALKOVER: 0, EndedBy.NONE_ADVANCES: 0, EndedBy.RULING: 0, EndedBy.TIME: 0}
ABSENCES = {EndedBy.WALKOVER: 30, EndedBy.NONE_ADVANCES: 1, EndedBy.RULING: 0}
Events = list[tuple[datetime, int, str, datetime | None]]
"""Events: the time, the match, what happens, and when the match was called."""
RULED = {ending: int(ending == EndedBy.RULING) for ending in EndedBy}


@dataclass(slots=True)
class Simulation(Rounds):
    """One simulation; `run` plays it. `report` is called with progress; after `stop_after` matches it stops.

    `endings` counts how matches ended, `called` has the matches whose arrival was scheduled.
    """

    report: Callable[[str], None] = lambda line: None
    stop_after: int | None = None
    endings: Counter[str] = field(default_factory=Counter)
    called: set[tuple[int, datetime | None]] = field(default_factory=set)
    mischief: Mischief | None = None

    def run(self) -> Tournament:
        """Play and store the tournament; return it finished, cancelled, or stopped (`stop_after`)."""
        organizer, coordinator, judge = self.staff or get_or_create_staff()
        if self.scenario.extras:
            one = self.scenario
            rng = random.Random(f"{one.seed} {one.game} {one.kind} {one.entries} {one.variants} extras")
            self.extras = Extras(self.scenario.extras, rng, organizer, coordinator, judge)
        if self.scenario.follows:
            self._play_the_day_before(organizer, coordinator, judge)
        tournament = self._create_and_announce(organizer, coordinator, judge)
        self._enter_all(tournament, organizer)
        self.report(f"{tournament.title}: {self.scenario.entries} entries, drawing")
        self._advance_clock(5)
        self._draw(tournament, coordinator)
        if self.scenario.faults:
            self.mischief = Mischief(tournament, self.rng, coordinator, judge)
        cancelled = self.extras.cancel_after(self.scenario.entries) if self.extras else None
        self.stop_after = cancelled if self.stop_after is None else self.stop_after
        self._play(tournament, coordinator, judge)
        if cancelled is not None:
            return cancel(tournament, reason="simulated", by=organizer, now=self._advance_clock(5))
        if self.stop_after is None:
            tournament = finish(tournament, by=coordinator, now=self._advance_clock(5))
            tournament = self._reopen_and_play(tournament, coordinator, judge)
        return tournament

    def _play_the_day_before(self, *staff: Player) -> None:
        """Play another tournament of the same people, which the draw of this one remembers."""
        count = self.scenario.entries * self.scenario.chosen.team_size
        self.names = tuple(invented_names(count, random.Random(f"{self.scenario.seed} names")))
        earlier = replace(
            self.scenario, extras=0, faults=0, follows=False, name=f"{self.scenario.name} anterior"
        )
        before = Simulation(earlier, staff=staff, began=self.now - timedelta(days=1), names=self.names)
        before.run()

    def _reopen_and_play(self, tournament: Tournament, coordinator: Player, judge: Player) -> Tournament:
        """Reopen a finished tournament for faults at random, a few times at most."""
        for _ in range(MAX_REOPENINGS):
            if self.mischief is None or not self._chance(self.scenario.faults):
                break
            tournament = reopen(tournament, reason="faults", by=coordinator, now=self._advance_clock(5))
            self.mischief.strike(self._advance_clock(1))
            self._play(tournament, coordinator, judge)
            tournament = finish(tournament, by=coordinator, now=self._advance_clock(5))
        return tournament

    def _play(self, tournament: Tournament, coordinator: Player, judge: Player) -> None:
        """Run events in order of time: a match is called, begins, ends; ended ones free their tables."""
        events: Events = []
        total, done, shown = _count_unplayed(tournament), 0, 0
        self._call_matches(tournament, events)
        self._schedule_unscheduled(tournament, events)
        while done != self.stop_after and (events or self._draw_next(tournament, coordinator)):
            if not events:
                self._call_matches(tournament, events)
                total += _count_unplayed(tournament)
                continue
            moment, pk, what, called_at = heappop(events)
            self.now = max(self.now, moment)
            match = Match.objects.get(pk=pk)
            if not _is_due(match, what, called_at):
                continue
            if what == "arrive":
                self._begin_match(tournament, match, events, judge)
            else:
                done += self._end_match(match, what, events, coordinator, judge)
                self._run_side_events(tournament, match)
                self._call_matches(tournament, events)
            self._cause_fault(tournament, events)
            if total and done * 10 // total > shown:
                shown = done * 10 // total
                self.report(f"{done} of {total} matches, {self.now:%H:%M}")

    def _run_side_events(self, tournament: Tournament, match: Match) -> None:
        """Run random side events after a match; a break moves the clock."""
        if self.extras:
            self.extras.penalize_or_rule(tournament, match, self._advance_clock(1))
            self.now = self.extras.take_break(tournament, self._advance_clock(1))

    def _call_matches(self, tournament: Tournament, events: Events) -> None:
        """Run the dispatcher, and schedule the arrival at newly called matches some minutes later."""
        dispatch(tournament.ledger_id, now=self.now)
        called = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.CALLED)
        for match in called.order_by("round", "number"):
            if (match.pk, match.called_at) not in self.called:
                self.called.add((match.pk, match.called_at))
                heappush(events, (self._random_moment(1, 6), match.pk, "arrive", match.called_at))

    def _cause_fault(self, tournament: Tournament, events: Events) -> None:
        """Cause a fault at random; the matches at the tables continue."""
        if self.mischief is None or not self._chance(self.scenario.faults):
            return
        if self.mischief.strikes >= self.scenario.entries * STRIKES_AN_ENTRY:
            return  # otherwise replays might never end
        self.mischief.strike(self._advance_clock(1))
        self._advance_clock(1)
        self._call_matches(tournament, events)
        self._schedule_unscheduled(tournament, events)

    def _schedule_unscheduled(self, tournament: Tournament, events: Events) -> None:
        """Schedule an event for each match at a table without one; an undo may have returned it there."""
        waiting = {(pk, _state_for(what), called_at) for _, pk, what, called_at in events}
        at_tables = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE)
        for match in at_tables.order_by("round", "number"):
            if (match.pk, match.state, match.called_at) not in waiting:
                what = "arrive" if match.state == MatchState.CALLED else "play"
                heappush(events, (self._random_moment(1, 6), match.pk, what, match.called_at))

    def _begin_match(self, tournament: Tournament, match: Match, events: Events, judge: Player) -> None:
        """Start the match and schedule its end; or schedule a sheet with absences after the grace time."""
        sides = match.sides.filter(entry__isnull=False).count()
        if sides < 2 or self._chance(NO_SHOW_PERCENT):
            heappush(events, (self._random_moment(10, 12), match.pk, "absence", match.called_at))
            return
        if self.extras:
            self.extras.prepare_match(tournament, match, self._advance_clock(1))
        match = start_match(match, by=judge, now=self.now)
        if self.extras:
            self.extras.note_start(tournament, match, self._advance_clock(1))
        self._schedule_end(match, events)

    def _schedule_end(self, match: Match, events: Events) -> None:
        """Schedule when and how a started game ends."""
        limit = self.scenario.time_limit
        if limit and self._chance(TIME_PERCENT):
            heappush(events, (self.now + timedelta(minutes=limit), match.pk, "time", match.called_at))
        else:
            longest = min(limit or 60, 60) - 1
            what = "ruling" if self._chance(RULING_PERCENT) else "play"
            heappush(events, (self._random_moment(min(8, longest), longest), match.pk, what, match.called_at))

    def _end_match(self, match: Match, what: str, events: Events, coordinator: Player, judge: Player) -> int:
        """Record a random valid sheet; return the number of decided matches, 0 if the match continues."""
        if what == "time":
            if self._reschedule_if_moved(match, events) or self._extend_at_random(match, events, judge):
                return 0
            call_time(match, by=None, now=self.now)
            match.refresh_from_db()
            self._advance_clock(4)
        rules = rules_of(tournament_of(match))
        if what in ("play", "time") and self._draw_game_at_random(match, rules, events, judge):
            return 0
        by_time = _odds_of_only(EndedBy.TIME)
        odds = {"absence": ABSENCES, "play": PLAYED, "ruling": RULED, "time": by_time}[what]
        sheet = game_of(rules.game).random_sheet(rules, situation_of(match), self.rng, odds)
        sheet = self.extras.with_half_pairs(match, sheet) if self.extras else sheet
        if self.extras and self.extras.report_by_players(match, sheet, self._advance_clock(1)):
            self.endings[sheet.ended_by] += 1
            return 1
        by = coordinator if sheet.ended_by == EndedBy.RULING else judge
        submission_key = f"sim-{match.code}{self._replay_suffix(match)}"
        recorded = record_sheet(match, sheet=sheet, by=by, now=self.now, submission_key=submission_key)
        self.endings[recorded.sheet.ended_by] += 1
        return 1

    def _reschedule_if_moved(self, match: Match, events: Events) -> bool:
        """Return whether a break has moved the end of the time; then schedule it again."""
        if match.time_due_at is None or match.time_due_at <= self.now:
            return False
        heappush(events, (match.time_due_at, match.pk, "time", match.called_at))
        return True

    def _extend_at_random(self, match: Match, events: Events, judge: Player) -> bool:
        """Extend the time at random, once it is due but before it is called; return whether that happened."""
        may = self.mischief is not None or self._has_drawn_games
        if not may or match.time_due_at is None or not self._chance(EXTENDED_PERCENT):
            return False
        late = int((self.now - match.time_due_at).total_seconds() // 60)
        minutes = 5 + late
        if minutes > EXTENSION_MINUTES[1]:
            return False
        later = extend_time(match, minutes=minutes, reason="simulated", by=judge, now=self.now)
        heappush(events, (later.time_due_at or self.now, match.pk, "time", match.called_at))
        self.endings["(more time)"] += 1
        return True

    def _draw_game_at_random(self, match: Match, rules: Rules, events: Events, judge: Player) -> bool:
        """Note a drawn game at random, which restarts the match; return whether that happened."""
        if not self._has_drawn_games or not self._chance(DRAWN_PERCENT):
            return False
        sheet = game_of(rules.game).random_drawn_game(rules, situation_of(match), self.rng)
        if sheet is None:
            return False
        note_drawn_game(match, sheet=sheet, by=judge, now=self.now)
        if self.extras:
            self.extras.take_back_drawn(match, self._advance_clock(1))
        self._schedule_end(match, events)
        self.endings["(drawn game)"] += 1
        return True

    @property
    def _has_drawn_games(self) -> bool:
        """Return whether a game can end without a winner and start again."""
        return game_of(self.scenario.game).sheet_terms.has_draws

    def _replay_suffix(self, match: Match) -> str:
        """Return a suffix of the submission key for the report of a replayed match, "" for the first one."""
        versions = match.sheets.count() if self.mischief else 0
        return f"-{versions}" if versions else ""


def _count_unplayed(tournament: Tournament) -> int:
    """Return how many matches have no sheet yet."""
    return Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.ENDED).count()


def _is_due(match: Match, what: str, called_at: datetime | None) -> bool:
    """Return whether the match still waits for this event; a fault may have changed that."""
    return match.state == _state_for(what) and match.called_at == called_at


def _state_for(what: str) -> MatchState:
    """Return the state of a match in which this event can happen."""
    return MatchState.CALLED if what in ("arrive", "absence") else MatchState.PLAYING


def _odds_of_only(ending: EndedBy) -> dict[EndedBy, int]:
    """Return odds, by ending, with which only this one happens."""
    return {other: int(other == ending) for other in EndedBy}


def summary(simulation: Simulation) -> Iterator[str]:
    """Yield how the matches ended, the most frequent first, and the counts of side events and faults."""
    for ending, count in simulation.endings.most_common():
        yield f"  {ending:<18}{count:>6}"
    if simulation.extras is not None:
        for what, count in sorted(simulation.extras.done.items()):
            yield f"  {what:<18}{count:>6}"
    if simulation.mischief is not None:
        for what, count in sorted(simulation.mischief.done.items()):
            yield f"  fault: {what:<11}{count:>6}"
