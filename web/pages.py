"""Shared ends of views: form pages, post-only views, snapshots and polls."""

from collections.abc import Callable, Collection, Mapping
from functools import cache, wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods
from django_htmx.http import trigger_client_event

from core.db.transactions import read_snapshot
from tournaments import finding
from tournaments.match_views.versioned_cache import record_version
from tournaments.models import Tournament
from tournaments.policies import require_role
from web.http.limiting import set_retry_after
from web.http.requests import seen, wants_fragment
from web.response_cache.variants import shared_part
from web.service_form import ServiceForm
from web.tournament_request import TournamentRequest, current_player

Context = Mapping[str, Any]
Personal = Callable[[SafeString], SafeString]
"""Returns the HTML that all readers share with the reader's own parts added."""
View = Callable[..., HttpResponse]


def form_page(request: HttpRequest, template: str, context: Context) -> HttpResponse:
    """Render the template with the status of `context["form"]`: 200 without errors, else 422, 409 or 429.

    Typed values stay. For 409, after another act, the tournament is read again; 429 has `Retry-After`.
    """
    form: ServiceForm = context["form"]
    found = {**context, **_present_state(context)} if form.is_stale else dict(context)
    return set_retry_after(render(request, template, found, status=form.status), form.too_many)


def _present_state(context: Context) -> dict[str, object]:
    """Return `tournament` and `seq` (the record's number) as read now; {} on a page of no tournament.

    Raise `Forbidden` if the reader may no longer see it.
    """
    tournament: Tournament | None = context.get("tournament")
    if tournament is None:
        return {}
    fresh = finding.tournament_by_slug(tournament.slug)
    require_role(context["role"], fresh, "see")
    return {"tournament": fresh, "seq": fresh.ledger.head_seq}


def csrf_field(request: HttpRequest) -> SafeString:
    """Return the HTML of `{% csrf_token %}`, for code that builds forms without a template."""
    return format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', get_token(request))


def refused_page(request: HttpRequest, template: str, context: Context) -> HttpResponse:
    """Render the template with 422, for a refusal without a `ServiceForm`; the context has the reasons."""
    return render(request, template, dict(context), status=422)


def post_only(page: str, anchor: str = "", *, takes: Collection[str] | None = None) -> Callable[[View], View]:
    """Decorate a view that only accepts posts: a GET is redirected to the page with its form.

    `page` is the name of a URL with the same parameters, or with only those in `takes`; `anchor`, with its
    `#`, is appended.
    """

    def decorate(view: View) -> View:
        """Return the view with a redirect for GET and HEAD."""

        @wraps(view)
        @require_http_methods(["GET", "HEAD", "POST"])
        def post_only_view(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            """Call the view for a POST; redirect any other request."""
            if request.method == "POST":
                return view(request, *args, **kwargs)
            passed = {name: kwargs[name] for name in (kwargs if takes is None else takes)}
            return redirect(f"{reverse(page, args=args, kwargs=passed)}{anchor}")

        return post_only_view

    return decorate


def in_snapshot(view: View) -> View:
    """Decorate a read-only view: all its queries see one state of the database, so that its parts agree."""

    @wraps(view)
    def snapshot_view(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Call the view within one snapshot."""
        current_player(request)  # may create the account's player, which a snapshot cannot
        with read_snapshot():
            return view(request, *args, **kwargs)

    return snapshot_view


def poll_response(
    req: TournamentRequest,
    *,
    page: str,
    fragment: str,
    context: Callable[[], Context] | Context,
    around: Callable[[], Context] | None = None,
    personal: Personal | None = None,
) -> HttpResponse:
    """Return the page, or for htmx its fragment, or 204 if the poll's `seq` is still the record's version.

    Pass `context` as a function if it costs queries: a poll without news never calls it. With `personal` the
    fragment is cached for all readers, and `personal` adds the reader's own parts to it. `around` is the
    context of the rest of the page, if that needs less. A page gets the fragment as `part`, which is empty
    without `personal`: then its template includes the fragment. A fragment also triggers the event `record`
    in the browser, with `seq` and `state`.
    """
    request, tournament = req.http, req.tournament
    partly, ledger = wants_fragment(request), tournament.ledger
    if partly and request.GET.get("seq") == str(ledger.version):
        return vary_on_htmx(HttpResponse(status=204))
    version = {"seq": ledger.head_seq, "shown_version": ledger.version}

    @cache
    def full_context() -> Context:
        """Return the context of the fragment with the record's version, computed once."""
        return {**(context() if callable(context) else context), **version}

    def render_fragment() -> SafeString:
        """Return the fragment's HTML, without the reader's own parts."""
        return render_to_string(fragment, dict(full_context()), request)

    if personal is None:
        part = render_fragment() if partly else SafeString()
    else:
        part = personal(shared_part(request, record_version(tournament), render_fragment))
    if not partly:
        whole = {**around(), **version} if around else full_context()
        return vary_on_htmx(render(request, page, {**whole, "part": part}))
    response = HttpResponse(part)
    news = {"seq": ledger.head_seq, "state": tournament.state}
    trigger_client_event(response, "record", news)
    return vary_on_htmx(response)


def vary_on_htmx(response: HttpResponse) -> HttpResponse:
    """Add `Vary: HX-Request` to the response, and return it."""
    patch_vary_headers(response, ["HX-Request"])
    return response


def not_personalized(part: SafeString) -> SafeString:
    """Return the shared fragment unchanged. As `personal` it says that the fragment has no personal parts."""
    return part


__all__ = [
    "form_page",
    "in_snapshot",
    "not_personalized",
    "poll_response",
    "post_only",
    "refused_page",
    "seen",
]  # fmt: skip
