"""The day of `tests/api/day.py` in this process: the worker's jobs are run by hand."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from core.jobs import outbox
from core.models import Job
from matches.models import Match
from tests.api.day import Day
from tests.api.described import Described
from tests.api.wires import InProcess

DONE = {
    "sign_up", "obtain_token", "me", "preview_title", "create_tournament", "list_tournaments", "assign_staff",
    "announcement", "publish_announcement", "enter_self", "add_entry", "import_entries", "list_entries",
    "check_in", "check_in_all", "check_out", "withdraw_entry", "set_tables", "draw_readiness", "list_shapes",
    "publish_draw", "retrieve_draw", "list_matches", "retrieve_match", "now", "start_match", "check_sheet",
    "record_sheet", "finish_tournament", "standing", "season", "record", "people",
}  # fmt: skip
pytestmark = pytest.mark.django_db(transaction=True)


class QuickHouse:
    """Runs what is due, and moves the limit of a match to this moment."""

    def until(self, happened: Callable[[], Any]) -> Any:
        for job in outbox.due_jobs(timezone.now()):
            outbox.run(job, timezone.now())
        found = happened()
        assert found, "nothing is left that a worker could do"
        return found

    def time_is_up(self, code: str) -> None:
        match = Match.objects.get(code=code)
        Match.objects.filter(pk=match.pk).update(time_due_at=timezone.now())
        Job.objects.filter(key=str(match.pk)).update(due_at=timezone.now())


@pytest.mark.F22
def test_a_whole_day_through_the_api(tmp_path: Path) -> None:
    wire = Described(InProcess())
    day = Day(wire, QuickHouse())
    day.play()
    assert wire.seen >= DONE
    assert day.endings == ["by_time", "by_cards", "by_ruling", "by_win"]
    told = StringIO()
    call_command("check_record", *day.keep(tmp_path), stdout=told)
    assert told.getvalue().startswith("sound: ")
