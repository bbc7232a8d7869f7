"""One key, one effect, one answer."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from core.http.idempotency import forget_old
from core.models import RecordLine, StoredAnswer
from matches.models import Dispute, Entry, Sheet
from tests import cast
from tests.api import sheets
from tests.api.programs import Program, program
from tests.api.wires import Answer, InProcess
from tests.fixtures.database import AtOnce
from tournaments.models import Tournament

BODY: dict[str, Any] = {"kind": "campeonato", "name": "Mariapaulista", "year": 2026}


def _playing() -> tuple[str, dict[str, Any]]:
    """The address of a sheet to record, and the sheet."""
    tournament = cast.running()
    path = f"tournaments/{tournament.slug}/matches/"
    match = program().get(path + "?state=playing").body["results"][0]
    return f"{path}{match['code']}/sheet/", sheets.won(match)


@pytest.mark.F01
@pytest.mark.F29
@pytest.mark.F71
@pytest.mark.django_db
def test_a_retry_gets_the_stored_answer_byte_for_byte() -> None:
    path, sheet = _playing()
    first = program(cast.bruno()).post(path, sheet, key="k1")
    lines = RecordLine.objects.count()
    again = program(cast.bruno()).post(path, sheet, key="k1")
    assert (first.status, again.status) == (200, 200)
    assert again.text == first.text
    assert again.headers["etag"] == first.headers["etag"]
    assert "idempotency-replayed" not in first.headers
    assert again.headers["idempotency-replayed"] == "true"
    assert RecordLine.objects.count() == lines


@pytest.mark.F29
@pytest.mark.django_db
def test_an_answer_lost_after_the_commit_is_there_for_the_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(_: object) -> None:
        raise SystemExit

    path, sheet = _playing()
    bruno = program(cast.bruno())
    with monkeypatch.context() as patched:
        patched.setattr("api.base_view._response", killed)
        with pytest.raises(SystemExit):
            bruno.post(path, sheet, key="k1")
    lines = RecordLine.objects.count()
    again = bruno.post(path, sheet, key="k1")
    assert (again.status, again.headers["idempotency-replayed"]) == (200, "true")
    assert again.body["repeated"] is False
    assert RecordLine.objects.count() == lines


@pytest.mark.F02
@pytest.mark.django_db
def test_the_key_is_known_for_a_day_and_forgotten_later() -> None:
    ana = program(cast.ana())
    made = ana.post("tournaments/", BODY, key="k1")
    StoredAnswer.objects.update(created_at=timezone.now() - timedelta(hours=24, minutes=10))
    forget_old(timezone.now())
    assert ana.post("tournaments/", BODY, key="k1").text == made.text
    StoredAnswer.objects.update(created_at=timezone.now() - timedelta(hours=48, minutes=1))
    forget_old(timezone.now())
    assert ana.post("tournaments/", BODY, key="k1").body["slug"] != made.body["slug"]


@pytest.mark.F03
@pytest.mark.django_db
@pytest.mark.parametrize("body", [{**BODY, "year": 2027}, {**BODY, "ranked": True}])
def test_the_same_key_with_another_body_is_refused(body: dict[str, Any]) -> None:
    ana = program(cast.ana())
    ana.post("tournaments/", BODY, key="k1")
    refused = ana.post("tournaments/", body, key="k1")
    assert (refused.status, refused.body["error"]) == (422, "idempotency_key_reused")
    assert Tournament.objects.count() == 1


@pytest.mark.django_db
def test_the_same_key_for_another_address_is_refused() -> None:
    base = f"tournaments/{cast.entered().slug}/entries/"
    ana = program(cast.ana())
    first, second = [entry["code"] for entry in ana.get(base).body["results"]][:2]
    assert ana.post(f"{base}{first}/check-in/", key="k1").status == 200
    assert ana.post(f"{base}{second}/check-in/", key="k1").body["error"] == "idempotency_key_reused"
    assert ana.get(f"{base}{second}/").body["state"] == "entered"


@pytest.mark.django_db
def test_the_order_of_keys_in_a_body_says_nothing() -> None:
    ana = program(cast.ana())
    made = ana.post("tournaments/", BODY, key="k1")
    assert ana.post("tournaments/", dict(reversed(BODY.items())), key="k1").text == made.text


@pytest.mark.django_db
def test_keys_are_each_persons_own() -> None:
    ana, duda = program(cast.ana()), program(cast.duda())
    first = ana.post("tournaments/", BODY, key="k1")
    second = duda.post("tournaments/", BODY, key="k1")
    assert first.body["slug"] != second.body["slug"]


@pytest.mark.django_db
def test_a_refusal_is_not_stored_so_the_corrected_call_may_keep_its_key() -> None:
    ana = program(cast.ana())
    assert ana.post("tournaments/", {**BODY, "multiplier": 9}, key="k1").status == 422
    assert StoredAnswer.objects.count() == 0
    assert ana.post("tournaments/", BODY, key="k1").status == 201


@pytest.mark.django_db
def test_a_bug_in_the_middle_leaves_neither_effect_nor_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("bug")

    slug = cast.announced().slug
    ana = program(cast.ana())
    wire = InProcess()
    wire.client.raise_request_exception = False
    with monkeypatch.context() as patched:
        patched.setattr("api.v1.entries.views._entry_fields", broken)
        failing = Program(wire, ana.token)
        assert failing.post(f"tournaments/{slug}/entries/", {"names": ["Eva"]}, key="k1").status == 500
    assert (Entry.objects.count(), StoredAnswer.objects.count()) == (0, 0)
    assert ana.post(f"tournaments/{slug}/entries/", {"names": ["Eva"]}, key="k1").status == 201


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["a b", "x" * 81, "é", "\t"])
def test_a_malformed_key_is_400(key: str) -> None:
    refused = program(cast.ana()).post("tournaments/", BODY, key=key)
    assert (refused.status, refused.fields) == (400, {"Idempotency-Key": "idempotency_key_malformed"})
    assert Tournament.objects.count() == 0


@pytest.mark.django_db
def test_signing_up_twice_with_one_key_is_one_account_and_stores_no_password() -> None:
    body = {"username": "eva", "password": cast.PASSWORD, "name": "Eva"}
    first = program().post("accounts/", body, key="k1")
    again = program().post("accounts/", body, key="k1")
    assert (first.status, again.text) == (201, first.text)
    stored = StoredAnswer.objects.get()
    assert cast.PASSWORD not in f"{stored.body}{stored.headers}{stored.fingerprint}"


@pytest.mark.F01
@pytest.mark.F71
@pytest.mark.django_db(transaction=True)
def test_two_calls_with_one_key_at_the_same_moment_have_one_effect(at_once: AtOnce) -> None:
    path, sheet = _playing()
    bruno = cast.bruno()
    programs = [program(bruno) for _ in range(4)]
    answers: list[Answer] = at_once(*(lambda p=p: p.post(path, sheet, key="k1") for p in programs))
    assert [answer.status for answer in answers] == [200] * 4
    assert len({answer.text for answer in answers}) == 1
    assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
    assert Sheet.objects.count() == 1


@pytest.mark.F03
@pytest.mark.django_db(transaction=True)
def test_two_bodies_under_one_key_at_the_same_moment_are_one_effect(at_once: AtOnce) -> None:
    ana = cast.ana()
    bodies = [BODY, {**BODY, "year": 2027}]
    programs = [program(ana) for _ in bodies]
    answers: list[Answer] = at_once(
        *(lambda p=p, b=b: p.post("tournaments/", b, key="k1") for p, b in zip(programs, bodies, strict=True))
    )
    assert sorted(answer.status for answer in answers) == [201, 422]
    assert Tournament.objects.count() == 1


@pytest.mark.F04
@pytest.mark.django_db(transaction=True)
def test_two_judges_with_the_same_sheet_at_the_same_moment(at_once: AtOnce) -> None:
    path, sheet = _playing()
    ana, bruno = program(cast.ana()), program(cast.bruno())
    answers: list[Answer] = at_once(
        lambda: ana.post(path, sheet, key="ana"), lambda: bruno.post(path, sheet, key="bruno")
    )
    assert [answer.status for answer in answers] == [200, 200]
    assert sorted(answer.body["repeated"] for answer in answers) == [False, True]
    told = next(answer.body["already_by"] for answer in answers if answer.body["repeated"])
    assert told in {"Ana Mariapaulista", "Bruno Juiz"}


@pytest.mark.F05
@pytest.mark.django_db(transaction=True)
def test_two_judges_with_different_sheets_at_the_same_moment(at_once: AtOnce) -> None:
    path, sheet = _playing()
    other = {**sheet, "winner": 2, "lines": sheet["lines"][::-1]}
    players = [line["player"] for line in sheet["lines"]]
    other["lines"] = [
        {**line, "player": player} for line, player in zip(other["lines"], players, strict=True)
    ]
    ana, bruno = program(cast.ana()), program(cast.bruno())
    answers: list[Answer] = at_once(
        lambda: ana.post(path, sheet, key="ana"), lambda: bruno.post(path, other, key="bruno")
    )
    assert sorted(answer.status for answer in answers) == [200, 409]
    won = next(answer for answer in answers if answer.status == 200)
    lost = next(answer for answer in answers if answer.status == 409)
    assert lost.body["error"] == "already_recorded"
    assert lost.body["state"]["sheet"] == won.body["sheet"]
    assert lost.body["state"]["seq"] > won.seq, "the match is noted for review"
    dispute = Dispute.objects.get()
    assert (dispute.match.code, dispute.resolved_at) == (won.body["match"]["code"], None)
    assert dispute.by
    assert dispute.by.player.name != won.body["sheet"]["recorded_by"]
