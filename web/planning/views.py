"""The timetable of a day, its pins, and the forecast before entries close.

A pin holds a match to a table or a time. Dragging a bar fills in the form of the pin.
"""

from collections.abc import Callable, Iterable, Sequence
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from matches.models import PhysicalTable
from scheduling.pins import pin_match, unpin_match
from scheduling.shared_tables import tables_in_use, uses_of_others
from scheduling.timetable_views import TimetableView, pin_views, timetable_view
from scheduling.timetables import FOLLOWED, cancel_making, drop_timetable, request_plan
from scheduling.what_if import MAX_ENTRIES, MAX_TABLES, WhatIf, present_size, strengths, what_if
from tournaments import finding
from tournaments.models import Tournament
from tournaments.tables.shared_hall import TableView, tables_of
from web.http.requests import posted_act, wants_fragment
from web.pages import form_page, in_snapshot
from web.planning import calendars, judges
from web.planning.gantt import draw_gantt
from web.play.forms import SHAPE
from web.service_form import ServiceForm
from web.templatetags.chama import match_name
from web.tournament_request import TournamentRequest, open_tournament


class WhatIfForm(ServiceForm):
    """Sent by GET, so that the address of a plan can be shared."""

    inscricoes = forms.IntegerField(label=gettext_lazy("Entries"), min_value=2, max_value=MAX_ENTRIES)
    mesas = forms.IntegerField(label=gettext_lazy("Tables"), min_value=1, max_value=MAX_TABLES)


class PinForm(ServiceForm):
    """A match with a pinned table, a time, or both; clean and render it in the venue's zone."""

    begins_at = forms.DateTimeField(
        label=gettext_lazy("Begins"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": "60"}, format=SHAPE),
    )

    def __init__(
        self, *args: object, matches: Iterable[tuple[str, str]], tables: Iterable[TableView], **kwargs: object
    ) -> None:
        super().__init__(*args, auto_id="pin-%s", **kwargs)
        open_ones = [(table.position, table.label) for table in tables if table.is_open]
        self.fields["match"] = forms.ChoiceField(label=gettext_lazy("Match"), choices=list(matches))
        self.fields["table"] = forms.TypedChoiceField(
            label=gettext_lazy("Table"),
            choices=[("", gettext_lazy("Any table")), *open_ones],
            coerce=int,
            empty_value=None,
            required=False,
        )
        self.order_fields(["match", "table", "begins_at"])


def pin_form(
    plan: TimetableView | None, tables: Sequence[TableView], data: QueryDict | None = None
) -> PinForm:
    """Return the form to pin a match that was not called yet; without a plan it offers no match."""
    bars = [bar for _, row in plan.lines for bar in row if bar.is_to_come] if plan else []
    bars.sort(key=lambda bar: (bar.round, bar.number))
    return PinForm(data, matches=[(bar.code, match_name(bar)) for bar in bars], tables=tables)


def pin(req: TournamentRequest, form: PinForm) -> None:
    """Store the pin of the form's match to its table, time or both. Raise as `pin_match`."""
    match = finding.find_match(req.tournament, form.cleaned_data["match"])
    position = form.cleaned_data["table"]
    table = PhysicalTable.objects.filter(ledger=req.tournament.ledger_id, position=position).first()
    begins_at = form.cleaned_data["begins_at"]
    pin_match(match, table=table, begins_at=begins_at, by=req.actor, now=timezone.now())


def unpin(req: TournamentRequest) -> None:
    """Remove the pin of the match whose button was pressed. Raise as `unpin_match`."""
    match = finding.find_match(req.tournament, req.http.POST.get("match", ""))
    unpin_match(match, by=req.actor, now=timezone.now())


ACTS: dict[str, Callable[[TournamentRequest], object]] = {
    "make": lambda req: request_plan(req.tournament, by=req.actor, now=timezone.now()),
    "cancel": lambda req: cancel_making(req.tournament, by=req.actor, now=timezone.now()),
    "drop": lambda req: drop_timetable(req.tournament, by=req.actor, now=timezone.now()),
    "unpin": unpin,
}
PINNING = ("pin", "unpin")
"""After these acts the page opens at its pins, which are far down on a phone."""


@require_http_methods(["GET", "HEAD", "POST"])
def timetable(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the timetable, which polls every minute, every two seconds while it is computed. On POST run an
    act of `ACTS`, or pin a match.
    """
    if request.method != "POST":
        return _timetable_page(request, slug)
    req = open_tournament(request, slug, "coordinate")
    with timezone.override(ZoneInfo(req.tournament.zone)):
        return _act_and_redirect(req, request.POST.get("act", ""))


@in_snapshot
def _timetable_page(request: HttpRequest, slug: str) -> HttpResponse:
    req = open_tournament(request, slug)
    with timezone.override(ZoneInfo(req.tournament.zone)):
        return _render_timetable(req)


def _act_and_redirect(req: TournamentRequest, name: str) -> HttpResponse:
    """Run the posted act and redirect; if it is refused or unknown, render the page with the reason."""
    form = ServiceForm()
    if name == "pin":
        form = typed = _posted_pin_form(req)
        is_done = typed.run(lambda: pin(req, typed))
    else:
        is_done = form.attempt(lambda: posted_act(req.http, ACTS)(req))
    if not is_done:
        return _render_timetable(req.reload(), form)
    if name == "drop":
        said = _("There is no longer a timetable: matches are called in bracket order.")
        messages.success(req.http, said)
    shown = reverse("timetable", args=[req.tournament.slug])
    return redirect(f"{shown}#pins" if name in PINNING else shown)


def _posted_pin_form(req: TournamentRequest) -> PinForm:
    plan = timetable_view(req.tournament, timezone.now())
    return pin_form(plan, tables_of(req.tournament), req.http.POST)


def _render_timetable(req: TournamentRequest, form: ServiceForm | None = None) -> HttpResponse:
    """Render the page, for htmx its fragment; `form` is a refused one."""
    page = "planning/_timetable.html" if wants_fragment(req.http) else "planning/timetable.html"
    return form_page(req.http, page, {**_timetable_context(req, form), "form": form or ServiceForm()})


def _timetable_context(req: TournamentRequest, form: ServiceForm | None) -> dict[str, object]:
    """Return the context of the timetable; `form` is the refused one, or None."""
    moment, tournament = timezone.now(), req.tournament
    plan, hall, may_make = timetable_view(tournament, moment), tables_of(tournament), req.may("coordinate")
    with_matches = {label for label, _ in plan.lines} if plan else set()
    drawn = [table for table in hall if table.label in with_matches or (may_make and table.is_open)]
    may_pin = may_make and tournament.state in FOLLOWED and bool(plan and plan.lines)
    uses = uses_of_others(tournament, moment) if plan else []
    return {
        **req.context("timetable"),
        "may_make": may_make,
        "may_pin": may_pin,
        "pins": pin_views(tournament) if may_pin else (),
        "pin_form": form if isinstance(form, PinForm) else pin_form(plan, hall) if may_pin else None,
        "plan": plan,
        "gantt": draw_gantt(plan, tournament.pauses, moment, drawn, uses) if plan else None,
        "hall_tables": hall,
        "used_elsewhere": tables_in_use(tournament, req.player, moment) if uses else (),
        "moment": moment,
        "is_followed": tournament.state in FOLLOWED,
    }


@require_safe
def planning(request: HttpRequest, slug: str) -> HttpResponse:
    """Compare bracket shapes for `?inscricoes=` entries on `?mesas=` tables, by default the present ones."""
    req = open_tournament(request, slug, "coordinate")
    tournament = req.tournament
    form = WhatIfForm(request.GET or _present_values(tournament))
    found: list[WhatIf] = []
    form.run(lambda: found.append(_compute_what_if(tournament, form)))
    shown = found[0] if found else None
    context = {
        **req.context("planning"),
        "form": form,
        "what": shown,
        "shapes": list(zip(shown.shapes, strengths(shown.shapes), strict=True)) if shown else [],
    }
    return form_page(request, "planning/what_if.html", context)


def _compute_what_if(tournament: Tournament, form: WhatIfForm) -> WhatIf:
    """Return the shapes for the form's numbers, each with its planned day; store nothing."""
    data = form.cleaned_data
    return what_if(tournament, entries=data["inscricoes"], tables=data["mesas"], moment=timezone.now())


def _present_values(tournament: Tournament) -> dict[str, int]:
    """Return the fields of `WhatIfForm` with the tournament's numbers of entries and tables."""
    entries, tables = present_size(tournament)
    return {"inscricoes": entries, "mesas": tables}


AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}previsao/", planning, name="planning"),
    path(f"{AT}horario/", timetable, name="timetable"),
    path(f"{AT}juizes/", judges.judges, name="judges"),
    path(f"{AT}calendario.ics", calendars.tournament_calendar, name="tournament_calendar"),
    path(f"{AT}mesas/<int:position>/calendario.ics", calendars.table_calendar, name="table_calendar"),
    path("calendario/<str:token>.ics", calendars.own_calendar, name="own_calendar"),
]
