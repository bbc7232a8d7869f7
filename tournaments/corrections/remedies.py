"""Plan what a correction changes at later matches, and apply it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.errors import Violation, refuse_all
from matches.models import Entry, EntryState, Exceptional, Match, MatchState, Seat, Side, Take
from tournaments.act import ActContext
from tournaments.corrections.replace_on_sheet import rewrite
from tournaments.corrections.void import replace_departed_entries, void_from
from tournaments.models import Remedy
from tournaments.seats.advance import entry_for_seat, fill_side, settle_result
from tournaments.seats.vacate import empty_seats

Remedies = Mapping[str, str]
Taken = Mapping[str, int | None]
NEEDED = "remedy_needed"
CHOSEN = (Remedy.KEEP, Remedy.REPLAY, Remedy.REPLACE)


def plan(match: Match, changed: Sequence[Side], remedies: Remedies) -> list[dict[str, object]]:
    """Return a remedy for each later match whose seat would go to another entry.

    Raises `Refused` `remedy_needed`, `replace_needs_sheet`, `replaced_had_won`, `nobody_to_replace`,
    `replaced_plays_on` or `seated_elsewhere`.
    """
    effects: list[dict[str, object]] = []
    wrong: list[Violation] = []
    for side in changed:
        later = side.match
        if not has_begun(later):
            remedy = Remedy.RESEAT.value
        elif not moves(match, side):
            remedy = Remedy.KEEP.value
        else:
            remedy = remedies.get(later.code, "")
            wrong += _check_remedy(match, side, remedy)
        effects.append({"match": later.code, "remedy": remedy})
    refuse_all(wrong or list(_twice_in_a_round(match, changed, effects)))
    return effects


def _twice_in_a_round(
    match: Match, changed: Sequence[Side], effects: Sequence[Mapping[str, object]]
) -> Iterator[Violation]:
    """Yield `seated_elsewhere` for each entry that would get a second seat in a round.

    The third-place match counts as of the final's round.
    """
    chosen = {effect["match"]: effect["remedy"] for effect in effects}
    moving = [side for side in changed if moves(match, side) and chosen[side.match.code] != Remedy.KEEP]
    for side in moving:
        entry = entry_for_seat(match, side.take)
        held = Side.objects.filter(entry=entry, round=side.round, match__ledger=match.ledger_id)
        for other in held.exclude(pk__in=[s.pk for s in moving]) if entry else ():
            facts = {"match": other.match.code, "place": str(other.match)}
            yield Violation("seated_elsewhere", facts, "remedies")


def _check_remedy(match: Match, side: Side, remedy: str) -> Sequence[Violation]:
    """Return `remedy_needed` if none is chosen, or why the later match cannot be replaced on its sheet."""
    facts = {"match": side.match.code, "place": str(side.match)}
    rightful = entry_for_seat(match, side.take)
    against = _against_replacing(side, rightful)
    if remedy not in CHOSEN:
        seats = {"sits": _code(side.entry), "rightful": _code(rightful), "no_replacing": against}
        return [Violation(NEEDED, {**facts, **seats}, "remedies")]
    return [Violation(against, facts, "remedies")] if remedy == Remedy.REPLACE and against else []


def _against_replacing(side: Side, rightful: Entry | None) -> str:
    """Return the code of why a later match's side cannot be replaced on its sheet; empty if it can."""
    if side.match.state != MatchState.ENDED:
        return "replace_needs_sheet"
    if side.entry_id is not None and side.entry_id == side.match.winner_id:
        return "replaced_had_won"
    if rightful is None:
        return "nobody_to_replace"
    if side.entry_id is not None and side.match.feeds.filter(entry=side.entry_id).exists():
        return "replaced_plays_on"
    return ""


def _code(entry: Entry | None) -> str | None:
    """Return the entry's code; None for none."""
    return entry.code if entry else None


def takers(match: Match) -> Taken:
    """Return the key of the entry that each kind of feed takes from the match; the winner even if it left."""
    return {Take.WINNER: match.winner_id, Take.LOSER: entry_key(entry_for_seat(match, Take.LOSER))}


def changed_sides(match: Match, before: Sequence[Taken]) -> list[Side]:
    """Return the sides fed by the match that now take another entry than before."""
    now = takers(match)
    sides = Side.objects.filter(source=match, filled=True).select_related("match", "entry")
    found = sides.order_by("match__round", "match__number")
    return [side for side in found if {now[side.take]} != {then[side.take] for then in before}]


def entry_key(entry: Entry | None) -> int | None:
    """Return the entry's key; None for none."""
    return entry.pk if entry else None


def has_begun(match: Match) -> bool:
    """Return whether the match was started or decided, so that its seats cannot simply change."""
    return match.started_at is not None or match.state == MatchState.ENDED


def moves(match: Match, side: Side) -> bool:
    """Return whether the side must go to another entry than the one that holds it."""
    return entry_key(entry_for_seat(match, side.take)) != side.entry_id


def apply_remedies(
    ctx: ActContext, match: Match, changed: Sequence[Side], effects: Sequence[Mapping[str, Any]], reason: str
) -> None:
    """Apply the chosen remedy to each later match whose side changed."""
    chosen = {effect["match"]: effect["remedy"] for effect in effects}
    moving = [side.pk for side in changed if moves(match, side) and chosen[side.match.code] != Remedy.KEEP]
    # First empty all sides: two sides of one round may exchange entries, and the people their tables.
    Side.objects.filter(pk__in=moving).update(entry=None)
    Seat.objects.filter(side__in=moving).update(persona=None)
    for side in changed:
        _carry_out(ctx, side, entry_for_seat(match, side.take), chosen[side.match.code], reason)


def _carry_out(ctx: ActContext, side: Side, entry: Entry | None, remedy: str, reason: str) -> None:
    """Apply one remedy at a later match; `entry` is the one that now belongs on the side."""
    if remedy == Remedy.KEEP:
        Side.objects.filter(pk=side.pk).update(exception=Exceptional.KEPT)
        return
    void = void_from(ctx, side.match) if remedy == Remedy.REPLAY else []
    replaced = side.entry
    if entry_key(entry) != side.entry_id:
        fill_side(ctx, side, entry)
    if remedy == Remedy.REPLACE:
        rewrite(ctx, side, replaced, reason)
        return
    replace_departed_entries(ctx, void, reason)
    settle_result(ctx, Match.objects.get(pk=side.match_id))


def unseat_disqualified(ctx: ActContext, match: Match, reason: str) -> None:
    """Empty the later seats of entries that the corrected sheet disqualified."""
    for entry in Entry.objects.filter(sides__match=match, state=EntryState.DISQUALIFIED).distinct():
        empty_seats(ctx, entry, reason, promote=False)
