"""A player did not come to a table: preview each choice, and drop the missing entries.

A judge decides once the grace time is over; nothing is forfeited automatically. Every choice is an existing
act, run and rolled back, so the preview is what will happen.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from core.errors import Forbidden, Refused, Stale, Violation
from core.models import Ledger
from matches.models import Entry, Match, MatchState, Seat
from matches.sheet_values import absence_sheet, sides_with_missing
from tournaments.act import check_seen, refetch
from tournaments.corrections.effects import Effects, overview_of
from tournaments.corrections.preview import REASON, preview_with_remedies
from tournaments.departures.substitute import substitute_obstacles
from tournaments.departures.withdraw import withdraw
from tournaments.models import Tournament
from tournaments.play.calling import grace_end, is_past
from tournaments.play.play import record_sheet, start_match
from tournaments.policies import require
from tournaments.rules_of import rules_of

AWAITED = (MatchState.READY, MatchState.CALLED)
ACTS = ("wait", "start", "walkover", "drop", "substitute")


@dataclass(frozen=True, slots=True)
class NoShowChoice:
    """One possible decision about people who did not come.

    `effects` is None if nothing happens or it is `refused`. Each `act`: `wait` · `start` without them ·
    `walkover`, or a match without a winner · `drop` the entries · `substitute` a member of a pair, on the
    page of that entry.
    """

    act: str
    effects: Effects | None = None
    refused: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class NoShow:
    """The missing people (codes) of a match, their entries, and the choices: () if no person is missing.

    `until`: the end of the grace time, None if the match was not called; `is_over`: it has passed.
    """

    missing: tuple[str, ...]
    entries: tuple[Entry, ...]
    until: datetime | None
    is_over: bool
    choices: tuple[NoShowChoice, ...]


def preview_no_show(
    tournament: Tournament, match: Match, *, missing: Collection[str], by: Player, now: datetime
) -> NoShow | None:
    """Preview the choices for the `missing` people (codes), without storing anything.

    None if the match began, ended, or has no opponents yet. Codes of other people are ignored. The caller has
    checked the right to judge.
    """
    if match.state not in AWAITED:
        return None
    seats = _seats(match)
    known = tuple(seat.persona.code for seat in seats if seat.persona and seat.persona.code in missing)
    entries = _entries(seats, known)
    grace = int(rules_of(tournament).option("grace_minutes"))
    return NoShow(
        missing=known,
        entries=entries,
        until=grace_end(tournament, match.called_at),
        is_over=is_past(tournament, match.called_at, grace, now),
        choices=_choices(tournament, match, seats, known, entries, by, now) if known else (),
    )


def withdraw_missing(
    match: Match, *, missing: Collection[str], reason: str, by: Player, now: datetime, seen: int | None = None
) -> tuple[Entry, ...]:
    """Withdraw the entries of the missing people, all or none.

    Their seats stay empty, or go to the entries that the house rule `empty_seat` names. Raises what
    `withdraw` raises, and `Forbidden`; `Refused` `nobody_missing`, `not_of_this_match`; `Stale` `match_…` if
    the match began since, or `stale`.
    """
    with transaction.atomic():
        ledger = Ledger.objects.select_for_update().get(pk=match.ledger_id)
        fresh = refetch(match, ledger)
        require(Tournament.objects.get(ledger=ledger), by, "coordinate")
        check_seen(fresh, seen, ledger.head_seq)
        if fresh.state not in AWAITED:
            raise Stale(f"match_{fresh.state}")
        seats = _seats(fresh)
        entries = _entries(seats, _require_seated(seats, missing))
        if not entries:
            raise Refused([Violation("nobody_missing", field="missing")])
        for entry in entries:
            withdraw(entry, reason=reason, by=by, now=now)
    return entries


def _seats(match: Match) -> list[Seat]:
    """Return the seats of all players expected at the match."""
    found = match.seats.filter(persona__isnull=False, side__entry__isnull=False)
    return list(found.select_related("persona", "side__entry"))


def _require_seated(seats: Sequence[Seat], missing: Collection[str]) -> tuple[str, ...]:
    """Return the missing people (codes) in seating order. Raises `Refused` `not_of_this_match`."""
    there = [seat.persona.code for seat in seats if seat.persona]
    if strangers := sorted(set(missing) - set(there)):
        raise Refused([Violation("not_of_this_match", {"person": strangers[0]}, "missing")])
    return tuple(code for code in there if code in missing)


def _entries(seats: Sequence[Seat], missing: Collection[str]) -> tuple[Entry, ...]:
    """Return the entries of the missing people (codes), each once, in seating order."""
    found = {seat.side.entry: None for seat in seats if seat.persona and seat.persona.code in missing}
    return tuple(entry for entry in found if entry is not None)


def _choices(
    tournament: Tournament,
    match: Match,
    seats: Sequence[Seat],
    missing: Collection[str],
    entries: Sequence[Entry],
    by: Player,
    now: datetime,
) -> tuple[NoShowChoice, ...]:
    """Return the choices, also refused ones: wait, start or walkover, drop, substitute.

    `start` if two sides or more are complete, else `walkover`. This act and `drop` are run and rolled back.
    `missing`: people (codes); `entries`: theirs.
    """
    seated = [(seat.persona.code, seat.side.number) for seat in seats if seat.persona]
    sides = {side for _, side in seated}
    plays_on = len(sides - sides_with_missing(seated, missing)) > 1

    def record_walkover() -> None:
        sheet = absence_sheet(seated, missing)
        record_sheet(match, sheet=sheet, by=by, now=now, own_match=True)

    def drop_entries() -> None:
        withdraw_missing(match, missing=missing, reason=REASON, by=by, now=now)

    acts: Mapping[str, Callable[[], object]] = {
        **(
            {"start": lambda: start_match(match, by=by, now=now)}
            if plays_on
            else {"walkover": record_walkover}
        ),
        "drop": drop_entries,
    }
    tried = (_preview_act(tournament, name, act) for name, act in acts.items())
    return (NoShowChoice("wait"), *tried, _substitute_choice(tournament, entries))


def _preview_act(tournament: Tournament, name: str, act: Callable[[], object]) -> NoShowChoice:
    """Run the act, roll it back, and return what it would change or why it is refused."""
    try:
        look = preview_with_remedies(overview_of(tournament), tournament, lambda _: act(), {})
        return NoShowChoice(name, look.effects)
    except Refused as refused:
        return NoShowChoice(name, refused=refused.violations)
    except (Stale, Forbidden) as refused:
        return NoShowChoice(name, refused=(Violation(refused.code, refused.facts),))


def _substitute_choice(tournament: Tournament, entries: Sequence[Entry]) -> NoShowChoice:
    """Return the choice of a substitute, with each obstacle once; the entry's page asks for the person."""
    found = {one.code: one for entry in entries for one in substitute_obstacles(tournament, entry)}
    return NoShowChoice("substitute", refused=tuple(found.values()))
