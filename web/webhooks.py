"""The organizer's page of webhooks: add and remove endpoints, see what was sent, send it again."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core.text import number_in
from tournaments.webhooks.deliveries import log_of, send_again
from tournaments.webhooks.endpoints import add_endpoint, endpoints_of, remove_endpoint
from tournaments.webhooks.transport import MAX_URL
from web.pages import form_page
from web.service_form import ServiceForm
from web.tournament_request import TournamentRequest, open_tournament


class EndpointForm(ServiceForm):
    """The address of a new endpoint."""

    url = forms.CharField(
        label=gettext_lazy("Address (https)"),
        max_length=MAX_URL,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """List endpoints and deliveries; add or remove an endpoint, or send a delivery again."""
    req = open_tournament(request, slug, need="manage")
    form = EndpointForm(request.POST if "url" in request.POST else None)
    if "url" in request.POST:
        made: list[str] = []
        if form.run(lambda: made.append(_add_endpoint(req, form.cleaned_data["url"]))):
            return form_page(request, "webhooks/webhooks.html", _page_context(req, EndpointForm(), made[0]))
    elif request.method == "POST" and form.attempt(lambda: _remove_or_resend(req)):
        messages.success(request, _("Done."))
        return redirect("webhooks", slug)
    return form_page(request, "webhooks/webhooks.html", _page_context(req, form))


def _add_endpoint(req: TournamentRequest, url: str) -> str:
    """Store the endpoint; return its secret, which is shown this once. Raise as `add_endpoint`."""
    return add_endpoint(req.tournament, url=url, by=req.actor, now=timezone.now())[1]


def _remove_or_resend(req: TournamentRequest) -> None:
    """Remove the endpoint of number `remove`, or enqueue the delivery of number `again` once more."""
    posted, by, now = req.http.POST, req.actor, timezone.now()
    if "remove" in posted:
        remove_endpoint(req.tournament, number=number_in(posted["remove"]) or 0, by=by, now=now)
    else:
        send_again(req.tournament, number=number_in(posted.get("again", "")) or 0, by=by, now=now)


def _page_context(req: TournamentRequest, form: EndpointForm, secret: str = "") -> dict[str, object]:
    """Return the page's context; `secret` is that of an endpoint just added, shown this once."""
    return {
        **req.context("webhooks"),
        "form": form,
        "secret": secret,
        "endpoints": list(endpoints_of(req.tournament)),
        "log": log_of(req.tournament),
    }


urlpatterns: list[URLPattern] = [path("torneios/<slug:slug>/webhooks/", webhooks, name="webhooks")]
