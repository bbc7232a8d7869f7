"""Entries: list, new entry, self entry, change, withdrawal, undo of an import, and the waiting list."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
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
from tournaments.decks.selectors import has_decks, owing
from tournaments.departures.withdraw import withdraw
from tournaments.entries import enter
from tournaments.entries.change import change_entry, may_rename
from tournaments.entries.check_in_list import entry_view, matching, own_entry, presence
from tournaments.entries.known_players import team_size
from tournaments.entries.selectors import EntryView, entry_views
from tournaments.entries.undo_import import imported_entries, is_undone, open_imports, undo_import
from tournaments.entries.wait import leave_list, move_to, put_on_list, wait_self
from tournaments.entries.waiting_list import find_waiting, is_full, moved_up, own_wait, waiting_views
from tournaments.fees.selectors import is_paid
from tournaments.match_views.versioned_cache import record_version
from tournaments.models import State
from tournaments.policies import to_change_entries
from web.entries.forms import ChangeForm, EnterSelfForm, EntryForm, WithdrawForm
from web.entries.rows import EntryRows
from web.limiting import hit_limit
from web.pages import at_one_moment, form_page, posted_from, seen
from web.pagination import paginate
from web.response_cache.variants import shared_part
from web.service_form import ServiceForm
from web.visits import Visit, visiting

ROWS_A_PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """List all entries; on POST staff add one."""
    if request.method != "POST":
        return _read_page(request, slug)
    visit = visiting(request, slug, "judge")
    form = EntryForm(request.POST, team_size=team_size(visit.tournament))
    waits = "wait" in request.POST
    act = _put_on_list if waits else _add
    if form.run(lambda: act(visit, form)):
        said = _("On the waiting list: %(names)s") if waits else _("Entered: %(names)s")
        messages.success(request, said % {"names": " & ".join(form.entry().names)})
        return redirect("entries", slug)
    return form_page(request, "entries/entries.html", _page(visit, form))


@at_one_moment
def _read_page(request: HttpRequest, slug: str) -> HttpResponse:
    visit = visiting(request, slug)
    form = EntryForm(None, team_size=team_size(visit.tournament))
    return form_page(request, "entries/entries.html", _page(visit, form))


@require_http_methods(["GET", "HEAD", "POST"])
def enter_self(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the signed-in player enter or leave, by the link in the announcement."""
    visit = visiting(request, slug)
    tournament, player = visit.tournament, visit.by
    if "leave" in request.POST:
        return leave(visit)
    form, waits = EnterSelfForm(_sent(request), team_size=team_size(tournament)), "wait" in request.POST
    act = _wait if waits else _enter
    if request.method == "POST" and form.run(lambda: act(visit, form)):
        said = _("You are on the waiting list.") if waits else _("You are entered. See you there!")
        messages.success(request, said)
        return redirect("enter_self", slug)
    own, waiting = own_entry(tournament, player), waiting_views(tournament)
    context = {
        **visit.context("entries"),
        "form": form,
        "entry": own and entry_view(own),
        "has_decks": has_decks(tournament),
        "owes_deck": own is not None and bool(owing(tournament, [own])),
        "fee_is_paid": own is not None and is_paid(own),
        "moved_up": own and moved_up(own),
        "waiting_list": waiting,
        "wait": own_wait(waiting, tournament, player),
        "is_full": is_full(tournament),
    }
    return form_page(request, "entries/enter_self.html", context)


def _enter(visit: Visit, form: EnterSelfForm) -> None:
    hit_limit(visit.request, Purpose.CREATE)
    enter.enter_self(visit.tournament, **form.cleaned_data, by=visit.by, now=timezone.now())


def _wait(visit: Visit, form: EnterSelfForm) -> None:
    hit_limit(visit.request, Purpose.CREATE)
    wait_self(visit.tournament, **form.cleaned_data, by=visit.by, now=timezone.now())


@require_http_methods(["GET", "HEAD", "POST"])
def entry_withdraw(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Withdraw an entry before the draw: by staff, or by one of its own people."""
    visit = visiting(request, slug)
    player = visit.by
    own = own_entry(visit.tournament, player)
    is_own = own is not None and own.code == code
    if not is_own:
        visit.require(to_change_entries(visit.tournament) if request.method == "POST" else "judge")
    entry = finding.find_entry(visit.tournament, code)
    form = WithdrawForm(_sent(request))
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
    context = {**visit.context("entries"), "form": form, "entry": entry_view(entry)}
    return form_page(request, "departures/withdraw.html", context)


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _add(visit: Visit, form: EntryForm) -> None:
    enter.add_entry(
        visit.tournament, entry=form.entry(), by=visit.by, now=timezone.now(), seen=seen(visit.request)
    )


def _put_on_list(visit: Visit, form: EntryForm) -> None:
    put_on_list(
        visit.tournament, entry=form.entry(), by=visit.by, now=timezone.now(), seen=seen(visit.request)
    )


def _page(visit: Visit, form: EntryForm) -> dict[str, object]:
    """Return the context with the rendered list, cached unless it has parts for staff only."""

    def made() -> SafeString:
        return render_to_string("entries/_panel.html", _list(visit, form), visit.request)

    decides = visit.role and visit.tournament.state in (State.PREPARING, State.DRAWN, State.RUNNING)
    part = made() if decides else shared_part(visit.request, record_version(visit.tournament), made)
    return {**visit.context("entries"), "form": form, "part": part}


def _list(visit: Visit, form: EntryForm) -> dict[str, object]:
    tournament = visit.tournament
    rows, query = entry_views(tournament), visit.request.GET.get("q", "")[:80]
    found = matching(rows, query)
    decides = tournament.state in (State.DRAWN, State.RUNNING) and visit.may("coordinate")
    is_open = tournament.state == State.PREPARING
    page = paginate(found, visit.request.GET.get("page"), ROWS_A_PAGE)
    return {
        **visit.context("entries"),
        "form": form,
        "decides": decides,
        "query": query,
        "waiting_list": waiting_views(tournament) if is_open else (),
        "is_full": is_open and is_full(tournament),
        "imports": open_imports(tournament) if is_open and visit.role else (),
        "count": presence(rows),
        "page": page,
        "rows": EntryRows(tournament, decides, withdraws=is_open and bool(visit.role)).render(page.items),
        "link": reached_at(visit.request, reverse("enter_self", args=[tournament.slug])),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def entry_change(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Change names, club and seed of an entry."""
    visit = visiting(request, slug, "judge")
    visit.require(to_change_entries(visit.tournament))
    entry = finding.find_entry(visit.tournament, code)
    view = entry_view(entry)
    form = _form(visit, entry, view)
    if request.method == "POST" and form.run(lambda: _change(visit, entry, form)):
        said = _("Changed: %(names)s") % {"names": " & ".join(form.change().names or ())}
        messages.success(request, said)
        return redirect("entries", slug)
    context = {**visit.context("entries"), "form": form, "entry": view}
    return form_page(request, "entries/change.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def import_undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the entries of an import; on POST remove them all."""
    visit = visiting(request, slug, "judge")
    rows = imported_entries(visit.tournament, number)
    if not rows:
        return _undone(visit, number)
    form = ServiceForm(_sent(request))
    if request.method == "POST" and form.run(lambda: _undo(visit, number)):
        removed = ngettext("%(n)s entry removed.", "%(n)s entries removed.", len(rows)) % {"n": len(rows)}
        messages.success(request, removed)
        return redirect("entries", slug)
    is_open = any(one.number == number for one in open_imports(visit.tournament))
    context = {
        **visit.context("entries"),
        "form": form,
        "rows": rows,
        "is_open": is_open,
    }
    return form_page(request, "entries/import_undo.html", context)


def _form(visit: Visit, entry: Entry, view: EntryView) -> ChangeForm:
    members = entry.members.select_related("persona__player").order_by("position")
    locked = [may_rename(member.persona.player, visit.tournament, visit.by) for member in members]
    names = {f"names.{position}": name for position, name in enumerate(view.names)}
    initial = {**names, "club": view.club, "seed": view.seed}
    is_drawn = visit.tournament.state != State.PREPARING
    return ChangeForm(_sent(visit.request), initial=initial, locked=locked, is_drawn=is_drawn)


def _change(visit: Visit, entry: Entry, form: ChangeForm) -> None:
    change_entry(
        entry,
        change=form.change(),
        reason=form.cleaned_data.get("reason", ""),
        by=visit.by,
        now=timezone.now(),
        seen=seen(visit.request),
    )


def _undone(visit: Visit, number: int) -> HttpResponse:
    """Say that another coordinator has undone the import first."""
    if visit.request.method != "POST" or not is_undone(visit.tournament, number):
        raise Forbidden("not_found")
    messages.info(visit.request, _("This import is undone already."))
    return redirect("entries", visit.tournament.slug)


def _undo(visit: Visit, number: int) -> None:
    undo_import(visit.tournament, number=number, by=visit.by, now=timezone.now(), seen=seen(visit.request))


MOST_DIGITS = 5


def leave(visit: Visit) -> HttpResponse:
    """Take the reader off the waiting list, and redirect to their entry."""
    tournament, player = visit.tournament, visit.by
    wait = own_wait(waiting_views(tournament), tournament, player)
    if wait is not None:
        leave_list(find_waiting(tournament, wait.code), by=player, now=timezone.now())
        messages.success(visit.request, _("You are not on the waiting list any more."))
    return redirect("enter_self", tournament.slug)


@posted_from("entries")
def waiting_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove an entry from the waiting list, or change its place."""
    visit = visiting(request, slug, "judge")
    waiting, player = find_waiting(visit.tournament, request.POST.get("code", "")), visit.by
    if "remove" in request.POST:
        leave_list(waiting, by=player, now=timezone.now())
    else:
        move_to(waiting, place=_place(request.POST.get("place", "")), by=player, now=timezone.now())
    return redirect(reverse("entries", args=[slug]) + "#waiting")


def _place(text: str) -> int:
    place = number_in(text, MOST_DIGITS)
    if place is not None:
        return place
    raise Refused([Violation("place_out_of_range", {"low": 1}, "place")])
