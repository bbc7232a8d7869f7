"""What every test can ask for; the fixtures themselves are in `tests/fixtures/`.

- `at_once(a, b)`: call both at the same moment, each on its own database connection
- `clock`: the moments of acts, a minute apart
- `live_site`: the site in a production server on the test's database
- `worker`: a real Celery worker with beat on the test's database and a real broker
- `embedded_site`: `manage.py serve` in an empty DATA_DIR, as `make run` starts it
- `laptop`, `other`, `stick`: a DATA_DIR with a played tournament, an empty one, a folder for backups
- `mail_server`: a mail server of the tests, which the site sends by
- `push_service`: a push service of the tests; the site has a key for it
- `page`, `new_page`: Chromium; they fail on scripts that fail, on broken policies, on foreign hosts
"""

import os
from collections.abc import Iterable, Iterator
from itertools import groupby, islice

import pytest
from django.conf import settings
from hypothesis import HealthCheck
from hypothesis import settings as properties

from core import bounded_process
from tests.hashing import QUICK_FIRST
from tests.thorough import is_by_chance, is_thorough
from tools.scripts.reliability import ROWS

pytest_plugins = [
    "tests.fixtures.database",
    "tests.fixtures.sites",
    "tests.fixtures.browser",
    "tests.fixtures.clock",
    "tests.fixtures.language",
    "tests.fixtures.laptops",
    "tests.fixtures.order",
    "tests.fixtures.planning",
    "tests.fixtures.jobs",
    "tests.fixtures.mail",
    "tests.fixtures.notices",
    "tests.fixtures.prints",
]

COMPUTED = {
    "database": "uses the database, so it runs on SQLite and on PostgreSQL",
    "real_worker": "needs a real broker and a real worker",
    "browser": "needs Chromium",
    "thorough": "goes through all there is of something, or days by chance; `make test` leaves it out",
    "concurrent": "people act at once, each on a database connection of their own",
    "doors": "is about pages or the API and opens no transactions of its own: the same on both databases",
}
FAULTS = tuple(ROWS)


# A busy machine is no fault of ours: no example has to be quick.
properties.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
properties.load_profile("busy")


def pytest_configure(config: pytest.Config) -> None:
    """Make every row of the fault table a marker; hash passwords quickly, rest nowhere, wait for children."""
    for fault in FAULTS:
        config.addinivalue_line("markers", f"{fault}: covers row {fault} of the fault table")
    for needed, why in COMPUTED.items():
        config.addinivalue_line("markers", f"{needed}: {why} (set by itself)")
    os.environ["LANGUAGE"] = "en"  # of the terminal (`core.terminal`)
    settings.DELAY_SECONDS = settings.PLANNER_BREATH = 0.0
    bounded_process.START_SECONDS = 60  # children are `nice`, and the machine may be busy
    settings.PASSWORD_HASHERS = [QUICK_FIRST, *settings.PASSWORD_HASHERS]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`fault("F10")` is F10; what a test needs of its machine follows from its fixtures and its folder."""
    for item in items:
        for marker in [*(_fault(mark) for mark in item.iter_markers("fault")), *_needs(item)]:
            item.add_marker(marker)
    for item in _further(item for item in items if is_by_chance(item.path)):
        item.add_marker("alike")


def _further(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """All variants of a test but its first."""
    for _, variants in groupby(items, lambda item: item.nodeid.partition("[")[0]):
        yield from islice(variants, 1, None)


def _fault(mark: pytest.Mark) -> str:
    name = str(mark.args[0])
    if name not in FAULTS:
        raise pytest.UsageError(f"{name} is no row of the fault table")
    return name


def _needs(item: pytest.Item) -> list[str]:
    fixtures = set(getattr(item, "fixturenames", ()))
    marked = item.get_closest_marker("django_db")
    transacts = "transactional_db" in fixtures or bool(marked and marked.kwargs.get("transaction"))
    at_a_door = bool({"web", "api", "fifth"} & set(item.path.parts))
    needs = {
        "database": bool({"db", "transactional_db"} & fixtures or marked),
        "real_worker": bool({"worker", "real_broker"} & fixtures),
        "browser": "browser" in fixtures,
        "thorough": is_thorough(item.path),
        "concurrent": "concurrency" in item.path.parts,
        "doors": "browser" in fixtures or (at_a_door and not transacts),
    }
    return [name for name, needed in needs.items() if needed]
