"""Pages to create and change a tournament, preview its title, and list an organizer's tournaments."""

from collections.abc import Iterable, Iterator

from django.contrib import messages
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.selectors import find_organizer
from core.errors import Violation
from core.http.callers import caller_of
from core.http.rate_limit import Purpose, count_success
from core.text import number_in
from tournaments.finding import visible_tournaments
from tournaments.models import OVER, State, Tournament
from tournaments.rules_of import facts_of
from tournaments.setup.create import change_tournament, create_tournament
from tournaments.setup.listing import organized_by
from tournaments.setup.title_preview import preview_title
from web.pages import form_page, in_snapshot, seen
from web.pagination import paginate
from web.setup.choices import TAKE, apply_tapped_option, key_and_version, known_game
from web.setup.forms import ChangeTournamentForm, NewTournamentForm, TournamentForm, initial_of
from web.setup.initial import GAME, games, initial_values
from web.tournament_request import TournamentRequest, current_player, open_tournament, signed_in

BESIDE = ("kind", "name", "sizes", "starts_on", "capacity")
"""Fields that show their warnings beside them."""
SUMMARY = (
    "sizes", "time_limit", "ranked", "multiplier", "starts_on", "starts_time", "capacity", "tables",
)  # fmt: skip
OF = "torneio"  # the slug of an existing tournament, for its title


def tournament_new(request: HttpRequest) -> HttpResponse:
    """Show the form of a new tournament; POST creates it, and its creator becomes the organizer."""
    player = signed_in(request)
    opened = initial_values(request, player)
    form = NewTournamentForm(apply_tapped_option(request.POST) or None, initial=opened.values, player=player)
    made: list[Tournament] = []
    if _is_sent(request, form) and form.run(lambda: made.append(_store_tournament(request, form, player))):
        messages.success(request, _("The tournament is created. Next: who helps, and the announcement."))
        return redirect("staff", made[0].slug)
    context = {"form": form, "opening": opened, "games": games(form.rules.key), **_preview_of(form)}
    return form_page(request, "setup/new.html", context)


def _is_sent(request: HttpRequest, form: TournamentForm) -> bool:
    """Return whether the form was posted to be saved and is valid.

    Warnings that the page did not show yet become an error: the person has to send it again.
    """
    return (
        request.method == "POST"
        and TAKE not in request.POST
        and form.is_valid()
        and not form.refuse_new_warnings()
    )


def _store_tournament(request: HttpRequest, form: NewTournamentForm, player: Player) -> Tournament:
    """Store the new tournament with its tables; a success counts against a limit. Raise as the service."""
    tables = form.cleaned_data["tables"]
    with count_success(Purpose.TOURNAMENT, caller_of(request)):
        return create_tournament(form.facts(), by=player, now=timezone.now(), tables=tables)


@require_safe
def title_preview(request: HttpRequest) -> HttpResponse:
    """Render the title of the parts typed so far, with warnings and a summary, as a fragment."""
    player, slug = current_player(request), request.GET.get(OF, "")
    pinned = visible_tournaments(player).filter(slug=slug).first() if slug else None
    form = TournamentForm(request.GET, initial={}, player=player, pinned=pinned)
    return render(request, "setup/_title.html", {**_preview_of(form), "slots": BESIDE})


def _preview_of(form: TournamentForm) -> dict[str, object]:
    """Return the context of a preview: the title of possibly invalid values, warnings and a summary."""
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
    return {**shown, "beside": {name: _warnings_of(form, warnings, name) for name in BESIDE}}


def _warnings_of(form: TournamentForm, warnings: Iterable[Violation], name: str) -> list[Violation]:
    """Return the warnings about the field `name`."""
    return [warning for warning in warnings if form.field_of(warning) == name]


def _summary(form: TournamentForm) -> Iterator[tuple[str, str]]:
    """Yield the choices so far as label and words, without the title and empty fields."""
    for name in SUMMARY:
        value = form[name].value() if name in form.fields else None
        if value and value is not True and str(value) != "on":
            known = dict(getattr(form.fields[name], "choices", ()))
            yield str(form[name].label), str(known.get(value, value))
        elif value:
            yield str(form[name].label), "✓"
    yield from form.stage_summary(form.facts())


def tournament_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of the tournament's facts; POST changes them, after the draw with a reason.

    If they changed since the page was loaded, it lists the differences.
    """
    req = open_tournament(request, slug, need="manage")
    tournament = req.tournament
    is_drawn = tournament.state != State.PREPARING
    other = {} if is_drawn else _other_game(request)
    form = ChangeTournamentForm(
        apply_tapped_option(request.POST) or None,
        facts=facts_of(tournament),
        is_drawn=is_drawn,
        initial=other,
        player=req.player,
        pinned=tournament,
    )
    if _is_sent(request, form) and form.run(lambda: _store_change(req, form)):
        return _redirect_after_change(req)
    context = {
        **req.context("tournament_edit"),
        **_preview_of(form),
        "form": form,
        "games": () if is_drawn else games(form.rules.key),
    }
    if form.is_stale:
        context["changes"] = list(_differing_fields(form, req.reload().tournament))
    return form_page(request, "setup/edit.html", context)


def _redirect_after_change(req: TournamentRequest) -> HttpResponse:
    """Redirect to the page to share if the change moved a public start, else to the form, with a message."""
    before, slug = req.tournament.moved_seq, req.tournament.slug
    now = req.reload().tournament
    if now.moved_seq != before and now.moved_from is not None:
        messages.success(req.http, _("Saved. Send the new date to the group."))
        return redirect("share", slug)
    messages.success(req.http, _("Saved."))
    return redirect("tournament_edit", slug)


def _other_game(request: HttpRequest) -> dict[str, object]:
    """Return initial values for the game in the address, with its first type; {} if it names none."""
    key = request.GET.get(GAME, "")
    return {"game": key, "kind": known_game(key).kinds[0].key, "sizes": "", "variants": []} if key else {}


def _store_change(req: TournamentRequest, form: ChangeTournamentForm) -> Tournament:
    """Store the form's facts with its reason, in the record too. Raise as `change_tournament`."""
    return change_tournament(
        req.tournament,
        facts=form.facts(),
        reason=form.cleaned_data.get("reason", ""),
        seen=seen(req.http),
        by=req.actor,
        now=timezone.now(),
    )


def _differing_fields(form: ChangeTournamentForm, present: Tournament) -> Iterator[dict[str, object]]:
    """Yield `label`, stored value (`now`) and `typed` value, in words, of each field in which they differ."""
    now = initial_of(facts_of(present))
    for name, value in now.items():
        typed = form.cleaned_data.get(name)
        if name in form.fields and (value or "") != (typed or ""):
            field = form[name]
            yield {"label": field.label, "now": _words(field, value), "typed": _words(field, typed)}


def _words(field: BoundField, value: object) -> object:
    """Return a field's value in words: the label of a choice, yes or no, else the value."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    choices = {str(key): label for key, label in getattr(field.field, "choices", ())}
    if not choices:
        return value
    chosen = value if isinstance(value, list) else [value]
    return ", ".join(str(choices.get(str(key), key)) for key in chosen)


A_PAGE = 30
PAGE = "pagina"


@require_safe
@in_snapshot
def show_organizer(request: HttpRequest, code: str) -> HttpResponse:
    """List an organizer's current and future tournaments (on page 1), and past ones page by page.

    404 if hidden.
    """
    organizer = find_organizer(code)
    events = list(organized_by(organizer))
    page = paginate([event for event in events if event.state in OVER], request.GET.get(PAGE), A_PAGE)
    coming = [event for event in reversed(events) if event.state not in OVER] if page.number == 1 else []
    context = {"organizer": organizer, "coming": coming, "page": page}
    return render(request, "setup/organizer.html", context)
