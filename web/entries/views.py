"""Entries: list, new entry, self entry, change, withdrawal, undo of an import, and the waiting list."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.errors import Forbidden, Refused, Violation
from core.http.lan_address import reached_at
from core.http.rate_limit import Purpose
from core.text import number_in
from matches.models import Entry
from tournaments import finding
from tournaments.decks.selectors import has_decks, people_owing_decks
from tournaments.departures.withdraw import withdraw
from tournaments.entries import enter
from tournaments.entries.change import change_entry, renaming_obstacle
from tournaments.entries.check_in_list import count_presence, entry_view, own_entry, search_entries
from tournaments.entries.known_players import team_size
from tournaments.entries.selectors import EntryView, entry_views
from tournaments.entries.undo_import import (
    has_undone_import_after,
    imported_entries,
    open_imports,
    undo_import,
)
from tournaments.entries.wait import leave_list, move_to, put_on_list, wait_self
from tournaments.entries.waiting_list import find_waiting, is_full, moved_up_at, own_wait, waiting_views
from tournaments.fees.payments import is_paid
from tournaments.match_views.versioned_cache import record_version
from tournaments.models import State
from tournaments.policies import need_to_change_entries
from web.entries.forms import ChangeForm, EnterSelfForm, EntryForm, WithdrawForm
from web.entries.rows import EntryRows
from web.http.limiting import hit_limit
from web.http.requests import posted_data
from web.pages import form_page, in_snapshot, post_only, seen
from web.pagination import paginate
from web.response_cache.variants import shared_part
from web.service_form import ServiceForm
from web.tournament_request import TournamentRequest, open_tournament

ROWS_A_PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """List entries page by page; on POST staff add one, or with `wait` put it on the waiting list."""
    if request.method != "POST":
        return _entries_page(request, slug)
    req = open_tournament(request, slug, "judge")
    form = EntryForm(request.POST, team_size=team_size(req.tournament))
    waits = "wait" in request.POST
    act = _put_on_waiting_list if waits else _add_entry
    if form.run(lambda: act(req, form)):
        said = _("On the waiting list: %(names)s") if waits else _("Entered: %(names)s")
        messages.success(request, said % {"names": " & ".join(form.entry().names)})
        return redirect("entries", slug)
    return form_page(request, "entries/entries.html", _page_context(req, form))


@in_snapshot
def _entries_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the list with an empty form, in one snapshot."""
    req = open_tournament(request, slug)
    form = EntryForm(None, team_size=team_size(req.tournament))
    return form_page(request, "entries/entries.html", _page_context(req, form))


@require_http_methods(["GET", "HEAD", "POST"])
def enter_self(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the caller's own entry or the form to enter; on POST enter, or join or leave the waiting list."""
    req = open_tournament(request, slug)
    tournament, player = req.tournament, req.actor
    if "leave" in request.POST:
        return _leave_waiting_list(req)
    form, waits = (
        EnterSelfForm(posted_data(request), team_size=team_size(tournament)),
        "wait" in request.POST,
    )
    act = _join_waiting_list if waits else _store_own_entry
    if request.method == "POST" and form.run(lambda: act(req, form)):
        said = _("You are on the waiting list.") if waits else _("You are entered. See you there!")
        messages.success(request, said)
        return redirect("enter_self", slug)
    own, waiting = own_entry(tournament, player), waiting_views(tournament)
    context = {
        **req.context("entries"),
        "form": form,
        "entry": own and entry_view(own),
        "has_decks": has_decks(tournament),
        "owes_deck": own is not None and bool(people_owing_decks(tournament, [own])),
        "fee_is_paid": own is not None and is_paid(own),
        "moved_up": own and moved_up_at(own),
        "waiting_list": waiting,
        "wait": own_wait(waiting, tournament, player),
        "is_full": is_full(tournament),
    }
    return form_page(request, "entries/enter_self.html", context)


def _store_own_entry(req: TournamentRequest, form: EnterSelfForm) -> None:
    """Store the caller's entry; counts against a limit. Raise `TooMany`, and as `enter.enter_self`."""
    hit_limit(req.http, Purpose.CREATE)
    enter.enter_self(req.tournament, **form.cleaned_data, by=req.actor, now=timezone.now())


def _join_waiting_list(req: TournamentRequest, form: EnterSelfForm) -> None:
    """Put the caller on the waiting list; counts against a limit. Raise `TooMany`, and as `wait_self`."""
    hit_limit(req.http, Purpose.CREATE)
    wait_self(req.tournament, **form.cleaned_data, by=req.actor, now=timezone.now())


@require_http_methods(["GET", "HEAD", "POST"])
def entry_withdraw(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Ask for a reason; on POST withdraw an entry: by one of its own people, or the staff.

    A judge may until the draw, the coordinator after it.
    """
    req = open_tournament(request, slug)
    player = req.actor
    own = own_entry(req.tournament, player)
    is_own = own is not None and own.code == code
    if not is_own:
        req.require(need_to_change_entries(req.tournament) if request.method == "POST" else "judge")
    entry = finding.find_entry(req.tournament, code)
    form = WithdrawForm(posted_data(request))
    if request.method == "POST" and form.run(
        lambda: withdraw(
            entry,
            reason=form.cleaned_data["reason"],
            by=player,
            now=timezone.now(),
            seen=seen(request),
        )
    ):
        messages.success(request, _("Withdrawn from the tournament."))
        return redirect("enter_self" if is_own else "entries", slug)
    context = {**req.context("entries"), "form": form, "entry": entry_view(entry)}
    return form_page(request, "departures/withdraw.html", context)


def _add_entry(req: TournamentRequest, form: EntryForm) -> None:
    """Store the typed entry. Raise as `enter.add_entry`."""
    enter.add_entry(req.tournament, entry=form.entry(), by=req.actor, now=timezone.now(), seen=seen(req.http))


def _put_on_waiting_list(req: TournamentRequest, form: EntryForm) -> None:
    """Put the typed entry on the waiting list. Raise as `put_on_list`."""
    put_on_list(req.tournament, entry=form.entry(), by=req.actor, now=timezone.now(), seen=seen(req.http))


def _page_context(req: TournamentRequest, form: EntryForm) -> dict[str, object]:
    """Return the context of the page, with the HTML of the list: cached, except for staff with acts on it."""

    def render_panel() -> SafeString:
        """Return the HTML of the list."""
        return render_to_string("entries/_panel.html", _list_context(req, form), req.http)

    decides = req.role and req.tournament.state in (State.PREPARING, State.DRAWN, State.RUNNING)
    part = render_panel() if decides else shared_part(req.http, record_version(req.tournament), render_panel)
    return {**req.context("entries"), "form": form, "part": part}


def _list_context(req: TournamentRequest, form: EntryForm) -> dict[str, object]:
    """Return the context of the list: a page of the entries found by `q`, and what this role may do."""
    tournament = req.tournament
    rows, query = entry_views(tournament), req.http.GET.get("q", "")[:80]
    found = search_entries(rows, query)
    decides = tournament.state in (State.DRAWN, State.RUNNING) and req.may("coordinate")
    is_open = tournament.state == State.PREPARING
    page = paginate(found, req.http.GET.get("page"), ROWS_A_PAGE)
    return {
        **req.context("entries"),
        "form": form,
        "decides": decides,
        "query": query,
        "waiting_list": waiting_views(tournament) if is_open else (),
        "is_full": is_open and is_full(tournament),
        "imports": open_imports(tournament) if is_open and req.role else (),
        "count": count_presence(rows),
        "page": page,
        "rows": EntryRows(tournament, decides, withdraws=is_open and bool(req.role)).render(page.items),
        "link": reached_at(req.http, reverse("enter_self", args=[tournament.slug])),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def entry_change(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the form with names, club and seed of an entry; on POST store the changes."""
    req = open_tournament(request, slug, "judge")
    req.require(need_to_change_entries(req.tournament))
    entry = finding.find_entry(req.tournament, code)
    view = entry_view(entry)
    form = _change_form(req, entry, view)
    if request.method == "POST" and form.run(lambda: _change_entry(req, entry, form)):
        said = _("Changed: %(names)s") % {"names": " & ".join(form.change().names or ())}
        messages.success(request, said)
        return redirect("entries", slug)
    context = {**req.context("entries"), "form": form, "entry": view}
    return form_page(request, "entries/change.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def import_undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the entries of an import (`number`: that of its line in the record); on POST remove them all."""
    req = open_tournament(request, slug, "judge")
    rows = imported_entries(req.tournament, number)
    if not rows:
        return _already_undone(req, number)
    form = ServiceForm(posted_data(request))
    if request.method == "POST" and form.run(lambda: _undo_import(req, number)):
        removed = ngettext("%(n)s entry removed.", "%(n)s entries removed.", len(rows)) % {"n": len(rows)}
        messages.success(request, removed)
        return redirect("entries", slug)
    is_open = any(one.number == number for one in open_imports(req.tournament))
    context = {
        **req.context("entries"),
        "form": form,
        "rows": rows,
        "is_open": is_open,
    }
    return form_page(request, "entries/import_undo.html", context)


def _change_form(req: TournamentRequest, entry: Entry, view: EntryView) -> ChangeForm:
    """Return the form with the entry's values, bound to a post; names that may not change are locked."""
    members = entry.members.select_related("persona__player").order_by("position")
    locked = [renaming_obstacle(member.persona.player, req.tournament, req.actor) for member in members]
    names = {f"names.{position}": name for position, name in enumerate(view.names)}
    initial = {**names, "club": view.club, "seed": view.seed}
    is_drawn = req.tournament.state != State.PREPARING
    return ChangeForm(posted_data(req.http), initial=initial, locked=locked, is_drawn=is_drawn)


def _change_entry(req: TournamentRequest, entry: Entry, form: ChangeForm) -> None:
    """Store the typed changes. Raise as `change_entry`."""
    change_entry(
        entry,
        change=form.change(),
        reason=form.cleaned_data.get("reason", ""),
        by=req.actor,
        now=timezone.now(),
        seen=seen(req.http),
    )


def _already_undone(req: TournamentRequest, number: int) -> HttpResponse:
    """Redirect to the list with the message that the import has been undone before.

    Raise `Forbidden` `not_found` if it never was, and for a GET.
    """
    if req.http.method != "POST" or not has_undone_import_after(req.tournament, number):
        raise Forbidden("not_found")
    messages.info(req.http, _("This import has already been undone."))
    return redirect("entries", req.tournament.slug)


def _undo_import(req: TournamentRequest, number: int) -> None:
    """Remove the entries of the import. Raise as `undo_import`."""
    undo_import(req.tournament, number=number, by=req.actor, now=timezone.now(), seen=seen(req.http))


MAX_DIGITS = 5


def _leave_waiting_list(req: TournamentRequest) -> HttpResponse:
    """Remove the caller from the waiting list if they are on it, and redirect to their entry."""
    tournament, player = req.tournament, req.actor
    wait = own_wait(waiting_views(tournament), tournament, player)
    if wait is not None:
        leave_list(find_waiting(tournament, wait.code), by=player, now=timezone.now())
        messages.success(req.http, _("You are no longer on the waiting list."))
    return redirect("enter_self", tournament.slug)


@post_only("entries")
def change_waiting_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove an entry from the waiting list, or move it to the posted place; for staff."""
    req = open_tournament(request, slug, "judge")
    waiting, player = find_waiting(req.tournament, request.POST.get("code", "")), req.actor
    if "remove" in request.POST:
        leave_list(waiting, by=player, now=timezone.now())
    else:
        move_to(waiting, place=_waiting_place(request.POST.get("place", "")), by=player, now=timezone.now())
    return redirect(reverse("entries", args=[slug]) + "#waiting")


def _waiting_place(text: str) -> int:
    """Return the place on the waiting list, from 1. Raise `Refused` `place_out_of_range` for no number."""
    place = number_in(text, MAX_DIGITS)
    if place is not None:
        return place
    raise Refused([Violation("place_out_of_range", {"low": 1}, "place")])
