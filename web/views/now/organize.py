"""Everything of whoever runs a tournament in one place: its steps, and what belongs to none of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.now.selectors import now
from tournaments.now.steps import StepView, steps
from tournaments.policies import Need
from web.tabs import ALWAYS, BEFORE_PLAY, NOT_CANCELLED
from web.visits import Visit, visiting

PLAYING = frozenset({"drawn", "running"})


@dataclass(frozen=True, slots=True)
class Door:
    """A page: the name of its address, its words, who may open it and in which states."""

    name: str
    label: Promise
    need: Need = "coordinate"
    states: frozenset[str] = NOT_CANCELLED


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step with its page; `url` is "" where this person, or this state, has none."""

    step: StepView
    url: str


STEP_DOORS = {
    "create": Door("tournament_edit", _("Settings"), "manage"),
    "announce": Door("announcement", _("Announcement"), "manage"),
    "entries": Door("entries", _("Entries"), "see"),
    "check_in": Door("check_in", _("Check-in"), "judge", BEFORE_PLAY),
    "draw": Door("draw", _("Draw"), states=BEFORE_PLAY),
    "play": Door("now", _("Now"), "judge", PLAYING | {"finished"}),
    "finish": Door("finish", _("Finish"), states=PLAYING),
}
OTHER_DOORS = (
    Door("tables", _("Tables and their cards")),
    Door("breaks", _("Breaks"), states=PLAYING),
    Door("paper", _("Sheets from paper"), "judge", PLAYING),
    Door("entries_import", _("Import a list"), states=frozenset({"preparing"})),
    Door("entry_late", _("Late entry"), states=PLAYING),
    Door("staff", _("Staff"), "manage"),
    Door("regulation", _("Regulation and rulings"), states=ALWAYS),
    Door("hall", _("Hall screen"), states=PLAYING | {"finished"}),
    Door("record_page", _("The record"), states=ALWAYS),
    Door("endings", _("Duplicate, archive, cancel or delete"), "manage", ALWAYS),
)


@require_safe
def organize(request: HttpRequest, slug: str) -> HttpResponse:
    """The steps with how far they are, and the other pages of whoever runs it."""
    visit = visiting(request, slug, "coordinate")
    view = now(visit.tournament, timezone.now())
    found = steps(visit.tournament, view)
    context = {
        **visit.context("organize"),
        "now": view,
        "steps": [StepLink(step, _way(visit, STEP_DOORS[step.code])) for step in found],
        "doors": list(_doors(visit)),
    }
    return render(request, "now/organize.html", context)


def _doors(visit: Visit) -> Iterator[tuple[str, Promise]]:
    """The address and the words of each page beside the steps that this person may open now."""
    for door in OTHER_DOORS:
        if url := _way(visit, door):
            yield url, door.label


def _way(visit: Visit, door: Door) -> str:
    """The address behind a door, "" where it is shut."""
    is_open = visit.tournament.state in door.states and visit.may(door.need)
    return reverse(door.name, args=[visit.tournament.slug]) if is_open else ""
