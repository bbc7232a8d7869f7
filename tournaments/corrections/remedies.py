"""Plan what a correction changes at later matches, and apply it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q

from core.errors import Violation, refuse_all
from matches.lineups import Lineup
from matches.models import Entry, EntryState, Exceptional, Match, MatchState, Seat, Side, Take
from tournaments.act import ActContext
from tournaments.corrections.replace_on_sheet import store_with_absent_entry
from tournaments.corrections.snapshots import later_matches
from tournaments.corrections.void import replace_departed_entries, void_from
from tournaments.models import Remedy
from tournaments.seats.advance import entry_for_seat, fill_side, settle_readiness, taker_of
from tournaments.seats.vacate import empty_seats

Remedies = Mapping[str, str]
Taken = Mapping[int, int | None]
"""The primary key of the entry that takes each side (None: no entry), by the side's primary key."""
NEEDED = "remedy_needed"
CHOSEN = (Remedy.KEEP, Remedy.REPLAY, Remedy.REPLACE)


def plan_effects(match: Match, changed: Sequence[Side], remedies: Remedies) -> list[dict[str, object]]:
    """Return the effects: `match` (code) and `remedy` of each later match among `changed`. Applies nothing.

    A match that has not begun gets `reseat`. Raises `Refused` `remedy_needed`, `replace_needs_sheet`,
    `replaced_had_won`, `nobody_to_replace`, `replace_two_seats`, `replaced_plays_on`, `replaced_is_void` or
    `seated_elsewhere`.
    """
    chosen: dict[str, str] = {}
    wrong: list[Violation] = []
    keeps_winner = False
    for side in changed:
        chosen[side.match.code] = remedy = _remedy_for(match, side, remedies, keeps_winner=keeps_winner)
        if has_begun(side.match) and must_move(match, side):
            wrong += _check_remedy(match, side, remedy)
            keeps_winner |= side.take == Take.WINNER and remedy == Remedy.KEEP
    effects: list[dict[str, object]] = [{"match": code, "remedy": of} for code, of in chosen.items()]
    refuse_all(wrong or [*_replaced_but_void(changed, chosen), *_twice_in_a_round(match, changed, effects)])
    return effects


def _replaced_but_void(changed: Sequence[Side], chosen: Mapping[str, str]) -> Iterator[Violation]:
    """Yield `replaced_is_void` for each match to be replaced on its sheet that another remedy makes void.

    Both ways lead to one match if the second chance ends in the final.
    """
    _, void = _played_again(changed, chosen)
    for match in {side.match for side in changed if side.match_id in void}:
        if chosen[match.code] == Remedy.REPLACE:
            yield Violation("replaced_is_void", {"match": match.code, "place": str(match)}, "remedies")


def _played_again(changed: Sequence[Side], chosen: Mapping[str, str]) -> tuple[set[int], set[int]]:
    """Return the keys of the matches with the remedy `replay`, and of those that they make void."""
    replayed = [side.match for side in changed if chosen[side.match.code] == Remedy.REPLAY]
    later = {after.pk for match in replayed for after in later_matches(match)}
    return {match.pk for match in replayed}, later


def _remedy_for(match: Match, side: Side, remedies: Remedies, *, keeps_winner: bool) -> str:
    """Return the remedy for a later match; empty if one has to be chosen and none is.

    `keeps_winner`: the next match of the bracket keeps the old winner, so the second chance keeps its losers.
    """
    if not has_begun(side.match):
        keeps = keeps_winner and side.source_side is not None
        return Remedy.KEEP.value if keeps else Remedy.RESEAT.value
    return remedies.get(side.match.code, "") if must_move(match, side) else Remedy.KEEP.value


def _twice_in_a_round(
    match: Match, changed: Sequence[Side], effects: Sequence[Mapping[str, object]]
) -> Iterator[Violation]:
    """Yield `seated_elsewhere` for each entry that would get a second seat in a round, or from the match.

    The third-place match counts as of the final's round. A winner has no seat in the second chance. A seat
    that a replay empties is no seat.
    """
    chosen = {str(effect["match"]): str(effect["remedy"]) for effect in effects}
    replayed, void = _played_again(changed, chosen)
    moving = [side for side in changed if must_move(match, side) and chosen[side.match.code] != Remedy.KEEP]
    for side in moving:
        entry = entry_for_seat(match, side)
        held = Side.objects.filter(Q(round=side.round) | Q(source=match), entry=entry)
        held = held.exclude(match__in=void, source__in=replayed | void)
        for other in held.exclude(pk__in=[s.pk for s in moving]) if entry else ():
            facts = {"match": other.match.code, "place": str(other.match)}
            yield Violation("seated_elsewhere", facts, "remedies")


def _check_remedy(match: Match, side: Side, remedy: str) -> Sequence[Violation]:
    """Return `remedy_needed` if none is chosen, or why the later match cannot be replaced on its sheet."""
    facts = {"match": side.match.code, "place": str(side.match)}
    rightful = entry_for_seat(match, side)
    against = _reason_against_replacing(side, rightful)
    if remedy not in CHOSEN:
        seats = {"sits": _code(side.entry), "rightful": _code(rightful), "no_replacing": against}
        return [Violation(NEEDED, {**facts, **seats}, "remedies")]
    return [Violation(against, facts, "remedies")] if remedy == Remedy.REPLACE and against else []


def _reason_against_replacing(side: Side, rightful: Entry | None) -> str:
    """Return the code of why a later match's side cannot be replaced on its sheet; empty if it can."""
    if side.match.state != MatchState.ENDED:
        return "replace_needs_sheet"
    if side.entry_id is not None and side.entry_id == side.match.winner_id:
        return "replaced_had_won"
    if rightful is None:
        return "nobody_to_replace"
    if side.match.sides.filter(source=side.source_id).count() > 1:
        return "replace_two_seats"
    if side.entry_id is not None and side.match.feeds.filter(entry=side.entry_id).exists():
        return "replaced_plays_on"
    return ""


def _code(entry: Entry | None) -> str | None:
    """Return the entry's code; None for none."""
    return entry.code if entry else None


def takers_by_side(match: Match) -> Taken:
    """Return which entry takes each side that the match feeds by its result; its winner even if it left."""
    lineup, sides = Lineup(match), Side.objects.filter(source=match)
    return {
        side.pk: match.winner_id if side.take == Take.WINNER else entry_key(taker_of(lineup, side))
        for side in sides
    }


def changed_sides(match: Match, before: Sequence[Taken]) -> list[Side]:
    """Return the filled sides fed by the match whose taker differs from one in `before`, in order."""
    now = takers_by_side(match)
    sides = Side.objects.filter(source=match, filled=True).select_related("match", "entry")
    found = sides.order_by("match__round", "match__number")
    return [side for side in found if {now[side.pk]} != {then[side.pk] for then in before}]


def entry_key(entry: Entry | None) -> int | None:
    """Return the entry's key; None for none."""
    return entry.pk if entry else None


def has_begun(match: Match) -> bool:
    """Return whether the match was started or decided, so that its seats cannot simply change."""
    return match.started_at is not None or match.state == MatchState.ENDED


def must_move(match: Match, side: Side) -> bool:
    """Return whether the side, fed by the match, must go to another entry than the one that holds it."""
    return entry_key(entry_for_seat(match, side)) != side.entry_id


def apply_remedies(
    ctx: ActContext, match: Match, changed: Sequence[Side], effects: Sequence[Mapping[str, Any]], reason: str
) -> None:
    """Apply the remedies of `effects` (`plan_effects`) to later matches whose sides `changed`.

    Records new seats and sheets; the caller records the remedies.
    """
    chosen = {effect["match"]: effect["remedy"] for effect in effects}
    moving = [
        side.pk for side in changed if must_move(match, side) and chosen[side.match.code] != Remedy.KEEP
    ]
    # First empty all sides: two sides of one round may exchange entries, and the people their tables.
    Side.objects.filter(pk__in=moving).update(entry=None)
    Seat.objects.filter(side__in=moving).update(persona=None)
    for side in changed:
        _apply_remedy(ctx, side, entry_for_seat(match, side), chosen[side.match.code], reason)


def _apply_remedy(ctx: ActContext, side: Side, entry: Entry | None, remedy: str, reason: str) -> None:
    """Apply one remedy at a later match; `entry` is the one that now belongs on the side.

    `keep` only marks the side as an exception.
    """
    if remedy == Remedy.KEEP:
        Side.objects.filter(pk=side.pk).update(exception=Exceptional.KEPT)
        return
    void = void_from(ctx, side.match) if remedy == Remedy.REPLAY else []
    replaced = side.entry
    if entry_key(entry) != side.entry_id:
        fill_side(ctx, side, entry)
    elif side.source_side is not None and side.exception == Exceptional.KEPT:
        Side.objects.filter(pk=side.pk).update(exception="")
    if remedy == Remedy.REPLACE:
        store_with_absent_entry(ctx, side, replaced, reason)
        return
    replace_departed_entries(ctx, void, reason)
    settle_readiness(ctx, Match.objects.get(pk=side.match_id))


def unseat_disqualified(ctx: ActContext, match: Match, reason: str) -> None:
    """Empty the later seats of the match's entries that are disqualified, by this sheet or before."""
    for entry in Entry.objects.filter(sides__match=match, state=EntryState.DISQUALIFIED).distinct():
        empty_seats(ctx, entry, reason, promote=False)
