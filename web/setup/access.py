"""Links and codes by which people come in: made and revoked by organizers, and the page that a code opens."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core import qr
from core.errors import Forbidden, Stale
from core.http.callers import caller_of
from core.http.lan_address import address_for_phones, reached_at
from core.http.rate_limit import Purpose, check
from core.text import number_in
from tournaments.models import AccessLink, LinkRole
from tournaments.setup.access_links import (
    DAYS,
    MAX_DAYS,
    MAX_USES,
    USES,
    code_of,
    find_link,
    has_role,
    issue_link,
    links_of,
    normalize_code,
    revoke_link,
    use_link,
)
from web.http.limiting import hit_limit
from web.labels import ROLES
from web.pages import form_page
from web.service_form import ServiceForm
from web.setup.choices import number_box
from web.tournament_request import TournamentRequest, current_player, open_tournament

TYPED = "codigo"


class StaffLinkForm(ServiceForm):
    """A link that makes people judges or coordinators."""

    role = forms.ChoiceField(
        label=_("Role"), choices=[(role, ROLES[role]) for role in (LinkRole.JUDGE, LinkRole.COORDINATOR)]
    )
    uses = forms.IntegerField(label=_("For how many people"), initial=USES, widget=number_box(1, MAX_USES))
    days = forms.IntegerField(label=_("For how many days"), initial=DAYS, widget=number_box(1, MAX_DAYS))


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link with its code, its address and the QR code of that."""

    link: AccessLink
    code: str
    address: str
    picture: SafeString


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def access_links(request: HttpRequest, slug: str) -> HttpResponse:
    """List the valid links of a tournament, for its organizers.

    POST revokes the one whose number is in `revoke`; else it issues one: for the staff if `uses` is there,
    for players without it.
    """
    req = open_tournament(request, slug, need="manage")
    if "revoke" in request.POST:
        key = number_in(request.POST["revoke"])
        revoke_link(req.tournament, number=key or 0, by=req.actor, now=timezone.now())
        messages.success(request, gettext("This link no longer works."))
        return redirect("access_links", slug)
    makes_staff = "uses" in request.POST
    form = StaffLinkForm(request.POST if makes_staff else None)
    chosen: dict[str, Any] = {"role": LinkRole.ENTRY}
    if request.method == "POST" and makes_staff and form.run(lambda: _issue_link(req, form.cleaned_data)):
        return redirect("access_links", slug)
    if request.method == "POST" and not makes_staff and form.attempt(lambda: _issue_link(req, chosen)):
        return redirect("access_links", slug)
    return form_page(request, "setup/access_links.html", _page_context(req, form))


def _issue_link(req: TournamentRequest, chosen: dict[str, Any]) -> None:
    """Store a link for the chosen `role`, and for the staff with `uses` and `days`. Raise as `issue_link`."""
    issue_link(req.tournament, **chosen, by=req.actor, now=timezone.now())


def _page_context(req: TournamentRequest, form: StaffLinkForm) -> dict[str, object]:
    """Return the context of the list: the link to enter apart from those that give a role.

    `unreachable`: other devices have no address by which to reach this server.
    """
    found = [_shown_link(req.http, link) for link in links_of(req.tournament, timezone.now())]
    return {
        **req.context("access_links"),
        "form": form,
        "entry": next((shown for shown in found if shown.link.role == LinkRole.ENTRY), None),
        "links": [shown for shown in found if shown.link.role != LinkRole.ENTRY],
        "unreachable": not reached_at(req.http, "/"),
    }


def _shown_link(request: HttpRequest, link: AccessLink) -> ShownLink:
    """Return the link with the address by which phones in the hall reach it.

    The code is "" if the site's secret key was changed since.
    """
    code = code_of(link)
    address = address_for_phones(request, reverse("access_link", args=[code or "-"]))
    return ShownLink(link, code, address, qr.inline(address))


@require_http_methods(["GET", "HEAD", "POST"])
def access_code(request: HttpRequest) -> HttpResponse:
    """Show the page on which a code is typed, and redirect to the page of a code that can be one.

    It does not look the code up. 422 for a text that is no code.
    """
    typed = request.POST.get(TYPED, "")[:40]
    if code := normalize_code(typed):
        return redirect("access_link", code)
    is_wrong = request.method == "POST"
    shown = {"typed": typed, "is_wrong": is_wrong}
    return render(request, "setup/access_code.html", shown, status=422 if is_wrong else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def access_link(request: HttpRequest, code: str) -> HttpResponse:
    """Ask the signed-in person whether they help; a POST gives them the role.

    Redirect to the form to enter for a code of players, and to “Now” if the person has the role already.
    Without an account a code of the staff and one that is wrong have the same answer, and both count for the
    limit. 404 for a wrong code, which counts too; raises `TooMany`.
    """
    player = current_player(request)
    purpose = Purpose.CARD if player is None else Purpose.CODE
    check(purpose, caller_of(request))
    link = find_link(normalize_code(code))
    if link is not None and link.role == LinkRole.ENTRY:
        return redirect("enter_self", link.tournament.slug)
    if player is None:
        hit_limit(request, purpose)
        return render(request, "setup/access_sign_in.html")
    if link is None:
        hit_limit(request, purpose)
        shown = {"typed": code[:40], "is_wrong": True}
        return render(request, "setup/access_code.html", shown, status=404)
    if has_role(link, player) and request.method != "POST":
        return redirect("now", link.tournament.slug)
    return _accept_role(request, link) if request.method == "POST" else _ask_to_help(request, link)


def _ask_to_help(
    request: HttpRequest, link: AccessLink, refusal: Forbidden | Stale | None = None
) -> HttpResponse:
    """Show the page that asks whether to take the link's role, with the refusal of an attempt, if any."""
    context = {"link": link, "tournament_title": link.tournament.title, "refusal": refusal}
    status = 200 if refusal is None else 403 if isinstance(refusal, Forbidden) else 409
    return render(request, "setup/access_link.html", context, status=status)


def _accept_role(request: HttpRequest, link: AccessLink) -> HttpResponse:
    """Give the signed-in player the link's role and redirect to the day's page, or show the refusal."""
    player = current_player(request)
    try:
        given = player and use_link(link, by=player, now=timezone.now())
    except (Forbidden, Stale) as refusal:
        return _ask_to_help(request, link, refusal)
    if given:
        messages.success(request, gettext("You now help here: %(role)s.") % {"role": ROLES[given.role]})
    return redirect("now", link.tournament.slug)
