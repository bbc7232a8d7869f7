"""Entries: the list, one by hand, oneself, and leaving."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.http.rate_limit import Purpose
from core.http.reaching import reached_at
from tournaments import finding
from tournaments.decks.selectors import has_decks, owing
from tournaments.departures.withdraw import withdraw
from tournaments.entries import enter
from tournaments.entries.check_in_list import entry_view, matching, own_entry, presence
from tournaments.entries.known_players import team_size
from tournaments.entries.selectors import entry_views
from tournaments.entries.undo_import import open_imports
from tournaments.entries.wait import put_on_list, wait_self
from tournaments.entries.waiting_list import is_full, moved_up, own_wait, waiting_views
from tournaments.matches.versioned_cache import record_version
from tournaments.models import State
from tournaments.policies import to_change_entries
from web.forms.entries.entry import EnterSelfForm, EntryForm, WithdrawForm
from web.limiting import hit_limit
from web.pages import at_one_moment, form_page, seen
from web.pagination import paginate
from web.response_cache.shared_part import shared_part
from web.views.entries.entry_rows import EntryRows
from web.views.entries.waiting_list import leave
from web.visits import Visit, visiting

ROWS_A_PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who is entered; staff add one by hand here."""
    if request.method != "POST":
        return _shown(request, slug)
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
def _shown(request: HttpRequest, slug: str) -> HttpResponse:
    visit = visiting(request, slug)
    form = EntryForm(None, team_size=team_size(visit.tournament))
    return form_page(request, "entries/entries.html", _page(visit, form))


@require_http_methods(["GET", "HEAD", "POST"])
def enter_self(request: HttpRequest, slug: str) -> HttpResponse:
    """The link of the announcement: the signed-in player enters."""
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
    """Take an entry out: staff, or one of its own people."""
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
    """The list in its frame: from the shelf where it shows nothing to staff alone."""

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
        "rows": EntryRows(tournament, decides, withdraws=is_open and bool(visit.role)).of(page.items),
        "link": reached_at(visit.request, reverse("enter_self", args=[tournament.slug])),
    }
