"""Pages of invented types: the catalogue, one's own proposals, the review, and one type with its history.

A proposal is a version of a type; editors accept it into the catalogue.
"""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Player
from catalogue import selectors, services
from catalogue.models import Proposal, TypeState
from catalogue.policies import is_editor, require_author, require_editor
from core.errors import Forbidden
from core.http.callers import caller_of
from core.http.rate_limit import Purpose, count_success
from core.text import number_in
from rulesets.registry import GAMES, composes
from tournaments.setup.type_choice import decide_type
from web.http.limiting import hit_limit
from web.pages import form_page, seen
from web.service_form import ServiceForm
from web.tournament_request import current_player, signed_in
from web.types.forms import DecisionForm, TypeForm, initial_of
from web.types.presenter import TypePreview, preview_type, proposal_view, review_changes, view_of


@require_safe
def types(request: HttpRequest) -> HttpResponse:
    """List the accepted types, and the rulebook's of games that take invented ones, with how each is won."""
    book = [view_of(kind, key) for key in GAMES if composes(key) for kind in GAMES[key].kinds]
    invented = [proposal_view(proposal) for proposal in selectors.accepted_proposals()]
    context = {**_frame_context(request), "book": book, "invented": invented}
    return render(request, "types/types.html", context)


@require_safe
def types_mine(request: HttpRequest) -> HttpResponse:
    """Show the reader's proposals and their states."""
    mine = selectors.own_proposals(signed_in(request))
    return render(request, "types/mine.html", {**_frame_context(request), "proposals": mine})


@require_safe
def types_review(request: HttpRequest) -> HttpResponse:
    """List proposals that wait for an editor; `Forbidden` for all but editors."""
    require_editor(signed_in(request))
    return render(
        request, "types/review.html", {**_frame_context(request), "proposals": selectors.waiting_proposals()}
    )


def type_new(request: HttpRequest) -> HttpResponse:
    """Draft a new type; `?de=` starts with the facts of another version."""
    player = signed_in(request)
    form = TypeForm(request.POST or None, initial=_initial_values(request, player))
    made: list[Proposal] = []
    if request.method == "POST" and form.run(lambda: made.append(_create_draft(request, form, player))):
        messages.success(request, _("Saved. You may use it immediately in your unranked tournaments."))
        return redirect(type_address(made[0]))
    context = {**_frame_context(request), "form": form, "preview": _preview_form(form)}
    return form_page(request, "types/edit.html", context)


def type_edit(request: HttpRequest, game: str, key: str, version: int) -> HttpResponse:
    """Show the form of a proposal to its author; on POST change it, if it is still open."""
    player = signed_in(request)
    proposal = selectors.find(game, key, version, player)
    require_author(proposal, player)
    form = TypeForm(request.POST or None, initial=initial_of(proposal))
    if request.method == "POST" and form.run(lambda: _store_changes(request, proposal, form, player)):
        messages.success(request, _("Saved. Tournaments that are already drawn do not change."))
        return redirect(type_address(proposal))
    shown = selectors.find(game, key, version, player)
    seq = _seq_for_form(request, form, shown)
    context = {"form": form, "proposal": shown, "seq": seq, "preview": _preview_form(form)}
    return form_page(request, "types/edit.html", {**_frame_context(request), **context})


@require_safe
def type_preview(request: HttpRequest) -> HttpResponse:
    """Render how the type in the query is won, as a fragment; store nothing."""
    form = TypeForm(request.GET)
    return render(request, "types/_preview.html", {"preview": _preview_form(form)})


def type_page(request: HttpRequest, game: str, key: str, version: int) -> HttpResponse:
    """Show one version with its history; on POST propose, withdraw or decide it."""
    player = current_player(request)
    proposal = selectors.find(game, key, version, player)
    decides = is_editor(player) and proposal.author != player and proposal.state == TypeState.PROPOSED
    deciding = "decision" in request.POST or ("reason" in request.POST and "act" not in request.POST)
    form: ServiceForm = DecisionForm(request.POST if deciding else None) if decides else ServiceForm()
    if request.method == "POST" and _try_act(request, proposal, form, deciding):
        return redirect(type_address(proposal))
    shown = selectors.find(game, key, version, player)
    context = {
        "form": form,
        "decides": decides and shown.state == TypeState.PROPOSED,
        "is_mine": player is not None and proposal.author_id == player.pk,
        "type": proposal_view(shown),
        "proposal": shown,
        "seq": _seq_for_form(request, form, shown),
        "steps": selectors.history(shown),
        "compared": review_changes(shown),
    }
    return form_page(request, "types/type.html", {**_frame_context(request), **context})


def type_address(proposal: Proposal) -> str:
    """Return the path of a version's page."""
    return reverse("type", args=[proposal.game, proposal.key, proposal.version])


def _seq_for_form(request: HttpRequest, form: ServiceForm, proposal: Proposal) -> int:
    """Return the number of the proposal's last act (`seq`), for the form's hidden field `seen`.

    A refused form keeps its own, because its reader has not seen later changes.
    """
    sent = seen(request)
    return sent if form.errors and not form.is_stale and sent is not None else proposal.seq


def _frame_context(request: HttpRequest) -> dict[str, object]:
    """Return the context of every page of types: `player`, `edits` (is an editor) and `waiting`.

    `waiting` is the number of proposals that wait for an editor; 0 for a reader who is none.
    """
    player = current_player(request)
    edits = is_editor(player)
    return {
        "player": player,
        "edits": edits,
        "waiting": selectors.waiting_proposals().count() if edits else 0,
    }


def _initial_values(request: HttpRequest, player: Player) -> Mapping[str, object] | None:
    """Return the facts of the version in `?de=` as first values; None without one."""
    game, _slash, rest = request.GET.get("de", "").partition("/")
    key, _slash, version = rest.partition("/")
    number = number_in(version, 4)
    return None if number is None else initial_of(selectors.find(game, key, number, player))


def _create_draft(request: HttpRequest, form: TypeForm, player: Player) -> Proposal:
    """Create the draft; counts against the limit for creating if it succeeds."""
    with count_success(Purpose.CREATE, caller_of(request)):
        return services.draft_type(form.facts(), by=player, now=timezone.now())


def _store_changes(request: HttpRequest, proposal: Proposal, form: TypeForm, player: Player) -> None:
    services.change_type(proposal, facts=form.facts(), by=player, now=timezone.now(), seen=seen(request))


def _preview_form(form: TypeForm) -> TypePreview:
    """Return the preview of the type in the form's posted or initial values, which may be invalid."""
    if form.is_bound:
        form.is_valid()
        return preview_type(form.facts())
    begun = TypeForm({name: form[name].value() for name in form.fields if form[name].value() is not None})
    begun.is_valid()
    return preview_type(begun.facts())


def _try_act(request: HttpRequest, proposal: Proposal, form: ServiceForm, deciding: bool) -> bool:
    """Run the act of the pressed button; return whether it succeeded, else its refusal is on the form.

    Raise `Forbidden` `not_an_editor` for any other button, and `TooMany` if proposals exceed the limit.
    """
    who, now = signed_in(request), timezone.now()
    if isinstance(form, DecisionForm) and deciding:
        return form.run(
            lambda: decide_type(proposal, **form.cleaned_data, by=who, now=now, seen=seen(request))
        )
    acts = {"propose": services.propose_type, "withdraw": services.withdraw_type}
    act = acts.get(request.POST.get("act", ""))
    if act is None:
        raise Forbidden("not_an_editor")
    if act is services.propose_type:
        hit_limit(request, Purpose.CREATE)
    return form.attempt(lambda: act(proposal, by=who, now=now, seen=seen(request)))


ONE = "tipos/<slug:game>/<slug:key>/<int:version>/"

urlpatterns: list[URLPattern] = [
    path("tipos/", types, name="types"),
    path("tipos/novo/", type_new, name="type_new"),
    path("tipos/previa/", type_preview, name="type_preview"),
    path("tipos/meus/", types_mine, name="types_mine"),
    path("tipos/revisao/", types_review, name="types_review"),
    path(ONE, type_page, name="type"),
    path(f"{ONE}mudar/", type_edit, name="type_edit"),
]
