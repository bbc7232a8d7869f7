"""The page of penalties: the staff's alone, with what somebody had before a new one is given."""

import pytest
from django.urls import reverse

from matches.models import Match
from tests.acts import Moments
from tests.api.programs import program
from tests.cast import ana, browser, bruno, caio, drawn
from tests.services.test_penalties import WHY, code_of, given
from tournaments.models import Penalty, Tournament

pytestmark = pytest.mark.django_db


def url(tournament: Tournament, person: str = "") -> str:
    return reverse("penalties", args=[tournament.slug]) + (f"?pessoa={person}" if person else "")


def test_only_the_staff_sees_it_and_no_public_page_has_it(clock: Moments) -> None:
    tournament = drawn(8)
    given(tournament, clock)
    page = browser(bruno()).get(url(tournament))
    assert WHY in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert browser(caio()).get(url(tournament)).status_code == 403
    assert browser().get(url(tournament)).status_code == 302
    for name in ("tournament", "entries", "record_page", "bracket"):
        assert WHY not in browser().get(reverse(name, args=[tournament.slug])).content.decode()


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_former_ones_are_in_sight_where_a_new_one_is_given(language: str, clock: Moments) -> None:
    tournament = drawn(8)
    given(tournament, clock)
    person = code_of(tournament, caio())
    client = browser(bruno(), language=language)
    page = client.get(url(tournament, person)).content.decode()
    assert WHY in page
    assert 'name="reason"' in page
    assert 'value="game_loss"' not in page
    assert 'value="game_loss"' in browser(ana()).get(url(tournament, person)).content.decode()
    sent = {"pessoa": person, "kind": "warning", "reason": "De novo."}
    assert client.post(url(tournament), sent)["Location"] == url(tournament, person)
    assert [row.kind for row in Penalty.objects.all()] == ["caution", "warning"]


def test_the_match_is_one_of_theirs_and_shown_with_its_place(clock: Moments) -> None:
    tournament = drawn(8)
    theirs = Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=caio())
    person, client = code_of(tournament, caio()), browser(bruno())
    offered = client.get(url(tournament, person)).context["new"].fields["match"].choices
    assert [code for code, _ in offered] == ["", theirs.code]
    sent = {"pessoa": person, "kind": "warning", "reason": "De novo.", "match": theirs.code}
    assert client.post(url(tournament), sent).status_code == 302
    assert (
        reverse("match", args=[tournament.slug, theirs.code]) in client.get(url(tournament)).content.decode()
    )
    other = Match.objects.filter(ledger=tournament.ledger_id).exclude(pk=theirs.pk)[0]
    assert client.post(url(tournament), {**sent, "match": other.code}).status_code == 422
    api = f"tournaments/{tournament.slug}/penalties/"
    body = {"person": person, "kind": "caution", "reason": "x", "match": theirs.code}
    assert program(bruno()).post(api, body).body["match"] == theirs.code
    assert program(bruno()).post(api, {**body, "match": other.code}).status == 422
    given(tournament, clock)
    assert [one["match"] for one in program(bruno()).get(api).body] == [theirs.code, theirs.code, None]


def test_a_refused_form_keeps_what_was_typed() -> None:
    tournament = drawn(8)
    sent = {"pessoa": code_of(tournament, caio()), "kind": "warning", "reason": " "}
    answer = browser(bruno()).post(url(tournament), sent)
    assert (answer.status_code, Penalty.objects.count()) == (422, 0)
    assert answer.content.decode().count("Nothing was saved") == 1
    heavy = {**sent, "kind": "game_loss", "reason": "x"}
    assert browser(bruno()).post(url(tournament), heavy).status_code == 422
    nobody = {**sent, "pessoa": "p000", "reason": "x"}
    assert browser(bruno()).post(url(tournament), nobody).status_code == 422
    assert not Penalty.objects.exists()


def test_the_coordinator_takes_one_back_by_its_button(clock: Moments) -> None:
    tournament = drawn(8)
    row = given(tournament, clock)
    where = reverse("penalty_withdraw", args=[tournament.slug, row.code])
    assert where not in browser(bruno()).get(url(tournament)).content.decode()
    assert where in browser(ana()).get(url(tournament)).content.decode()
    assert browser(bruno()).post(where).status_code == 403
    assert browser(ana()).post(where)["Location"] == url(tournament)
    assert browser(ana()).get(where)["Location"] == url(tournament)
    missing = reverse("penalty_withdraw", args=[tournament.slug, "f000"])
    assert browser(ana()).post(missing).status_code == 422
    row.refresh_from_db()
    assert row.withdrawn_at is not None


def test_programs_give_read_and_take_back(clock: Moments) -> None:
    tournament = drawn(8)
    base, person = f"tournaments/{tournament.slug}/penalties/", code_of(tournament, caio())
    sent = {"person": person, "kind": "caution", "reason": WHY}
    made = program(bruno()).post(base, sent)
    assert (made.status, made.body["name"], made.body["by"]) == (201, caio().name, "Bruno Juiz")
    assert [one["code"] for one in program(bruno()).get(f"{base}?person={person}").body] == [
        made.body["code"]
    ]
    assert program(bruno()).get(f"{base}?person=p000").body == []
    assert program(caio()).get(base).status == 403
    assert program(bruno()).post(base, {**sent, "kind": "disqualification"}).status == 403
    assert program(bruno()).post(base, {**sent, "person": "p000"}).status == 422
    back = f"{base}{made.body['code']}/withdraw/"
    assert program(bruno()).post(back, {}).status == 403
    assert program(ana()).post(back, {}).body["withdrawn_at"] is not None
    assert program(ana()).post(f"{base}f000/withdraw/", {}).status == 422


def test_the_hall_leads_there() -> None:
    tournament = drawn(8)
    page = browser(bruno()).get(reverse("now", args=[tournament.slug])).content.decode()
    assert url(tournament) in page
