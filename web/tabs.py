"""The pages of a tournament that its head offers, by role and state."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role, State, Tournament
from tournaments.policies import Need, allows

NOT_CANCELLED = frozenset({"preparing", "drawn", "running", "finished"})
ALWAYS = NOT_CANCELLED | {"cancelled"}
ONCE_DRAWN = NOT_CANCELLED - {"preparing"}
BEFORE_PLAY = frozenset({"preparing", "drawn"})


@dataclass(frozen=True, slots=True)
class Tab:
    """A page: the name of its address, its words, who may open it and in which states."""

    name: str
    label: Promise
    need: Need = "see"
    states: frozenset[str] = ALWAYS


@dataclass(frozen=True, slots=True)
class Link:
    """A tab as it is shown."""

    url: str
    label: Promise
    is_here: bool
    starts_group: bool


FOLLOWING = (
    Tab("now", _("Now"), "judge", NOT_CANCELLED),
    Tab("tournament", _("Overview")),
    Tab("bracket", _("Bracket"), states=ONCE_DRAWN),
    Tab("standing", _("Standing"), states=ONCE_DRAWN),
    Tab("entries", _("Entries")),
    Tab("regulation", _("Regulation")),
    Tab("record_page", _("Record")),
)
RUNNING = (
    Tab("check_in", _("Check-in"), "judge", BEFORE_PLAY),
    Tab("draw", _("Draw"), "coordinate", BEFORE_PLAY),
    Tab("tables", _("Tables"), "coordinate", NOT_CANCELLED),
    Tab("announcement", _("Announcement"), "manage", NOT_CANCELLED),
    Tab("tournament_edit", _("Settings"), "manage", NOT_CANCELLED),
    Tab("staff", _("Staff"), "manage", NOT_CANCELLED),
    Tab("endings", _("More"), "manage"),
)


def links(tournament: Tournament, role: Role | None, here: str) -> Iterator[Link]:
    """The tabs for somebody with this role, in order; `here` names the page that is open."""
    for group in (FOLLOWING, RUNNING):
        offered = [tab for tab in group if _offers(tab, tournament, role)]
        for index, tab in enumerate(offered):
            url = reverse(tab.name, args=[tournament.slug])
            yield Link(url, tab.label, tab.name == here, group is RUNNING and index == 0)


def _offers(tab: Tab, tournament: Tournament, role: Role | None) -> bool:
    if tab.states == ONCE_DRAWN and tournament.state == State.CANCELLED:
        return tournament.draws.filter(withdrawn=False).exists()
    return tournament.state in tab.states and allows(role, tournament, tab.need)
