"""Keys for programs: what each scope may do, how they end, and who still gets a stored answer."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import ApiToken, Scope, User
from accounts.tokens import MAX_TOKENS
from api.base_view import ApiView
from api.v1 import urls
from tests import cast
from tests.api import sheets
from tests.api.described import Described
from tests.api.programs import Program, program
from tests.api.wires import InProcess
from tools.endorsement.description import description

pytestmark = pytest.mark.django_db

WRITES = ("post", "put", "patch", "delete")
NEW = "outra senha bem comprida"
WITHOUT_ACCOUNT = {
    "sign_up", "obtain_token", "revoke_token", "check_deck", "open_table", "take_table_seat",
    "leave_table_seat", "report_at_table", "take_table_report_back", "flag_at_table", "ask_for_help_at_table",
    "need_no_help_at_table",
}  # fmt: skip
OF_JUDGES = {
    "change_table", "add_entry", "import_entries", "check_in_all", "check_in", "check_out", "withdraw_entry",
    "reinstate_entry", "substitute_member", "hand_in_deck", "start_match", "call_time", "extend_time",
    "give_penalty", "change_entry", "undo_import",
    "note_redraw", "take_back_redraw", "start_called", "note_drawn_game", "take_back_drawn_game",
    "place_match", "check_sheet", "record_sheet", "note_count", "free_seats",
    "begin_kingdoms", "act_in_kingdoms", "undo_in_kingdoms", "change_pineapples", "choose_suits",
    "note_starter",
    "put_on_waiting_list", "move_on_waiting_list", "leave_waiting_list", "go_to_help", "end_help",
    "let_go_of_help", "take_table", "give_table_back", "open_door", "close_door",
    "note_judge_conflict", "lift_judge_conflict", "set_judge_shift", "set_access_need",
    "mark_fee",
}  # fmt: skip


def keyed(token: str) -> Program:
    """A program with this token."""
    return Program(Described(InProcess()), token)


def login(**more: Any) -> dict[str, Any]:
    """What Ana sends for a token."""
    cast.ana()
    return {"username": "ana", "password": cast.PASSWORD, **more}


def obtained(**more: Any) -> Program:
    """Ana's program with a token of its own."""
    return keyed(program().post("token/", login(**more)).body["token"])


def operations() -> Iterator[tuple[str, str, str]]:
    """Every write of the description: method, an address, name."""
    for path, methods in description()["paths"].items():
        for method in methods.keys() & set(WRITES):
            address = re.sub(r"\{(version|seq|year|number)\}", "1", path)
            yield method.upper(), re.sub(r"\{\w+\}", "nada", address), methods[method]["operationId"]


# --- scopes -----------------------------------------------------------------------------------------


def test_each_write_takes_a_token_of_its_scope() -> None:
    ana = cast.ana()
    opened: dict[Scope, set[str]] = {}
    for scope in Scope:
        opened[scope] = set()
        for method, path, name in operations():
            answer = keyed(cast.key(ana, scope)).send(method, path, {})
            if answer.body and answer.body.get("error") == "token_scope":
                assert answer.status == 403
            else:
                opened[scope].add(name)
    everything = {name for _, _, name in operations()}
    assert opened[Scope.READ] == WITHOUT_ACCOUNT
    assert opened[Scope.JUDGE] - opened[Scope.READ] == OF_JUDGES
    assert opened[Scope.ORGANIZE] == everything


def test_every_route_is_a_door_and_says_whose_each_write_is() -> None:
    views = [pattern.callback.view_class for pattern in urls.urlpatterns]  # type: ignore[attr-defined]
    assert [view for view in views if not issubclass(view, ApiView)] == []
    unsaid = {f"{view.__name__}.{name}" for view in views for name in WRITES if hasattr(view, name)} - {
        f"{view.__name__}.{name.lower()}" for view in views for name in view.rights
    }
    assert unsaid == set()


def test_the_refusal_says_which_scope_is_needed() -> None:
    refused = keyed(cast.key(cast.ana(), Scope.READ)).post("tournaments/", {})
    assert (refused.status, refused.body["error"]) == (403, "token_scope")
    assert refused.body["violations"][0]["facts"] == {"needed": "organize"}


def test_a_token_that_reads_reads_what_the_account_may_read() -> None:
    hidden = cast.created()
    reader = keyed(cast.key(cast.ana(), Scope.READ))
    assert reader.get(f"tournaments/{hidden.slug}/staff/").status == 200
    assert reader.get("me/").body["username"] == "ana"


@pytest.mark.parametrize("what", ["people", "door", "access-needs", "penalties", "judges/conflicts"])
def test_what_is_private_about_people_and_the_doors_code_take_a_judges_token(what: str) -> None:
    address = f"tournaments/{cast.created().slug}/{what}/"
    refused = keyed(cast.key(cast.ana(), Scope.READ)).get(address)
    assert (refused.status, refused.body["error"]) == (403, "token_scope")
    assert refused.body["violations"][0]["facts"] == {"needed": "judge"}
    assert keyed(cast.key(cast.ana(), Scope.JUDGE)).get(address).status == 200


def test_a_token_of_a_judge_makes_no_coordinator() -> None:
    """The organizer's own: neither the cards' secrets, nor what a judge's sheet may not say."""
    tournament = cast.running(4, table_high=2)
    base = f"tournaments/{tournament.slug}/"
    match = program().get(f"{base}matches/?state=playing").body["results"][0]
    ruling = {**sheets.won(match), "ended_by": "ruling", "reason": "x", "winner": 1}
    sheet = f"{base}matches/{match['code']}/sheet/"
    for scope in (Scope.READ, Scope.JUDGE):
        assert keyed(cast.key(cast.ana(), scope)).get(f"{base}cards/").status == 403
    judging = keyed(cast.key(cast.ana(), Scope.JUDGE))
    assert program(cast.bruno()).post(sheet, ruling).body["error"] == "forbidden"
    assert judging.post(sheet, ruling).body["error"] == "forbidden"
    assert judging.post(sheet, sheets.won(match)).status == 200
    assert program(cast.ana()).get(f"{base}cards/").status == 200


# --- obtaining, listing, revoking -------------------------------------------------------------------


def test_each_is_a_new_one_with_a_name_a_scope_and_an_end() -> None:
    wanted = login(name="  Placar  do salão", scope="judge", expires_in_days=2)
    made = program().post("token/", wanted).body
    assert (made["name"], made["scope"], made["last_used_at"]) == ("Placar do salão", "judge", None)
    kept = ApiToken.objects.get()
    assert kept.expiry is not None
    assert timedelta(days=1, hours=23) < kept.expiry - timezone.now() <= timedelta(days=2)
    assert made["token"].startswith("chama_")
    assert made["token"] not in {str(value) for value in vars(kept).values()}
    plain = program().post("token/", login()).body
    assert (plain["scope"], plain["name"]) == ("organize", "")
    assert plain["token"] != made["token"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("scope", "admin"), ("expires_in_days", 0), ("expires_in_days", 367), ("name", "x" * 61)],
)
def test_what_no_token_can_be_is_refused(field: str, value: object) -> None:
    refused = program().post("token/", login(**{field: value}))
    assert (refused.status, set(refused.fields)) == (400, {field})
    assert not ApiToken.objects.exists()


def test_the_run_after_the_last_key_takes_the_place_of_the_longest_unused_of_its_name() -> None:
    first = [program().post("token/", login(name="placar")) for _ in range(2)]
    for _ in range(MAX_TOKENS - 2):
        cast.key(cast.ana())
    ApiToken.objects.filter(code=first[0].body["id"]).update(last_used=timezone.now())
    again = program().post("token/", login(name="placar"))
    assert again.status == 200
    assert keyed(again.body["token"]).get("me/").status == 200
    assert keyed(first[0].body["token"]).get("me/").status == 200
    assert keyed(first[1].body["token"]).get("me/").status == 401
    assert ApiToken.objects.count() == MAX_TOKENS


def test_there_are_only_so_many_and_the_refusal_names_the_longest_unused() -> None:
    ana = cast.ana()
    for _ in range(MAX_TOKENS):
        cast.key(ana)
    ApiToken.objects.update(last_used=timezone.now())
    idle = ApiToken.objects.order_by("code")[3]
    ApiToken.objects.filter(pk=idle.pk).update(last_used=timezone.now() - timedelta(days=9))
    refused = program().post("token/", login(name="another"))
    assert (refused.status, refused.codes) == (422, {"too_many_tokens"})
    assert refused.body["violations"][0]["facts"]["id"] == idle.code
    ApiToken.objects.filter(pk=idle.pk).update(expiry=timezone.now())
    assert program().post("token/", login()).status == 200
    assert not ApiToken.objects.filter(pk=idle.pk).exists()


def test_they_are_listed_without_the_secret_and_revoked_one_by_one_and_all_at_once() -> None:
    first, second, third = obtained(name="um"), obtained(name="dois"), obtained(name="tres")
    rows = first.get("tokens/").body
    assert {row["name"] for row in rows} == {"um", "dois", "tres"}
    assert first.token not in first.get("tokens/").text
    named = {row["name"]: row["id"] for row in rows}
    assert program(cast.bruno()).delete(f"tokens/{named['dois']}/").status == 404
    assert first.delete(f"tokens/{named['dois']}/").status == 204
    assert [who.get("me/").status for who in (first, second, third)] == [200, 401, 200]
    assert first.delete("tokens/").status == 204
    assert [who.get("me/").status for who in (first, third)] == [401, 401]


def test_a_token_revokes_itself_whatever_its_scope_and_nobody_revokes_nothing() -> None:
    reader = obtained(scope="read")
    assert reader.delete("token/").status == 204
    assert reader.delete("token/").status == 401
    assert program().delete("token/").status == 401


# --- the end ----------------------------------------------------------------------------------------


def test_it_ends_with_its_time() -> None:
    ana = obtained()
    ApiToken.objects.update(expiry=timezone.now())
    assert ana.get("me/").status == 401


@pytest.mark.F103
def test_a_new_password_ends_every_token_and_a_later_one_works() -> None:
    one, two = obtained(), obtained(scope="read")
    user = User.objects.get(username="ana")
    user.set_password(NEW)
    user.save()
    assert (one.get("me/").status, two.get("me/").status) == (401, 401)
    assert obtained(password=NEW).get("me/").status == 200


@pytest.mark.F103
def test_a_token_given_while_the_password_changes_opens_nothing() -> None:
    """Who was looked at under the old password and is served after the new one."""
    cast.ana()
    slow = User.objects.get(username="ana")
    assert slow.check_password(cast.PASSWORD)
    fast = User.objects.get(username="ana")
    fast.set_password(NEW)
    fast.save()
    with patch("api.v1.tokens.authenticate", return_value=slow):
        assert obtained().get("me/").status == 401


@pytest.mark.F72
def test_a_closed_account_is_shut_out_at_once() -> None:
    ana = obtained()
    User.objects.filter(username="ana").update(is_active=False)
    assert ana.get("me/").status == 401


@pytest.mark.parametrize("sent", ["chama_\u00e9", "\udcff", "x" * 5000, "chama_" + "0" * 64])
def test_what_no_token_is_opens_nothing(sent: str) -> None:
    header = b"Token " + sent.encode("utf-8", "surrogateescape")
    answer = cast.browser().get("/api/v1/me/", HTTP_AUTHORIZATION=header.decode("latin-1"))
    assert answer.status_code == 401


# --- the last use -----------------------------------------------------------------------------------


def _used() -> Any:
    return ApiToken.objects.get().last_used


def test_its_use_is_noted_once_an_hour() -> None:
    ana = obtained()
    ana.get("me/")
    first = _used()
    ana.get("me/")
    assert _used() == first
    ApiToken.objects.update(last_used=first - timedelta(hours=1))
    ana.get("me/")
    assert _used() >= first


@pytest.mark.F40
def test_a_use_that_cannot_be_noted_refuses_nothing() -> None:
    ana = obtained()
    with patch("django.db.models.query.QuerySet.update", side_effect=DatabaseError):
        assert ana.get("me/").status == 200
    assert _used() is None


def test_who_calls_is_one_query() -> None:
    ana = obtained()
    ana.get("me/")
    with CaptureQueriesContext(connection) as queries:
        ana.get("me/")
    assert len(queries) == 1


# --- stored answers ---------------------------------------------------------------------------------


@pytest.mark.F72
def test_a_judge_no_longer_gets_no_stored_answer() -> None:
    tournament = cast.running(4)
    base = f"tournaments/{tournament.slug}/"
    match = program().get(f"{base}matches/?state=playing").body["results"][0]
    sent = (f"{base}matches/{match['code']}/sheet/", sheets.won(match))
    ana, bruno = program(cast.ana()), program(cast.bruno())
    assert bruno.post(*sent, key="k").status == 200
    assert bruno.post(*sent, key="k").headers["idempotency-replayed"] == "true"
    person = next(row["person"] for row in ana.get(f"{base}staff/").body if row["role"] == "judge")
    assert ana.delete(f"{base}staff/judge/{person}/").status == 200
    refused = bruno.post(*sent, key="k")
    assert (refused.status, refused.body["error"]) == (403, "forbidden")
