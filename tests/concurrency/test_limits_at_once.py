"""Many attempts at the same moment, from several threads and several processes: no more pass than may."""

import subprocess
import sys

import pytest
from django.db import connection

from core.errors import TooMany
from core.http import rate_limit
from core.http.callers import Caller
from core.http.rate_limit import Purpose
from core.models import Attempt
from tests.fixtures.database import AtOnce, database_url
from tests.servers.process import ROOT

CALLER = Caller("10.0.0.1", "caio")
TRY = f"""
import django
django.setup()
from core.http import rate_limit
from core.http.callers import Caller
from core.errors import TooMany
from core.http.rate_limit import Purpose
for _ in range(8):
    try:
        rate_limit.hit(Purpose.SIGN_IN, {CALLER!r})
        print("through")
    except TooMany:
        print("held")
"""


def through(caller: Caller = CALLER) -> bool:
    """Whether one more attempt is looked at."""
    try:
        rate_limit.hit(Purpose.SIGN_IN, caller)
    except TooMany:
        return False
    return True


@pytest.mark.F102
def test_of_many_at_the_same_moment_ten_pass(at_once: AtOnce) -> None:
    assert sorted(at_once(*[through] * 16)) == [False] * 6 + [True] * 10
    assert set(Attempt.objects.values_list("number", flat=True)) <= set(range(11, 17))


@pytest.mark.F102
def test_taking_giving_back_and_sweeping_at_once_wait_for_nobody_in_a_circle(at_once: AtOnce) -> None:
    def sign_in() -> None:
        for number in range(10):
            caller = Caller("10.0.0.1", f"p{number}")
            rate_limit.hit(Purpose.SIGN_IN, caller)
            rate_limit.refund(Purpose.SIGN_IN, caller)

    def sweep() -> None:
        for row in Attempt.objects.all()[:10]:
            rate_limit.forget_old(row.ends_at)

    assert at_once(sign_in, sign_in, sweep, sign_in, sweep) == [None] * 5
    assert all(number <= 0 for number in Attempt.objects.values_list("number", flat=True))


@pytest.mark.F102
@pytest.mark.django_db(transaction=True)
def test_several_processes_count_together_and_the_next_one_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", database_url())
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings")
    connection.close()
    processes = [
        subprocess.Popen([sys.executable, "-c", TRY], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [word for process in processes for word in process.communicate(timeout=60)[0].split()]
    assert (said.count("through"), said.count("held")) == (10, 6)
    assert not through()
