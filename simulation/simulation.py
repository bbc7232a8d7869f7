"""A whole tournament played by chance through the services that the pages use.

One seed decides everything: ids, people, the draw, who is late, every sheet. Time is simulated; so the
same scenario writes the same record, byte for byte, on any database.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush

from django.utils.translation import gettext

from accounts.models import Player, User
from catalogue.facts import TypeFacts, definition
from catalogue.services.proposing import draft_type
from matches.models import AT_TABLE, Entry, Match, MatchState
from rulesets.kernel.house_rules import Value
from rulesets.kernel.rules import Kind, Rules
from rulesets.kernel.sheet import EndedBy
from rulesets.registry import FIRST_GAME, GAMES, composer, game_of, takes_pineapples
from scheduling.services import dispatch
from simulation.faults import Mischief
from simulation.names import invented_names
from tournaments.draw.publish import publish_draw
from tournaments.entries.check_in import check_in, check_in_all
from tournaments.entries.enter import enter_self, import_entries
from tournaments.entries.identity import answered
from tournaments.entries.known_players import team_size
from tournaments.inputs import NewEntry, TournamentFacts
from tournaments.models import Role, Tournament
from tournaments.play.clock import EXTENSION_MINUTES, extend_time
from tournaments.play.note_drawn_game import note_drawn_game
from tournaments.play.play import call_time, record_sheet, situation_of, start_match, tournament_of
from tournaments.regulation.selectors import version_of
from tournaments.rules_of import rules_of
from tournaments.setup import staff as staffing
from tournaments.setup.announce import publish_announcement
from tournaments.setup.announcement_text import announcement_text
from tournaments.setup.create import create_tournament
from tournaments.setup.type_choice import words_of
from tournaments.standings.finish import finish, reopen

NO_SHOW_PERCENT = 4
TIME_PERCENT = 20
RULING_PERCENT = 1
PINEAPPLE_PERCENT = 20
DRAWN_PERCENT = 6
EXTENDED_PERCENT = 10
ENTRIES_PER_TABLE_AND_WAVE = 4
MOST_REOPENINGS = 5
STRIKES_AN_ENTRY = 10
PLAYED = {EndedBy.WALKOVER: 0, EndedBy.NOBODY: 0, EndedBy.RULING: 0, EndedBy.TIME: 0}
ABSENCES = {EndedBy.WALKOVER: 30, EndedBy.NOBODY: 1, EndedBy.RULING: 0}
Events = list[tuple[datetime, int, str, datetime | None]]
"""When what happens to which match, as it was called at that time."""
CALLED = ("abacaxi", "capivara", "girassol", "pão de queijo", "")
"""What somebody in the hall may call before the draw; sometimes nobody does."""
FIRST_KIND = GAMES[FIRST_GAME].kinds[0].key
RULED = {ending: int(ending == EndedBy.RULING) for ending in EndedBy}


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is simulated. Sizes count entries; `tables` 0 lets the simulation choose; minutes.

    `faults` is how probable it is, in percent, that something goes wrong after a match. `invented` is
    a type that the organizer writes down first, and plays unranked; `kind` is then its key.
    """

    entries: int
    seed: int
    kind: str = FIRST_KIND
    game: str = FIRST_GAME
    table_size: int = 4
    variants: tuple[str, ...] = ()
    time_limit: int | None = 40
    tables: int = 0
    multiplier: int = 1
    year: int = 2026
    name: str = "Simulado"
    house_rules: Mapping[str, Value] = field(default_factory=dict)
    faults: int = 0
    invented: TypeFacts | None = None

    @property
    def chosen(self) -> Kind:
        """The type that is played."""
        if self.invented is not None:
            return composer(self.game).kind_from(*definition(self.invented, 1))
        return words_of(self.game).kind(self.kind)


@dataclass(slots=True)
class Simulation:
    """One run. `report` is told of progress; `stop_after` so many matches the day is left as it is.

    `staff` are organizer, coordinator and judge (invented where none are given), `guests` enter
    themselves, `began` replaces the simulated morning.
    """

    scenario: Scenario
    report: Callable[[str], None] = lambda line: None
    stop_after: int | None = None
    staff: tuple[Player, ...] = ()
    guests: tuple[Player, ...] = ()
    began: datetime | None = None
    rng: random.Random = field(init=False)
    now: datetime = field(init=False)
    endings: Counter[str] = field(default_factory=Counter)
    called: set[tuple[int, datetime | None]] = field(default_factory=set)
    mischief: Mischief | None = None

    def __post_init__(self) -> None:
        self.rng = random.Random(self.scenario.seed)
        self.now = self.began or datetime(self.scenario.year, 3, 7, 12, 0, tzinfo=UTC)

    def run(self) -> Tournament:
        """Play it all; the tournament as it ended (or stands, where stopped)."""
        organizer, coordinator, judge = self.staff or _invented_staff()
        tournament = self._prepare(organizer, coordinator, judge)
        self._fill(tournament, organizer)
        self.report(f"{tournament.title}: {self.scenario.entries} entries, drawing")
        self._pass(5)
        self._draw(tournament, coordinator)
        if self.scenario.faults:
            self.mischief = Mischief(tournament, self.rng, coordinator, judge)
        self._play(tournament, coordinator, judge)
        if self.stop_after is None:
            tournament = finish(tournament, by=coordinator, now=self._pass(5))
            tournament = self._play_on(tournament, coordinator, judge)
        return tournament

    def _draw(self, tournament: Tournament, coordinator: Player) -> None:
        """A word is called in the hall, and the regulation is confirmed with the draw."""
        publish_draw(
            tournament,
            by=coordinator,
            now=self.now,
            word=self.rng.choice(CALLED),
            regulation=version_of(tournament),
            rng=self.rng,
        )

    def _play_on(self, tournament: Tournament, coordinator: Player, judge: Player) -> Tournament:
        """Where things go wrong, the finish may have been too early, a few times at most."""
        for _ in range(MOST_REOPENINGS):
            if self.mischief is None or not self._chance(self.scenario.faults):
                break
            tournament = reopen(tournament, reason="faults", by=coordinator, now=self._pass(5))
            self.mischief.strike(self._pass(1))
            self._play(tournament, coordinator, judge)
            tournament = finish(tournament, by=coordinator, now=self._pass(5))
        return tournament

    def _prepare(self, organizer: Player, coordinator: Player, judge: Player) -> Tournament:
        """Created, staffed, announced."""
        if self.scenario.invented:
            draft_type(self.scenario.invented, by=organizer, now=self.now)
        tables = self.scenario.tables or max(1, self.scenario.entries // ENTRIES_PER_TABLE_AND_WAVE // 2)
        tournament = create_tournament(
            self._facts(), by=organizer, now=self.now, tables=tables, simulated=True, rng=self.rng
        )
        for player, role in ((coordinator, Role.COORDINATOR), (judge, Role.JUDGE)):
            username = player.user.username if player.user else ""
            staffing.assign(
                tournament, username=username, role=role, by=organizer, now=self._pass(1), rng=self.rng
            )
        return publish_announcement(
            tournament,
            text=self._announcement(tournament),
            channel="simulation",
            by=organizer,
            now=self._pass(1),
        )

    def _announcement(self, tournament: Tournament) -> str:
        """Complete, but for where to enter: everybody in it is made up."""
        said = gettext("Simulated: nobody can enter, and everybody in it is made up.")
        return f"{announcement_text(tournament, '')}\n\n{said}"

    def _facts(self) -> TournamentFacts:
        scenario = self.scenario
        kind = scenario.chosen
        return TournamentFacts(
            game=scenario.game,
            kind=scenario.kind,
            name=scenario.name,
            variants=scenario.variants,
            year=scenario.year,
            ranked=scenario.entries * kind.team_size >= 8 and scenario.invented is None,
            multiplier=scenario.multiplier,
            table_low=kind.tables.low,
            table_high=scenario.table_size,
            time_limit=scenario.time_limit,
            house_rules=scenario.house_rules,
            venue="Salão da simulação",
        )

    def _fill(self, tournament: Tournament, organizer: Player) -> None:
        """Everybody enters and checks in; some bring pineapples where that matters."""
        size = team_size(tournament)
        for guest in self.guests:
            enter_self(tournament, by=guest, now=self._pass(1), rng=self.rng)
        strangers = self.scenario.entries - len(self.guests)
        names = invented_names(strangers * size, self.rng)
        rows = [NewEntry(names=tuple(names[at : at + size])) for at in range(0, len(names), size)]
        self._pass(10)
        rows = answered(tournament, rows)
        entries = import_entries(tournament, entries=rows, by=organizer, now=self.now, rng=self.rng)
        self._bring_pineapples(tournament, entries, organizer)
        check_in_all(tournament, by=organizer, now=self._pass(30), rng=self.rng)

    def _bring_pineapples(self, tournament: Tournament, entries: list[Entry], organizer: Player) -> None:
        if not takes_pineapples(tournament.game, tournament.variants):
            return
        for entry in entries:
            if self._chance(PINEAPPLE_PERCENT):
                people = sorted(entry.members.values_list("persona__code", flat=True))
                brought = [self.rng.choice(people)]
                check_in(entry, pineapples=brought, by=organizer, now=self.now, rng=self.rng)

    def _play(self, tournament: Tournament, coordinator: Player, judge: Player) -> None:
        """Events in order of time: a match is called, begins, ends; ended ones free their tables."""
        events: Events = []
        total = Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.ENDED).count()
        done, shown = 0, 0
        self._call(tournament, events)
        self._go_on(tournament, events)
        while events and done != self.stop_after:
            moment, pk, what, called_at = heappop(events)
            self.now = max(self.now, moment)
            match = Match.objects.get(pk=pk)
            if not _is_due(match, what, called_at):
                continue
            if what == "arrive":
                self._arrive(match, events, judge)
            else:
                done += self._end(match, what, events, coordinator, judge)
                self._call(tournament, events)
            self._go_wrong(tournament, events)
            if total and done * 10 // total > shown:
                shown = done * 10 // total
                self.report(f"{done} of {total} matches, {self.now:%H:%M}")

    def _call(self, tournament: Tournament, events: Events) -> None:
        """Let the dispatcher call; those newly called arrive some minutes later."""
        dispatch(tournament.ledger_id, now=self.now)
        called = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.CALLED)
        for match in called.order_by("round", "number"):
            if (match.pk, match.called_at) not in self.called:
                self.called.add((match.pk, match.called_at))
                heappush(events, (self._later(1, 6), match.pk, "arrive", match.called_at))

    def _go_wrong(self, tournament: Tournament, events: Events) -> None:
        """Now and then something does; the matches at the tables go on."""
        if self.mischief is None or not self._chance(self.scenario.faults):
            return
        if self.mischief.strikes >= self.scenario.entries * STRIKES_AN_ENTRY:
            return  # what is played again and again would never end
        self.mischief.strike(self._pass(1))
        self._pass(1)
        self._call(tournament, events)
        self._go_on(tournament, events)

    def _go_on(self, tournament: Tournament, events: Events) -> None:
        """Something happens to each match at a table; an undo may have brought it back there."""
        waiting = {(pk, _state_for(what), called_at) for _, pk, what, called_at in events}
        at_tables = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE)
        for match in at_tables.order_by("round", "number"):
            if (match.pk, match.state, match.called_at) not in waiting:
                what = "arrive" if match.state == MatchState.CALLED else "play"
                heappush(events, (self._later(1, 6), match.pk, what, match.called_at))

    def _arrive(self, match: Match, events: Events, judge: Player) -> None:
        """The match begins, or seats stay empty beyond the grace time."""
        sides = match.sides.filter(entry__isnull=False).count()
        if sides < 2 or self._chance(NO_SHOW_PERCENT):
            heappush(events, (self._later(10, 12), match.pk, "absence", match.called_at))
            return
        start_match(match, by=judge, now=self.now)
        self._play_out(match, events)

    def _play_out(self, match: Match, events: Events) -> None:
        """A game has begun: when it ends, and how."""
        limit = self.scenario.time_limit
        if limit and self._chance(TIME_PERCENT):
            heappush(events, (self.now + timedelta(minutes=limit), match.pk, "time", match.called_at))
        else:
            longest = min(limit or 60, 60) - 1
            what = "ruling" if self._chance(RULING_PERCENT) else "play"
            heappush(events, (self._later(min(8, longest), longest), match.pk, what, match.called_at))

    def _end(self, match: Match, what: str, events: Events, coordinator: Player, judge: Player) -> int:
        """Record a random sheet that stands; the number of matches decided: none where it goes on."""
        if what == "time":
            if self._extended(match, events, judge):
                return 0
            call_time(match, by=None, now=self.now)
            match.refresh_from_db()
            self._pass(4)
        rules = rules_of(tournament_of(match))
        if what in ("play", "time") and self._drawn(match, rules, events, judge):
            return 0
        odds = {"absence": ABSENCES, "play": PLAYED, "ruling": RULED, "time": _only(EndedBy.TIME)}[what]
        sheet = game_of(rules.game).random_sheet(rules, situation_of(match), self.rng, odds)
        by = coordinator if sheet.ended_by == EndedBy.RULING else judge
        submission_key = f"sim-{match.code}{self._again(match)}"
        recorded = record_sheet(match, sheet=sheet, by=by, now=self.now, submission_key=submission_key)
        self.endings[recorded.sheet.ended_by] += 1
        return 1

    def _extended(self, match: Match, events: Events, judge: Player) -> bool:
        """Now and then the judge gives more time just before it is over."""
        may = self.mischief is not None or self._knows_draws
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

    def _drawn(self, match: Match, rules: Rules, events: Events, judge: Player) -> bool:
        """Now and then nobody wins, and the match begins anew."""
        if not self._knows_draws or not self._chance(DRAWN_PERCENT):
            return False
        sheet = game_of(rules.game).random_draw(rules, situation_of(match), self.rng)
        if sheet is None:
            return False
        note_drawn_game(match, sheet=sheet, by=judge, now=self.now)
        self._play_out(match, events)
        self.endings["(drawn game)"] += 1
        return True

    @property
    def _knows_draws(self) -> bool:
        return game_of(self.scenario.game).sheet_terms.has_draws

    def _again(self, match: Match) -> str:
        """What tells the report of a match that is played again from the first one."""
        versions = match.sheets.count() if self.mischief else 0
        return f"-{versions}" if versions else ""

    def _chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def _later(self, least: int, most: int) -> datetime:
        """Some whole minutes from now, between the two."""
        return self.now + timedelta(minutes=self.rng.randint(least, max(least, most)))

    def _pass(self, minutes: int) -> datetime:
        self.now += timedelta(minutes=minutes)
        return self.now


def _is_due(match: Match, what: str, called_at: datetime | None) -> bool:
    """Whether the match still waits for this; something that went wrong may have changed that."""
    return match.state == _state_for(what) and match.called_at == called_at


def _state_for(what: str) -> MatchState:
    """The state of a match to which this can happen."""
    return MatchState.CALLED if what in ("arrive", "absence") else MatchState.PLAYING


def _only(ending: EndedBy) -> dict[EndedBy, int]:
    return {other: int(other == ending) for other in EndedBy}


def _invented_staff() -> tuple[Player, ...]:
    names = {"sim-organizer": "Olga", "sim-coordinator": "Cora", "sim-judge": "Júlio"}
    return tuple(_account(username, name) for username, name in names.items())


def _account(username: str, name: str) -> Player:
    """A helper's account without a password, made once."""
    user, _ = User.objects.get_or_create(username=username, defaults={"password": "!"})
    player, _ = Player.objects.get_or_create(user=user, defaults={"name": name})
    return player


def summary(simulation: Simulation) -> Iterator[str]:
    """How the matches ended, the most frequent first."""
    for ending, count in simulation.endings.most_common():
        yield f"  {ending:<18}{count:>6}"
    if simulation.mischief is not None:
        for what, count in sorted(simulation.mischief.done.items()):
            yield f"  fault: {what:<11}{count:>6}"
