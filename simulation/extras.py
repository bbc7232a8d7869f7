"""Random side events of a simulated day, each with a small probability.

Decks, breaks, penalties, rulings, redraws, pineapples, exchanged suits, who began, withdrawn draws, reports
by players, cancelled tournaments. All acts go through the services. They have random numbers of their own,
so that a day without them does not change.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from accounts.models import Player
from core.errors import Refused
from matches.models import Entry, EntryState, Match, MatchState, Side
from rulesets.kernel.extras import ChecksDecks, PlaysAtTable
from rulesets.kernel.house_rules import Value
from rulesets.kernel.sheet import EndedBy, Out, Sheet
from rulesets.kernel.turns import StarterCut, leading_seats
from rulesets.registry import game_of, takes_pineapples
from tournaments.bracket.shapes import Shape, shapes
from tournaments.corrections.disputes import Speaker
from tournaments.decks.hand_in import hand_in, waive
from tournaments.decks.selectors import needs_decks
from tournaments.draw.publish import DrawOptions
from tournaments.draw.readiness import allows_short_final
from tournaments.draw.second_chance import can_have_second_chance, has_second_chance
from tournaments.entries.change import EntryChange, change_entry
from tournaments.entries.check_in import check_in, check_out
from tournaments.kingdoms.companion import begin_game
from tournaments.models import Role, Tournament
from tournaments.models.penalty import PenaltyKind
from tournaments.penalties import give_penalty, withdraw_penalty
from tournaments.play.breaks import end_break, move_break, plan_break
from tournaments.play.notes import change_pineapples, note_redraw, take_back_drawn_game, take_back_redraw
from tournaments.play.starter import cycle_of, note_starter
from tournaments.play.suits import choose_suits
from tournaments.regulation.rulings import note_ruling
from tournaments.reports.report import report_result
from tournaments.setup import staff as staffing

CLUBS = ("Maré", "Praia", "Niterói", "")
DECK = "\n".join(["15 Camponês [produtor]", *(f"3 Carta {number}" for number in range(1, 16))])
"""A deck list that every game with decks accepts."""
STAFFS_ENDINGS = (
    EndedBy.WALKOVER,
    EndedBy.NONE_ADVANCES,
    EndedBy.RULING,
    EndedBy.DISQUALIFICATION,
    EndedBy.BYE,
)
STAFFS_WAYS = (Out.ABSENT, Out.DISQUALIFIED)
BREAK = timedelta(minutes=20)
REASON = "simulated"
MAX_SEED = 2**31
AFTER_MATCHES = 3


@dataclass(slots=True)
class Extras:
    """Decides on side events and runs them; `percent` is the probability of each, `done` counts them."""

    percent: int
    rng: random.Random
    organizer: Player
    coordinator: Player
    judge: Player
    done: Counter[str] = field(default_factory=Counter)

    def happens(self, what: str, rng: random.Random | None = None) -> bool:
        """Return at random whether the event happens, and count it; `rng` leaves the other events alone."""
        found = (rng or self.rng).randrange(100) < self.percent
        self.done[what] += found
        return found

    def choose_house_rules(self, game: str) -> dict[str, Value]:
        """Return random house rules for a tournament of this game: decks are checked, lucky losers."""
        found, chosen = game_of(game), dict[str, Value]()
        if isinstance(found, ChecksDecks) and self.happens("decks"):
            chosen[found.deck_option.code] = True
        if self.happens("lucky loser"):
            chosen["empty_seat"] = "lucky_loser"
        return chosen

    def add_and_remove_judge(self, tournament: Tournament, helper: Player, now: datetime) -> None:
        """Add a second judge and remove them again, at random."""
        if not self.happens("staff removed"):
            return
        username = helper.user.username if helper.user else ""
        added = staffing.assign_role(
            tournament, username=username, role=Role.JUDGE, by=self.organizer, now=now, rng=self.rng
        )
        staffing.remove_role(tournament, staff=added, by=self.organizer, now=now + timedelta(seconds=1))

    def random_club(self) -> str:
        """Return a random club for an entry, or ""."""
        return self.rng.choice(CLUBS)

    def change_entries(self, entries: Sequence[Entry], now: datetime) -> None:
        """Run side events of entries before the check-in: seeds, decks, check-outs."""
        for number, entry in enumerate(entries, 1):
            moment = now + timedelta(seconds=number)
            if self.happens("entry changed"):
                seed = EntryChange(seed=self.rng.randint(1, len(entries)))
                change_entry(entry, change=seed, by=self.judge, now=moment, rng=self.rng)
            self._hand_in_decks(entry, moment)
            if self.happens("checked out"):
                check_in(entry, by=self.judge, now=moment + timedelta(seconds=0.2), rng=self.rng)
                check_out(entry, by=self.judge, now=moment + timedelta(seconds=0.4))

    def _hand_in_decks(self, entry: Entry, now: datetime) -> None:
        """Hand in a deck for each member, or waive them at random; nothing if the tournament needs none."""
        tournament = Tournament.objects.get(ledger=entry.ledger_id)
        if not needs_decks(tournament):
            return
        if self.happens("deck waived"):
            waive(entry, reason=REASON, by=self.coordinator, now=now)
            return
        for person in sorted(entry.members.values_list("persona__code", flat=True)):
            hand_in(entry, person=person, data=DECK, by=self.judge, now=now, rng=self.rng)

    def draw_options(self, tournament: Tournament) -> DrawOptions:
        """Return random options of the next draw that differ from the proposed ones."""
        found = DrawOptions()
        entries = Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.CHECKED_IN).count()
        if self.happens("clubs kept apart"):
            found["apart"] = True
        if self.happens("seeds by hand"):
            found["method"] = "manual"
        if self.happens("seed typed"):
            found["seed"] = self.rng.randrange(MAX_SEED)
        others = other_shapes(tournament, entries)
        if others and self.happens("shape chosen"):
            found["shape"] = self.rng.choice(others).rounds
        return found

    def cancel_after(self, matches: int) -> int | None:
        """Return after how many matches the tournament is cancelled; None if it is not."""
        return self.rng.randint(0, min(matches, AFTER_MATCHES)) if self.happens("cancelled") else None

    def take_break(self, tournament: Tournament, now: datetime) -> datetime:
        """At random plan a break, and move, end or cancel it; return the time at which the day goes on."""
        if not self.happens("break"):
            return now
        if self.happens("break cancelled"):
            later = now + BREAK
            planned = plan_break(tournament, begins=later, ends=later + BREAK, by=self.coordinator, now=now)
            end_break(planned, by=self.coordinator, now=now + timedelta(seconds=20))
            return now + timedelta(minutes=1)
        planned = plan_break(tournament, ends=now + BREAK, by=self.coordinator, now=now)
        if self.happens("break moved"):
            moment, ends = now + timedelta(minutes=2), now + 2 * BREAK
            planned = move_break(planned, ends=ends, by=self.coordinator, now=moment)
        if self.happens("break ended"):
            end_break(planned, by=self.coordinator, now=now + timedelta(minutes=5))
            return now + timedelta(minutes=6)
        return planned.ends_at + timedelta(minutes=1)

    def penalize_or_rule(self, tournament: Tournament, match: Match, now: datetime) -> None:
        """Give a penalty, a ruling, both or neither after a match, at random."""
        people = list(
            match.seats.exclude(persona=None).order_by("number").values_list("persona__code", flat=True)
        )
        if people and self.happens("penalty"):
            kind, person = self.rng.choice(PenaltyKind.values), self.rng.choice(people)
            given = give_penalty(
                tournament,
                person=person,
                kind=kind,
                reason=REASON,
                by=self.coordinator,
                now=now,
                rng=self.rng,
            )
            if self.happens("penalty withdrawn"):
                moment = now + timedelta(seconds=10)
                withdraw_penalty(tournament, code=given.code, by=self.coordinator, now=moment)
        if self.happens("ruling"):
            about = match if self.rng.randrange(2) else None
            moment = now + timedelta(seconds=20)
            note_ruling(tournament, words=REASON, match=about, by=self.coordinator, now=moment, rng=self.rng)

    def prepare_match(self, tournament: Tournament, match: Match, now: datetime) -> None:
        """Change who brought a pineapple to the table, and exchange suits, at random."""
        if takes_pineapples(tournament.game, tournament.variants) and self.happens("pineapples"):
            people = match.seats.exclude(persona=None).order_by("number")
            codes = [code for code in people.values_list("persona__code", flat=True) if self.rng.randrange(2)]
            change_pineapples(match, pineapples=codes, by=self.judge, now=now)

        self._exchange_suits(tournament, match, now + timedelta(seconds=0.5))

    def _exchange_suits(self, tournament: Tournament, match: Match, now: datetime) -> None:
        """Give the seats other suits, at random; nothing in games without suits."""
        marks, seats = game_of(tournament.game).marks, match.seats.count()
        if marks and self.happens("suits exchanged"):
            choose_suits(match, suits=self.rng.sample(marks, seats), by=self.judge, now=now)

    def _note_starter(self, tournament: Tournament, match: Match, now: datetime) -> None:
        """At random note who began, by seat or by cuts of cards, and perhaps that it is unknown again.

        Do nothing in a game without turns.
        """
        taken = match.seats.filter(persona__isnull=False).order_by("number")
        seats = tuple(taken.values_list("number", flat=True))
        if not cycle_of(tournament, seats, seats[0]) or not self.happens("starter noted"):
            return
        ranks = game_of(tournament.game).sheet_terms.cards
        cuts = self._cuts(ranks, seats) if ranks and self.happens("starter by cuts") else ()
        seat = None if cuts else self.rng.choice(seats)
        note_starter(match, seat=seat, cuts=cuts, by=self.judge, now=now)
        if self.happens("starter unknown again"):
            note_starter(match, seat=None, by=self.judge, now=now + timedelta(seconds=0.2))

    def _cuts(self, ranks: Sequence[str], seats: tuple[int, ...]) -> tuple[StarterCut, ...]:
        """Return cuts for who begins; those tied for the highest card cut again (1.4)."""
        tied, cuts = seats, list[StarterCut]()
        while len(tied) > 1:
            cuts.append(StarterCut(tied, tuple(self.rng.choices(ranks, k=len(tied)))))
            tied = leading_seats(ranks, seats, cuts)
        return tuple(cuts)

    def note_start(self, tournament: Tournament, match: Match, now: datetime) -> None:
        """Note who began and a redraw, perhaps taken back, and begin a game of the companion, at random."""
        game = game_of(tournament.game)
        self._note_starter(tournament, match, now - timedelta(seconds=0.5))
        if game.sheet_terms.has_redraws and self.happens("redraw"):
            seats = list(match.seats.exclude(persona=None).select_related("persona").order_by("number"))
            persona = self.rng.choice(seats).persona
            if persona is not None:
                note_redraw(match, persona=persona, by=self.judge, now=now)
            if persona is not None and self.happens("redraw taken back"):
                moment = now + timedelta(seconds=10)
                take_back_redraw(match, persona=persona, by=self.judge, now=moment)
        if isinstance(game, PlaysAtTable) and self.happens("game seeded"):
            begin_game(match, by=self.judge, now=now, rng=self.rng)

    def take_back_drawn(self, match: Match, now: datetime) -> None:
        """Take back a drawn game, as if it was noted by mistake, at random."""
        if self.happens("drawn game taken back"):
            take_back_drawn_game(match, reason=REASON, by=self.judge, now=now)

    def with_half_pairs(self, match: Match, sheet: Sheet) -> Sheet:
        """Return the sheet, at random with one member of an absent pair present: the pair still is absent."""
        lines = list(sheet.lines)
        for side in _sides(match):
            codes = set(side.seats.values_list("persona__code", flat=True))
            mine = [at for at, line in enumerate(lines) if line.player in codes]
            gone = all(lines[at].out is Out.ABSENT for at in mine)
            if gone and len(mine) > 1 and self.happens("half a pair"):
                came = self.rng.choice(mine)
                lines[came] = replace(lines[came], out=None)
        return replace(sheet, lines=tuple(lines))

    def report_by_players(self, match: Match, sheet: Sheet, now: datetime) -> bool:
        """At random report the sheet by the players, side by side; return whether the match ended by that.

        If a report is refused, those before it stay.
        """
        ways = {line.out for line in sheet.lines}
        if sheet.ended_by in STAFFS_ENDINGS or ways.intersection(STAFFS_WAYS):
            return False
        if match.state != MatchState.PLAYING or not self.happens("reports"):
            return False
        said = replace(sheet, reason="")
        for number, side in enumerate(_sides(match), 1):
            moment = now + timedelta(seconds=number)
            try:
                report_result(match, sheet=said, speaker=Speaker(_speaker_of(side)), now=moment)
            except Refused:
                self.done["report refused"] += 1
                return False
        match.refresh_from_db()
        return match.state == MatchState.ENDED


def other_shapes(tournament: Tournament, entries: int) -> Sequence[Shape]:
    """Return the shapes beside the proposed one that can have the second chance, if one is chosen."""
    sizes = tournament.table_low, tournament.table_high
    found = shapes(entries, *sizes, short_final=allows_short_final(tournament))[1:]
    is_free = not has_second_chance(tournament)
    return [shape for shape in found if is_free or can_have_second_chance(tournament, shape)]


def _sides(match: Match) -> list[Side]:
    """Return the sides that have an entry, in their order."""
    return list(match.sides.filter(entry__isnull=False).order_by("number"))


def _speaker_of(side: Side) -> Player | None:
    """Return the player who acts for the side; None if no seat has a person."""
    seat = side.seats.exclude(persona=None).select_related("persona__player").order_by("number").first()
    return seat.persona.player if seat is not None and seat.persona is not None else None
