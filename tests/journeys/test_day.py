"""A tournament day in real browsers, from the announcement to the season, by several people at once."""

from pathlib import Path

import pytest

from tests.journeys import day_end, day_tables
from tests.journeys.day import Day
from tests.journeys.people import Meet
from tests.journeys.place import Laptop, Place, Servers


def play(place: Place, meet: Meet, folder: Path) -> None:
    """The day of the issue, in its order."""
    day = Day(place, meet)
    day.set_up()
    day.announce_and_enter()
    day.check_in()
    day.draw()
    day_tables.play(day)
    day_end.finish(day)
    day_end.places_and_season(day)
    day_end.take_home(day, folder)


def test_a_day_on_the_laptop(laptop: Laptop, meet: Meet, tmp_path: Path) -> None:
    play(laptop, meet, tmp_path)


@pytest.mark.fault("F23")
def test_a_day_on_servers(servers: Servers, meet: Meet, tmp_path: Path) -> None:
    play(servers, meet, tmp_path)
