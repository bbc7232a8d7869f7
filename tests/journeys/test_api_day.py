"""A tournament day by a plain HTTP client: the site in gunicorn, a real broker, a real worker.

The story is the one of `tests/api/day.py`. What the test does besides calling the API is to wait, and
to put back the match clock by the minutes that nobody wants to sit through.
"""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from core.models import Job
from matches.models import Match
from tests.api.day import Day
from tests.api.described import Described
from tests.api.wires import Http
from tests.servers.process import ROOT, Server, python_command, wait_until
from tests.servers.site import Site


class RealHouse:
    """Waits for the worker, as everybody in the hall does."""

    def until(self, happened: Callable[[], Any]) -> Any:
        """Ask again and again."""
        found: list[Any] = []

        def asked() -> Any:
            found.append(happened())
            return found[-1]

        wait_until(asked)
        return found[-1]

    def time_is_up(self, code: str) -> None:
        """The limit passed; the sweep finds the job that is due."""
        match = Match.objects.get(code=code)
        Match.objects.filter(pk=match.pk).update(time_due_at=timezone.now())
        Job.objects.filter(key=str(match.pk)).update(due_at=timezone.now())


@pytest.mark.F37
def test_a_whole_day_by_a_plain_http_client(live_site: Site, worker: Server, tmp_path: Path) -> None:
    day = Day(Described(Http(live_site.base)), RealHouse())
    day.play()
    assert day.endings == ["by_time", "by_cards", "by_ruling", "by_win"]
    command = python_command("manage.py", "check_record", *day.keep(tmp_path))
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout.startswith("sound: ")
