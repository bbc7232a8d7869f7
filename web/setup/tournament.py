"""Preparing a tournament: its facts, its title as it is typed, its staff."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib import messages
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from accounts.models import Player
from core.errors import Violation
from core.http.callers import caller_of
from core.http.rate_limit import Purpose, count_success
from core.text import number_in
from tournaments.finding import visible_tournaments
from tournaments.models import Role, State, Tournament
from tournaments.rules_of import facts_of
from tournaments.setup import staff as staffing
from tournaments.setup.create import change_tournament, create_tournament
from tournaments.setup.staff_selectors import find_staff, judges_warning, staff_of
from tournaments.setup.title_preview import preview_title
from tournaments.tables.shifts import shifts_of
from web.pages import form_page, seen
from web.setup.choices import TAKE, known_game, taken
from web.setup.forms import ChangeTournamentForm, NewTournamentForm, TournamentForm, initial_of
from web.setup.initial import GAME, games, opening
from web.setup.staff_form import StaffForm
from web.setup.type_choices import key_and_version
from web.site.accounts import account_of
from web.site.forms import is_theirs
from web.visits import Visit, current_player, signed_in, visiting

BESIDE = ("kind", "name", "sizes", "starts_on", "capacity")
"""Fields with a place for warnings beside them."""
SUMMARY = ("sizes", "time_limit", "ranked", "multiplier", "starts_on", "starts_time", "capacity", "tables")
OF = "torneio"  # whose title it is, where the tournament exists


def tournament_new(request: HttpRequest) -> HttpResponse:
    """Create a tournament from its parts; its creator becomes the organizer."""
    player = signed_in(request)
    opened = opening(request, player)
    form = NewTournamentForm(taken(request.POST) or None, initial=opened.values, player=player)
    made: list[Tournament] = []
    if _is_sent(request, form) and form.run(lambda: made.append(_create(request, form, player))):
        messages.success(request, _("The tournament is created. Next: who helps, and the announcement."))
        return redirect("staff", made[0].slug)
    context = {"form": form, "opening": opened, "games": games(form.rules.key), **_preview_of(form)}
    return form_page(request, "setup/new.html", context)


def _is_sent(request: HttpRequest, form: TournamentForm) -> bool:
    """Whether it was sent, could be read, and shows nothing to look at again first."""
    return request.method == "POST" and TAKE not in request.POST and form.is_valid() and not form.ask_again()


def _create(request: HttpRequest, form: NewTournamentForm, player: Player) -> Tournament:
    tables = form.cleaned_data["tables"]
    with count_success(Purpose.TOURNAMENT, caller_of(request)):
        return create_tournament(form.facts(), by=player, now=timezone.now(), tables=tables)


@require_safe
def title_preview(request: HttpRequest) -> HttpResponse:
    """The title of the parts typed so far, and what to look at again: a fragment."""
    player, slug = current_player(request), request.GET.get(OF, "")
    pinned = visible_tournaments(player).filter(slug=slug).first() if slug else None
    form = TournamentForm(request.GET, initial={}, player=player, pinned=pinned)
    return render(request, "setup/_title.html", {**_preview_of(form), "slots": BESIDE})


def _preview_of(form: TournamentForm) -> dict[str, object]:
    """The title of what stands in the form, read leniently, and what speaks against its choices."""
    year = str(form["year"].value() or "")
    title = preview_title(
        str(form["game"].value() or ""),
        key_and_version(str(form["kind"].value() or ""))[0],
        str(form["name"].value() or ""),
        tuple(form["variants"].value() or ()) if "variants" in form.fields else (),
        number_in(year, 4) if len(year) == 4 else None,
        form.words,
    )
    warnings = form.warnings()
    shown = {"preview": title, "warnings": warnings, "summary": list(_summary(form))}
    return {**shown, "beside": {name: _about(form, warnings, name) for name in BESIDE}}


def _about(form: TournamentForm, warnings: Iterable[Violation], name: str) -> list[Violation]:
    """The warnings about one field, which stand beside it too."""
    return [warning for warning in warnings if form.field_of(warning) == name]


def _summary(form: TournamentForm) -> Iterator[tuple[str, str]]:
    """Return the choices so far as label and words, without the title and empty fields."""
    for name in SUMMARY:
        value = form[name].value() if name in form.fields else None
        if value and value is not True and str(value) != "on":
            known = dict(getattr(form.fields[name], "choices", ()))
            yield str(form[name].label), str(known.get(value, value))
        elif value:
            yield str(form[name].label), "✓"


def tournament_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what was chosen; after the draw with a reason."""
    visit = visiting(request, slug, need="manage")
    tournament = visit.tournament
    is_drawn = tournament.state != State.PREPARING
    other = {} if is_drawn else _other_game(request)
    form = ChangeTournamentForm(
        taken(request.POST) or None,
        facts=facts_of(tournament),
        is_drawn=is_drawn,
        initial=other,
        player=visit.player,
        pinned=tournament,
    )
    if _is_sent(request, form) and form.run(lambda: _change(visit, form)):
        messages.success(request, _("Saved."))
        return redirect("tournament_edit", slug)
    context = {
        **visit.context("tournament_edit"),
        **_preview_of(form),
        "form": form,
        "games": () if is_drawn else games(form.rules.key),
    }
    if form.is_stale:
        context["changes"] = list(_changes(form, visit.again().tournament))
    return form_page(request, "setup/edit.html", context)


def _other_game(request: HttpRequest) -> dict[str, object]:
    """Return first values for the game in the address; {} if it names none."""
    key = request.GET.get(GAME, "")
    return {"game": key, "kind": known_game(key).kinds[0].key, "sizes": "", "variants": []} if key else {}


def _change(visit: Visit, form: ChangeTournamentForm) -> Tournament:
    return change_tournament(
        visit.tournament,
        facts=form.facts(),
        reason=form.cleaned_data.get("reason", ""),
        seen=seen(visit.request),
        by=visit.by,
        now=timezone.now(),
    )


def _changes(form: ChangeTournamentForm, present: Tournament) -> Iterator[dict[str, object]]:
    """Fields whose present value differs from the typed one."""
    now = initial_of(facts_of(present))
    for name, value in now.items():
        typed = form.cleaned_data.get(name)
        if name in form.fields and (value or "") != (typed or ""):
            field = form[name]
            yield {"label": field.label, "now": _words(field, value), "typed": _words(field, typed)}


def _words(field: BoundField, value: object) -> object:
    """A field's value as people read it: the words of a choice, yes or no, else as it is."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    choices = {str(key): label for key, label in getattr(field.field, "choices", ())}
    if not choices:
        return value
    chosen = value if isinstance(value, list) else [value]
    return ", ".join(str(choices.get(str(key), key)) for key in chosen)


@sensitive_post_parameters("password")
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Who helps: add by user name, an organizer for one's password again, take a role back."""
    visit = visiting(request, slug, need="manage")
    if "remove" in request.POST:
        return _remove_staff(visit)
    form = StaffForm(account_of(request), request.POST or None)
    if form.is_bound and _is_meant(visit, form) and form.run(lambda: _assign(visit, form.cleaned_data)):
        return redirect("staff", slug)
    return _staff_page(visit, form)


def _is_meant(visit: Visit, form: StaffForm) -> bool:
    """Whether the password stands with what gives the tournament away."""
    gives_all = form.data.get("role") == Role.ORGANIZER
    return is_theirs(visit.request, form.user, form) if gives_all else form.is_valid()


def _assign(visit: Visit, values: dict[str, Any]) -> None:
    whom = {field: values[field] for field in ("username", "role")}
    given = staffing.assign(visit.tournament, **whom, by=visit.by, now=timezone.now())
    messages.success(visit.request, _("%(name)s now helps here.") % {"name": given.persona.player.name})


def _remove_staff(visit: Visit) -> HttpResponse:
    """Take one role back; a refusal is shown at the head of the page."""
    tournament = visit.tournament
    code, _colon, role = visit.request.POST["remove"].partition(":")
    held = find_staff(tournament, code, role)
    form = StaffForm(account_of(visit.request), {"username": "", "role": Role.JUDGE})
    form.errors.clear()
    if form.tried(lambda: staffing.remove(tournament, staff=held, by=visit.by, now=timezone.now())):
        return redirect("staff", tournament.slug)
    return _staff_page(visit, form)


def _staff_page(visit: Visit, form: StaffForm) -> HttpResponse:
    rows = staff_of(visit.tournament)
    has_coordinator = any(row.role == Role.COORDINATOR for row in rows)
    context = {"form": form, "staff": rows, "has_coordinator": has_coordinator}
    context |= {"warning": judges_warning(visit.tournament), "shifts": shifts_of(visit.tournament)}
    return form_page(visit.request, "setup/staff.html", {**visit.context("staff"), **context})
