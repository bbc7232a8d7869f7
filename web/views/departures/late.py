"""After the draw: somebody comes late, or comes in for a member of a pair."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.models import Entry
from tournaments import finding
from tournaments.departures.enter_late import enter_late
from tournaments.departures.late_places import LatePlace, PlaceKind, late_places
from tournaments.departures.substitute import substitute
from tournaments.entries.check_in_list import entry_view
from tournaments.entries.known_players import team_size
from tournaments.entry_names import names_of
from web.forms.departures.decide import LateEntryForm, SubstituteForm
from web.pages import form_page, seen
from web.views.departures.place_names import GROUPS, place_name
from web.visits import Visit, visiting

FEW = 3  # places that are shown one below the other; the rest is in a list


@require_http_methods(["GET", "HEAD", "POST"])
def entry_late(request: HttpRequest, slug: str) -> HttpResponse:
    """The places of round 1 that are left, and who takes one."""
    visit = visiting(request, slug, need="coordinate")
    form = _late_form(visit)
    if request.method == "POST" and form.run(lambda: _enter(visit, form)):
        messages.success(request, _("Entered: %(names)s") % {"names": " & ".join(form.entry().names)})
        return redirect("entries", slug)
    has_places = len(form.fields["seat"].choices) > 0  # type: ignore[attr-defined]  # a ChoiceField
    context = {**visit.context("entries"), "form": form, "has_places": has_places}
    return form_page(request, "departures/late.html", context)


def _late_form(visit: Visit) -> LateEntryForm:
    tournament = visit.tournament
    places, names = late_places(tournament), names_of(tournament)
    first = [place for place in places if place.kind != PlaceKind.ABSENT][:FEW]
    groups: dict[str, list[tuple[str, str]]] = {}
    for place in places:
        if place not in first:
            group = str(GROUPS[place.kind])
            groups.setdefault(group, []).append((_key(place), place_name(place, names)))
    return LateEntryForm(
        _sent(visit.request),
        team_size=team_size(tournament),
        places=[(_key(place), place_name(place, names)) for place in first],
        others=list(groups.items()),
    )


def _key(place: LatePlace) -> str:
    return f"{place.match.code}.{place.side}.{place.instead_of}"


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


def _enter(visit: Visit, form: LateEntryForm) -> None:
    code, side, instead_of = form.place
    enter_late(
        finding.find_match(visit.tournament, code),
        side=side,
        instead_of=instead_of,
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
