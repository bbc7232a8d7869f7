"""What an organizer says of the tournament before the day: its announcement, and a picture."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from core.http.lan_address import reached_at
from core.http.rate_limit import Purpose
from tournaments.models import Tournament
from tournaments.setup.announce import publish_announcement
from tournaments.setup.announcement_text import announcement_text
from tournaments.setup.illustrate import give_picture, take_picture_off
from tournaments.setup.pictures import picture_of
from tournaments.setup.selectors import last_channel
from web.limiting import hit_limit, set_retry_after
from web.pages import form_page, posted_from, seen
from web.setup.announcement_form import AnnouncementForm, PictureForm
from web.visits import Visit, visiting

PICTURE = "#picture"


def announcement(request: HttpRequest, slug: str) -> HttpResponse:
    """The notice that the product proposes, the organizer edits, and everybody gets."""
    visit = visiting(request, slug, need="manage")
    form = _notice(visit, request.POST or None)
    if request.method == "POST" and form.run(lambda: _publish(visit, form.cleaned_data)):
        return redirect("announcement", slug)
    return _page(visit, form, PictureForm())


@posted_from("announcement", PICTURE)
def picture_give(request: HttpRequest, slug: str) -> HttpResponse:
    """Another picture, or none."""
    visit = visiting(request, slug, need="manage")
    removes = "remove" in request.POST
    form = PictureForm() if removes else PictureForm(request.POST, request.FILES)
    if not (form.tried(lambda: _remove(visit)) if removes else form.run(lambda: _give(visit, form))):
        return _page(visit, _notice(visit, None), form)
    messages.success(request, _("The picture is gone.") if removes else _("The picture is on the overview."))
    return redirect(f"{reverse('announcement', args=[slug])}{PICTURE}")


def _give(visit: Visit, form: PictureForm) -> None:
    hit_limit(visit.request, Purpose.COSTLY)
    give_picture(visit.tournament, data=form.sent(), by=visit.by, now=timezone.now())


def _remove(visit: Visit) -> None:
    take_picture_off(visit.tournament, by=visit.by, now=timezone.now())


def _notice(visit: Visit, typed: Any) -> AnnouncementForm:
    """The form of the notice: what was typed, what stands, or what the product proposes."""
    stands = visit.tournament.announcement
    is_fresh = "proposal" in visit.request.GET or not stands
    return AnnouncementForm(typed, initial={"text": _proposed(visit) if is_fresh else stands})


def _proposed(visit: Visit) -> str:
    pages = ("tournament", "regulation")
    address, rules = (
        reached_at(visit.request, reverse(page, args=[visit.tournament.slug])) for page in pages
    )
    return announcement_text(visit.tournament, address, rules)


def _page(visit: Visit, form: AnnouncementForm, picture_form: PictureForm) -> HttpResponse:
    tournament = visit.tournament
    context = {
        **visit.context("announcement"),
        "form": form,
        "picture_form": picture_form,
        "picture": picture_of(tournament),
        "address": reached_at(visit.request, reverse("tournament", args=[tournament.slug])),
        "channel": last_channel(tournament),
        "differs": _proposed(visit).split() != tournament.announcement.split(),
    }
    page = form_page(visit.request, "setup/announcement.html", context)
    if picture_form.errors:
        page.status_code = picture_form.status
    return set_retry_after(page, picture_form.too_many)


def _publish(visit: Visit, values: dict[str, Any]) -> Tournament:
    return publish_announcement(
        visit.tournament, **values, seen=seen(visit.request), by=visit.by, now=timezone.now()
    )
