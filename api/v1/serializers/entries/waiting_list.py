"""Who waits for a place."""

from api.mirror import Mirror
from api.strict import SmallNumber, Strict
from tournaments.entries.waiting_list import WaitingView


class WaitsSerializer(Mirror[WaitingView]):
    """Somebody on the waiting list: `place` 1 is the next; `people` are codes as in the record."""

    shows = ("code", "place", "names", "people", "club", "since")


class PlaceSerializer(Strict):
    """Another place on the list, 1 for the next; too far is the end."""

    place = SmallNumber()
