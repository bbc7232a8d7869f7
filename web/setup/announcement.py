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
from tournaments.setup.announce import last_channel, publish_announcement
from tournaments.setup.announcement_text import announcement_text
from tournaments.setup.create import change_tournament
from tournaments.setup.pictures import bytes_of, picture_of, remove_picture, set_picture
from web.http.limiting import hit_limit
from web.pages import form_page, post_only, seen
from web.setup.announcement_forms import AnnouncementForm, DetailsForm, PictureForm
from web.tournament_request import TournamentRequest, open_tournament

PICTURE, DETAILS = "#picture", "#details"


def announcement(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page of the announcement, whose text the product proposes; POST publishes the text."""
    req = open_tournament(request, slug, need="manage")
    form = _notice_form(req, request.POST or None)
    if request.method == "POST" and form.run(lambda: _publish_text(req, form.cleaned_data)):
        return redirect("announcement", slug)
    return _page(req, form)


@post_only("announcement", DETAILS)
def announcement_details(request: HttpRequest, slug: str) -> HttpResponse:
    """Set fee, prizes and contact; after the draw with a reason."""
    req = open_tournament(request, slug, need="manage")
    form = _details_form(req, request.POST)
    if not form.run(lambda: _store_details(req, form.cleaned_data)):
        return _page(req, details=form)
    messages.success(request, gettext("Saved."))
    return redirect(f"{reverse('announcement', args=[slug])}{DETAILS}")


def _details_form(req: TournamentRequest, typed: Any = None) -> DetailsForm:
    return DetailsForm(typed, tournament=req.tournament)


def _store_details(req: TournamentRequest, values: dict[str, Any]) -> None:
    """Store the form's cleaned `values` as facts of the tournament. Raise as `change_tournament`."""
    details = {name: value for name, value in values.items() if name != "reason"}
    facts = replace(facts_of(req.tournament), **details)
    change_tournament(
        req.tournament,
        facts=facts,
        reason=values.get("reason", ""),
        seen=seen(req.http),
        by=req.actor,
        now=timezone.now(),
    )


@post_only("announcement", PICTURE)
def picture_give(request: HttpRequest, slug: str) -> HttpResponse:
    """Set or remove the picture."""
    req = open_tournament(request, slug, need="manage")
    removes = "remove" in request.POST
    form = PictureForm() if removes else PictureForm(request.POST, request.FILES)
    done = (
        form.attempt(lambda: _remove_picture(req)) if removes else form.run(lambda: _set_picture(req, form))
    )
    if not done:
        return _page(req, picture_form=form)
    messages.success(
        request, gettext("The picture is removed.") if removes else gettext("The picture is on the overview.")
    )
    return redirect(f"{reverse('announcement', args=[slug])}{PICTURE}")


def _set_picture(req: TournamentRequest, form: PictureForm) -> None:
    """Set the picture that was sent. It counts for the limit of costly requests (`TooMany`)."""
    hit_limit(req.http, Purpose.COSTLY)
    set_picture(req.tournament, data=form.read_picture(), by=req.actor, now=timezone.now())


def _remove_picture(req: TournamentRequest) -> None:
    remove_picture(req.tournament, by=req.actor, now=timezone.now())


def _notice_form(req: TournamentRequest, typed: Any) -> AnnouncementForm:
    """Return the form with the typed text, else the published one; if there is none, a proposed one.

    With `?proposal` always the proposed one.
    """
    published = req.tournament.announcement
    is_fresh = "proposal" in req.http.GET or not published
    return AnnouncementForm(typed, initial={"text": _suggested_text(req) if is_fresh else published})


def _suggested_text(req: TournamentRequest) -> str:
    """Return the announcement that the product proposes, with addresses as phones in the hall reach them."""
    pages = ("tournament", "regulation")
    address, rules = (reached_at(req.http, reverse(page, args=[req.tournament.slug])) for page in pages)
    typed_at = reached_at(req.http, reverse("access_code"))
    return announcement_text(req.tournament, address, rules, typed_at)


def _page(
    req: TournamentRequest,
    notice: AnnouncementForm | None = None,
    *,
    picture_form: PictureForm | None = None,
    details: DetailsForm | None = None,
) -> HttpResponse:
    """Render the page with the posted form; the other forms show stored values."""
    tournament = req.tournament
    context = {
        **req.context("announcement"),
        "form": details or picture_form or notice or _notice_form(req, None),
        "notice_form": notice or _notice_form(req, None),
        "details_form": details or _details_form(req),
        "picture_form": picture_form or PictureForm(),
        "picture": picture_of(tournament),
        "address": reached_at(req.http, reverse("tournament", args=[tournament.slug])),
        "channel": last_channel(tournament),
        "differs": _suggested_text(req).split() != tournament.announcement.split(),
    }
    return form_page(req.http, "setup/announcement.html", context)


def _publish_text(req: TournamentRequest, values: dict[str, Any]) -> Tournament:
    """Store the announcement's `text` and `channel`, in the record too. Raise as `publish_announcement`."""
    return publish_announcement(
        req.tournament, **values, seen=seen(req.http), by=req.actor, now=timezone.now()
    )


FOR_EVER = "public, max-age=31536000, s-maxage=60, immutable"
"""The address contains the digest. A proxy revalidates each minute, because a picture may be removed."""
NOTHING_RUNS = "default-src 'none'; sandbox"


@require_safe
def picture_file(request: HttpRequest, slug: str, digest: str) -> HttpResponseBase:
    """Return the picture as pages show it (WebP); 404 if it is another one by now."""
    return _picture_response(request, slug, digest, "image/webp", shared=False)


@require_safe
def shared_picture_file(request: HttpRequest, slug: str, digest: str) -> HttpResponseBase:
    """Return the picture for link previews in messengers (JPEG); 404 if it is another one by now."""
    return _picture_response(request, slug, digest, "image/jpeg", shared=True)


def _picture_response(
    request: HttpRequest, slug: str, digest: str, media_type: str, *, shared: bool
) -> HttpResponseBase:
    """Return the picture of this digest, or 304 for a reader who has it; `shared`: that of link previews.

    Raise `Http404` if the tournament has another picture by now.
    """
    tournament = _picture_owner(request, slug)
    found = bytes_of(tournament, digest, shared=shared)
    if found is None:
        raise Http404
    etag = f'"{digest}"'
    response = get_conditional_response(request, etag) or HttpResponse(found, content_type=media_type)
    response.headers["ETag"] = etag
    response.headers["Content-Security-Policy"] = NOTHING_RUNS
    if tournament.is_public:
        response.headers["Cache-Control"] = FOR_EVER
    return response


def _picture_owner(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament; a public one without reading the session, so that its picture can be cached."""
    found = finding.tournament_by_slug(slug)
    return found if found.is_public else open_tournament(request, slug).tournament
