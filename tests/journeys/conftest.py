"""The places and the people of the journeys."""

from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.browser import NewPage
from tests.journeys.people import Meet, Person
from tests.journeys.place import Laptop, Servers
from tests.servers.process import Server
from tests.servers.site import Site


@pytest.fixture
def laptop(embedded_site: Site, tmp_path: Path) -> Laptop:
    """The laptop at a venue, without any server beside it."""
    return Laptop(embedded_site, tmp_path)


@pytest.fixture
def servers(live_site: Site, worker: Server) -> Servers:
    """The full mode: gunicorn, a worker of its own, and this run's database and broker."""
    return Servers(live_site)


@pytest.fixture
def meet(new_page: NewPage) -> Meet:
    """`meet(site, viewport=PHONE, …)`: somebody with a browser of their own at this site."""

    def meet_at(site: Site, **options: Any) -> Person:
        return Person(new_page(**options), site)

    return meet_at
