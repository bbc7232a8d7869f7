"""One body for every refusal: its code, its sentence, its field, its rule."""

from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from api.v1.setup import views
from tests import cast
from tests.api import sheets
from tests.api.programs import program
from tests.api.wires import Answer

pytestmark = pytest.mark.django_db


def is_a_refusal(answer: Answer) -> bool:
    """Whether the body has the one shape."""
    violations = answer.body["violations"]
    shape = {"code", "message", "field", "rule", "facts"}
    whole = {"type", "title", "status", "detail", "error", "violations", "state"}
    return set(answer.body) == whole and all(set(v) == shape for v in violations)


def test_everything_wrong_with_a_tournament_is_told_at_once() -> None:
    body = {
        "kind": "campeonatu", "name": "X 2026", "year": 1, "variants": ["xizum"], "multiplier": 9,
        "zone": "Mars/Olympus", "time_limit": 0, "capacity": 1,
    }  # fmt: skip
    refused = program(cast.ana()).post("tournaments/", body)
    assert refused.status == 422
    assert is_a_refusal(refused)
    assert refused.body["error"] == "refused"
    assert set(refused.fields) >= {"kind", "name", "year", "multiplier", "zone", "time_limit", "capacity"}
    assert all(violation["message"] for violation in refused.body["violations"])
    assert program(cast.ana()).get("tournaments/").body["count"] == 0


@pytest.mark.F68
def test_unknown_fields_are_refused_together_with_badly_typed_ones() -> None:
    body = {"kind": 3, "name": "Mariapaulista", "year": "2026", "is_staff": True, "state": "finished"}
    refused = program(cast.ana()).post("tournaments/", body)
    assert refused.status == 400
    assert is_a_refusal(refused)
    expected = {"kind": "invalid", "year": "invalid", "is_staff": "unknown_field", "state": "unknown_field"}
    assert refused.fields == expected
    assert program(cast.ana()).get("tournaments/").body["count"] == 0


@pytest.mark.F68
@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("", {"points": 25}, "points"),
        ("", {"slug": "other"}, "slug"),
        ("entries/", {"names": ["Eva"], "state": "checked_in"}, "state"),
        ("entries/import/", {"rows": [{"names": ["Eva"], "ledger": 1}]}, "rows.0.ledger"),
        ("staff/", {"username": "caio", "role": "judge", "tournament": 1}, "tournament"),
        ("finish/", {"winner": "e1"}, "winner"),
        ("draw/", {"order": []}, "order"),
    ],
)
def test_nothing_can_be_assigned_on_the_side(path: str, body: dict[str, Any], field: str) -> None:
    base = f"tournaments/{cast.entered().slug}/"
    refused = program(cast.ana()).send("POST" if path else "PATCH", base + path, body)
    assert (refused.status, refused.fields) == (400, {field: "unknown_field"})


def test_a_line_of_the_sheet_has_no_foreign_fields() -> None:
    tournament = cast.running()
    path = f"tournaments/{tournament.slug}/matches/"
    bruno = program(cast.bruno())
    match = bruno.get(path + "?state=playing").body["results"][0]
    sheet = sheets.won(match)
    sheet["lines"][1]["version"] = 2
    sheet["lines"][0]["intact"] = "6"
    refused = bruno.post(f"{path}{match['code']}/sheet/", sheet)
    assert refused.status == 400
    assert refused.fields == {"lines.1.version": "unknown_field", "lines.0.intact": "invalid"}


@pytest.mark.F08
def test_a_sheet_that_breaks_rules_names_each_of_them() -> None:
    tournament = cast.running()
    path = f"tournaments/{tournament.slug}/matches/"
    bruno = program(cast.bruno())
    match = bruno.get(path + "?state=playing").body["results"][0]
    sheet = sheets.won(match)
    sheet["lines"][0] |= {"intact": 5, "armies": 4}
    sheet["lines"][1] |= {"player": sheet["lines"][0]["player"], "intact": 7}
    refused = bruno.post(f"{path}{match['code']}/sheet/", sheet)
    assert refused.status == 422
    assert refused.codes >= {"player_twice", "line_missing", "count_out_of_range", "condition_not_met"}
    assert refused.fields["lines.0.armies"] == "more_armies_than_commanders"
    rules = {violation["code"]: violation["rule"] for violation in refused.body["violations"]}
    assert rules["count_out_of_range"] == "1.3"
    assert bruno.get(f"{path}{match['code']}/").body["sheet"] is None


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"kind": ', "malformed_json"),
        (b"\xff\xfe{}", "malformed_json"),
        (b'{"year": NaN}', "malformed_json"),
        (b"[" * 100_000, "malformed_json"),
        (b'{"year": ' + b"9" * 5000 + b"}", "malformed_json"),
    ],
)
def test_what_is_no_json_is_400(body: bytes, code: str) -> None:
    refused = program(cast.ana()).post("tournaments/", body)
    assert (refused.status, refused.body["error"]) == (400, code)
    assert is_a_refusal(refused)


def test_a_list_where_an_object_belongs_is_400() -> None:
    refused = program(cast.ana()).post("tournaments/", [1, 2])
    assert (refused.status, refused.body["error"]) == (400, "invalid")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "a\x00b"}, 400),
        ({"name": "a\ud800b"}, 400),
        ({"\ud800": 1}, 400),
        ({"house_rules": {"\ud800": 1}}, 400),
        ({"house_rules": {"grace_minutes": "\ud800"}}, 400),
        ({"starts_at": "0001-01-01T00:00:00+14:00"}, 400),
        ({"starts_at": "2026-11-22T09:00:00"}, 400),
    ],
)
def test_what_no_database_takes_is_refused_and_told(body: dict[str, Any], status: int) -> None:
    plain = {"kind": "campeonato", "name": "Mariapaulista", "year": 2026}
    refused = program(cast.ana()).post("tournaments/", {**plain, **body})
    assert refused.status == status
    assert is_a_refusal(refused)
    assert program(cast.ana()).get("tournaments/").body["count"] == 0


@pytest.mark.F64
def test_a_body_that_is_too_large_is_413(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    for path in ("tournaments/", f"tournaments/{cast.created().slug}/staff/"):
        refused = program(cast.ana()).post(path, {"name": "x" * 100})
        assert (refused.status, refused.body["error"]) == (413, "body_too_large"), path


def test_another_kind_of_body_is_415() -> None:
    refused = Client().post("/api/v1/accounts/", {"username": "eva"})
    assert (refused.status_code, refused.json()["error"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize("path", ["nothing/", "tournaments/x/nothing/", "/api/x", "/api/v2/x"])
def test_an_address_that_does_not_exist_is_404_in_the_same_shape(path: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        refused = program(cast.ana()).send(method, path, None)
        assert (refused.status, refused.body["error"]) == (404, "not_found")


def test_a_method_that_does_not_exist_is_405() -> None:
    refused = program(cast.ana()).delete("tournaments/")
    assert (refused.status, refused.body["error"]) == (405, "method_not_allowed")
    assert is_a_refusal(refused)


def test_sentences_come_in_the_callers_language() -> None:
    body = {"kind": "campeonato", "name": "Mariapaulista", "year": 2026, "multiplier": 9}
    english = program(cast.ana(), language="en").post("tournaments/", body)
    portuguese = program(cast.ana(), language="pt-br").post("tournaments/", body)
    assert english.codes == portuguese.codes
    assert english.headers["content-language"] == "en"
    assert portuguese.headers["content-language"] == "pt-br"


@pytest.mark.F39
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_is_away_is_503_with_a_time_to_come_back(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def away(*_: object, **__: object) -> None:
        raise error("connection refused")

    monkeypatch.setattr(views, "listed_tournaments", away)
    refused = program().get("tournaments/")
    assert (refused.status, refused.body["error"]) == (503, "database_unavailable")
    assert int(refused.headers["retry-after"]) > 0


@pytest.mark.F77
@pytest.mark.parametrize(
    "query",
    ["ordering=password", "ledger__head_seq=1", "state=x", "year=abc", "staff__persona=1", "round=-1"],
)
def test_one_filters_by_what_is_named_and_nothing_else(query: str) -> None:
    slug = cast.announced().slug
    assert program().get(f"tournaments/?{query}").status == 400
    assert program().get(f"tournaments/{slug}/matches/?{query}").status == 400


@pytest.mark.F55
@pytest.mark.parametrize("page", ["1000000000", "0", "-1", "x", "9" * 19])
def test_a_page_beyond_the_end_is_404(page: str) -> None:
    slug = cast.entered().slug
    for path in ("tournaments/", f"tournaments/{slug}/entries/", f"tournaments/{slug}/standing/"):
        assert program().get(f"{path}?page={page}").status == 404


@pytest.mark.F55
def test_no_page_is_larger_than_500() -> None:
    slug = cast.entered().slug
    answer = program().get(f"tournaments/{slug}/entries/?page_size=1000000000")
    assert (answer.status, answer.body["next"]) == (200, None)
    small = program().get(f"tournaments/{slug}/entries/?page_size=3&page=3")
    assert [len(small.body["results"]), small.body["count"]] == [2, 8]
