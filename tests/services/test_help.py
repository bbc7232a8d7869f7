"""A judge, please: asked at the table, seen by the staff, answered once, bounded."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.errors import Forbidden, Refused, Stale
from matches.models import HelpCall, Match, TableLink
from scheduling.dispatcher import dispatch
from tests.api.programs import program
from tests.cast import START, ana, browser, bruno, caio, drawn, duda, finished, fresh
from tournaments.help import (
    MAX_CALLS,
    WITHIN,
    Asker,
    accept_call,
    ask_for_help,
    open_calls_for_help,
    release_call,
    resolve_call,
    summarize_answered_calls,
    withdraw_call,
)
from tournaments.models import Tournament
from tournaments.tables.cards import Phone, issue_links, pass_of, revoke_links, token_of

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def on(**chosen: Any) -> Tournament:
    """Tables are called, and each has its card."""
    tournament = drawn(8, tables=4, **chosen)
    issue_links(tournament, by=ana(), now=timezone.now())
    dispatch(tournament.ledger_id, now=timezone.now())
    return fresh(tournament)


def phone(tournament: Tournament, label: str = "1") -> Phone:
    link = TableLink.objects.get(table__ledger=tournament.ledger_id, table__label=label)
    return Phone(link.code, "a phone")


def asked(tournament: Tournament, whom: str = "judge", label: str = "1", **ago: Any) -> HelpCall:
    asker = Asker(tournament, phone=phone(tournament, label))
    return ask_for_help(asker, whom=whom, now=timezone.now() - timedelta(**ago))


def place_of_caio(tournament: Tournament) -> Match:
    return Match.objects.get(ledger=tournament.ledger_id, round=1, seats__persona__player=caio())


def test_a_phone_and_a_player_ask_and_asking_again_is_once() -> None:
    tournament = on()
    match = place_of_caio(tournament)
    assert match.table
    by_phone = asked(tournament, label=match.table.label)
    by_caio = ask_for_help(Asker(tournament, player=caio()), whom="judge", now=timezone.now())
    assert (by_caio.pk, by_caio.match) == (by_phone.pk, match)
    asked(tournament, "coordinator", match.table.label)
    assert HelpCall.objects.count() == 2


def test_only_who_sits_at_a_table_asks_and_only_for_whom_there_is() -> None:
    tournament = on()
    for who in (duda(), bruno()):
        with pytest.raises(Forbidden, match="not_at_this_match"):
            ask_for_help(Asker(tournament, player=who), whom="judge", now=timezone.now())
    with pytest.raises(Refused, match="help_whom_unknown"):
        asked(tournament, "waiter")
    there = phone(tournament)
    revoke_links(tournament, by=ana(), now=timezone.now())
    with pytest.raises(Forbidden, match="card_not_valid"):
        ask_for_help(Asker(tournament, phone=there), whom="judge", now=timezone.now())


def test_nobody_asks_once_it_is_over() -> None:
    with pytest.raises(Stale, match="finished"):
        ask_for_help(Asker(finished(4), player=caio()), whom="judge", now=timezone.now())


def test_of_two_who_go_the_first_does_and_the_table_is_done_once() -> None:
    tournament = on()
    call = asked(tournament)
    now = timezone.now()
    for _ in range(2):
        taken = accept_call(tournament, call.code, by=bruno(), now=now).taken_by
        assert taken is not None
        assert taken.player == bruno()
    with pytest.raises(Stale) as stale:
        accept_call(tournament, call.code, by=ana(), now=now)
    assert (stale.value.code, stale.value.facts) == ("help_taken", {"name": "Bruno Juiz"})
    first = resolve_call(tournament, call.code, by=ana(), now=now).done_at
    assert resolve_call(tournament, call.code, by=bruno(), now=now + MINUTE).done_at == first
    with pytest.raises(Stale, match="help_done"):
        accept_call(tournament, call.code, by=bruno(), now=now)
    assert open_calls_for_help(tournament) == ()


def test_who_went_lets_it_go_and_another_goes() -> None:
    tournament = on()
    call, now = asked(tournament, minutes=3), timezone.now()
    at = call.at
    release_call(tournament, call.code, by=bruno(), now=now)
    accept_call(tournament, call.code, by=ana(), now=now)
    with pytest.raises(Forbidden):
        release_call(tournament, call.code, by=bruno(), now=now)
    release_call(tournament, call.code, by=ana(), now=now)
    accept_call(tournament, call.code, by=bruno(), now=now)
    release_call(tournament, call.code, by=ana(), now=now)
    call.refresh_from_db()
    assert (call.taken_by, call.taken_at, call.at) == (None, None, at)
    resolve_call(tournament, call.code, by=bruno(), now=now)
    with pytest.raises(Stale):
        release_call(tournament, call.code, by=bruno(), now=now)


def test_the_judges_list_and_programs_let_it_go_too() -> None:
    tournament = on()
    call, day = asked(tournament), reverse("now", args=[tournament.slug])
    answer = reverse("help_answer", args=[tournament.slug, call.code])
    browser(bruno()).post(answer)
    assert 'value="back"' in browser(bruno()).get(day).content.decode()
    assert browser(bruno()).post(answer, {"act": "back"})["Location"] == day
    base = f"tournaments/{tournament.slug}/help/{call.code}/"
    program(bruno()).post(f"{base}go/", {})
    (left,) = program(bruno()).post(f"{base}let-go/", {}).body
    assert left["taken_by"] == ""


def test_the_coordinator_is_not_answered_by_a_judge() -> None:
    tournament = on()
    call = asked(tournament, "coordinator")
    for act in (accept_call, resolve_call):
        with pytest.raises(Forbidden):
            act(tournament, call.code, by=bruno(), now=timezone.now())
    accept_call(tournament, call.code, by=ana(), now=timezone.now())


def test_a_code_of_another_tournament_opens_nothing() -> None:
    call = asked(on())
    other = drawn(4, name="Outro")
    with pytest.raises(Forbidden, match="not_found"):
        accept_call(other, call.code, by=ana(), now=timezone.now())


def test_mine_come_first_then_those_that_wait_longest() -> None:
    tournament = on(table_low=2, table_high=2)
    late, early, taken, mine = (
        asked(tournament, label=label, minutes=ago) for label, ago in zip("1234", (1, 5, 9, 2), strict=True)
    )
    accept_call(tournament, taken.code, by=ana(), now=timezone.now())
    accept_call(tournament, mine.code, by=bruno(), now=timezone.now())
    order = [call.code for call in open_calls_for_help(tournament, bruno())]
    assert order == [mine.code, early.code, late.code, taken.code]


def test_it_says_how_long_answers_take() -> None:
    tournament = on(table_low=2, table_high=2)
    assert summarize_answered_calls(tournament) is None
    for label, ago in zip("123", (1, 2, 30), strict=True):
        call = asked(tournament, label=label, minutes=ago)
        accept_call(tournament, call.code, by=bruno(), now=call.at + ago * MINUTE)
    found = summarize_answered_calls(tournament)
    assert found is not None
    assert (found.count, found.seconds, found.minutes) == (3, 120, 2)


def test_a_table_that_cries_wolf_is_told_to_wait() -> None:
    tournament = on()
    for _ in range(MAX_CALLS):
        asked(tournament)
        withdraw_call(Asker(tournament, phone=phone(tournament)), whom="judge", now=timezone.now())
    with pytest.raises(Refused, match="help_too_often"):
        asked(tournament)
    HelpCall.objects.update(at=timezone.now() - WITHIN)
    asked(tournament)


def test_the_database_keeps_one_open_call_a_table() -> None:
    tournament = on()
    call = asked(tournament)
    with pytest.raises(IntegrityError), transaction.atomic():
        HelpCall.objects.create(code="h2", table=call.table, whom="judge", at=START)


def carded(tournament: Tournament, label: str = "1") -> Client:
    """A phone that came by the card."""
    client = browser()
    client.get(reverse("table_card", args=[token_of(phone(tournament, label).link)]))
    return client


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_from_the_card_to_the_judges_list_and_back(language: str) -> None:
    tournament = on()
    at_table, judge = carded(tournament), browser(bruno(), language=language)
    assert "ask-judge" in at_table.get(reverse("table_phone")).content.decode()
    assert at_table.post(reverse("table_help"), {"whom": "judge"}).status_code == 302
    call = HelpCall.objects.get()
    now = judge.get(reverse("now", args=[tournament.slug])).content.decode()
    assert f"help-{call.code}" in now
    assert now.index(f"help-{call.code}") < now.index("count-title")
    answer = reverse("help_answer", args=[tournament.slug, call.code])
    assert judge.post(answer, {"act": "go"}).status_code == 302
    assert browser(ana(), language=language).post(answer, {"act": "go"}).status_code == 409
    assert "on the way" in at_table.get(reverse("table_phone")).content.decode()
    judge.post(answer, {"act": "done"})
    assert "ask-judge" in at_table.get(reverse("table_phone")).content.decode()


def test_from_a_players_page_and_to_nobody_elses() -> None:
    tournament = on()
    match = place_of_caio(tournament)
    page, act = (reverse(name, args=[tournament.slug, match.code]) for name in ("match", "match_help"))
    assert "ask-judge" in browser(caio()).get(page).content.decode()
    assert "ask-judge" not in browser(duda()).get(page).content.decode()
    assert browser(caio()).post(act, {"whom": "coordinator"}).status_code == 302
    assert browser(caio()).post(act, {"whom": "waiter"}).status_code == 422
    assert browser(duda()).post(act, {"whom": "judge"}).status_code == 403
    browser(caio()).post(act, {"whom": "coordinator", "act": "no"})
    assert not HelpCall.objects.filter(done_at=None).exists()


def test_programs_ask_and_answer() -> None:
    tournament = on()
    path = f"tournaments/{tournament.slug}/help/"
    assert program(caio()).post(path, {"whom": "judge"}).body["whom"] == "judge"
    (call,) = program(bruno()).get(path).body
    assert program(duda()).get(path).status == 403
    assert program(bruno()).post(f"{path}{call['code']}/go/").body[0]["taken_by"] == "Bruno Juiz"
    assert program(ana()).post(f"{path}{call['code']}/go/").status == 409
    assert program(bruno()).post(f"{path}{call['code']}/done/").body == []
    held = {"Table-Pass": pass_of(phone(tournament).link, "of a program")}
    assert program().post("table/help/", {"whom": "judge"}, headers=held).status == 200
    assert program().post("table/help/take-back/", {"whom": "judge"}, headers=held).status == 200
    assert program(caio()).post(f"{path}take-back/", {"whom": "judge"}).status == 204
