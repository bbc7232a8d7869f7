"""The timetable and what-if by programs: as the pages show, make, cancel and drop them."""

import pytest
from django.utils import timezone

from core.models import Job
from scheduling.models import Timetable, TimetableState
from scheduling.timetables import make_timetable
from tests.api.programs import program
from tests.cast import START, ana, bruno, created, drawn, entered, fresh, running
from tests.swiss import swiss
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NONE = {
    "state": "none", "percent": 0, "made_at": None, "follows_pins": True, "begins_at": None, "ends_at": None,
    "earliest_end": None, "matches": [],
}  # fmt: skip


def at(tournament: Tournament, name: str = "timetable/") -> str:
    return f"tournaments/{tournament.slug}/{name}"


def test_it_is_made_read_by_everybody_and_dropped() -> None:
    tournament, boss = fresh(running(8, table_low=2, table_high=2, tables=2)), program(ana())
    assert program().get(at(tournament)).body == NONE
    asked = boss.post(at(tournament))
    assert (asked.status, asked.body["state"], asked.body["matches"]) == (202, "making", [])
    make_timetable(tournament.ledger_id, now=timezone.now())
    made = program().get(at(tournament)).body
    assert (made["state"], made["percent"], len(made["matches"])) == ("ready", 100, 7)
    begins = [match["begins_at"] for match in made["matches"]]
    assert begins == sorted(begins)
    assert made["begins_at"] == begins[0]
    assert made["earliest_end"] <= made["ends_at"]
    assert {match["table"] for match in made["matches"]} <= {"1", "2"}
    for _again in range(2):
        assert boss.delete(at(tournament)).body == NONE
    assert not Timetable.objects.exists()


def test_one_key_asks_for_it_once() -> None:
    tournament, boss = fresh(running(8, tables=2)), program(ana())
    first = boss.post(at(tournament), key="make")
    again = boss.post(at(tournament), key="make")
    assert (again.body, again.headers["idempotency-replayed"]) == (first.body, "true")
    assert Timetable.objects.get().asked == 1


def test_a_request_is_cancelled_and_the_one_before_holds() -> None:
    tournament, boss = fresh(running(8, tables=2)), program(ana())
    boss.post(at(tournament))
    assert boss.post(at(tournament, "timetable/cancel/")).body == NONE
    boss.post(at(tournament))
    make_timetable(tournament.ledger_id, now=timezone.now())
    boss.post(at(tournament))
    held = boss.post(at(tournament, "timetable/cancel/"))
    assert (held.status, held.body["state"]) == (200, TimetableState.READY)
    assert held.body["matches"]


def test_what_cannot_be_is_refused_with_its_code() -> None:
    boss = program(ana())
    early = boss.post(at(created(name="Serrano")))
    assert (early.status, early.body["error"]) == (409, "not_drawn")
    tournament = fresh(drawn(8, tables=2, starts_at=None, starts_on=START.date()))
    assert boss.post(at(tournament)).fields == {"starts_at": "start_time_unknown"}
    assert program(bruno()).post(at(tournament)).status == 403
    assert not Job.objects.filter(kind="scheduling.plan").exists()


def test_what_if_answers_for_what_is_there_or_asked() -> None:
    tournament, boss = entered(entries=12), program(ana())
    found = boss.get(at(tournament, "what-if/"))
    assert (found.status, found.body["entries"], found.body["tables"]) == (200, 12, 4)
    assert sum(found.body["shapes"][0]["shape"][0]) == 12
    assert [row["tables"] for row in found.body["by_tables"]] == [3, 4, 5, 6]
    assert [row["is_asked"] for row in found.body["by_tables"]] == [False, True, False, False]
    assert [row["is_asked"] for row in found.body["formats"]][:2] == [True, False]
    assert found.body["formats"][0]["stage"] is None
    one = found.body["shapes"][0]
    assert one["begins_at"] < one["ends_low"] <= one["ends_about"] <= one["ends_high"]
    asked = boss.get(at(tournament, "what-if/?entries=30&tables=10")).body
    assert (asked["entries"], asked["tables"], sum(asked["shapes"][0]["shape"][0])) == (30, 10, 30)


def test_what_if_compares_formats_if_a_stage_is_planned() -> None:
    tournament = created(stages=swiss())
    found = program(ana()).get(at(tournament, "what-if/?entries=12&tables=3")).body
    assert [row["is_asked"] for row in found["formats"]][:2] == [False, True]
    assert found["formats"][1]["stage"]["rounds"] == 3
    assert (found["formats"][1]["rounds_for_all"], found["formats"][1]["matches"]) == (3, 10)
    assert found["shapes"] == []
    assert [row["tables"] for row in found["by_tables"]] == [2, 3, 4, 5]
    assert [row["is_asked"] for row in found["by_tables"]] == [False, True, False, False]
    assert [(row["table_high"], row["shape"]) for row in found["by_table_size"]][-1] == (4, None)
    assert [row["time_limit"] for row in found["by_time_limit"]] == [30, 40, 50, 60, None]


def test_what_if_refuses_what_makes_no_sense_and_judges() -> None:
    tournament = entered(entries=12)
    for query in ("entries=1", "tables=0", "entries=x", "seats=3"):
        assert program(ana()).get(at(tournament, f"what-if/?{query}")).status == 400
    assert program(bruno()).get(at(tournament, "what-if/")).status == 403
