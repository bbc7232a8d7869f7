"""Correcting a sheet in one step; `previewing` shows first what follows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from accounts.models import Player
from core.errors import Impossible, Refused, Stale, Violation, refuse_all
from core.jobs import enqueue
from matches.models import Entry, Match, MatchState, Side
from matches.models import Sheet as SheetRow
from rulesets.kernel.sheet import EndedBy, Sheet
from tournaments.models import Correction, Remedy, State
from tournaments.selectors.sheets import same_sheet
from tournaments.services.acting import DISPATCH, Scene, acting_on, check_seen
from tournaments.services.advancing import fill, settle, taker
from tournaments.services.disputing import settle_disputes
from tournaments.services.leaving import disqualify_on_sheet, reinstate_from_sheet
from tournaments.services.pictures import clear, later_matches, picture_of
from tournaments.services.playing import judged, tournament_of
from tournaments.services.rewriting import rewrite
from tournaments.services.sheets import store_sheet

Remedies = Mapping[str, str]
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
        fresh = _correctable(scene, match, seen)
        require_reason(reason)
        before = [fresh, *later_matches(fresh)]
        for known in before:
            check_seen(known, seen, scene.act.seq)
        picture = {"matches": picture_of(before), "entries": entry_states(fresh)}
        row = _next_version(scene, fresh, sheet, reason)
        effects = _plan(fresh, remedies or {})
        write_correction(scene, fresh, row.version, effects)
        correction = store_correction(scene, fresh, row.version, reason, effects, picture)
        _apply(scene, fresh, effects, reason)
        settle_disputes(scene, fresh, reason)
        look_again(scene)
        return correction


def _correctable(scene: Scene, match: Match, seen: int | None) -> Match:
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


def _next_version(scene: Scene, match: Match, sheet: Sheet, reason: str) -> SheetRow:
    """Judge and store the corrected sheet."""
    current = SheetRow.objects.select_related("match").get(match=match, is_current=True)
    verdict, tidy = judged(scene.tournament, match, sheet)
    if same_sheet(current, replace(tidy, reason=current.reason)):
        raise Refused([Violation("nothing_changed")])
    reinstate_from_sheet(scene, match, tidy, reason)
    disqualify_on_sheet(scene, match, tidy)
    return store_sheet(scene, match, replace(tidy, reason=reason.strip()), verdict)


def _plan(match: Match, remedies: Remedies) -> list[dict[str, Any]]:
    """A remedy for each later match whose seat would be somebody else's."""
    effects: list[dict[str, Any]] = []
    wrong: list[Violation] = []
    for side in _changed_sides(match):
        later = side.match
        if _has_begun(later):
            remedy = remedies.get(later.code, "")
            wrong += _check_remedy(match, side, remedy)
        else:
            remedy = Remedy.RESEAT.value
        effects.append({"match": later.code, "remedy": remedy})
    refuse_all(wrong)
    return effects


def _check_remedy(match: Match, side: Side, remedy: str) -> Sequence[Violation]:
    facts = {"match": side.match.code, "place": str(side.match)}
    against = _against_replacing(side)
    if remedy not in CHOSEN:
        rightful = taker(match, side.take)
        seats = {"sits": _code(side.entry), "rightful": _code(rightful), "no_replacing": against}
        return [Violation(NEEDED, {**facts, **seats}, "remedies")]
    return [Violation(against, facts, "remedies")] if remedy == Remedy.REPLACE and against else []


def _against_replacing(side: Side) -> str:
    """Why the side of a later match cannot be given to somebody else on its sheet; empty where it can."""
    if side.match.state != MatchState.ENDED:
        return "replace_needs_sheet"
    if side.entry_id is not None and side.entry_id == side.match.winner_id:
        return "replaced_had_won"
    return ""


def _code(entry: Entry | None) -> str | None:
    return entry.code if entry else None


def _changed_sides(match: Match) -> list[Side]:
    """Sides fed by the match that its present sheet gives to somebody else."""
    sides = Side.objects.filter(source=match, filled=True).select_related("match", "entry")
    found = sides.order_by("match__round", "match__number")
    return [side for side in found if _key(taker(match, side.take)) != side.entry_id]


def _key(entry: Entry | None) -> int | None:
    return entry.pk if entry else None


def _has_begun(match: Match) -> bool:
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


def _apply(scene: Scene, match: Match, effects: list[dict[str, Any]], reason: str) -> None:
    """Carry out each remedy."""
    chosen = {effect["match"]: effect["remedy"] for effect in effects}
    for side in _changed_sides(match):
        entry = taker(match, side.take)
        remedy = chosen[side.match.code]
        if remedy == Remedy.REPLAY:
            _void(scene, side.match)
        if remedy == Remedy.REPLACE:
            replaced = side.entry
            fill(scene, side, entry)
            rewrite(scene, side, replaced, reason)
        elif remedy != Remedy.KEEP:
            fill(scene, side, entry)
            settle(scene, side.match)


def _void(scene: Scene, match: Match) -> None:
    """The match and all it feeds are to be played again; their sides wait for what is void."""
    later = later_matches(match)
    void = [match.pk, *(found.pk for found in later)]
    for found in later:
        clear(found)
        emptied = found.sides.filter(source__in=void)
        found.seats.filter(side__in=emptied).update(persona=None)
        emptied.update(entry=None, filled=False)
        scene.touch(found)
        found.save()
    clear(match)
    scene.touch(match)
    match.save()


def look_again(scene: Scene) -> None:
    """Let the dispatcher see what can be called now."""
    ledger, now = scene.act.ledger, scene.act.now
    enqueue(DISPATCH, ledger, key=str(ledger.pk), due=now, now=now)


def entry_states(match: Match) -> dict[str, str]:
    """Whether the entries of a match take part, which a sheet can change."""
    entries = Entry.objects.filter(sides__match=match).distinct()
    return {entry.code: entry.state for entry in entries}
