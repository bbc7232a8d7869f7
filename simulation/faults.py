"""Random faults of a simulated day: departures, returns, late entries; corrections with every remedy and
their undo; walkovers that turn out to be games.

Everything goes through the services, with the simulation's random numbers. A service may refuse an act that
makes no sense at that moment; any refusal that is not `EXPECTED` is a bug of the product.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count
from typing import TypeVar

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from matches.models import Entry, EntryState, Match, MatchState, Sheet
from rulesets.kernel.sheet import Cut, EndedBy
from rulesets.kernel.sheet import Sheet as SheetValue
from rulesets.registry import game_of
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.departures import disqualify as disqualifying
from tournaments.departures import reinstate as reinstating
from tournaments.departures import withdraw as withdrawing
from tournaments.departures.disqualify import LostPlaceDecisions
from tournaments.departures.enter_late import enter_late
from tournaments.departures.late_places import late_places
from tournaments.departures.substitute import Substitute, substitute
from tournaments.entries.identity import answer_questions
from tournaments.entries.known_players import team_size
from tournaments.inputs import NewEntry
from tournaments.models import Correction, Tournament
from tournaments.play.play import record_sheet
from tournaments.rules_of import rules_of
from tournaments.sheets.judge import situation_of

EXPECTED = frozenset(
    {
        "already_recorded", "changed_since", "disqualified_on_sheet", "disqualify_instead", "entries_closed",
        "leaves_by_sheet", "nothing_changed", "nothing_to_correct", "person_in_two_entries",
        "seat_gone", "seat_taken", "substitute_too_late", "undone_already", "winner_disqualified",
        "razed_exceeds_battles",  # a player was replaced on the sheet; a person has to correct it first
    }
)  # fmt: skip
REMEDIES = ("keep", "replay", "replace")
NO_GAME = dict.fromkeys((EndedBy.WALKOVER, EndedBy.NONE_ADVANCES, EndedBy.RULING, EndedBy.TIME), 0)
NO_REPLACING = (
    "nobody_to_replace", "replace_two_seats", "replaced_plays_on", "replaced_is_void", "seated_elsewhere",
)  # fmt: skip
ATTEMPTS = 20
REASON = "simulated"
T = TypeVar("T")


class _NothingToBreak(Exception):
    """The tournament has no object for this fault."""


@dataclass(slots=True)
class Mischief:
    """Causes faults in one tournament; `done` counts them by kind, `refused` by code."""

    tournament: Tournament
    rng: random.Random
    coordinator: Player
    judge: Player
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    names: Iterator[int] = field(default_factory=lambda: count(1))
    strikes: int = 0

    def strike(self, now: datetime) -> None:
        """Cause one random fault, if possible, and count it.

        An expected refusal is counted too; raise `Refused` or `Stale` with any other code.
        """
        self.strikes += 1
        kind, act = self.rng.choice(KINDS)
        try:
            act(self, now)
        except _NothingToBreak:
            return
        except (Refused, Stale) as refusal:
            codes = [v.code for v in refusal.violations] if isinstance(refusal, Refused) else [refusal.code]
            if not EXPECTED.issuperset(codes):
                raise
            self.refused.update(codes)
        else:
            self.done[kind] += 1

    def withdraw(self, now: datetime) -> None:
        """Withdraw a random entry that is checked in."""
        entry = self._random_entry(EntryState.CHECKED_IN)
        withdrawing.withdraw(entry, reason=REASON, by=self.coordinator, now=now)

    def disqualify(self, now: datetime) -> None:
        """Disqualify a random entry; if it has won, sometimes take an earlier win away.

        What a refusal asks for (a cut, a ruling, remedies) is chosen at random for the next attempt.
        """
        entry = self._random_entry(EntryState.CHECKED_IN, EntryState.WITHDRAWN)
        ended = self._ended_matches()
        won = [match for match in ended if match.winner_id == entry.pk and match.sides.count() > 1]
        match = self.rng.choice(won) if won and self.rng.randrange(2) else None
        deciding = LostPlaceDecisions(match=match)
        for _ in range(ATTEMPTS):
            try:
                disqualifying.disqualify(
                    entry, reason=REASON, by=self.coordinator, now=now, deciding=deciding
                )
            except Refused as refused:
                deciding = self._extend_decision(deciding, refused)
            else:
                return
        raise _NothingToBreak

    def reinstate(self, now: datetime) -> None:
        """Reinstate a random entry that is withdrawn or disqualified."""
        entry = self._random_entry(EntryState.WITHDRAWN, EntryState.DISQUALIFIED)
        reinstating.reinstate(entry, reason=REASON, by=self.coordinator, now=now)

    def come_late(self, now: datetime) -> None:
        """Enter someone late: at an empty seat of round 1, one chair more, or in the place of an absent
        entry.
        """
        self.tournament.refresh_from_db(fields=["state"])
        places = late_places(self.tournament)
        if not places:
            raise _NothingToBreak
        place = self.rng.choice(places)
        names = tuple(self._new_name() for _ in range(team_size(self.tournament)))
        enter_late(
            place.match,
            side=place.side,
            entry=answer_questions(self.tournament, [NewEntry(names)])[0],
            instead_of=place.instead_of,
            reason=REASON,
            by=self.coordinator,
            now=now,
            rng=self.rng,
        )

    def substitute_member(self, now: datetime) -> None:
        """Replace a random member of a pair that is checked in by a new player."""
        if team_size(self.tournament) != 2:
            raise _NothingToBreak
        entry = self._random_entry(EntryState.CHECKED_IN)
        member = entry.members.get(position=self.rng.randint(1, 2))
        substitute(
            entry,
            leaving=member.persona.code,
            coming=Substitute(self._new_name()),
            reason=REASON,
            by=self.coordinator,
            now=now,
            rng=self.rng,
        )

    def correct(self, now: datetime) -> None:
        """Correct a random sheet to a random one, with random remedies."""
        match = self._pick(self._ended_matches())
        rules = rules_of(self.tournament)
        sheet = game_of(rules.game).random_sheet(rules, situation_of(match), self.rng, {})
        remedies: Mapping[str, str] = {}
        for _ in range(ATTEMPTS):
            try:
                correct_sheet(
                    match, sheet=sheet, reason=REASON, by=self.coordinator, now=now, remedies=remedies
                )
            except Refused as refused:
                sheet, remedies = self._extend_correction(sheet, remedies, refused)
            else:
                self.done.update(remedies.values())
                return
        raise _NothingToBreak

    def undo(self, now: datetime) -> None:
        """Undo a random correction."""
        correction = self._pick(list(Correction.objects.filter(tournament=self.tournament).order_by("seq")))
        undo_correction(correction, reason=REASON, by=self.coordinator, now=now)

    def play_after_walkover(self, now: datetime) -> None:
        """Correct a walkover, or an ending in which no one advances, to a game that was played."""
        given = Sheet.objects.filter(is_current=True, ended_by__in=("walkover", "nobody"))
        match = self._pick([match for match in self._ended_matches() if given.filter(match=match).exists()])
        rules, situation = rules_of(self.tournament), situation_of(match)
        if len({seat.side for seat in situation.seats}) < 2:
            raise _NothingToBreak
        begun = replace(situation, started=True)
        sheet = game_of(rules.game).random_sheet(rules, begun, self.rng, NO_GAME)
        for _ in range(ATTEMPTS):
            try:
                record_sheet(match, sheet=sheet, by=self.judge, now=now)
            except Refused as refused:
                sheet = self._cut_tie(sheet, refused)
            else:
                return
        raise _NothingToBreak

    def _random_entry(self, *states: str) -> Entry:
        """Return a random entry in one of these states; raise `_NothingToBreak` if there is none."""
        entries = Entry.objects.filter(ledger=self.tournament.ledger_id, state__in=states)
        return self._pick(list(entries.order_by("number")))

    def _ended_matches(self) -> list[Match]:
        """Return the matches that have ended, byes too, in bracket order."""
        matches = Match.objects.filter(ledger=self.tournament.ledger_id, state=MatchState.ENDED)
        return list(matches.order_by("round", "number"))

    def _pick(self, things: Sequence[T]) -> T:
        """Return a random thing; raise `_NothingToBreak` if there is none."""
        if not things:
            raise _NothingToBreak
        return self.rng.choice(things)

    def _new_name(self) -> str:
        """Return a name that no one in this tournament has yet: `Reserva 1`, `Reserva 2` and so on."""
        return f"Reserva {next(self.names)}"

    def _extend_decision(self, deciding: LostPlaceDecisions, refused: Refused) -> LostPlaceDecisions:
        """Return the decisions with what the refusal requires: a random cut, ruling or remedies.

        Raise the refusal again if none of them would help.
        """
        tie = _tie_left_to_people(refused)
        if tie is None:
            return replace(deciding, remedies=self._choose_remedies(deciding.remedies, refused))
        match, sides = tie.facts["match"], tuple(tie.facts["sides"])
        if tie.code == "open_tie":
            made = (*deciding.cuts.get(match, ()), self._cut(sides))
            return replace(deciding, cuts={**deciding.cuts, match: made})
        return replace(deciding, rulings={**deciding.rulings, match: self.rng.choice(sides)})

    def _extend_correction(
        self, sheet: SheetValue, remedies: Mapping[str, str], refused: Refused
    ) -> tuple[SheetValue, Mapping[str, str]]:
        """Return sheet and remedies with what the refusal requires: a random cut, ruling or remedies.

        Raise the refusal again if none of them would help.
        """
        tie = _tie_left_to_people(refused)
        if tie is None:
            return sheet, self._choose_remedies(remedies, refused)
        if tie.code == "open_tie":
            return self._cut_tie(sheet, refused), remedies
        ruled = self.rng.choice(tuple(tie.facts["sides"]))
        return SheetValue(EndedBy.RULING, sheet.lines, winner=ruled, reason=REASON), remedies

    def _cut_tie(self, sheet: SheetValue, refused: Refused) -> SheetValue:
        """Return the sheet with a random cut of cards; raise the refusal again if it is about no open tie."""
        tie = _tie_left_to_people(refused)
        if tie is None or tie.code != "open_tie":
            raise refused
        return replace(sheet, cuts=(*sheet.cuts, self._cut(tuple(tie.facts["sides"]))))

    def _cut(self, sides: tuple[int, ...]) -> Cut:
        """Return a cut with a random card for each side; the cards may be equal."""
        cards = game_of(self.tournament.game).sheet_terms.cards
        return Cut(sides, tuple(self.rng.choice(cards) for _ in sides))

    def _choose_remedies(self, remedies: Mapping[str, str], refused: Refused) -> Mapping[str, str]:
        """Return the remedies, random ones for matches of the refusal; raise it again if none would help."""
        known = {"remedy_needed", "replaced_had_won", "replace_needs_sheet", *NO_REPLACING}
        if not known.issuperset(violation.code for violation in refused.violations):
            raise refused
        chosen = {v.facts["match"]: self.rng.choice(REMEDIES) for v in refused.violations}
        return {**remedies, **chosen}


def _tie_left_to_people(refused: Refused) -> Violation | None:
    """Return the refusal's violation about a tie that a cut or a ruling must decide; None if it has none."""
    ties = ("open_tie", "tie_needs_ruling")
    return next((violation for violation in refused.violations if violation.code in ties), None)


KINDS: Sequence[tuple[str, Callable[[Mischief, datetime], None]]] = (
    ("withdraw", Mischief.withdraw),
    ("withdraw", Mischief.withdraw),
    ("disqualify", Mischief.disqualify),
    ("reinstate", Mischief.reinstate),
    ("late", Mischief.come_late),
    ("substitute", Mischief.substitute_member),
    ("correct", Mischief.correct),
    ("correct", Mischief.correct),
    ("undo", Mischief.undo),
    ("played", Mischief.play_after_walkover),
)
