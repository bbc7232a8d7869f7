"""Pins on the timetable: a match is held to a table or a time by a form, which dragging fills in, too."""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils import timezone

from matches.models import PhysicalTable
from scheduling.pins import pin_match, unpin_match
from scheduling.timetable_views import ShownDay
from tournaments import finding
from tournaments.tables.hall import TableView
from web.forms.planning import PinForm
from web.templatetags.chama import match_name
from web.visits import Visit


def pin_form(plan: ShownDay | None, tables: Sequence[TableView], data: QueryDict | None = None) -> PinForm:
    """The form for the matches that were not called yet."""
    bars = [bar for _, row in plan.lines for bar in row if bar.is_to_come] if plan else []
    bars.sort(key=lambda bar: (bar.round, bar.third_place, bar.number))
    return PinForm(data, matches=[(bar.code, match_name(bar)) for bar in bars], tables=tables)


def pin(visit: Visit, form: PinForm) -> None:
    """Pin what the form says."""
    match = finding.find_match(visit.tournament, form.cleaned_data["match"])
    position = form.cleaned_data["table"]
    table = PhysicalTable.objects.filter(ledger=visit.tournament.ledger_id, position=position).first()
    begins_at = form.cleaned_data["begins_at"]
    pin_match(match, table=table, begins_at=begins_at, by=visit.by, now=timezone.now())


def unpin(visit: Visit) -> None:
    """Take the pin off the match whose button was pressed."""
    match = finding.find_match(visit.tournament, visit.request.POST.get("match", ""))
    unpin_match(match, by=visit.by, now=timezone.now())
