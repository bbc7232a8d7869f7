"""Entries: the list, one by hand, oneself, and leaving."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from core.http.limits import Purpose
from core.http.reaching import reached_at
from tournaments import finding
from tournaments.decks.selectors import has_decks, owing
from tournaments.departures.withdraw import withdraw
from tournaments.entries import enter
from tournaments.entries.check_in_list import entry_view, matching, own_entry, presence
from tournaments.entries.known_players import team_size
from tournaments.entries.selectors import entry_views
from tournaments.entries.wait import put_on_list, wait_self
from tournaments.entries.waiting_list import is_full, moved_up, own_wait, waiting_views
from tournaments.models import State, Tournament
from tournaments.policies import may
from web.forms.entries.entry import EnterSelfForm, EntryForm, WithdrawForm
from web.limiting import count
from web.pages import current_player, form_page, seen, signed_in, tournament_context, tournament_page
from web.views.entries.waiting_list import leave

ROWS_A_PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who is entered; staff add one by hand here."""
    tournament = tournament_page(request, slug, "judge" if request.method == "POST" else "see")
    form = EntryForm(_sent(request), team_size=team_size(tournament))
    waits = "wait" in request.POST
    act = _put_on_list if waits else _add
    if request.method == "POST" and form.run(lambda: act(request, tournament, form)):
        said = _("On the waiting list: %(names)s") if waits else _("Entered: %(names)s")
        messages.success(request, said % {"names": " & ".join(form.entry().names)})
        return redirect("entries", slug)
    return form_page(request, "entries/entries.html", _list(request, tournament, form))


@require_http_methods(["GET", "HEAD", "POST"])
def enter_self(request: HttpRequest, slug: str) -> HttpResponse:
    """The link of the announcement: the signed-in player enters."""
    tournament = tournament_page(request, slug)
    player = signed_in(request)
    if "leave" in request.POST:
        return leave(request, tournament, player)
    form, waits = EnterSelfForm(_sent(request), team_size=team_size(tournament)), "wait" in request.POST
    act = _wait if waits else _enter
    if request.method == "POST" and form.run(lambda: act(request, tournament, form, player)):
        said = _("You are on the waiting list.") if waits else _("You are entered. See you there!")
        messages.success(request, said)
        return redirect("enter_self", slug)
    own, waiting = own_entry(tournament, player), waiting_views(tournament)
    context = {
        **tournament_context(request, tournament, "entries"),
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


def _enter(request: HttpRequest, tournament: Tournament, form: EnterSelfForm, player: Player) -> None:
    count(request, Purpose.ENTRY)
    partner = form.cleaned_data.get("partner_name", "")
    enter.enter_self(tournament, partner_name=partner, by=player, now=timezone.now())


def _wait(request: HttpRequest, tournament: Tournament, form: EnterSelfForm, player: Player) -> None:
    count(request, Purpose.ENTRY)
    partner = form.cleaned_data.get("partner_name", "")
    wait_self(tournament, partner_name=partner, by=player, now=timezone.now())


@require_http_methods(["GET", "HEAD", "POST"])
def entry_withdraw(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Take an entry out: staff, or one of its own people."""
    tournament = tournament_page(request, slug)
    player = signed_in(request)
    own = own_entry(tournament, player)
    is_own = own is not None and own.code == code
    if not is_own:
        tournament_page(request, slug, "judge")
    entry = finding.find_entry(tournament, code)
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
    context = {**tournament_context(request, tournament, "entries"), "form": form, "entry": entry_view(entry)}
    return form_page(request, "departures/withdraw.html", context)


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _add(request: HttpRequest, tournament: Tournament, form: EntryForm) -> None:
    enter.add_entry(
        tournament, entry=form.entry(), by=signed_in(request), now=timezone.now(), seen=seen(request)
    )


def _put_on_list(request: HttpRequest, tournament: Tournament, form: EntryForm) -> None:
    put_on_list(tournament, entry=form.entry(), by=signed_in(request), now=timezone.now(), seen=seen(request))


def _list(request: HttpRequest, tournament: Tournament, form: EntryForm) -> dict[str, Any]:
    rows, query = entry_views(tournament), request.GET.get("q", "")[:80]
    found = matching(rows, query)
    decides = tournament.state in (State.DRAWN, State.RUNNING)
    is_open = tournament.state == State.PREPARING
    return {
        **tournament_context(request, tournament, "entries"),
        "form": form,
        "decides": decides and may(tournament, current_player(request), "coordinate"),
        "query": query,
        "waiting_list": waiting_views(tournament) if is_open else (),
        "is_full": is_open and is_full(tournament),
        "count": presence(rows),
        "page": Paginator(found, ROWS_A_PAGE).get_page(request.GET.get("page")),
        "link": reached_at(request, reverse("enter_self", args=[tournament.slug])),
    }
