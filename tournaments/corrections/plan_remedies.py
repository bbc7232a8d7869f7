"""Plan which remedy each later match needs after a correction. This module only reads."""

from collections.abc import Iterator, Mapping, Sequence

from core.errors import Violation, refuse_all
from matches.models import Entry, Match, MatchState, Side, Take
from tournaments.models import Remedy
from tournaments.seats.advance import taker

Remedies = Mapping[str, str]
Taken = Mapping[str, int | None]
NEEDED = "remedy_needed"
CHOSEN = (Remedy.KEEP, Remedy.REPLAY, Remedy.REPLACE)


def plan(match: Match, changed: Sequence[Side], remedies: Remedies) -> list[dict[str, object]]:
    """Return a remedy for each later match whose seat would go to another entry.

    Raises `Refused` if a remedy is missing or impossible.
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
    """Yield entries that would get a second seat in a round (with the third-place match's)."""
    chosen = {effect["match"]: effect["remedy"] for effect in effects}
    moving = [side for side in changed if moves(match, side) and chosen[side.match.code] != Remedy.KEEP]
    for side in moving:
        entry = taker(match, side.take)
        held = Side.objects.filter(entry=entry, round=side.round, match__ledger=match.ledger_id)
        for other in held.exclude(pk__in=[s.pk for s in moving]) if entry else ():
            facts = {"match": other.match.code, "place": str(other.match)}
            yield Violation("seated_elsewhere", facts, "remedies")


def _check_remedy(match: Match, side: Side, remedy: str) -> Sequence[Violation]:
    facts = {"match": side.match.code, "place": str(side.match)}
    rightful = taker(match, side.take)
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
    return entry.code if entry else None


def takers(match: Match) -> Taken:
    """Return the key of the entry that each kind of feed takes from the match; the winner even if it left."""
    return {Take.WINNER: match.winner_id, Take.LOSER: entry_key(taker(match, Take.LOSER))}


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
    return entry_key(taker(match, side.take)) != side.entry_id
