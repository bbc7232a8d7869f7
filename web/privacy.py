"""Pages about personal data: policy, own data, erasure, people under 18."""

from datetime import timedelta

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.erasing import anonymise, erasure_obstacles
from accounts.minors import mark_minor, unmark_minor
from core.errors import Refused
from core.http.rate_limit import Purpose
from notices.channels import open_channels
from tournaments import finding
from tournaments.entries.check_in_list import LIVE, search_entries
from tournaments.entries.selectors import entry_views
from tournaments.privacy import known_minors, mark_entrant, namesakes_of, own_data
from web.http.downloads import set_filename
from web.http.limiting import limited
from web.labels import text_for_refusal
from web.pages import form_page, post_only, refused_page
from web.site.accounts import account_of
from web.site.forms import OwnPasswordForm, is_valid_with_password
from web.tournament_request import TournamentRequest, open_tournament, signed_in


class ForgetForm(OwnPasswordForm):
    """The password, and a checkbox to confirm the erasure."""

    sure = forms.BooleanField(
        label=gettext_lazy("Yes, forget me. I know that this can’t be undone."),
        error_messages={"required": gettext_lazy("Tick that you mean it.")},
    )


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Explain what the site stores about people, why, for how long, and their rights."""
    return render(request, "privacy/privacy.html", retention_facts())


@require_safe
def own_data_page(request: HttpRequest) -> HttpResponse:
    """Show a person their data, where to change it, and how to export or erase it."""
    player = signed_in(request)
    return render(
        request, "privacy/own_data.html", {"player": player, "data": own_data(player, timezone.now())}
    )


@require_safe
@limited(Purpose.COSTLY)
def own_data_file(request: HttpRequest) -> HttpResponse:
    """Download the caller's data as `chama-<code>.json`."""
    player = signed_in(request)
    shape = {"ensure_ascii": False, "indent": 1}
    response = JsonResponse(own_data(player, timezone.now()), json_dumps_params=shape)
    return set_filename(response, f"chama-{player.code}.json")


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def forget_me(request: HttpRequest) -> HttpResponse:
    """Ask for the password and show what has to be settled first; on POST erase account and name for good."""
    user, player = account_of(request), signed_in(request)
    form = ForgetForm(user, request.POST or None)
    if form.is_bound and is_valid_with_password(request, user, form) and form.run(lambda: anonymise(player)):
        logout(request)
        messages.success(request, _("You are forgotten: your account is gone, and no page shows your name."))
        return redirect("home")
    first = [text_for_refusal(violation) for violation in erasure_obstacles(player)]
    return form_page(request, "privacy/forget.html", {"form": form, "first": first})


ROWS_A_PAGE = 100


@post_only("account", "#minor")
def mark_oneself(request: HttpRequest) -> HttpResponse:
    """Store that the caller is under 18 if `minor` is sent, which shortens the name; else remove the mark."""
    player = signed_in(request)
    if request.POST.get("minor"):
        mark_minor(player)
        messages.success(request, _("You are shown by your first name and an initial now, everywhere."))
    else:
        unmark_minor(player)
        messages.success(request, _("You can enter your full name again."))
    return redirect(f"{reverse('account')}#minor")


@require_http_methods(["GET", "HEAD", "POST"])
def minors(request: HttpRequest, slug: str) -> HttpResponse:
    """List live entries with buttons to mark each person as under 18; POST sets or removes a mark."""
    req = open_tournament(request, slug, need="coordinate")
    if request.method != "POST":
        return render(request, "privacy/minors.html", _minors_context(req))
    try:
        _mark_entrant(req)
    except Refused as refused:
        said = [text_for_refusal(violation) for violation in refused.violations]
        return refused_page(request, "privacy/minors.html", {**_minors_context(req), "refused": said})
    return redirect(f"{reverse('minors', args=[slug])}?{request.GET.urlencode()}")


def _mark_entrant(req: TournamentRequest) -> None:
    """Store that the posted person of an entry is a minor, or no longer one; show a message with the name.

    Raise `Refused` as `mark_entrant` does.
    """
    sent = req.http.POST
    entry = finding.find_entry(req.tournament, sent.get("entry", ""))
    is_minor = bool(sent.get("minor"))
    player = mark_entrant(
        req.tournament,
        entry,
        person=sent.get("person", ""),
        is_minor=is_minor,
        namesakes=bool(sent.get("namesakes")),
        by=req.actor,
    )
    messages.success(req.http, _("Shown as %(name)s from now on.") % {"name": player.name})


def _minors_context(req: TournamentRequest) -> dict[str, object]:
    """Return the context of the page of minors: the entries found, known minors, and namesakes."""
    query = req.http.GET.get("q", "")[:80]
    rows = [row for row in entry_views(req.tournament) if row.state in LIVE]
    page = Paginator(search_entries(rows, query), ROWS_A_PAGE).get_page(req.http.GET.get("page"))
    others = {code: len(found) for code, found in namesakes_of(req.tournament, list(page)).items()}
    context = {**req.context("entries"), "page": page, "query": query}
    return {**context, "minors": known_minors(req.tournament), "others": others}


def retention_facts() -> dict[str, object]:
    """Return the operator's retention times and contact for the privacy page."""
    return {
        "session_days": timedelta(seconds=settings.SESSION_COOKIE_AGE).days,
        "answer_hours": settings.ANSWER_HOURS,
        "has_mail": settings.HAS_MAIL,
        "operator": settings.SITE_OPERATOR,
        "contact": settings.PRIVACY_CONTACT,
        "has_notices": bool(open_channels()),
    }


urlpatterns: list[URLPattern] = [
    path("privacidade/", privacy, name="privacy"),
    path("conta/dados/", own_data_page, name="own_data"),
    path("conta/dados/arquivo/", own_data_file, name="own_data_file"),
    path("conta/menor/", mark_oneself, name="mark_oneself"),
    path("torneios/<slug:slug>/inscricoes/menores/", minors, name="minors"),
    path("conta/apagar/", forget_me, name="forget_me"),
]
