"""After the draw: somebody comes late, or comes in for a member of a pair."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.models import Entry, Side
from tournaments import finding
from tournaments.departures.enter_late import enter_late, free_sides
from tournaments.departures.substitute import substitute
from tournaments.entries.check_in_list import entry_view
from tournaments.entries.known_players import team_size
from web.forms.departures.decide import LateEntryForm, SubstituteForm
from web.pages import form_page, seen
from web.visits import Visit, visiting


@require_http_methods(["GET", "HEAD", "POST"])
def entry_late(request: HttpRequest, slug: str) -> HttpResponse:
    """The empty seats of round 1, and who takes one."""
    visit = visiting(request, slug, need="coordinate")
    seats = [(f"{side.match.code}.{side.number}", _seat(side)) for side in free_sides(visit.tournament)]
    form = LateEntryForm(_sent(request), team_size=team_size(visit.tournament), seats=seats)
    if request.method == "POST" and form.run(lambda: _enter(visit, form)):
        messages.success(request, _("Entered: %(names)s") % {"names": " & ".join(form.entry().names)})
        return redirect("entries", slug)
    context = {**visit.context("entries"), "form": form, "seats": seats}
    return form_page(request, "departures/late.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def entry_substitute(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A pair exchanges a member before its first match."""
    visit = visiting(request, slug, need="coordinate")
    entry = finding.find_entry(visit.tournament, code)
    view = entry_view(entry)
    people = [(person.persona_code, person.name) for person in view.people]
    form = SubstituteForm(_sent(request), people=people)
    if request.method == "POST" and form.run(lambda: _exchange(visit, entry, form)):
        messages.success(request, _("The pair has its substitute."))
        return redirect("entries", slug)
    context = {**visit.context("entries"), "form": form, "entry": view}
    return form_page(request, "departures/substitute.html", context)


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _seat(side: Side) -> str:
    return _("match %(place)s, side %(side)s") % {"place": str(side.match), "side": side.number}


def _enter(visit: Visit, form: LateEntryForm) -> None:
    code, number = form.cleaned_data["seat"].rsplit(".", 1)
    enter_late(
        finding.find_match(visit.tournament, code),
        side=int(number),
        entry=form.entry(),
        reason=form.cleaned_data["reason"],
        by=visit.by,
        now=timezone.now(),
        seen=seen(visit.request),
    )


def _exchange(visit: Visit, entry: Entry, form: SubstituteForm) -> None:
    substitute(
        entry,
        leaving=form.cleaned_data["leaving"],
        coming=form.coming(),
        reason=form.cleaned_data["reason"],
        by=visit.by,
        now=timezone.now(),
        seen=seen(visit.request),
    )
