"""JSON that no program means: refused, in an answer that a person could read."""

import json
from typing import Any

import pytest

from matches.models import Entry
from tests import cast
from tests.api.programs import program
from tournaments.models import Tournament

pytestmark = [pytest.mark.F98, pytest.mark.django_db]
OPEN = ("decks/check/", "token/", "accounts/", "table/")  # routes that anybody may call
MAX_SAID = 60_000  # bytes


@pytest.mark.parametrize("path", OPEN)
def test_a_body_of_150_000_unknown_fields_is_one_violation(path: str) -> None:
    body = "{" + ",".join(f'"k{number}":1' for number in range(150_000)) + "}"
    refused = program().post(path, body.encode())
    assert (refused.status, refused.codes) == (400, {"too_many_keys"})
    assert refused.body["violations"][0]["facts"] == {"most": 2_000, "given": 150_000}


@pytest.mark.parametrize("path", OPEN)
def test_twenty_unknown_fields_are_named_and_the_others_counted(path: str) -> None:
    refused = program().post(path, {f"k{number}": number for number in range(2_000)})
    codes = [violation["code"] for violation in refused.body["violations"]]
    assert (refused.status, codes.count("unknown_field")) == (400, 20)
    rest = next(said for said in refused.body["violations"] if said["code"] == "unknown_fields_more")
    assert "1980" in rest["message"]
    assert len(refused.text) < MAX_SAID


def test_a_name_of_a_million_letters_is_cut() -> None:
    refused = program().post("decks/check/", {"x" * 1_000_000: 1})
    assert refused.fields["x" * 80] == "unknown_field"
    assert len(refused.text) < MAX_SAID


def rows(count: int, **more: Any) -> dict[str, Any]:
    return {"rows": [{"names": [f"Jogador {number}"], "club": "Niterói", **more} for number in range(count)]}


def test_a_list_of_two_thousand_rows_is_taken() -> None:
    tournament = cast.announced()
    added = program(cast.bruno()).post(f"tournaments/{tournament.slug}/entries/import/", rows(2_000))
    assert (added.status, added.body["added"]) == (201, 2_000)


def test_a_list_of_which_every_row_is_wrong_is_told_to_an_end() -> None:
    path = f"tournaments/{cast.announced().slug}/entries/import/"
    refused = program(cast.bruno()).post(path, rows(2_000, winner=1, points=2))
    assert (refused.status, len(refused.body["violations"])) == (400, 201)
    assert refused.body["violations"][-1]["facts"] == {"more": 3_800}
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"[" * 100_000, "malformed_json"),
        (b"[" * 60_000 + b"]" * 60_000, "malformed_json"),
        (b'{"a":' * 30_000 + b"1" + b"}" * 30_000, "malformed_json"),
        (b"[" * 21 + b"]" * 21, "too_deep"),
        (b'{"a":' * 21 + b"1" + b"}" * 21, "too_deep"),
        (b'{"a":' + b"9" * 5_000 + b"}", "malformed_json"),
        (b'{"a":-' + b"9" * 50_000 + b"}", "malformed_json"),
        (b'{"a":NaN}', "malformed_json"),
        (b'{"a":-Infinity}', "malformed_json"),
        (b'{"a":1e400}', "malformed_json"),
        (b'{"a":"\\u0000"}', "odd_characters"),
        (b'{"a":"\\ud800"}', "odd_characters"),
        (b'{"\\udfff":1}', "odd_characters"),
        (b'{"\\u0000":1}', "odd_characters"),
        (b'{"a":[{"b":"x\\u0000"}]}', "odd_characters"),
        (b'{"a":"e' + "\u0301\u0316".encode() * 10_000 + b'"}', "odd_characters"),
        (b'{"a":"\x00"}', "malformed_json"),
        (b"\xff\xfe{\x00}\x00", "malformed_json"),
    ],
    ids=lambda said: repr(said[:14]) if isinstance(said, bytes) else "",
)
@pytest.mark.parametrize("path", ["decks/check/", "T/staff/", "T/entries/import/"])
def test_what_nobody_means_is_refused_with_one_code(path: str, body: bytes, code: str) -> None:
    path = path.replace("T", f"tournaments/{cast.announced().slug}")
    refused = program(cast.ana()).post(path, body)
    assert (refused.status, refused.body["error"]) == (400, code)
    assert len(refused.text) < 1_000


def test_a_pair_of_halves_is_a_character() -> None:
    tournament = announced_by_program(b'"Copa \\ud83c\\udccf"')
    assert tournament.name == "Copa \U0001f0cf"


def announced_by_program(name: bytes) -> Tournament:
    body = json.dumps({"kind": "campeonato", "year": 2026, "name": "?"}).encode().replace(b'"?"', name)
    assert program(cast.ana()).post("tournaments/", body).status == 201
    return Tournament.objects.get()
