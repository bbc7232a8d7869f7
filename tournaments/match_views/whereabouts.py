"""Find where a person sits, by name, for visitors in the hall."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Max

from accounts.models import Player
from core.text import name_key
from matches.models import Entry, EntryState, Match, MatchState, Member
from tournaments.entry_names import has_all_words, names_of, words_of_name
from tournaments.match_views.group_numbers import dealt_groups
from tournaments.match_views.match import MatchView, SeatView
from tournaments.match_views.match_cache import all_matches, one_match
from tournaments.models import Stage, State, Tournament
from tournaments.stages.kinds import stage_plan

MAX_SOUGHT = 20
"""Entries shown for one search; the page asks for a longer name if there are more."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """An entry with its match that is ready, called or played (else None), and its seats there.

    `status` is one of `STATUSES`. `waits_for_third`: it lost a semifinal, and its opponent in the match for
    third place is not known yet. `second_chance`: its match there, with opponents to come.
    """

    names: tuple[str, ...]
    status: str
    match: MatchView | None
    seats: tuple[SeatView, ...]
    waits_for_third: bool = False
    second_chance: MatchView | None = None


@dataclass(frozen=True, slots=True)
class FoundEntries:
    """The entries found, sorted by name; `more` is how many others are not shown."""

    found: tuple[Whereabouts, ...]
    more: int


def whereabouts(tournament: Tournament, typed: str) -> FoundEntries:
    """Return the entries whose names contain each typed word, in any case and accents; none for no word."""
    words = words_of_name(typed)
    named = names_of(tournament) if words else {}
    found = (code for code, names in named.items() if has_all_words(names, words))
    codes = sorted(found, key=lambda code: name_key(" ".join(named[code])))
    shown = dict(_locate(tournament, named, codes[:MAX_SOUGHT]))
    return FoundEntries(
        tuple(shown[code] for code in codes[:MAX_SOUGHT] if code in shown), max(0, len(codes) - MAX_SOUGHT)
    )


def _locate(
    tournament: Tournament, named: Mapping[str, tuple[str, ...]], codes: Collection[str]
) -> Iterator[tuple[str, Whereabouts]]:
    """Yield each of these entries (codes) with its present match; `named` are names by code."""
    latest, idle = (_latest_matches(tournament), _status_between_matches(tournament)) if codes else ({}, "")
    entries = Entry.objects.filter(ledger=tournament.ledger_id, code__in=codes)
    for entry in entries:
        match = latest.get(entry.code)
        yield (
            entry.code,
            Whereabouts(
                named[entry.code],
                *_present_match(tournament, entry, match, idle),
                _waits_for_third(match),
                _second_chance_match_to_come(match),
            ),
        )


def _latest_matches(tournament: Tournament) -> Mapping[str, MatchView]:
    """Return the match of the latest round in which each entry (code) has a side."""
    found: dict[str, MatchView] = {}
    for match in sorted(all_matches(tournament).values(), key=lambda match: match.round):
        found.update({side.entry_code: match for side in match.sides if side.entry_code})
    return found


def _status_between_matches(tournament: Tournament) -> str:
    """Return the status of those who have no match now and none in the bracket.

    `next_round` or `stage_over`; "" before the first round of a stage, and without a stage.
    """
    stage = Stage.objects.filter(tournament=tournament).first() if tournament.stages else None
    if stage is None:
        return ""
    return "next_round" if stage.closed_at is None else "stage_over"


def _present_match(
    tournament: Tournament, entry: Entry, match: MatchView | None, idle: str
) -> tuple[str, MatchView | None, tuple[SeatView, ...]]:
    """Return the entry's status, its present match and its seats there; None and () without one."""
    is_cancelled = tournament.state == State.CANCELLED
    status = State.CANCELLED.value if is_cancelled else status_of(entry, match, idle)
    if match is None or status not in (MatchState.READY, MatchState.CALLED, MatchState.PLAYING):
        return status, None, ()
    side = next(side.number for side in match.sides if side.entry_code == entry.code)
    return status, match, tuple(seat for seat in match.seats if seat.side == side)


def _waits_for_third(match: MatchView | None) -> bool:
    """Return whether a match is that for third place, with an opponent to come."""
    return match is not None and match.third_place and match.state == MatchState.WAITING


def _second_chance_match_to_come(match: MatchView | None) -> MatchView | None:
    """Return the match if it is of the second chance, with opponents to come."""
    waits = match is not None and match.second_chance and match.state == MatchState.WAITING
    return match if waits else None


def status_of(entry: Entry, match: MatchView | None, idle: str = "") -> str:
    """Return an entry's status: its own, or that of the match of the latest round it has reached.

    One of `STATUSES`. In a stage it is `idle` after a match, and for who came after the latest draw. Who won
    the match for third place is `out`. A loser who plays on has reached a match of the second chance.
    """
    if entry.state in ("withdrawn", "disqualified"):
        return entry.state
    if match is None:
        return idle if idle and entry.state == EntryState.CHECKED_IN else entry.state
    if match.state != MatchState.ENDED:
        return match.state
    if match.stage is not None:
        return idle
    return _status_after(entry, match)


def _status_after(entry: Entry, match: MatchView) -> str:
    """Return the status of an entry whose last match of the bracket or the second chance has ended."""
    has_won = any(side.is_winner and side.entry_code == entry.code for side in match.sides)
    if not has_won or match.third_place:
        return "out"
    if match.decides_second_chance:
        return "second_chance_won"
    return "champion" if match.is_final else "waiting"


STATUSES = (
    *EntryState.values, "waiting", "ready", "called", "playing", "next_round", "stage_over", "out",
    "champion", "second_chance_won", "cancelled",
)  # fmt: skip
"""The status of a person: of the entry, of its present match, or its result.

`next_round`: they have no match of the stage now, and another round or the end of the rounds comes;
`stage_over`: the rounds are closed, and they did not go on to a bracket.
"""


@dataclass(frozen=True, slots=True)
class MyDay:
    """The player's entry, its match of the latest round that it has reached, and their seat there.

    The match may have ended; it is None before the first one, and once the tournament is cancelled. `status`
    is one of `STATUSES`. `next_round` is the number of the round that they wait for; 0 for none, also if
    their group has no more matches.
    """

    entry: Entry
    persona_code: str
    status: str
    match: MatchView | None
    seat: SeatView | None
    next_round: int = 0

    @property
    def waits_for_third(self) -> bool:
        """Return whether they lost a semifinal, and their opponent for third place is not known yet."""
        return self.status == "waiting" and _waits_for_third(self.match)

    @property
    def waits_for_second_chance(self) -> bool:
        """Return whether they have a match in the second chance, and their opponents are not known yet."""
        return self.status == "waiting" and _second_chance_match_to_come(self.match) is not None


def my_day(tournament: Tournament, player: Player | None) -> MyDay | None:
    """Return the player's day; None if they never were entered. An entry that left has a day too."""
    member = _member_of(tournament, player) if player else None
    if member is None:
        return None
    if tournament.state == State.CANCELLED:
        return MyDay(member.entry, member.persona.code, State.CANCELLED.value, None, None)
    view = _latest_match(tournament, member.entry)
    code = member.persona.code
    seat = next((s for s in view.seats if s.persona_code == code), None) if view else None
    status = status_of(member.entry, view, _status_between_matches(tournament))
    awaited = _awaited_round(tournament, member.entry) if status == "next_round" else 0
    return MyDay(member.entry, code, status, view, seat, awaited)


def _awaited_round(tournament: Tournament, entry: Entry) -> int:
    """Return the number of the round to come in which the entry can play; 0 if its last one is drawn."""
    plan, number = stage_plan(tournament.stages), _rounds_drawn(tournament) + 1
    own = [group for group in dealt_groups(tournament) if entry.code in group]
    return number if plan and number <= plan.rounds_to_play(own or None, tournament.table_high) else 0


def _rounds_drawn(tournament: Tournament) -> int:
    """Return the number of the last round of a stage (Swiss or groups) that was drawn; 0 without one."""
    rounds = Match.objects.filter(ledger=tournament.ledger_id, stage__isnull=False)
    return int(rounds.aggregate(last=Max("round", default=0))["last"])


def _member_of(tournament: Tournament, player: Player) -> Member | None:
    """Return the player's live membership, else the latest one; None without any."""
    found = Member.objects.filter(entry__ledger=tournament.ledger_id, persona__player=player)
    return found.select_related("entry", "persona").order_by("-live", "-pk").first()


def _latest_match(tournament: Tournament, entry: Entry) -> MatchView | None:
    """Return the view of the match of the latest round that the entry has reached; None before the draw."""
    reached = Match.objects.filter(ledger=tournament.ledger_id, sides__entry=entry)
    latest = reached.order_by("-round").first()
    return one_match(tournament, latest) if latest else None
