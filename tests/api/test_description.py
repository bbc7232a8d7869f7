"""The description is the truth: the file is current, its page works under our policy."""

import re
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests import cast
from tests.api.described import Described
from tests.api.programs import program
from tests.api.wires import Answer, InProcess
from tools.endorsement.description import DESCRIPTION, description, example_of
from tools.endorsement.fuzz.described import validator_of
from tournaments.models import Tournament

LONGEST_SUMMARY, BODY = 100, "requestBody"
OPEN = {
    "sign_up", "obtain_token", "check_deck", "open_table", "retrieve_table_match", "take_table_seat",
    "leave_table_seat", "report_at_table", "take_table_report_back", "flag_at_table", "ask_for_help_at_table",
    "need_no_help_at_table",
}  # fmt: skip
"""Calls of people without an account, and of phones at a table, which have a pass."""
STORE_NOTHING = ("check_sheet", "preview_correction")
BOUND = {"$ref": "#/components/schemas/Problem"}


def test_the_file_in_the_repository_is_what_the_code_says() -> None:
    made = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=made)
    assert made.getvalue().strip() == DESCRIPTION.read_text().strip(), (
        "run manage.py spectacular --file docs/openapi.yaml --validate"
    )


def operations() -> list[Mapping[str, Any]]:
    """Every operation of the description."""
    return [one for methods in description()["paths"].values() for one in methods.values()]


def test_every_operation_has_a_summary() -> None:
    said = {one["operationId"]: one.get("summary", "") for one in operations()}
    odd = {name for name, summary in said.items() if not 3 < len(summary) <= LONGEST_SUMMARY}
    assert odd == set(), "begin the docstring of the method with a short clause that says what it does"


def test_calls_without_an_account_say_that_they_take_no_token() -> None:
    assert all("security" in one for one in operations())
    assert {one["operationId"] for one in operations() if one["security"] == []} == OPEN


def test_bodies_that_refuse_unknown_fields_say_so() -> None:
    schemas = description()["components"]["schemas"]
    bodies = [
        one["requestBody"]["content"]["application/json"]["schema"] for one in operations() if BODY in one
    ]
    taken = {body["$ref"].rpartition("/")[2] for body in bodies}
    assert {name for name in taken if schemas[name].get("additionalProperties") is not False} == set()


def examples_of_fields() -> Iterator[tuple[str, Any, Any]]:
    """Where each example of a field is, its schema and its value."""
    for name, schema in description()["components"]["schemas"].items():
        for field, said in schema.get("properties", {}).items():
            if "example" in said:
                yield f"{name}.{field}", said, said["example"]


def examples_of_calls() -> Iterator[tuple[str, Any, Any]]:
    """The same of parameters and bodies."""
    for one in operations():
        for said in one.get("parameters", ()):
            found = {**said["schema"], **said}
            if "example" in found:
                yield f"{one['operationId']}, {said['name']}", said["schema"], found["example"]
        if BODY in one:
            yield one["operationId"], one[BODY]["content"]["application/json"]["schema"], example_of(one)


def test_every_example_is_what_its_schema_says() -> None:
    faults = [
        f"{where}: {fault.json_path} {fault.message}"
        for where, schema, value in (*examples_of_fields(), *examples_of_calls())
        for fault in validator_of(schema).iter_errors(value)
    ]
    assert faults == []


def test_every_refusal_of_every_route_has_one_shape() -> None:
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            refusals = {code: said for code, said in operation["responses"].items() if code[0] == "4"}
            assert refusals, f"{method} {path}"
            for said in refusals.values():
                assert said["content"]["application/problem+json"]["schema"] == BOUND, f"{method} {path}"


def test_every_route_that_takes_a_body_says_that_it_may_be_too_large() -> None:
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            assert ("413" in operation["responses"]) is (method in {"post", "put", "patch"}), (
                f"{method} {path}"
            )


def test_every_write_under_a_tournament_takes_both_headers() -> None:
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            if method == "get" or "{slug}" not in path or operation["operationId"] in STORE_NOTHING:
                continue
            headers = {said["name"] for said in operation["parameters"] if said["in"] == "header"}
            assert headers == {"Idempotency-Key", "If-Match"}, f"{method} {path}"


@pytest.mark.django_db
def test_an_answer_that_is_not_as_described_is_noticed() -> None:
    class Wrong:
        """Adds what nobody described."""

        def send(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Answer:
            answer = InProcess().send(method, path, content, headers)
            return Answer(answer.status, {**answer.body, "secret": 1}, answer.headers, answer.text)

    path = f"/api/v1/tournaments/{cast.announced().slug}/"
    assert Described(InProcess()).send("GET", path, None, {}).status == 200
    with pytest.raises(AssertionError, match="secret"):
        Described(Wrong()).send("GET", path, None, {})


@pytest.mark.django_db
def test_the_description_is_served_to_anybody() -> None:
    answer = Client().get("/api/schema/")
    assert answer["content-type"].startswith("application/vnd.oai.openapi+json")
    assert set(answer.json()["paths"]) == set(description()["paths"])


@pytest.mark.F65
@pytest.mark.django_db
def test_its_page_has_nothing_inline_and_asks_no_other_host() -> None:
    page = Client().get("/api/docs/")
    text = page.content.decode()
    assert "unsafe-inline" not in page["content-security-policy"]
    assert "<style" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    sources = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert sources
    assert all(source.startswith("/") for source in sources)
    for source in sources:
        assert Client().get(source.replace("&amp;", "&")).status_code == 200, source


@pytest.mark.django_db
def test_the_catalogue_names_all_that_can_be_chosen() -> None:
    catalogue = program().get("catalogue/").body
    chama = catalogue["games"][0]
    kinds = {kind["key"]: kind for kind in chama["kinds"]}
    assert set(kinds) == {"campeonato", "guerrilha", "duplas", "conquistadores"}
    assert kinds["duplas"]["team_size"] == 2
    assert [variant["key"] for variant in chama["variants"]] == ["aliados", "calouro-do-chacrinha", "xisum"]
    (grace,) = (rule for rule in catalogue["house_rules"] if rule["code"] == "grace_minutes")
    assert grace["default"] == 10


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "title", "codes"),
    [
        ("kind=duplas&name=Rio&variants=xisum&year=2025", "Chama: Duplas Rio (Xisum) 2025", set()),
        ("kind=duplas&name=&year=2025", "Chama: Duplas … 2025", {"name_missing"}),
        ("kind=nada&name=X&year=2025", "", {"kind_unknown"}),
        ("kind=duplas&name=X&year=2025&variants=nada", "Chama: Duplas X 2025", {"variant_unknown"}),
        ("kind=duplas&name=Copa 2024&year=2025", "Chama: Duplas Copa 2024 2025", {"name_ends_like_a_year"}),
    ],
)  # fmt: skip
def test_a_title_is_previewed_from_its_parts(query: str, title: str, codes: set[str]) -> None:
    answer = program().get(f"titles/preview/?{query}")
    assert (answer.status, answer.body["title"]) == (200, title)
    assert answer.codes == codes


@pytest.mark.django_db
def test_a_title_is_read_back() -> None:
    read = program().get("titles/parse/?title=chama:  DUPLAS Fluminenses (xisum) 2025").body
    parts = {"game": "chama", "kind": "duplas", "name": "Fluminenses", "variants": ["xisum"], "year": 2025}
    assert read == {**parts, "warnings": []}
    refused = program().get("titles/parse/?title=Xadrez: Aberto")
    assert (refused.status, refused.codes) == (422, {"title_game_unknown", "title_year_missing"})


@pytest.mark.django_db
def test_seasons_are_listed_and_one_of_no_game_does_not_exist() -> None:
    cast.finished(8, sheets=1, ranked=True)
    assert program().get("seasons/").body == [{"game": "chama", "year": 2026}]
    season = program().get("seasons/chama/2026/").body
    assert [(line["rank"], line["points"]) for line in season["results"][:2]] == [(1, "25"), (2, "18")]
    assert program().get("seasons/chama/1999/").body["count"] == 0
    assert program().get("seasons/xadrez/2026/").status == 404


@pytest.mark.F86
def test_no_route_deletes_a_tournament_a_round_or_a_result() -> None:
    """What may be taken away: keys, calendars, webhooks, seats, roles, reports that do not count."""
    deletes = {
        operations["delete"]["operationId"]
        for operations in description()["paths"].values()
        if "delete" in operations
    }
    reports = {"take_report_back", "take_table_report_back"}
    tokens = {"revoke_token", "revoke_tokens", "revoke_one_token"}
    assert deletes == {
        *tokens,
        "close_door",
        "revoke_access_link",
        "remove_webhook",
        "undo_import",
        "end_calendar",
        "leave_table_seat",
        "lift_judge_conflict",
        "unpin_match",
        "drop_timetable",
        "free_seats",
        "leave_hall",
        "remove_staff",
        *reports,
    }


@pytest.mark.F86
@pytest.mark.django_db
def test_an_administrator_deletes_no_tournament() -> None:
    tournament = cast.drawn(4)
    User.objects.create_superuser("root", password="x")
    client = cast.browser()
    client.force_login(User.objects.get(username="root"))
    page = reverse("admin:tournaments_tournament_delete", args=[tournament.pk])
    assert client.post(page, {"post": "yes"}).status_code == 403
    assert Tournament.objects.filter(pk=tournament.pk).exists()
