"""Whoever copies the calls of docs/api.md plays a whole tournament, and is refused nothing."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from core.jobs import outbox
from tests.api import guide_calls
from tests.api.described import Described, operation_of
from tests.api.programs import PREFIX, Program
from tests.api.test_day import QuickHouse
from tests.api.wires import InProcess
from tournaments.models import State, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

OF_THE_DAY = {
    "sign_up", "obtain_token", "create_tournament", "assign_staff", "publish_announcement", "add_entry",
    "import_entries", "check_in", "check_in_all", "check_out", "withdraw_entry", "confirm_regulation",
    "publish_draw", "start_match", "note_redraw", "extend_time", "call_time", "check_sheet", "record_sheet",
    "preview_correction", "correct_sheet", "undo_correction", "finish_tournament",
}  # fmt: skip


def _play(names: dict[str, Any]) -> str:
    """Make every call of the guide; the record that the last one gave."""
    wire, text = Described(InProcess()), ""
    for number, call in enumerate(guide_calls.calls()):
        for job in outbox.due_jobs(timezone.now()):
            outbox.run(job, timezone.now())
        caller = Program(wire, names[call.who] if call.who else "")
        if call.path.endswith("/time/"):
            QuickHouse().time_is_up(names["other"])
        path = PREFIX + str(guide_calls.filled(call.path, names)).removeprefix("/")
        body = guide_calls.filled(call.body, names)
        answer = caller.send(call.verb, path, body, key=f"call-{number}" if call.body is not None else "")
        assert answer.status == call.status, f"{call.verb} {call.path}: {answer.text}"
        names |= {name: guide_calls.part_of(answer.body, where) for name, where in call.named.items()}
        text = answer.text
    return text


def test_the_guide_is_a_whole_tournament_without_one_refusal(tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    (tmp_path / "guide.record.jsonl").write_bytes(_play(names).encode())
    assert Tournament.objects.get(slug=names["slug"]).state == State.FINISHED
    call_command("check_record", str(tmp_path / "guide.record.jsonl"))


def test_the_guide_has_a_body_for_every_act_of_the_day() -> None:
    found = (operation_of(call.verb, PREFIX + call.path.removeprefix("/")) for call in guide_calls.calls())
    named = {operation["operationId"] for operation in found if operation}
    assert OF_THE_DAY - named == set(), "show these calls in docs/api.md, `A whole day, call by call`"
