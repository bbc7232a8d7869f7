"""Entries that a sheet disqualifies or reinstates, or that are disqualified already."""

from django.db.models import QuerySet

from core.models import RecordLine
from matches.models import Entry, EntryState, Match, Member, SheetLine
from matches.models import Sheet as SheetRow
from rulesets.kernel.sheet import Out, Sheet


def disqualified_at(entry: Entry) -> Match | None:
    """Return the match whose current sheet disqualifies the entry, or None."""
    lines = _disqualified_lines(entry).filter(sheet__is_current=True)
    line = lines.select_related("sheet__match").first()
    return line.sheet.match if line else None


def _disqualified_lines(entry: Entry) -> QuerySet[SheetLine]:
    """Return the lines of any version of any sheet that disqualify a person of the entry."""
    return SheetLine.objects.filter(
        sheet__match__ledger=entry.ledger_id,
        out=Out.DISQUALIFIED.value,
        persona__memberships__entry=entry,
    )


def reinstated_by(match: Match, sheet: Sheet) -> QuerySet[Entry]:
    """Return entries that the current sheet disqualified and this one in its place does not.

    Entries disqualified otherwise, or by another sheet too, are not: a sheet undoes only its own
    disqualifications.
    """
    lines = SheetLine.objects.filter(sheet__match=match, sheet__is_current=True)
    out = set(lines.filter(out=Out.DISQUALIFIED.value).values_list("persona__code", flat=True))
    back = entries_of_people(match, out).filter(state=EntryState.DISQUALIFIED)
    found = back.exclude(pk__in=entries_of_people(match, disqualified_people(sheet)).values("pk"))
    return found.filter(pk__in=[entry.pk for entry in found if _was_disqualified_at(entry, match)])


def _was_disqualified_at(entry: Entry, match: Match) -> bool:
    """Return whether a sheet of this match, and no current one of another, disqualified the entry last."""
    elsewhere = _disqualified_lines(entry).filter(sheet__is_current=True).exclude(sheet__match=match)
    lines = RecordLine.objects.filter(
        ledger=entry.ledger_id, type="entry.disqualified", text__contains=f'"entry":"{entry.code}"'
    )
    latest = lines.order_by("-seq").values_list("at", flat=True)[:1]
    sheets = SheetRow.objects.filter(match=match, recorded_at__in=list(latest))
    return not elsewhere.exists() and _disqualified_lines(entry).filter(sheet__in=sheets).exists()


def still_disqualified(match: Match, sheet: Sheet) -> set[str]:
    """Return codes of people at the match who stay disqualified with this sheet in place of the current one.

    Without those of the match's winner: a win stands if the winner's next match was over by then.
    """
    gone = Entry.objects.filter(sides__match=match, state=EntryState.DISQUALIFIED)
    back = {*reinstated_by(match, sheet).values_list("pk", flat=True), match.winner_id}
    stay = [entry.pk for entry in gone if entry.pk not in back]
    people = Member.objects.filter(entry__in=stay)
    return set(people.values_list("persona__code", flat=True))


def disqualified_people(sheet: Sheet) -> set[str]:
    """Return the codes of people whom a sheet disqualifies."""
    return {line.player for line in sheet.lines if line.out == Out.DISQUALIFIED}


def entries_of_people(match: Match, codes: set[str]) -> QuerySet[Entry]:
    """Return the entries at a match with any of these people (codes), each once, in order of entering."""
    found = Entry.objects.filter(sides__match=match, members__persona__code__in=codes)
    return found.distinct().order_by("number")
