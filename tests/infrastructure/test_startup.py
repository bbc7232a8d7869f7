"""What a server process does before its first request."""

import subprocess
import sys

import pytest

LOOK = """import gc, sys, config.{kind}
print(gc.get_freeze_count() > 50_000, "api.v1.views.matches" in sys.modules)"""


@pytest.mark.parametrize("kind", ["wsgi", "asgi"])
def test_every_route_is_loaded_and_the_collector_leaves_it_alone(kind: str) -> None:
    command = [sys.executable, "-c", LOOK.format(kind=kind)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "True True\n"
