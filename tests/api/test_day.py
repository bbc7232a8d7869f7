"""The day of `tests/api/day.py` in this process: the worker's jobs are run by hand."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from core import jobs
from core.models import Job
from matches.models import Match
from tests.api.day import Day
from tests.api.programs import InProcess

pytestmark = pytest.mark.django_db(transaction=True)


class QuickHouse:
    """Runs what is due, and moves the limit of a match to this moment."""

    def until(self, happened: Callable[[], Any]) -> Any:
        for job in jobs.due_jobs(timezone.now()):
            jobs.run(job, timezone.now())
        found = happened()
        assert found, "nothing is left that a worker could do"
        return found

    def time_is_up(self, code: str) -> None:
        match = Match.objects.get(code=code)
        Match.objects.filter(pk=match.pk).update(time_due_at=timezone.now())
        Job.objects.filter(key=str(match.pk)).update(due_at=timezone.now())


def test_a_whole_day_through_the_api() -> None:
    day = Day(InProcess(), QuickHouse())
    day.play()
    assert day.endings == ["by_time", "by_cards", "by_ruling", "by_win"]
    lines = day.visitor.get(day.at("record/")).text.splitlines()
    previous = ["0" * 64, *(hashlib.sha256(line.encode()).hexdigest() for line in lines)]
    assert [json.loads(line)["prev"] for line in lines] == previous[:-1]
