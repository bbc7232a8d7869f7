"""What a test process knows of its machine, settled before Django reads its settings (`pytest -p`).

Nothing of a developer's own environment reaches the tests, and no test writes to `var/`. The suite
runs on SQLite and an in-memory broker unless `TEST_DATABASE_URL` and `TEST_BROKER_URL` name servers;
`python -m tests.servers COMMAND` starts both and runs the command with them.
"""

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import Mapping

OURS = (
    "DATABASE_URL", "CELERY_BROKER_URL", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DEBUG", "HTTPS",
    "HSTS_SUBDOMAINS", "SECRET_KEY_FALLBACKS", "ADMIN_FROM",
    "COLLECTED_STATIC", "DEFAULT_VENUE_ZONE", "SWEEP_SECONDS", "LOG_LEVEL", "HOST", "PORT", "PROXIES",
    "LIMITS", "FAILPOINTS", "CACHE_URL", "BACKUP_DIR", "BACKUP_MINUTES",
    "DATABASE_PASSWORD", "BROKER_PASSWORD",
    "METRICS_FROM", "LOG_FORMAT", "EVENT_LOG_LEVEL", "COMMON_PASSWORDS", "EMAIL_URL", "MAIL_FROM",
    "VAPID_KEY",
)  # fmt: skip


def broker_of(url: str, worker: str) -> str:
    """A Redis database for each pytest-xdist worker (`gw1` gets `/1`), so that none hears another's tasks."""
    number = re.sub(r"\D", "", worker)
    return re.sub(r"/(\d+)$", f"/{number}", url) if number and url.startswith("redis") else url


def settings_for_tests(given: Mapping[str, str], data_dir: str) -> dict[str, str]:
    """The environment variables of a test process: our own settings, none of the developer's."""
    chosen = {"SECRET_KEY": "known to every test, and to nobody else" * 2, "DATA_DIR": data_dir}
    if database := given.get("TEST_DATABASE_URL"):
        chosen["DATABASE_URL"] = database
    if broker := given.get("TEST_BROKER_URL"):
        chosen["CELERY_BROKER_URL"] = broker_of(broker, given.get("PYTEST_XDIST_WORKER", ""))
    return chosen


def prepare() -> None:
    """Settle this process's environment, with a DATA_DIR of its own that goes when the process ends."""
    data_dir = tempfile.mkdtemp(prefix="chama-tests-")
    atexit.register(shutil.rmtree, data_dir, ignore_errors=True)
    chosen = settings_for_tests(os.environ, data_dir)
    for name in OURS:
        os.environ.pop(name, None)
    os.environ.update(chosen)


prepare()
