"""One id from the proxy through request, record and job; lines that say who, from where, what, how long."""

import json
import logging
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from core import logs
from core.http import access
from core.jobs import outbox
from core.logs import JsonFormatter, TextFormatter, note
from core.models import Job
from tests import cast
from tests.cast import START, ana, caio

pytestmark = pytest.mark.django_db
GIVEN = "of-the-proxy-0123456789"


@pytest.fixture(autouse=True)
def _heard(caplog: pytest.LogCaptureFixture) -> None:
    for name in ("access", "record", "jobs"):
        caplog.set_level(logging.INFO, logger=name)


def lines(caplog: pytest.LogCaptureFixture, name: str) -> list[Any]:
    """The facts of each event of a log."""
    return [vars(record)["facts"] for record in caplog.records if record.name == name]


def test_a_request_is_one_line_with_who_from_where_what_and_how_long(
    caplog: pytest.LogCaptureFixture,
) -> None:
    answer = cast.browser(caio()).get(reverse("account"))
    (line,) = lines(caplog, "access")
    found = {name: line[name] for name in ("method", "route", "status", "who", "origin")}
    user = caio().user
    assert user
    assert found == {
        "method": "GET", "route": "account", "status": 200, "who": user.username, "origin": "127.0.0.1",
    }  # fmt: skip
    assert line["ms"] >= 0
    assert re.fullmatch(r"[0-9a-f]{16}", answer.headers[logs.TRACE_HEADER])


def test_a_page_from_the_shelf_is_told_by_its_name_without_looking_addresses_up(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = reverse("standing", args=[cast.running().slug])
    Client().get(url)

    def never(_: str) -> None:
        raise AssertionError

    monkeypatch.setattr(access, "resolve", never)
    Client().get(url)
    assert [line["route"] for line in lines(caplog, "access")] == ["standing", "standing"]


def test_nobody_is_looked_up_for_a_line_and_wells_are_quiet(caplog: pytest.LogCaptureFixture) -> None:
    client = Client()
    client.get(reverse("live"))
    client.get(reverse("ready"))
    assert lines(caplog, "access") == []
    client.get("/nirgends/")
    (line,) = lines(caplog, "access")
    assert (line["who"], line["route"], line["status"]) == (None, "none", 404)


@pytest.mark.parametrize(
    ("proxies", "given", "is_taken"),
    [
        (1, GIVEN, True),
        (0, GIVEN, False),
        (1, "short", False),
        (1, "a b\nc d e f g", False),
        (1, "x" * 65, False),
    ],
)
def test_an_id_is_taken_from_a_proxy_that_is_there_and_where_it_looks_like_one(
    proxies: int, given: str, is_taken: bool, settings: LazySettings
) -> None:
    settings.PROXIES = proxies
    answer = Client().get(reverse("login"), headers={logs.TRACE_HEADER: given})
    assert (answer.headers[logs.TRACE_HEADER] == given) is is_taken


@pytest.mark.django_db(transaction=True)
def test_one_id_leads_from_the_request_to_the_record_and_the_job(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[str] = []
    monkeypatch.setitem(outbox._handlers, "listening", lambda *_: heard.append(logs.current_trace()))
    tournament = cast.announced()
    caplog.clear()
    with logs.traced(GIVEN):
        cast.confirmed(tournament)
        (told,) = [record for record in caplog.records if record.name == "record"]
        assert GIVEN in TextFormatter().format(told)
        outbox.enqueue("listening", tournament.ledger, key="k", due=START, now=START)
    job = Job.objects.get(key="k")
    assert job.trace == GIVEN
    assert outbox.run(job.pk, START + timedelta(seconds=1))
    assert heard == [GIVEN]
    assert lines(caplog, "jobs")[-1]["job"] == job.pk
    assert logs.current_trace() == ""


def test_a_line_of_text_bears_the_offset_and_one_of_json_its_facts_by_name() -> None:
    record = logging.LogRecord(
        "security", logging.WARNING, __file__, 1, "%s %s", ("code_wrong", 'who="x"'), None
    )
    record.event, record.facts = "code_wrong", {"who": "x\ny", "path": "/mesa/abcdefghijklmnop/"}
    with logs.traced(GIVEN):
        text, packed = TextFormatter().format(record), JsonFormatter().format(record)
    at = datetime.fromisoformat(text.split()[0])
    assert at.utcoffset() == timedelta()
    assert f"[{GIVEN}]" in text
    said = json.loads(packed)
    assert (said["message"], said["id"], said["level"]) == ("code_wrong", GIVEN, "WARNING")
    assert said["facts"] == {"who": "x\ny", "path": "/mesa/…/"}
    assert datetime.fromisoformat(said["time"]).utcoffset() == timedelta()


@pytest.mark.F81
def test_no_value_begins_a_new_line(caplog: pytest.LogCaptureFixture) -> None:
    note(logging.getLogger("access"), "request", {"path": "/a\n2026-11-24T00:00:00+00:00 INFO forged"})
    for formatter in (TextFormatter(), JsonFormatter()):
        assert "\n" not in formatter.format(caplog.records[-1])


def test_no_password_and_no_key_stands_in_any_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    client = cast.browser()
    client.post(reverse("login"), {"username": "ana", "password": "geheimes Wort"})
    key = cast.key(ana())
    client.get("/api/v1/me/", headers={"Authorization": f"Token {key}"})
    told = "\n".join(JsonFormatter().format(record) for record in caplog.records)
    assert "geheim" not in told
    assert key not in told
