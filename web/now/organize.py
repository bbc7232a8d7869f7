"""The organizer's overview: the steps of a tournament, and all other pages."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from notices.channels import open_channels
from tournaments.now.selectors import now_view
from tournaments.now.steps import StepView, steps
from tournaments.policies import Need
from web.tabs import ALWAYS, BEFORE_PLAY, NOT_CANCELLED
from web.tournament_request import TournamentRequest, open_tournament

PLAYING = frozenset({"drawn", "running"})


@dataclass(frozen=True, slots=True)
class OrganizerPage:
    """A page: its URL name, its label, and the role and states in which it is open."""

    name: str
    label: Promise
    need: Need = "coordinate"
    states: frozenset[str] = NOT_CANCELLED


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step with the address of its page; "" if this person, or this state, has none."""

    step: StepView
    url: str


STEP_PAGES = {
    "create": OrganizerPage("tournament_edit", _("Settings"), "manage"),
    "announce": OrganizerPage("announcement", _("Announcement"), "manage"),
    "entries": OrganizerPage("entries", _("Entries"), "see"),
    "check_in": OrganizerPage("check_in", _("Check-in"), "judge", BEFORE_PLAY),
    "draw": OrganizerPage("draw", _("Draw"), states=BEFORE_PLAY),
    "play": OrganizerPage("now", _("Now"), "judge", PLAYING | {"finished"}),
    "finish": OrganizerPage("finish", _("Finish"), states=PLAYING),
}
OTHER_PAGES = (
    OrganizerPage("share", _("Send to the group"), states=ALWAYS),
    OrganizerPage("printing", _("Print"), "judge", ALWAYS),
    OrganizerPage("planning", _("Planning the day"), states=frozenset({"preparing"})),
    OrganizerPage("tables", _("Tables and their cards")),
    OrganizerPage("calling", _("Calls"), states=PLAYING),
    OrganizerPage("breaks", _("Breaks"), states=PLAYING),
    OrganizerPage("timetable", _("Timetable"), states=PLAYING),
    OrganizerPage("judges", _("Judges and their tables"), "judge", PLAYING),
    OrganizerPage("paper", _("Sheets from paper"), "judge", PLAYING),
    OrganizerPage("entries_import", _("Import a list"), states=frozenset({"preparing"})),
    OrganizerPage("entry_late", _("Late entry"), states=PLAYING),
    OrganizerPage("fees", _("Entry fees"), "judge"),
    OrganizerPage("penalties", _("Penalties"), "judge", PLAYING | {"finished"}),
    OrganizerPage("staff", _("Staff"), "manage"),
    OrganizerPage("access_links", _("Links and codes"), "manage"),
    OrganizerPage("webhooks", _("Webhooks"), "manage", ALWAYS),
    OrganizerPage("unsent_notices", _("Notices that were not sent"), states=ALWAYS),
    OrganizerPage("regulation", _("Regulation and rulings"), states=ALWAYS),
    OrganizerPage("hall", _("Hall screen"), states=PLAYING | {"finished"}),
    OrganizerPage("record_page", _("The record"), states=ALWAYS),
    OrganizerPage("endings", _("Duplicate, archive, cancel or delete"), "manage", ALWAYS),
)


@require_safe
def organize(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the steps with their progress, and the other pages of an organizer."""
    req = open_tournament(request, slug, "coordinate")
    view = now_view(req.tournament, timezone.now())
    found = steps(req.tournament, view)
    context = {
        **req.context("organize"),
        "now": view,
        "steps": [StepLink(step, _address_of(req, STEP_PAGES[step.code])) for step in found],
        "pages": list(_page_links(req)),
    }
    return render(request, "now/organize.html", context)


def _page_links(req: TournamentRequest) -> Iterator[tuple[str, Promise]]:
    """Yield address and label of each other page that this person may open now."""
    for page in OTHER_PAGES:
        if url := _address_of(req, page):
            yield url, page.label


def _address_of(req: TournamentRequest, page: OrganizerPage) -> str:
    """Return the address of a page, "" if role or state close it.

    That of the notices that were not sent is also "" if this site has no channel for notices.
    """
    if page.name == "unsent_notices" and not open_channels():
        return ""
    is_open = req.tournament.state in page.states and req.may(page.need)
    return reverse(page.name, args=[req.tournament.slug]) if is_open else ""
