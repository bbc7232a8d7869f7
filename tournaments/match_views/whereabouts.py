"""Find where a person sits, by name, for visitors in the hall."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Max

from accounts.models import Player
from core.text import name_key
from matches.models import Entry, EntryState, Match, MatchState, Member
from tournaments.entry_names import fits, names_of, words_of_name
from tournaments.match_views.match import MatchView, SeatView
from tournaments.match_views.match_cache import all_matches, one_match
from tournaments.models import Stage, State, Tournament

MAX_SOUGHT = 20
"""Entries shown for one search; the page asks for a longer name if there are more."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """An entry with its present match, and its seats there.

    `status` is one of `tournaments.match_views.whereabouts.STATUSES`.
    """

    names: tuple[str, ...]
    status: str
    match: MatchView | None
    seats: tuple[SeatView, ...]


@dataclass(frozen=True, slots=True)
class Sought:
    """The entries found, by name; `more` is how many are not shown."""

    found: tuple[Whereabouts, ...]
    more: int


def whereabouts(tournament: Tournament, typed: str) -> Sought:
    """Return the entries whose names contain each typed word, in any case and accents; none for no word."""
    words = words_of_name(typed)
    named = names_of(tournament) if words else {}
    found = (code for code, names in named.items() if fits(names, words))
    codes = sorted(found, key=lambda code: name_key(" ".join(named[code])))
    shown = dict(_placed(tournament, named, codes[:MAX_SOUGHT]))
    return Sought(
        tuple(shown[code] for code in codes[:MAX_SOUGHT] if code in shown), max(0, len(codes) - MAX_SOUGHT)
    )


def _placed(
    tournament: Tournament, named: Mapping[str, tuple[str, ...]], codes: Collection[str]
) -> Iterator[tuple[str, Whereabouts]]:
    """Yield each entry with the match of the latest round that it has reached."""
    latest, idle = (_latest(tournament), _status_between_matches(tournament)) if codes else ({}, "")
    entries = Entry.objects.filter(ledger=tournament.ledger_id, code__in=codes)
    for entry in entries:
        match = latest.get(entry.code)
        yield (
            entry.code,
            Whereabouts(named[entry.code], *_now(tournament, entry, match, idle)),
        )


def _latest(tournament: Tournament) -> Mapping[str, MatchView]:
    """Return the match of the latest round in which each entry has a side."""
    found: dict[str, MatchView] = {}
    for match in sorted(all_matches(tournament).values(), key=lambda match: match.round):
        found.update({side.entry_code: match for side in match.sides if side.entry_code})
    return found


def _status_between_matches(tournament: Tournament) -> str:
    """Return the status of those who have no match now and none in the bracket; "" without Swiss rounds."""
    stage = Stage.objects.filter(tournament=tournament).first() if tournament.stages else None
    if stage is None:
        return ""
    return "next_round" if stage.closed_at is None else "stage_over"


def _now(
    tournament: Tournament, entry: Entry, match: MatchView | None, idle: str
) -> tuple[str, MatchView | None, tuple[SeatView, ...]]:
    """Return the entry's status, its present match and its seats there."""
    is_cancelled = tournament.state == State.CANCELLED
    status = State.CANCELLED.value if is_cancelled else status_of(entry, match, idle)
    if match is None or status not in (MatchState.READY, MatchState.CALLED, MatchState.PLAYING):
        return status, None, ()
    side = next(side.number for side in match.sides if side.entry_code == entry.code)
    return status, match, tuple(seat for seat in match.seats if seat.side == side)


def status_of(entry: Entry, match: MatchView | None, idle: str = "") -> str:
    """Return an entry's status: its own, or that of the match of the latest round it has reached.

    In Swiss rounds it is `idle` after a match, and for who came after the latest draw.
    """
    if entry.state in ("withdrawn", "disqualified"):
        return entry.state
    if match is None:
        return idle if idle and entry.state == EntryState.CHECKED_IN else entry.state
    if match.state != MatchState.ENDED:
        return match.state
    if match.stage is not None:
        return idle
    if not any(side.is_winner and side.entry_code == entry.code for side in match.sides):
        return "out"
    return "champion" if match.is_final else "waiting"


STATUSES = (
    *EntryState.values, "waiting", "ready", "called", "playing", "next_round", "stage_over", "out",
    "champion", "cancelled",
)  # fmt: skip
"""The status of a person: of the entry, of its present match, or its result.

`next_round`: they have no Swiss match now, and another round or the end of the rounds comes; `stage_over`:
the rounds are closed, and they did not go on to a bracket.
"""


@dataclass(frozen=True, slots=True)
class MyDay:
    """The player's entry, their present match, and their seat at it. `status` is one of `STATUSES`.

    `next_round` is the number of the Swiss round that they wait for; 0 for none.
    """

    entry: Entry
    persona_code: str
    status: str
    match: MatchView | None
    seat: SeatView | None
    next_round: int = 0


def my_day(tournament: Tournament, player: Player | None) -> MyDay | None:
    """Return the player's day; None if they are not entered."""
    member = _member_of(tournament, player) if player else None
    if member is None:
        return None
    if tournament.state == State.CANCELLED:
        return MyDay(member.entry, member.persona.code, State.CANCELLED.value, None, None)
    view = _latest_match(tournament, member.entry)
    code = member.persona.code
    seat = next((s for s in view.seats if s.persona_code == code), None) if view else None
    status = status_of(member.entry, view, _status_between_matches(tournament))
    awaited = _rounds_drawn(tournament) + 1 if status == "next_round" else 0
    return MyDay(member.entry, code, status, view, seat, awaited)


def _rounds_drawn(tournament: Tournament) -> int:
    rounds = Match.objects.filter(ledger=tournament.ledger_id, stage__isnull=False)
    return int(rounds.aggregate(last=Max("round", default=0))["last"])


def _member_of(tournament: Tournament, player: Player) -> Member | None:
    """Return the player's live membership, else the latest one."""
    found = Member.objects.filter(entry__ledger=tournament.ledger_id, persona__player=player)
    return found.select_related("entry", "persona").order_by("-live", "-pk").first()


def _latest_match(tournament: Tournament, entry: Entry) -> MatchView | None:
    """Return the match of the latest round that the entry has reached."""
    reached = Match.objects.filter(ledger=tournament.ledger_id, sides__entry=entry)
    latest = reached.order_by("-round").first()
    return one_match(tournament, latest) if latest else None
