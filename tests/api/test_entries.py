"""Entering, importing, being here, the draw and the tables, as programs do it."""

from typing import Any

import pytest

from matches.models import Entry
from tests import cast
from tests.api.programs import program
from tests.cast import ana

pytestmark = pytest.mark.django_db


def test_pairs_are_entered_with_two_names() -> None:
    base = f"tournaments/{cast.announced(kind='duplas').slug}/entries/"
    ana = program(cast.ana())
    refused = ana.post(base, {"names": ["Eva"]})
    assert (refused.status, refused.fields) == (422, {"names": "players_wrong_number"})
    added = ana.post(base, {"names": ["Eva", "Fabio"]})
    assert [person["name"] for person in added.body["people"]] == ["Eva", "Fabio"]
    own = program(cast.caio()).post(f"{base}self/", {"partner_name": "Gil"})
    assert [person["name"] for person in own.body["people"]] == ["Caio do Rio", "Gil"]


@pytest.mark.F61
@pytest.mark.parametrize(
    "text", ["nome;clube;semente\nEva;Rio;1\n\nFabio;;2", "name\tclub\tseed\r\nEva\tRio\t1\r\nFabio\t\t2"]
)
def test_a_list_is_previewed_and_then_stored_whole(text: str) -> None:
    base = f"tournaments/{cast.announced().slug}/entries/"
    ana = program(cast.ana())
    preview = ana.post(f"{base}import/", {"csv": text, "preview": True})
    assert preview.status == 200
    assert preview.body["is_sound"]
    assert [row["names"] for row in preview.body["rows"]] == [["Eva"], ["Fabio"]]
    assert ana.get(base).body["count"] == 0
    stored = ana.post(f"{base}import/", {"csv": text})
    assert (stored.status, stored.body["added"]) == (201, 2)
    assert [(e["club"], e["seed"]) for e in stored.body["entries"]] == [("Rio", 1), ("", 2)]


@pytest.mark.F61
@pytest.mark.F62
def test_an_import_is_never_partial_and_names_every_bad_row() -> None:
    base = f"tournaments/{cast.announced().slug}/entries/"
    ana = program(cast.ana())
    refused = ana.post(f"{base}import/", {"csv": "nome;semente\nEva;1\nFabio;x\nGil;\n"})
    assert (refused.status, refused.fields) == (422, {"rows.1.seed": "seed_not_a_whole_number"})
    assert refused.body["violations"][0]["facts"]["line"] == 3
    twice = ana.post(f"{base}import/", {"rows": [{"names": ["Eva"]}, {"names": ["eva"]}]})
    assert twice.fields == {"rows.1.names.0": "twice_on_list"}
    assert ana.get(base).body["count"] == 0
    good = {"rows": [{"names": ["Eva"]}, {"names": ["eva"], "namesake": True}]}
    assert ana.post(f"{base}import/", good).body["added"] == 2
    again = ana.post(f"{base}import/", good)
    assert again.fields == {"rows.0.names.0": "already_entered"}


@pytest.mark.parametrize("body", [{}, {"csv": "Eva", "rows": [{"names": ["Eva"]}]}, {"rows": []}])
def test_an_import_has_one_source(body: dict[str, Any]) -> None:
    base = f"tournaments/{cast.announced().slug}/entries/"
    assert program(cast.ana()).post(f"{base}import/", body).status == 400


@pytest.mark.F61
@pytest.mark.parametrize(("text", "code"), [("", "file_empty"), ("  \n", "file_empty")])
def test_a_list_without_anybody_is_refused(text: str, code: str) -> None:
    base = f"tournaments/{cast.announced().slug}/entries/"
    refused = program(cast.ana()).post(f"{base}import/", {"csv": text})
    assert (refused.status, refused.body["error"]) == (422, code)


@pytest.mark.F58
def test_names_are_kept_without_what_nobody_sees() -> None:
    base = f"tournaments/{cast.announced().slug}/entries/"
    refused = program(cast.ana()).post(base, {"names": ["  E\u202eva \u200b Maria "]})
    assert (refused.status, refused.fields) == (422, {"names.0": "person_name_invisible"})
    added = program(cast.ana()).post(base, {"names": ["  Eva   Maria \u200b"]})
    assert added.body["people"][0]["name"] == "Eva Maria"


@pytest.mark.F71
def test_checking_in_twice_is_once() -> None:
    tournament = cast.entered(variants=("calouro-do-chacrinha",))
    base = f"tournaments/{tournament.slug}/entries/"
    bruno = program(cast.bruno())
    entry = bruno.get(base).body["results"][0]
    person = entry["people"][0]["code"]
    first = bruno.post(f"{base}{entry['code']}/check-in/", {"pineapples": [person]})
    again = bruno.post(f"{base}{entry['code']}/check-in/", {"pineapples": [person]})
    assert first.body["people"][0]["pineapple"]
    assert (again.text, again.seq) == (first.text, first.seq)
    strange = bruno.post(f"{base}{entry['code']}/check-in/", {"pineapples": ["pnobody"]})
    assert strange.fields == {"pineapples": "not_of_this_entry"}


def test_pineapples_count_only_where_the_variant_is_on() -> None:
    tournament = cast.entered()
    base = f"tournaments/{tournament.slug}/entries/"
    entry = program().get(base).body["results"][0]
    body = {"pineapples": [entry["people"][0]["code"]]}
    refused = program(cast.bruno()).post(f"{base}{entry['code']}/check-in/", body)
    assert (refused.status, refused.codes) == (422, {"pineapples_off"})


def test_the_draw_refuses_with_all_that_is_missing() -> None:
    tournament = cast.entered(3, ranked=True)
    base = f"tournaments/{tournament.slug}/draw/"
    refused = program(cast.ana()).post(base, {"shape": [[3, 3]], "method": "luck", "seed": -1})
    assert refused.status == 422
    assert refused.codes >= {"too_few_entries", "too_few_people", "method_unknown", "seed_out_of_range"}
    assert program().get(base).status == 404


@pytest.mark.parametrize("shape", [[], [[]], [[0]], [[4], [4]], [[2, 2]] * 20, [[-1]], "x", [[1.5]]])
def test_a_shape_that_is_none_is_refused(shape: Any) -> None:
    base = f"tournaments/{cast.checked_in(4).slug}/draw/"
    assert program(cast.ana()).post(base, {"shape": shape}).status in (400, 422)
    assert program().get(base).status == 404


@pytest.mark.F87
def test_a_draw_is_taken_back_before_the_start_and_not_after() -> None:
    tournament = cast.drawn(4)
    base = f"tournaments/{tournament.slug}/draw/"
    ana = program(cast.ana())
    first = ana.get(base).body
    assert ana.post(f"{base}withdraw/", {"reason": " "}).fields == {"reason": "reason_missing"}
    back = ana.post(f"{base}withdraw/", {"reason": "late entry"}, key="k1")
    assert (back.status, back.text) == (204, "")
    again = ana.post(f"{base}withdraw/", {"reason": "late entry"}, key="k1")
    assert (again.status, again.headers["idempotency-replayed"]) == (204, "true")
    assert ana.get(base).status == 404
    second = ana.post(base, {"seed": first["seed"]})
    assert (second.body["order"], second.body["shape"]) == (first["order"], first["shape"])
    match = ana.get(f"tournaments/{tournament.slug}/matches/?state=ready").body["results"][0]
    ana.post(f"tournaments/{tournament.slug}/matches/{match['code']}/start/")
    late = ana.post(f"{base}withdraw/", {"reason": "late entry"})
    assert (late.status, late.body["error"]) == (409, "not_withdrawable")


@pytest.mark.parametrize(("entries", "status"), [("9", 200), ("1", 422), ("10001", 400), ("x", 400)])
def test_shapes_are_asked_for_any_number(entries: str, status: int) -> None:
    base = f"tournaments/{cast.announced().slug}/draw/shapes/"
    assert program().get(f"{base}?entries={entries}").status == status


def test_tables_are_set_opened_and_closed() -> None:
    base = f"tournaments/{cast.announced(tables=2).slug}/tables/"
    ana = program(cast.ana())
    assert [t["table"] for t in ana.put(base, {"count": 3}).body] == ["1", "2", "3"]
    assert ana.put(base, {"count": -1}).codes == {"tables_out_of_range"}
    closed = ana.patch(f"{base}2/", {"is_open": False}).body
    assert [table["is_open"] for table in closed] == [True, False, True]
    assert ana.patch(f"{base}99/", {"is_open": False}).status == 404
    assert ana.patch(f"{base}2/", {"is_open": "no"}).fields == {"is_open": "invalid"}


def test_full_is_full() -> None:
    tournament = cast.announced(capacity=2)
    base = f"tournaments/{tournament.slug}/entries/"
    refused = program(cast.ana()).post(f"{base}import/", {"csv": "Eva\nFabio\nGil"})
    assert (refused.status, refused.body["error"]) == (422, "full")
    assert Entry.objects.count() == 0


def test_entries_are_found_by_any_word_whatever_its_accents() -> None:
    base = f"tournaments/{cast.announced().slug}/entries/"
    ana = program(cast.ana())
    ana.post(f"{base}import/", {"csv": "nome;clube\nJosé Ávila;Rio\nJosefa;São Paulo"})
    found = {
        query: ana.get(f"{base}?search={query}").body["count"] for query in ("avila", "jose", "sao", "x")
    }
    assert found == {"avila": 1, "jose": 2, "sao": 1, "x": 0}


@pytest.mark.F120
def test_a_contact_becomes_public_only_if_a_program_insists() -> None:
    base = f"tournaments/{cast.announced().slug}/entries/"
    ana = program(cast.ana())
    refused = ana.post(base, {"names": ["Eva"], "club": "eva@example.org"})
    assert refused.fields == {"club": "looks_like_contact"}
    refused = ana.post(f"{base}import/", {"rows": [{"names": ["21 90000-0001"]}]})
    assert refused.fields == {"rows.0.names.0": "looks_like_contact"}
    added = ana.post(base, {"names": ["Eva"], "club": "eva@example.org", "insists": True})
    assert (added.status, added.body["club"]) == (201, "eva@example.org")


@pytest.mark.F117
def test_a_name_of_another_club_is_answered_in_the_call_that_is_repeated() -> None:
    ana = program(cast.ana())
    first = ana.post(
        f"tournaments/{cast.announced().slug}/entries/", {"names": ["Paulo X"], "club": "Niterói"}
    )
    known = first.body["people"][0]["player"]
    base = f"tournaments/{cast.announced(name='Segundo').slug}/entries/"
    body: dict[str, Any] = {"names": ["Paulo X"], "club": "Santos"}
    asked = ana.post(base, body, key="one")
    assert (asked.status, asked.fields) == (422, {"names.0": "person_unclear"})
    assert asked.body["violations"][0]["facts"]["candidates"] == [
        {
            "player": known,
            "name": "Paulo X",
            "club": "Niterói",
            "event": "Chama: Campeonato Mariapaulista 2026",
        }
    ]
    assert ana.get(base).body["count"] == 0
    preview = ana.post(f"{base}import/", {"rows": [body], "preview": True})
    assert [one["player"] for one in preview.body["rows"][0]["candidates"][0]] == [known]
    answer = {**body, "players": [known]}
    same = ana.post(base, answer, key="two")
    assert (same.status, same.body["people"][0]["player"]) == (201, known)
    again = ana.post(base, answer, key="two")
    assert (again.body, again.headers["idempotency-replayed"]) == (same.body, "true")
    assert ana.get(base).body["count"] == 1
    other = ana.post(base, {**body, "players": ["new"]})
    assert other.status == 201
    assert other.body["people"][0]["player"] != known


@pytest.mark.F119
def test_a_program_says_what_the_columns_of_a_list_are() -> None:
    base = f"tournaments/{cast.announced().slug}/entries/"
    ana = program(cast.ana())
    text = "Hora;Como te chamam?\n10:00;Xumba Rocha\n"
    asked = ana.post(f"{base}import/", {"csv": text, "preview": True})
    assert [found["code"] for found in asked.body["violations"]] == ["column_name_missing"]
    assert [(column["heading"], column["meaning"]) for column in asked.body["columns"]] == [
        ("Hora", "ignored"),
        ("Como te chamam?", "ignored"),
    ]
    assert ana.post(f"{base}import/", {"csv": text}).status == 422
    wrong = ana.post(f"{base}import/", {"csv": text, "columns": ["name"]})
    assert wrong.fields == {"columns": "columns_wrong_number"}
    stored = ana.post(f"{base}import/", {"csv": text, "columns": ["ignored", "name"], "headings": True})
    assert [entry["people"][0]["name"] for entry in stored.body["entries"]] == ["Xumba Rocha"]
    again = ana.post(f"{base}import/", {"csv": text.replace("Xumba", "Lia"), "preview": True})
    assert [row["names"] for row in again.body["rows"]] == [["Lia Rocha"]]


@pytest.mark.F119
@pytest.mark.F120
def test_a_preview_shows_what_was_left_out_and_how_a_line_may_read() -> None:
    base = f"tournaments/{cast.announced(capacity=8).slug}/entries/"
    ana = program(cast.ana())
    text = "*Lista* 🔥\n1. Eva, eva@example.org\n2. Fabio (Rio)\n"
    shown = ana.post(f"{base}import/", {"csv": text, "preview": True}).body
    assert [row["names"] for row in shown["rows"]] == [["Eva"], ["Fabio"]]
    assert [[note["code"] for note in row["notes"]] for row in shown["rows"]] == [
        [],
        ["brackets_left_out"],
    ]
    assert [column["meaning"] for column in shown["columns"]] == ["name", "ignored"]
    assert (shown["left_out"], shown["free_places"]) == ([{"number": 1, "text": "*Lista* 🔥"}], 8)
    held = ana.post(f"{base}import/", {"csv": "Jo\ufffdo", "preview": True}).body
    assert [reading["text"] for reading in held["readings"]] == ["Jo\ufffdo"]


# --- an evening at once ------------------------------------------------------------------------------------

EVENING = {
    "kind": "campeonato",
    "variants": ["xisum"],
    "entries": [{"names": [name]} for name in ("Lia", "Rui")],
}


def test_an_evening_is_drawn_and_called_once_for_its_key() -> None:
    who = program(ana())
    made = who.post("evenings/", EVENING, key="evening")
    assert (made.status, made.body["state"], made.body["ranked"]) == (201, "drawn", False)
    assert made.headers["location"] == f"/api/v1/tournaments/{made.body['slug']}/"
    assert who.post("evenings/", EVENING, key="evening").body == made.body
    matches = who.get(f"tournaments/{made.body['slug']}/matches/").body["results"]
    assert [match["state"] for match in matches] == ["called"]


def test_an_evening_names_known_people_to_choose_from() -> None:
    who = program(ana())
    who.post("evenings/", EVENING)
    refused = who.post("evenings/", EVENING)
    assert (refused.status, refused.codes) == (422, {"person_unclear"})
    answers = {"entries": [{"names": [name], "namesake": True} for name in ("Lia", "Rui")]}
    assert who.post("evenings/", {**EVENING, **answers}).status == 201


def test_nobody_without_an_account_begins_an_evening() -> None:
    assert program().post("evenings/", EVENING).status == 401
