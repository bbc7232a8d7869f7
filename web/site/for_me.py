"""The top of the front page: events that the reader plays in, judges or runs now."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from accounts.models import Player
from tournaments.models import State
from tournaments.now.my_events import NOW, MyEvent, MyTournament, my_events, my_tournaments
from tournaments.policies import allows
from web.now.next_step import NEEDS

PAGES = {
    "announce": "announcement", "invite": "entries", "check_in": "check_in", "draw": "draw", "play": "now",
    "draw_round": "round_draw", "close_stage": "stage_close", "finish": "finish",
}  # fmt: skip
"""The page of each act."""


@dataclass(frozen=True, slots=True)
class EventLink:
    """An event with the URL name of the page of its next act; "" if there is none for this person."""

    event: MyEvent
    page: str


@dataclass(frozen=True, slots=True)
class OwnEvents:
    """Events of one reader: `tournaments` to play in, `running` ones to help with, `others` to help with.

    `others` have the tournament's primary key.
    """

    tournaments: tuple[MyTournament, ...] = ()
    running: tuple[EventLink, ...] = ()
    others: Mapping[int, EventLink] = field(default_factory=dict)

    @property
    def top_ids(self) -> frozenset[int]:
        """Return the primary keys of `tournaments` and `running`, which stand at the top of the page."""
        played = {mine.tournament.pk for mine in self.tournaments}
        return frozenset(played | {shown.event.tournament.pk for shown in self.running})


def own_events(player: Player | None, now: datetime) -> OwnEvents:
    """Return the events that the player plays in or helps with now; empty for a visitor."""
    if player is None:
        return OwnEvents()
    shown = [_link_to_event(event) for event in my_events(player, now)]
    running = tuple(one for one in shown if one.event.tournament.state in NOW)
    others = {one.event.tournament.pk: one for one in shown if one not in running}
    return OwnEvents(tuple(my_tournaments(player, now)), running, others)


def _link_to_event(event: MyEvent) -> EventLink:
    """Return the event with the URL name of the page of its next act.

    If it has none, or this person may not do that act: of "Now", or "" before the draw.
    """
    may = allows(event.role, event.tournament, NEEDS.get(event.act, "judge"))
    page = PAGES.get(event.act, "") if may else ""
    return EventLink(event, page or ("now" if event.tournament.state != State.PREPARING else ""))
