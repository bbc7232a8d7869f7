"""What every test can ask for; the fixtures themselves are in `tests/fixtures/`.

- `at_once(a, b)`: call both at the same moment, each on its own database connection
- `live_site`: the site in a production server on the test's database
- `worker`: a real Celery worker with beat on the test's database and a real broker
- `embedded_site`: `manage.py serve` in an empty DATA_DIR, as `make run` starts it
- `page`, `new_page`: Chromium; they fail on scripts that fail, on broken policies, on foreign hosts
"""

import re

import pytest
from django.conf import settings

pytest_plugins = [
    "tests.fixtures.database",
    "tests.fixtures.sites",
    "tests.fixtures.browser",
]

FAULTS = (*(f"F{number:02}" for number in range(1, 92)), "F26b")


def pytest_configure(config: pytest.Config) -> None:
    """Make every row of the fault table a marker; hash passwords fast (no test is about argon2)."""
    for fault in FAULTS:
        config.addinivalue_line("markers", f"{fault}: covers row {fault} of the fault table")
    config.addinivalue_line("markers", "real_worker: needs a real broker and worker (set by the fixture)")
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`fault("F10")` is F10, and who asks for the worker needs the real servers."""
    for item in items:
        for marker in item.iter_markers("fault"):
            item.add_marker(_fault_marker(str(marker.args[0])))
        if "worker" in getattr(item, "fixturenames", ()):
            item.add_marker("real_worker")


def _fault_marker(name: str) -> str:
    if not re.fullmatch("|".join(FAULTS), name):
        raise pytest.UsageError(f"{name} is no row of the fault table")
    return name
