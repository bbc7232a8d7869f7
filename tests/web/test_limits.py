"""Doing something too often: pages and API count together, and a hall full of phones passes."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import SecondFactor, User
from accounts.two_steps import second_factor
from core.http.callers import Caller
from core.http.rate_limit import Purpose
from core.models import Attempt
from matches.models import Entry
from tests import cast
from tests.api.programs import program
from tests.services.test_limits import passed
from tests.web.test_password_again import left_open
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
HERE, THERE = "127.0.0.1", "2001:db8::7"
NEW = {"name": "Eva", "username": "eva", "password": cast.PASSWORD, "again": cast.PASSWORD}
TOURNAMENT = {"kind": "campeonato", "name": "Mariapaulista", "year": 2026}
TYPED = {**TOURNAMENT, "game": "chama", "multiplier": "1", "zone": "America/Sao_Paulo", "tables": "4"}


def sign_in(username: str, password: str = "wrong", address: str = HERE, **more: Any) -> Any:
    """Somebody tries to sign in on the page."""
    form = {"username": username, "password": password}
    return cast.browser(**more).post(reverse("login"), form, REMOTE_ADDR=address)


def obtain(username: str, password: str = "wrong") -> int:
    """Somebody tries to obtain a token; the status."""
    return program().post("token/", {"username": username, "password": password}).status


# --- guessing passwords ----------------------------------------------------------------------------


@pytest.mark.fault("F70")
@pytest.mark.fault("F102")
def test_pages_and_api_reach_ten_together() -> None:
    cast.caio()
    assert {sign_in("caio").status_code for _ in range(5)} == {422}
    assert {obtain("Caio") for _ in range(5)} == {401}
    assert sign_in("caio", cast.PASSWORD).status_code == 429
    assert obtain("caio", cast.PASSWORD) == 429


@pytest.mark.F70
def test_guessing_one_account_is_slowed_down_whether_or_not_it_exists() -> None:
    cast.caio()
    with time_machine.travel(NOW, tick=False):
        answers = {name: [sign_in(name) for _ in range(11)] for name in ("caio", "nobody")}
    for found in answers.values():
        assert [answer.status_code for answer in found] == [422] * 10 + [429]
    for known, unknown in zip(answers["caio"], answers["nobody"], strict=True):
        assert _bare(known, "caio") == _bare(unknown, "nobody")


GUARDED = {
    "second_factor": ("form", {"password": ""}),
    "forget_me": ("form", {"password": "", "sure": "on"}),
    "api_keys": ("key_form", {"key-password": "", "key-name": "x", "key-scope": "read", "key-days": "1"}),
    "admin:accounts_club_add": ("form", {"again-password": "", "name": "Rio"}),
}
"""Pages that ask for the password again: their form in the context, and what is posted."""


@pytest.mark.F70
@pytest.mark.parametrize("page", GUARDED)
def test_who_is_held_back_does_not_learn_whether_the_password_was_right(page: str) -> None:
    client, (name, typed) = left_open(), GUARDED[page]
    guesses = [client.post(reverse(page), _with_password(typed, "wrong")) for _ in range(11)]
    assert [answer.status_code for answer in guesses] == [422] * 10 + [429]
    right = client.post(reverse(page), _with_password(typed, cast.PASSWORD))
    assert [answer.context[name].codes for answer in (guesses[-1], right)] == [{"throttled"}] * 2


@pytest.mark.parametrize("faulty", [{"password": cast.PASSWORD}, {"password": "", "sure": "on"}])
def test_a_form_that_is_refused_for_something_else_counts_as_no_guess(faulty: dict[str, str]) -> None:
    client = cast.browser(cast.caio())
    assert {client.post(reverse("forget_me"), faulty).status_code for _ in range(11)} == {422}


def test_a_key_whose_code_is_missing_counts_as_no_guess() -> None:
    second_factor.begin_app_setup(user := User.objects.get(player=cast.caio()))
    SecondFactor.objects.filter(user=user).update(confirmed_at=NOW)
    assert {obtain("caio", cast.PASSWORD) for _ in range(11)} == {401}
    assert sign_in("caio").status_code == 422


def _with_password(typed: dict[str, str], password: str) -> dict[str, str]:
    """What is posted, with this password in its field."""
    return {**typed, **{field: password for field in typed if field.endswith("password")}}


def _bare(answer: Any, username: str) -> str:
    """The page without what differs from one to the next in any case."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", answer.content.decode())
    return page.replace(f'value="{username}"', "")


@pytest.mark.F70
def test_a_name_that_exists_costs_what_another_costs() -> None:
    cast.caio()
    asked = {}
    for name in ("nobody", "caio", "somebody"):
        with CaptureQueriesContext(connection) as queries:
            sign_in(name)
        asked[name] = [re.sub("'[^']*'", "…", query["sql"]) for query in queries.captured_queries]
    assert asked["caio"] == asked["nobody"] == asked["somebody"]
    assert sum("core_attempt" in sql for sql in asked["caio"]) == 2


@pytest.mark.F102
def test_whoever_guesses_at_one_address_keeps_the_owner_out_at_that_address_only() -> None:
    cast.caio()
    assert [sign_in("caio", address=THERE).status_code for _ in range(11)][-1] == 429
    assert sign_in("caio", cast.PASSWORD, THERE).status_code == 429
    assert sign_in("caio", cast.PASSWORD).status_code == 302


@pytest.mark.F102
def test_guessing_one_account_from_everywhere_has_an_end() -> None:
    cast.caio()
    statuses = [sign_in("caio", address=f"2001:db8:0:{n}::1").status_code for n in range(62)]
    assert statuses == [422] * 60 + [429] * 2


@pytest.mark.F102
def test_other_hosts_of_one_network_are_no_other_caller() -> None:
    cast.caio()
    statuses = [sign_in("caio", address=f"2001:db8::{n}").status_code for n in range(11)]
    assert statuses[-1] == 429


@pytest.mark.F102
def test_calls_from_everywhere_do_not_free_the_one_that_is_held_back() -> None:
    cast.caio()
    for _ in range(11):
        held = sign_in("caio")
    for n in range(320):
        cast.browser().post(
            "/api/v1/table/",
            {"token": "t" + "a2" * 16},
            content_type="application/json",
            REMOTE_ADDR=f"10.7.{n // 250}.{n % 250}",
        )
    assert [held.status_code, sign_in("caio", cast.PASSWORD).status_code] == [429, 429]


@pytest.mark.F70
def test_one_address_tries_many_accounts_and_a_hall_still_signs_in() -> None:
    cast.caio()
    for number in range(60):
        assert sign_in(f"guess{number}").status_code == 422
        assert number % 10 or sign_in("caio", cast.PASSWORD).status_code == 302
    assert sign_in("caio", cast.PASSWORD).status_code == 429
    assert sign_in("caio", cast.PASSWORD, THERE).status_code == 302


@pytest.mark.F102
def test_forty_phones_sign_in_within_a_minute_each_mistyping_once() -> None:
    cast.player("p0")
    people = [f"p{n}" for n in range(40)]
    User.objects.bulk_create(User(username=name, password=User.objects.get().password) for name in people[1:])
    with time_machine.travel(NOW, tick=False):
        assert {sign_in(name).status_code for name in people} == {422}
        assert {sign_in(name, cast.PASSWORD).status_code for name in people} == {302}
        assert {sign_in(name, cast.PASSWORD).status_code for name in people} == {302}


@pytest.mark.F102
@pytest.mark.parametrize(("language", "words"), [("en", "again in 1 minute."), ("pt-br", "em 1 minuto.")])
def test_who_is_held_back_reads_when_to_come_back_and_keeps_what_was_typed(language: str, words: str) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        for _ in range(10):
            sign_in("caio")
        clock.shift(timedelta(seconds=20))
        held = sign_in("caio", "a secret", language=language)
    page = held.content.decode()
    assert (held.status_code, held["Retry-After"]) == (429, "40")
    assert held.context["form"].codes == {"throttled"}
    assert words in page
    assert 'value="caio"' in page
    assert "a secret" not in page


# --- signing up -------------------------------------------------------------------------------------


@pytest.mark.F102
def test_a_hall_of_four_hundred_signs_up_at_the_door() -> None:
    with time_machine.travel(NOW, tick=False):
        assert passed(Purpose.SIGN_UP, Caller(HERE), 400 * 3) == 1_200
        assert cast.browser().post(reverse("sign_up"), NEW).status_code == 429


@pytest.mark.F102
def test_signing_up_has_one_limit_on_the_page_and_in_the_api() -> None:
    cast.ana()
    body = {"username": "caio", "password": cast.PASSWORD, "name": "Caio"}
    with override_settings(LIMITS=2 / 1_200):
        assert cast.browser().post(reverse("sign_up"), NEW).status_code == 302
        assert program().post("accounts/", body).status == 201
        slowed = program().post("accounts/", {**body, "username": "duda"})
        assert (slowed.status, slowed.body["error"]) == (429, "throttled")
        assert 3_500 < int(slowed.headers["retry-after"]) <= 3_600
        held = cast.browser().post(reverse("sign_up"), {**NEW, "username": "ana"})
    assert (held.status_code, held.context["form"].codes) == (429, {"throttled"})
    page = held.content.decode()
    assert 'value="ana"' in page
    assert cast.PASSWORD not in page
    assert User.objects.count() == 3


# --- what accounts make -----------------------------------------------------------------------------


@pytest.mark.F102
def test_a_day_of_one_address_has_a_hundred_tournaments_by_page_and_api_together() -> None:
    caio = cast.caio()
    with time_machine.travel(NOW, tick=False) as clock, override_settings(LIMITS=0.2):
        for number in range(19):
            made = program(caio).post("tournaments/", {**TOURNAMENT, "name": f"Nome {number}"})
            assert made.status == 201
        browser, page = cast.browser(caio), reverse("tournament_new")
        assert browser.post(page, {**TYPED, "name": ""}).status_code == 422
        assert browser.post(page, TYPED).status_code == 302
        held = browser.post(page, {**TYPED, "name": "Mais um"})
        assert (held.status_code, held.context["form"].codes) == (429, {"throttled"})
        assert held["Retry-After"] == "86400"
        assert 'value="Mais um"' in held.content.decode()
        assert program(caio).post("tournaments/", TOURNAMENT).status == 429
        assert program(cast.ana()).post("tournaments/", TOURNAMENT).status == 429
        assert browser.post(page, {**TYPED, "name": "De casa"}, REMOTE_ADDR=THERE).status_code == 302
        clock.shift(timedelta(days=1))
        assert program(caio).post("tournaments/", {**TOURNAMENT, "name": "Amanhã"}).status == 201
    assert Tournament.objects.count() == 22


@pytest.mark.F102
def test_a_creation_that_is_sent_again_is_counted_once() -> None:
    caio = cast.caio()
    for _ in range(3):
        assert program(caio).post("tournaments/", TOURNAMENT, key="once").status == 201
    assert program(caio).post("tournaments/", {**TOURNAMENT, "year": 1}, key="refused").status == 422
    assert Attempt.objects.get(what="tournament address").number == 1


@pytest.mark.F102
def test_who_is_over_is_refused_before_what_they_say_is_read_but_hears_a_kept_answer() -> None:
    caio = program(cast.caio())
    with override_settings(LIMITS=1 / 100):
        assert caio.post("tournaments/", TOURNAMENT, key="once").status == 201
        assert caio.post("tournaments/", {"year": "nonsense"}).status == 400
        assert caio.post("tournaments/", {**TOURNAMENT, "year": 2027}).status == 429
        with CaptureQueriesContext(connection) as asked:
            assert caio.post("tournaments/", {"year": "nonsense"}).status == 429
        assert not any("catalogue" in query["sql"] for query in asked)
        assert caio.post("tournaments/", TOURNAMENT, key="once").status == 201


@pytest.mark.F102
def test_administrators_create_as_many_as_they_like() -> None:
    root = User.objects.create_superuser("root", password=cast.PASSWORD)
    browser = cast.browser()
    browser.force_login(root)
    browser.get(reverse("account"))
    with override_settings(LIMITS=1 / 100):
        for number in range(3):
            made = browser.post(reverse("tournament_new"), {**TYPED, "name": f"Nome {number}"})
            assert made.status_code == 302


@pytest.mark.F102
def test_entering_oneself_again_and_again_has_an_end() -> None:
    tournament, caio = cast.announced(), cast.caio()
    with override_settings(LIMITS=1 / 60):
        browser, page = cast.browser(caio), reverse("enter_self", args=[tournament.slug])
        assert browser.post(page).status_code == 302
        assert browser.post(page).status_code == 429
        assert program(caio).post(f"tournaments/{tournament.slug}/entries/self/").status == 429
    assert Entry.objects.count() == 1


@pytest.mark.F102
def test_types_have_an_end_too() -> None:
    facts = {"title_word": "Fortaleza", "needs": {"intact": 4, "laid": 6}, "text_pt": "Quatro de pé."}
    caio = cast.caio()
    with override_settings(LIMITS=2 / 60):
        made = program(caio).post("types/", facts)
        where = f"types/chama/{made.body['key']}/1/"
        assert program(caio).post(f"{where}propose/").status == 200
        assert program(caio).post("types/", {**facts, "title_word": "Muralha"}).status == 429
        assert program(caio).post(f"{where}propose/").status == 429
        assert (
            cast.browser(caio).post(f"/tipos/chama/{made.body['key']}/1/", {"act": "propose"}).status_code
            == 429
        )


# --- dear reads -------------------------------------------------------------------------------------


@pytest.mark.F102
@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_searching_too_often_is_a_page_that_says_so(language: str) -> None:
    browser, searched = cast.browser(language=language), reverse("home") + "?busca=chama"
    with override_settings(LIMITS=20 / 600):
        assert {browser.get(searched).status_code for _ in range(20)} == {200}
        held = browser.get(searched)
        assert browser.get(reverse("home")).status_code == 200
        assert program().get("tournaments/?search=chama").status == 429
        assert program().get("tournaments/").status == 200
    assert held.status_code == 429
    assert int(held["Retry-After"]) > 0
    assert f'<html lang="{language}">' in held.content.decode()


@pytest.mark.F102
def test_a_part_of_a_page_says_so_at_its_head() -> None:
    browser, page = cast.browser(cast.caio()), reverse("where", args=[cast.announced().slug])
    with override_settings(LIMITS=1 / 600):
        for _ in range(2):
            held = browser.get(page, {"q": "caio"}, headers={"hx-request": "true"})
    assert (held.status_code, held["HX-Retarget"], held["HX-Reswap"]) == (429, "#too-often", "innerHTML")
    assert held.content.decode().startswith("<p")


@pytest.mark.F102
def test_records_are_carried_away_and_not_without_end() -> None:
    slug = cast.announced().slug
    with override_settings(LIMITS=20 / 600):
        assert {program().get(f"tournaments/{slug}/record/").status for _ in range(20)} == {200}
        assert cast.browser().get(reverse("record", args=[slug])).status_code == 429
        assert program().get("titles/parse/?title=x").status == 422
