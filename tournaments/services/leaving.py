"""Entries that leave by a sheet, and those that a corrected sheet brings back."""

from django.db.models import QuerySet

from core.errors import Refused, Violation
from matches.models import Entry, EntryState, Match, MatchState, SheetLine
from rulesets.kernel.sheet import Out, Sheet
from tournaments.selectors.leaving import had_withdrawn, lost_place
from tournaments.services.acting import Scene
from tournaments.services.emptying import refuse_while_playing


def disqualify_on_sheet(scene: Scene, match: Match, sheet: Sheet) -> bool:
    """A disqualification on a sheet is from the tournament, and comes before it in the record.

    True where somebody was.

    Raises `Refused` where a corrected sheet disqualifies somebody who went further: `leaves_by_sheet` while
    that match is on, `disqualify_instead` where a later win is lost too.
    """
    people = _disqualified(sheet)
    if not people:
        return False
    leaving = _entries(match, people).exclude(state=EntryState.DISQUALIFIED)
    for entry in leaving:
        if match.state == MatchState.ENDED:
            _refuse_if_further(entry, match)
        scene.act.write("entry.disqualified", entry=entry.code, reason=sheet.reason or None)
        change_state(scene, entry, EntryState.DISQUALIFIED)
    return bool(leaving)


def _refuse_if_further(entry: Entry, match: Match) -> None:
    refuse_while_playing(entry)
    later = lost_place(entry)
    if later is not None and later != match:
        raise Refused([Violation("disqualify_instead", {"match": later.code, "place": str(later)})])


def reinstate_from_sheet(scene: Scene, match: Match, sheet: Sheet, reason: str) -> None:
    """Whom the superseded sheet disqualified and the new one does not takes part again."""
    lines = SheetLine.objects.filter(sheet__match=match, sheet__is_current=True)
    out = set(lines.filter(out=Out.DISQUALIFIED.value).values_list("persona__code", flat=True))
    back = _entries(match, out).filter(state=EntryState.DISQUALIFIED)
    for entry in back.exclude(pk__in=_entries(match, _disqualified(sheet)).values("pk")):
        state = EntryState.WITHDRAWN if had_withdrawn(entry) else EntryState.CHECKED_IN
        scene.act.write("entry.reinstated", entry=entry.code, reason=reason)
        if state == EntryState.WITHDRAWN:
            scene.act.write("entry.withdrawn", entry=entry.code, reason=reason)
        change_state(scene, entry, state)


def _disqualified(sheet: Sheet) -> set[str]:
    return {line.player for line in sheet.lines if line.out == Out.DISQUALIFIED}


def _entries(match: Match, codes: set[str]) -> QuerySet[Entry]:
    found = Entry.objects.filter(sides__match=match, members__persona__code__in=codes)
    return found.distinct().order_by("number")


def change_state(scene: Scene, entry: Entry, state: str) -> None:
    """The entry leaves or comes back, and its people with it; its line in the record is written."""
    entry.state = state
    scene.touch(entry)
    entry.save(update_fields=["state", "changed_seq"])
    entry.members.update(live=state in (EntryState.ENTERED, EntryState.CHECKED_IN))
