"""`python -m tests.servers COMMAND…`: run a command with a real PostgreSQL and a real broker.

It finds them in `TEST_DATABASE_URL` and `TEST_BROKER_URL` (what is set there already is used as it is):

    python -m tests.servers .venv/bin/python -m pytest tests/services
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

from tests.servers.broker import NoBroker, broker
from tests.servers.postgres import postgres

STARTERS: dict[str, Callable[[], AbstractContextManager[str]]] = {
    "TEST_DATABASE_URL": postgres,
    "TEST_BROKER_URL": broker,
}


@contextmanager
def real_servers() -> Iterator[dict[str, str]]:
    """The environment with both variables, and the servers behind them for as long as the block runs."""
    environ = dict(os.environ)
    with ExitStack() as servers:
        for name, start in STARTERS.items():
            if not environ.get(name):
                environ[name] = servers.enter_context(start())
        yield environ


def main(command: list[str]) -> int:
    """Run the command; its exit code."""
    if not command:
        print(__doc__)
        return 2
    try:
        with real_servers() as environ:
            return subprocess.run(command, env=environ, check=False).returncode
    except NoBroker as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
