"""Correcting a sheet in one step; `previewing` shows first what follows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from accounts.models import Player
from core.errors import Impossible, Refused, Stale, Violation, refuse_all
from matches.models import Entry, EntryState, Exceptional, Match, MatchState, Side, Take
from matches.models import Sheet as SheetRow
from rulesets.kernel.sheet import EndedBy, Sheet
from tournaments.models import Correction, Remedy, State
from tournaments.selectors.sheets import same_sheet
from tournaments.services.acting import Scene, acting_on, check_seen, look_again
from tournaments.services.advancing import fill, settle, taker
from tournaments.services.disputing import settle_disputes
from tournaments.services.emptying import empty_seats
from tournaments.services.judging import judged, tournament_of
from tournaments.services.leaving import disqualify_on_sheet, reinstate_from_sheet
from tournaments.services.pictures import later_matches, picture_of
from tournaments.services.rewriting import rewrite
from tournaments.services.sheets import store_sheet
from tournaments.services.voiding import seat_for_the_gone, void_from

Remedies = Mapping[str, str]
Taken = Mapping[str, int | None]
NEEDED = "remedy_needed"
CHOSEN = (Remedy.KEEP, Remedy.REPLAY, Remedy.REPLACE)


def correct_sheet(
    match: Match,
    *,
    sheet: Sheet,
    reason: str,
    by: Player,
    now: datetime,
    remedies: Remedies | None = None,
    seen: int | None = None,
) -> Correction:
    """Record the next version of a sheet, with a remedy for every later match that it concerns.

    `remedies` maps codes of later matches that began to `keep`, `replay` or `replace`; who has not
    begun is reseated. Raises `Refused` with `remedy_needed` for those that have none, `nothing_changed`,
    `replaced_had_won`, and every broken rule; `Stale` where the match, or one that it feeds, changed
    after `seen`, or the day is over.
    """
    with acting_on(tournament_of(match), by=by, need="coordinate", now=now) as scene:
        fresh = correctable(scene, match, seen)
        require_reason(reason)
        return carry_out(scene, fresh, sheet, reason, remedies or {}, seen=seen)


def carry_out(
    scene: Scene,
    match: Match,
    sheet: Sheet,
    reason: str,
    remedies: Remedies,
    *,
    seen: int | None = None,
    report: str = "",
) -> Correction:
    """The correction itself, within an act: the next version, its remedies, and the notice."""
    before = [match, *later_matches(match)]
    for known in before:
        check_seen(known, seen, scene.act.seq)
    picture = {"matches": picture_of(before), "entries": entry_states(match)}
    taken = [takers(match)]
    row = _next_version(scene, match, sheet, reason, report, taken)
    changed = _changed_sides(match, taken)
    effects = _plan(match, changed, remedies)
    write_correction(scene, match, row.version, effects)
    correction = store_correction(scene, match, row.version, reason, effects, picture)
    _apply(scene, match, changed, effects, reason)
    _unseat_disqualified(scene, match, reason)
    settle_disputes(scene, match, reason)
    look_again(scene)
    return correction


def correctable(scene: Scene, match: Match, seen: int | None) -> Match:
    """The match as it is under the lock, if its sheet can be corrected."""
    if scene.tournament.state == State.FINISHED:
        raise Stale("finished")
    fresh = Match.objects.get(pk=match.pk, ledger=scene.act.ledger)
    check_seen(fresh, seen, scene.act.seq)
    if fresh.state != MatchState.ENDED:
        raise Stale(f"match_{fresh.state}")
    sheet = SheetRow.objects.get(match=fresh, is_current=True)
    if sheet.ended_by == EndedBy.BYE or not fresh.sides.filter(entry__isnull=False).exists():
        raise Refused([Violation("nothing_to_correct")])
    return fresh


def require_reason(reason: str) -> None:
    """Refuse a blank reason."""
    if not reason.strip():
        raise Refused([Violation("reason_missing", field="reason")])


def _next_version(
    scene: Scene, match: Match, sheet: Sheet, reason: str, report: str, taken: list[Taken]
) -> SheetRow:
    """Judge and store the corrected sheet; `taken` learns whom the old one sends once people came or left."""
    current = SheetRow.objects.select_related("match").get(match=match, is_current=True)
    verdict, tidy = judged(scene.tournament, match, sheet)
    if same_sheet(current, replace(tidy, reason=current.reason)):
        raise Refused([Violation("nothing_changed")])
    reinstate_from_sheet(scene, match, tidy, reason)
    disqualify_on_sheet(scene, match, tidy)
    taken.append(takers(match))
    return store_sheet(scene, match, replace(tidy, reason=reason.strip()), verdict, report=report)


def _plan(match: Match, changed: Sequence[Side], remedies: Remedies) -> list[dict[str, Any]]:
    """A remedy for each later match whose seat would be somebody else's; none to choose where it stays."""
    effects: list[dict[str, Any]] = []
    wrong: list[Violation] = []
    for side in changed:
        later = side.match
        if not has_begun(later):
            remedy = Remedy.RESEAT.value
        elif not _moves(match, side):
            remedy = Remedy.KEEP.value
        else:
            remedy = remedies.get(later.code, "")
            wrong += _check_remedy(match, side, remedy)
        effects.append({"match": later.code, "remedy": remedy})
    refuse_all(wrong or list(_twice_in_a_round(match, changed, effects)))
    return effects


def _twice_in_a_round(
    match: Match, changed: Sequence[Side], effects: Sequence[Mapping[str, Any]]
) -> Iterator[Violation]:
    """Whoever is to be seated, and would keep another seat of that round (the third-place match's)."""
    chosen = {effect["match"]: effect["remedy"] for effect in effects}
    moving = [side for side in changed if _moves(match, side) and chosen[side.match.code] != Remedy.KEEP]
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
    """Why the side of a later match cannot be given to somebody else on its sheet; empty where it can."""
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
    """Whom each kind of feed takes of the match by its present sheet, by key; the winner even if it left."""
    return {Take.WINNER: match.winner_id, Take.LOSER: _key(taker(match, Take.LOSER))}


def _changed_sides(match: Match, before: Sequence[Taken]) -> list[Side]:
    """Sides fed by the match of which its present sheet takes somebody else than before."""
    now = takers(match)
    sides = Side.objects.filter(source=match, filled=True).select_related("match", "entry")
    found = sides.order_by("match__round", "match__number")
    return [side for side in found if {now[side.take]} != {then[side.take] for then in before}]


def _key(entry: Entry | None) -> int | None:
    return entry.pk if entry else None


def has_begun(match: Match) -> bool:
    """Whether anything was played or decided there, so that its seats do not simply change."""
    return match.started_at is not None or match.state == MatchState.ENDED


def write_correction(scene: Scene, match: Match, version: int, effects: list[dict[str, Any]]) -> None:
    """Record what a new version does to later matches."""
    scene.act.write("correction.applied", match=match.code, version=version, effects=effects)
    scene.touch(match)
    match.save(update_fields=["changed_seq"])


def store_correction(
    scene: Scene,
    match: Match,
    version: int,
    reason: str,
    effects: list[dict[str, Any]],
    picture: dict[str, Any],
) -> Correction:
    """Keep the notice and the picture that undoing needs."""
    if scene.persona is None:
        raise Impossible("a correction by nobody")
    return Correction.objects.create(
        tournament=scene.tournament,
        match=match,
        version=version,
        seq=scene.act.seq,
        at=scene.act.now,
        by=scene.persona,
        reason=reason.strip(),
        effects=effects,
        before=picture,
    )


def _apply(
    scene: Scene, match: Match, changed: Sequence[Side], effects: list[dict[str, Any]], reason: str
) -> None:
    """Carry out each remedy."""
    chosen = {effect["match"]: effect["remedy"] for effect in effects}
    moving = [side.pk for side in changed if _moves(match, side) and chosen[side.match.code] != Remedy.KEEP]
    Side.objects.filter(pk__in=moving).update(entry=None)  # two sides of one round may exchange entries
    for side in changed:
        _carry_out(scene, side, taker(match, side.take), chosen[side.match.code], reason)


def _moves(match: Match, side: Side) -> bool:
    """Whether the side is to be held by somebody else than now."""
    return _key(taker(match, side.take)) != side.entry_id


def _unseat_disqualified(scene: Scene, match: Match, reason: str) -> None:
    """Whom the corrected sheet disqualified, and who was to play on elsewhere, does not."""
    for entry in Entry.objects.filter(sides__match=match, state=EntryState.DISQUALIFIED).distinct():
        empty_seats(scene, entry, reason, promote=False)


def _carry_out(scene: Scene, side: Side, entry: Entry | None, remedy: str, reason: str) -> None:
    """One remedy, for the seat of `entry` at a later match."""
    if remedy == Remedy.KEEP:
        Side.objects.filter(pk=side.pk).update(exception=Exceptional.KEPT)
        return
    void = void_from(scene, side.match) if remedy == Remedy.REPLAY else []
    replaced = side.entry
    if _key(entry) != side.entry_id:
        fill(scene, side, entry)
    if remedy == Remedy.REPLACE:
        rewrite(scene, side, replaced, reason)
        return
    seat_for_the_gone(scene, void, reason)
    settle(scene, Match.objects.get(pk=side.match_id))


def entry_states(match: Match) -> dict[str, str]:
    """Whether the entries of a match take part, which a sheet can change."""
    entries = Entry.objects.filter(sides__match=match).distinct()
    return {entry.code: entry.state for entry in entries}
