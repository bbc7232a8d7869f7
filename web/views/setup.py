"""Preparing a tournament: its facts, its title as it is typed, its staff, its announcement."""

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Player
from tournaments.messages import announcement_text
from tournaments.models import Role, State, Tournament
from tournaments.selectors.staff import find_staff, staff_of
from tournaments.services import announcing, creating, staffing
from tournaments.snapshots import facts_of
from tournaments.titles import TitlePreview, preview
from web.forms.setup import (
    AnnouncementForm,
    ChangeTournamentForm,
    NewTournamentForm,
    StaffForm,
    TournamentForm,
    initial_of,
)
from web.pages import form_page, frame, seen, signed_in, tournament_page


def tournament_new(request: HttpRequest) -> HttpResponse:
    """Create a tournament from its parts; whoever creates it organizes it."""
    player = signed_in(request)
    form = NewTournamentForm(request.POST or None, initial={"kind": "campeonato", "year": _this_year()})
    made: list[Tournament] = []
    if request.method == "POST" and form.run(lambda: made.append(_create(form, player))):
        messages.success(request, _("The tournament is created. Next: who helps, and the announcement."))
        return redirect("staff", made[0].slug)
    return form_page(request, "setup/new.html", {"form": form, "preview": _preview_of(form)})


def _create(form: NewTournamentForm, player: Player) -> Tournament:
    tables = form.cleaned_data["tables"]
    return creating.create_tournament(form.facts(), by=player, now=timezone.now(), tables=tables)


def _this_year() -> int:
    return timezone.localtime(timezone.now(), ZoneInfo(settings.DEFAULT_VENUE_ZONE)).year


@require_safe
def title_preview(request: HttpRequest) -> HttpResponse:
    """The title of the parts typed so far: a fragment."""
    return render(request, "setup/_title.html", {"preview": _preview_of(TournamentForm(request.GET))})


def _preview_of(form: TournamentForm) -> TitlePreview:
    """The title of what stands in the form, read leniently."""
    year = str(form["year"].value() or "")
    return preview(
        str(form["game"].value() or ""),
        str(form["kind"].value() or ""),
        str(form["name"].value() or ""),
        tuple(form["variants"].value() or ()),
        int(year) if year.isascii() and year.isdigit() and len(year) == 4 else None,
    )


def tournament_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what was chosen; after the draw with a reason."""
    tournament = tournament_page(request, slug, need="manage")
    form = ChangeTournamentForm(
        request.POST or None, facts=facts_of(tournament), is_drawn=tournament.state != State.PREPARING
    )
    if request.method == "POST" and form.run(lambda: _change(request, tournament, form)):
        messages.success(request, _("Saved."))
        return redirect("tournament_edit", slug)
    context = {**frame(request, tournament, "tournament_edit"), "form": form, "preview": _preview_of(form)}
    if form.is_stale:
        context["changes"] = list(_changes(form, tournament_page(request, slug)))
    return form_page(request, "setup/edit.html", context)


def _change(request: HttpRequest, tournament: Tournament, form: ChangeTournamentForm) -> Tournament:
    return creating.change_tournament(
        tournament,
        facts=form.facts(),
        reason=form.cleaned_data.get("reason", ""),
        seen=seen(request),
        by=signed_in(request),
        now=timezone.now(),
    )


def _changes(form: ChangeTournamentForm, present: Tournament) -> Iterator[dict[str, Any]]:
    """Fields whose present value differs from the typed one."""
    now = initial_of(facts_of(present))
    for name, value in now.items():
        typed = form.cleaned_data.get(name)
        if name in form.fields and (value or "") != (typed or ""):
            field = form[name]
            yield {"label": field.label, "now": _words(field, value), "typed": _words(field, typed)}


def _words(field: BoundField, value: Any) -> Any:
    """A field's value as people read it: the words of a choice, yes or no, else as it is."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    choices = {str(key): label for key, label in getattr(field.field, "choices", ())}
    if not choices:
        return value
    chosen = value if isinstance(value, list) else [value]
    return ", ".join(str(choices.get(str(key), key)) for key in chosen)


def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Who helps: add by user name, take a role back."""
    tournament = tournament_page(request, slug, need="manage")
    if "remove" in request.POST:
        return _remove_staff(request, tournament)
    form = StaffForm(request.POST or None)
    if request.method == "POST" and form.run(lambda: _assign(request, tournament, form.cleaned_data)):
        return redirect("staff", slug)
    return _staff_page(request, tournament, form)


def _assign(request: HttpRequest, tournament: Tournament, values: dict[str, Any]) -> None:
    given = staffing.assign(tournament, **values, by=signed_in(request), now=timezone.now())
    messages.success(request, _("%(name)s now helps here.") % {"name": given.persona.player.name})


def _remove_staff(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take one role back; a refusal is shown at the head of the page."""
    code, _colon, role = request.POST["remove"].partition(":")
    held = find_staff(tournament, code, role)
    form = StaffForm({"username": "", "role": Role.JUDGE})
    form.errors.clear()
    if form.tried(lambda: staffing.remove(tournament, staff=held, by=signed_in(request), now=timezone.now())):
        return redirect("staff", tournament.slug)
    return _staff_page(request, tournament, form)


def _staff_page(request: HttpRequest, tournament: Tournament, form: StaffForm) -> HttpResponse:
    rows = staff_of(tournament)
    has_coordinator = any(row.role == Role.COORDINATOR for row in rows)
    context = {"form": form, "staff": rows, "has_coordinator": has_coordinator}
    return form_page(request, "setup/staff.html", {**frame(request, tournament, "staff"), **context})


def announcement(request: HttpRequest, slug: str) -> HttpResponse:
    """The notice that the product proposes, the organizer edits, and everybody gets."""
    tournament = tournament_page(request, slug, need="manage")
    address = request.build_absolute_uri(reverse("tournament", args=[slug]))
    proposed = announcement_text(tournament, address)
    fresh = "proposal" in request.GET or not tournament.announcement
    form = AnnouncementForm(
        request.POST or None, initial={"text": proposed if fresh else tournament.announcement}
    )
    if request.method == "POST" and form.run(lambda: _publish(request, tournament, form.cleaned_data)):
        messages.success(request, _("Published: the tournament is public and open for entries."))
        return redirect("announcement", slug)
    context = {
        "form": form,
        "address": address,
        "differs": proposed.split() != tournament.announcement.split(),
    }
    return form_page(
        request, "setup/announcement.html", {**frame(request, tournament, "announcement"), **context}
    )


def _publish(request: HttpRequest, tournament: Tournament, values: dict[str, Any]) -> Tournament:
    return announcing.publish_announcement(
        tournament, **values, seen=seen(request), by=signed_in(request), now=timezone.now()
    )
