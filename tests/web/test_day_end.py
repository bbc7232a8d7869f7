"""Tables, the end of the day, and the files to carry away."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from core.record.line import digest
from matches.models import Match, PhysicalTable
from tests.cast import ana, browser, bruno, caio, created, drawn, duda, finished, fresh, plain_win, running
from tournaments.models import Placing, State, Tournament
from tournaments.play.play import record_sheet, start_match
from web.http.downloads import LINES_A_BLOCK, stream_download

pytestmark = pytest.mark.django_db


def at(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.slug])


def open_tables(tournament: Tournament) -> list[str]:
    tables = PhysicalTable.objects.filter(ledger=tournament.ledger_id, is_open=True)
    return list(tables.values_list("label", flat=True))


def won(match: Match) -> None:
    """The first side wins plainly."""
    start_match(match, by=bruno(), now=timezone.now())
    record_sheet(match, sheet=plain_win(match), by=bruno(), now=timezone.now())


def all_played(**chosen: Any) -> Tournament:
    tournament = drawn(8, **chosen)
    while ready := Match.objects.filter(ledger=tournament.ledger_id, state="ready").first():
        won(ready)
    return fresh(tournament)


def body(answer: Any) -> str:
    return b"".join(answer.streaming_content).decode()


def test_tables_are_set_closed_and_opened() -> None:
    tournament, who = created(tables=0), browser(ana())
    assert who.post(at("tables", tournament), {"count": "3"}).status_code == 302
    assert open_tables(tournament) == ["1", "2", "3"]
    who.post(at("tables", tournament), {"table": "2", "act": "close"})
    assert open_tables(tournament) == ["1", "3"]
    page = who.get(at("tables", tournament))
    assert (page.context["open_tables"], page.context["free"]) == (2, 2)
    who.post(at("tables", tournament), {"table": "2", "act": "open"})
    assert open_tables(tournament) == ["1", "2", "3"]


@pytest.mark.fault("F52")
def test_a_table_closed_during_its_match_keeps_it() -> None:
    tournament, who = running(8, tables=2), browser(bruno())
    who.post(at("tables", tournament), {"table": "1", "act": "close"})
    shown = {row.label: row for row in who.get(at("tables", tournament)).context["tables"]}
    assert not shown["1"].is_open
    there = Match.objects.get(ledger=tournament.ledger_id, table__label="1")
    assert there.state == "playing"
    assert there.code in shown["1"].line


@pytest.mark.parametrize(
    ("count", "code"),
    [("-1", "tables_out_of_range"), ("9999999", "tables_out_of_range"), ("x", "invalid"), ("", "required")],
)
def test_a_wrong_number_of_tables_is_refused_and_kept(count: str, code: str) -> None:
    tournament = created(tables=2)
    answer = browser(ana()).post(at("tables", tournament), {"count": count})
    assert (answer.status_code, answer.context["form"].codes) == (422, {code})
    assert f'value="{count}"' in answer.content.decode() or not count
    assert open_tables(tournament) == ["1", "2"]


def test_a_judge_closes_tables_but_does_not_count_them() -> None:
    tournament = created(tables=2)
    assert b'name="count"' not in browser(bruno()).get(at("tables", tournament)).content
    assert browser(bruno()).post(at("tables", tournament), {"count": "9"}).status_code == 403
    assert browser(bruno()).post(at("tables", tournament), {"table": "1", "act": "close"}).status_code == 302
    assert open_tables(tournament) == ["2"]


@pytest.mark.fault("F66")
def test_a_table_that_is_not_there_and_people_who_may_not() -> None:
    tournament = drawn(4)
    assert browser(ana()).post(at("tables", tournament), {"table": "99", "act": "close"}).status_code == 404
    for somebody in (caio(), duda()):
        assert browser(somebody).get(at("tables", tournament)).status_code == 403
        assert browser(somebody).post(at("tables", tournament), {"table": "1"}).status_code == 403
    assert len(open_tables(tournament)) == 4


def test_finishing_shows_the_classification_and_then_fixes_it() -> None:
    tournament, who = all_played(ranked=True), browser(ana())
    page = who.get(at("finish", tournament))
    assert page.context["open_count"] == 0
    rows = page.context["rows"]
    assert [row.place for row in rows][:2] == [1, 2]
    assert not any(row.open for row in rows)
    assert rows[0].points_decimal == "25.00"
    assert rows[0].why_sentence
    answer = who.post(at("finish", tournament), {"seen": fresh(tournament).ledger.head_seq})
    assert answer["Location"] == at("standing", tournament)
    assert fresh(tournament).state == State.FINISHED
    assert Placing.objects.filter(tournament=tournament).count() == 8
    assert (
        b"<button"
        not in who.get(at("finish", tournament)).content.split(b'id="finish-title"')[1].split(b"</main>")[0]
    )


def test_what_is_still_open_is_listed_and_keeps_the_day_open() -> None:
    tournament, who = running(8, table_high=2), browser(ana())
    page = who.get(at("finish", tournament))
    assert page.context["open_count"] == Match.objects.filter(ledger=tournament.ledger_id).count()
    assert [match.state for match in page.context["open_matches"]] == ["playing"] * 4
    answer = who.post(at("finish", tournament))
    assert (answer.status_code, answer.context["form"].codes) == (422, {"matches_open"})
    assert fresh(tournament).state == State.RUNNING


def test_nothing_is_finished_before_the_draw() -> None:
    tournament = created()
    answer = browser(ana()).post(at("finish", tournament))
    assert (answer.status_code, answer.context["form"].codes) == (409, {"not_drawn"})
    assert browser(ana()).get(at("finish", tournament)).status_code == 200


@pytest.mark.fault("F01")
def test_finishing_twice_is_once() -> None:
    tournament, who = all_played(), browser(ana())
    assert [who.post(at("finish", tournament)).status_code for _ in range(2)] == [302, 302]
    assert tournament.ledger.lines.filter(type="tournament.finished").count() == 1


@pytest.mark.fault("F67")
def test_the_end_is_the_coordinators() -> None:
    tournament = all_played()
    for somebody in (bruno(), caio(), duda()):
        assert browser(somebody).get(at("finish", tournament)).status_code == 403
        assert browser(somebody).post(at("finish", tournament)).status_code == 403
    assert fresh(tournament).state == State.RUNNING


def test_the_record_is_a_file_of_chained_lines_without_names() -> None:
    tournament = finished(6)
    answer = browser().get(at("record", tournament))
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}.record.jsonl"'
    text = body(answer)
    lines = text.splitlines()
    assert [json.loads(line)["seq"] for line in lines] == list(range(len(lines)))
    assert json.loads(lines[-1])["type"] == "tournament.finished"
    assert digest(lines[-1]) == tournament.ledger.head_hash
    assert "Jogador" not in text


@pytest.mark.fault("F78")
def test_the_record_of_what_is_not_public_is_not_found() -> None:
    tournament = created()
    assert browser(duda()).get(at("record", tournament)).status_code == 404
    assert browser(bruno()).get(at("record", tournament)).status_code == 200


def test_who_is_who_is_for_staff() -> None:
    tournament = finished(6)
    answer = browser(bruno()).get(at("record_people", tournament))
    people = answer.json()
    assert people["head"] == {"seq": tournament.ledger.head_seq, "sha256": tournament.ledger.head_hash}
    assert "Caio do Rio" in people["people"].values()
    assert "no-store" in answer["Cache-Control"]
    for somebody in (caio(), duda()):
        assert browser(somebody).get(at("record_people", tournament)).status_code == 403
    assert browser().get(at("record_people", tournament)).status_code == 302


def test_a_long_file_is_sent_in_blocks() -> None:
    lines = (f"{number}\n" for number in range(2 * LINES_A_BLOCK + 1))
    content = stream_download(lines, name="x.jsonl", content_type="application/jsonl").streaming_content
    assert isinstance(content, Iterator)
    blocks = list(content)
    assert len(blocks) == 3
    assert b"".join(blocks).splitlines()[-1] == str(2 * LINES_A_BLOCK).encode()
