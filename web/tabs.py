"""The navigation of a tournament by role and state: tabs in the header, and a bar on phones.

A visitor sees at most five pages, and one more in a tournament with a stage before the bracket. Staff see
"Now" first, and organizers one page more, which links to all others (`web/now/organize.py`).
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Role, State, Tournament
from tournaments.policies import Need, allows

NOT_CANCELLED = frozenset({"preparing", "drawn", "running", "finished"})
ALWAYS = NOT_CANCELLED | {"cancelled"}
ONCE_DRAWN = NOT_CANCELLED - {"preparing"}
BEFORE_PLAY = frozenset({"preparing", "drawn"})


@dataclass(frozen=True, slots=True)
class Tab:
    """A page in the navigation: its URL name, its label, who may open it and in which states.

    `within`: URL names of further pages; while one of them is open, this tab is marked. `page`: the URL
    name, if it is not the name.
    """

    name: str
    label: Promise
    need: Need = "see"
    states: frozenset[str] = ALWAYS
    within: frozenset[str] = frozenset()
    page: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A tab as rendered; `current` is the value of `aria-current`, "" unless it or a page within is open."""

    url: str
    label: Promise
    current: str


@dataclass(frozen=True, slots=True)
class ThumbBar:
    """The bar at the bottom of a phone: three pages, and a menu with the rest."""

    first: tuple[Link, ...]
    rest: tuple[Link, ...]

    @property
    def is_in_rest(self) -> bool:
        """Return whether the open page is in the menu."""
        return any(link.current for link in self.rest)


ORGANIZED = frozenset(
    {
        "draw",
        "tables",
        "announcement",
        "planning",
        "timetable",
        "judges",
        "tournament_edit",
        "staff",
        "endings",
        "check_in",
        "penalties",
        "fees",
        "access_links",
        "webhooks",
        "unsent_notices",
    }
)
TABS = (
    Tab("now", _("Now"), "judge", NOT_CANCELLED),
    Tab("tournament", _("Overview")),
    Tab("rounds", pgettext_lazy("stage", "Rounds"), states=ONCE_DRAWN),
    Tab("groups", _("Groups"), states=ONCE_DRAWN, page="rounds"),
    Tab("bracket", _("Bracket"), states=ONCE_DRAWN),
    Tab("standing", _("Standings"), states=ONCE_DRAWN),
    Tab("entries", _("Entries")),
    Tab("check_in", _("Check-in"), "judge", BEFORE_PLAY),
    Tab("regulation", _("Regulation")),
    Tab("organize", _("Organize"), "coordinate", within=ORGANIZED),
)
ELSEWHERE = (
    Tab("record_page", _("Record")),
    Tab("hall", _("Hall screen"), states=ONCE_DRAWN),
)
"""More pages in a phone's bar; on a laptop the header or the overview links to them."""
BY_NAME = {tab.name: tab for tab in TABS + ELSEWHERE}
STAGE_TABS = {"swiss": "rounds", "groups": "groups"}
"""The tab of each kind of stage, by the kind's name in settings."""
UNDER_THE_THUMB = 3
"""The number of pages in the bar before its menu."""
FIRST_FOR_ALL = ("tournament", "bracket", "standing", "entries", "regulation")
FIRST_FOR_STAFF = {
    "preparing": ("now", "entries", "check_in", "organize"),
    "cancelled": ("tournament", "bracket", "standing", "entries"),
}
PLAYED = ("now", "bracket", "standing")


class TabOffer(NamedTuple):
    """Names of tabs: in the header, in a phone's bar, and in the menu of the bar."""

    head: tuple[str, ...]
    first: tuple[str, ...]
    rest: tuple[str, ...]


def offered_tabs(tournament: Tournament, role: Role | None) -> TabOffer:
    """Return the pages for this role and state; header and menu in a fixed order, the bar by need."""
    names = [tab.name for tab in _offered_tabs(tournament, role)]
    first = [name for name in _names_by_need(tournament, role, names) if name in names][:UNDER_THE_THUMB]
    head = (tab.name for tab in TABS if tab.name in names)
    return TabOffer(tuple(head), tuple(first), tuple(name for name in names if name not in first))


def tab_links(slug: str, names: Iterable[str], here: str) -> tuple[Link, ...]:
    """Return links to the pages of these tabs; `here` is the URL name of the open page."""
    return tuple(_link(BY_NAME[name], slug, here) for name in names)


def _names_by_need(tournament: Tournament, role: Role | None, offered: Collection[str]) -> tuple[str, ...]:
    """Return names of tabs by how soon this role needs them, offered or not.

    The stage's tab stands in place of the bracket's until there is one.
    """
    order = FIRST_FOR_STAFF.get(tournament.state, PLAYED) if role else FIRST_FOR_ALL
    instead = "bracket" if "bracket" in offered else _stage_tab(tournament)
    return tuple(instead if name == "bracket" else name for name in order)


def _stage_tab(tournament: Tournament) -> str:
    """Return the name of the tab of the stage before the bracket; "" without a stage."""
    return STAGE_TABS[tournament.stages[0]["kind"]] if tournament.stages else ""


def _link(tab: Tab, slug: str, here: str) -> Link:
    """Return the link to a tab's page; `here` is the URL name of the open page."""
    page = tab.page or tab.name
    current = "page" if page == here else "true" if here in tab.within else ""
    return Link(reverse(page, args=[slug]), tab.label, current)


def _offered_tabs(tournament: Tournament, role: Role | None) -> Iterator[Tab]:
    """Yield the tabs for this role and state, without those that organizers reach from “Organize”."""
    organizes = allows(role, tournament, "coordinate")
    drawn = _published_draws(tournament)
    for tab in BY_NAME.values():
        if _is_offered(tab, tournament, role, drawn) and not (organizes and tab.name in ORGANIZED):
            yield tab


class _PublishedDraws(NamedTuple):
    """Whether any draw is published and not withdrawn: one at all, one of a stage, that of the bracket."""

    any: bool
    rounds: bool
    bracket: bool


def _published_draws(tournament: Tournament) -> _PublishedDraws:
    """Return which draws are published, also of a cancelled tournament. One query, or none."""
    if tournament.stages:
        draws = list(tournament.draws.filter(withdrawn=False).values_list("stage", flat=True))
        return _PublishedDraws(bool(draws), bool(draws), None in draws)
    if tournament.state == State.CANCELLED:
        has_bracket = tournament.draws.filter(withdrawn=False).exists()
        return _PublishedDraws(has_bracket, False, has_bracket)
    has_bracket = tournament.state in ONCE_DRAWN
    return _PublishedDraws(has_bracket, False, has_bracket)


def _is_offered(tab: Tab, tournament: Tournament, role: Role | None, drawn: _PublishedDraws) -> bool:
    """Return whether the tab is shown to this role in the tournament's state."""
    if tab.states == ONCE_DRAWN:
        shown = {name: drawn.rounds and name == _stage_tab(tournament) for name in STAGE_TABS.values()}
        is_in_state = {**shown, "bracket": drawn.bracket}.get(tab.name, drawn.any)
    else:
        is_in_state = tournament.state in tab.states
    return is_in_state and allows(role, tournament, tab.need)
