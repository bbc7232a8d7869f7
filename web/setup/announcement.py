"""Pages and picture file of a tournament's announcement."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from core.http.lan_address import reached_at
from core.http.rate_limit import Purpose
from tournaments import finding
from tournaments.models import Tournament
from tournaments.rules_of import facts_of
from tournaments.setup.announce import publish_announcement
from tournaments.setup.announcement_text import announcement_text
from tournaments.setup.create import change_tournament
from tournaments.setup.pictures import bytes_of, picture_of
from tournaments.setup.selectors import last_channel
from tournaments.setup.set_picture import remove_picture, set_picture
from web.limiting import hit_limit
from web.pages import form_page, posted_from, seen
from web.setup.announcement_forms import AnnouncementForm, DetailsForm, PictureForm
from web.visits import Visit, visiting

PICTURE, DETAILS = "#picture", "#details"


def announcement(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit and publish the announcement; the product proposes its text."""
    visit = visiting(request, slug, need="manage")
    form = _notice(visit, request.POST or None)
    if request.method == "POST" and form.run(lambda: _publish(visit, form.cleaned_data)):
        return redirect("announcement", slug)
    return _page(visit, form)


@posted_from("announcement", DETAILS)
def announcement_details(request: HttpRequest, slug: str) -> HttpResponse:
    """Set fee, prizes and contact; after the draw with a reason."""
    visit = visiting(request, slug, need="manage")
    form = _details(visit, request.POST)
    if not form.run(lambda: _set_details(visit, form.cleaned_data)):
        return _page(visit, details=form)
    messages.success(request, gettext("Saved."))
    return redirect(f"{reverse('announcement', args=[slug])}{DETAILS}")


def _details(visit: Visit, typed: Any = None) -> DetailsForm:
    return DetailsForm(typed, tournament=visit.tournament)


def _set_details(visit: Visit, values: dict[str, Any]) -> None:
    reason = values.pop("reason", "")
    facts = replace(facts_of(visit.tournament), **values)
    change_tournament(
        visit.tournament,
        facts=facts,
        reason=reason,
        seen=seen(visit.request),
        by=visit.by,
        now=timezone.now(),
    )


@posted_from("announcement", PICTURE)
def picture_give(request: HttpRequest, slug: str) -> HttpResponse:
    """Set or remove the picture."""
    visit = visiting(request, slug, need="manage")
    removes = "remove" in request.POST
    form = PictureForm() if removes else PictureForm(request.POST, request.FILES)
    if not (form.tried(lambda: _remove(visit)) if removes else form.run(lambda: _give(visit, form))):
        return _page(visit, picture_form=form)
    messages.success(
        request, gettext("The picture is gone.") if removes else gettext("The picture is on the overview.")
    )
    return redirect(f"{reverse('announcement', args=[slug])}{PICTURE}")


def _give(visit: Visit, form: PictureForm) -> None:
    hit_limit(visit.request, Purpose.COSTLY)
    set_picture(visit.tournament, data=form.sent(), by=visit.by, now=timezone.now())


def _remove(visit: Visit) -> None:
    remove_picture(visit.tournament, by=visit.by, now=timezone.now())


def _notice(visit: Visit, typed: Any) -> AnnouncementForm:
    """Return the form with the typed, published or proposed text."""
    stands = visit.tournament.announcement
    is_fresh = "proposal" in visit.request.GET or not stands
    return AnnouncementForm(typed, initial={"text": _proposed(visit) if is_fresh else stands})


def _proposed(visit: Visit) -> str:
    pages = ("tournament", "regulation")
    address, rules = (
        reached_at(visit.request, reverse(page, args=[visit.tournament.slug])) for page in pages
    )
    typed_at = reached_at(visit.request, reverse("access_code"))
    return announcement_text(visit.tournament, address, rules, typed_at)


def _page(
    visit: Visit,
    notice: AnnouncementForm | None = None,
    *,
    picture_form: PictureForm | None = None,
    details: DetailsForm | None = None,
) -> HttpResponse:
    """Render the page with the posted form; the other forms show stored values."""
    tournament = visit.tournament
    context = {
        **visit.context("announcement"),
        "form": details or picture_form or notice or _notice(visit, None),
        "notice_form": notice or _notice(visit, None),
        "details_form": details or _details(visit),
        "picture_form": picture_form or PictureForm(),
        "picture": picture_of(tournament),
        "address": reached_at(visit.request, reverse("tournament", args=[tournament.slug])),
        "channel": last_channel(tournament),
        "differs": _proposed(visit).split() != tournament.announcement.split(),
    }
    return form_page(visit.request, "setup/announcement.html", context)


def _publish(visit: Visit, values: dict[str, Any]) -> Tournament:
    return publish_announcement(
        visit.tournament, **values, seen=seen(visit.request), by=visit.by, now=timezone.now()
    )


FOR_EVER = "public, max-age=31536000, s-maxage=60, immutable"
"""The address contains the digest. A proxy revalidates each minute, because a picture may be removed."""
NOTHING_RUNS = "default-src 'none'; sandbox"


@require_safe
def picture_file(request: HttpRequest, slug: str, digest: str) -> HttpResponseBase:
    """Return the picture as pages show it."""
    return _picture_response(request, slug, digest, "image/webp", shared=False)


@require_safe
def shared_picture_file(request: HttpRequest, slug: str, digest: str) -> HttpResponseBase:
    """Return the picture for link previews in messengers."""
    return _picture_response(request, slug, digest, "image/jpeg", shared=True)


def _picture_response(
    request: HttpRequest, slug: str, digest: str, kind: str, *, shared: bool
) -> HttpResponseBase:
    tournament = _picture_owner(request, slug)
    found = bytes_of(tournament, digest, shared=shared)
    if found is None:
        raise Http404
    etag = f'"{digest}"'
    response = get_conditional_response(request, etag) or HttpResponse(found, content_type=kind)
    response.headers["ETag"] = etag
    response.headers["Content-Security-Policy"] = NOTHING_RUNS
    if tournament.is_public:
        response.headers["Cache-Control"] = FOR_EVER
    return response


def _picture_owner(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament; a public one without reading the session, so that its picture can be cached."""
    found = finding.tournament_at(slug)
    return found if found.is_public else visiting(request, slug).tournament
