"""The list of who has paid, the page that says how, and both for programs."""

from typing import Any

import pytest
from django.urls import reverse

from matches.models import Entry
from tests.api.programs import program
from tests.cast import ana, announced, browser, bruno, caio, duda, entered, fresh
from tests.services.test_announcement_details import given
from tests.services.test_fees import KEY
from tests.services.test_pix import fields
from tests.web.cached import read
from tests.web.html import text
from tournaments.models import FeeMark, Tournament

pytestmark = pytest.mark.django_db


def with_fee(entries: int = 3) -> Tournament:
    return given(entered(entries), entry_fee=2500, **KEY)


def code_of(tournament: Tournament, number: int = 1) -> str:
    return str(Entry.objects.get(ledger=tournament.ledger_id, number=number).code)


def test_a_judge_marks_and_sees_who_has_not_paid() -> None:
    tournament, judge = with_fee(), browser(bruno())
    page = reverse("fees", args=[tournament.slug])
    assert text(judge.get(page)).count(">not paid<") == 3
    answer = judge.post(f"{page}?so=faltam", {"entry": code_of(tournament), "paid": "1"})
    assert (answer.status_code, answer["Location"]) == (302, f"{page}?so=faltam#list")
    shown = text(judge.get(page))
    assert (shown.count(">paid<"), shown.count(">not paid<")) == (1, 2)
    assert "Bruno Juiz" in shown
    assert "R$ 25.00 at the present fee" in shown
    given(tournament, entry_fee=3000)
    assert "R$ 30.00 at the present fee" in text(judge.get(page))
    owing = text(judge.get(page, {"so": "faltam"}))
    assert "Caio do Rio" not in owing
    assert "Jogador 2" in owing
    assert "Jogador 3" not in text(judge.get(page, {"so": "faltam", "q": "jogador 2"}))
    taken_back = judge.post(page, {"entry": code_of(tournament), "unpaid": "1"})
    assert taken_back["Location"] == f"{page}#entry-{code_of(tournament)}"
    assert list(FeeMark.objects.order_by("pk").values_list("paid", flat=True))[-1] is False


def test_where_no_fee_is_announced_no_one_is_listed_as_owing() -> None:
    tournament, judge = entered(3), browser(bruno())
    page = reverse("fees", args=[tournament.slug])
    shown = text(judge.get(page))
    assert "No entry fee is announced." in shown
    assert "not paid" not in shown
    assert "not yet" not in shown
    assert "No one has entered yet." not in shown
    given(tournament, entry_fee=0)
    assert "Entry is free." in text(judge.get(page))


def test_only_the_staff_opens_the_list_and_no_one_caches_it() -> None:
    tournament = with_fee()
    page = reverse("fees", args=[tournament.slug])
    assert browser(caio()).get(page).status_code == 403
    assert "no-store" in browser(bruno()).get(page)["Cache-Control"]
    entries = reverse("entries", args=[tournament.slug])
    assert page in text(browser(bruno()).get(entries))
    assert page not in read(browser(), entries)


def test_an_entry_of_another_tournament_is_not_marked() -> None:
    other = announced(name="Outro")
    answer = browser(ana()).post(
        reverse("fees", args=[other.slug]), {"entry": code_of(with_fee()), "paid": "1"}
    )
    assert answer.status_code == 404
    assert not FeeMark.objects.exists()


def test_a_player_sees_their_own_mark_and_the_way_to_pay() -> None:
    tournament, player = with_fee(), browser(caio())
    own, pay = (reverse(name, args=[tournament.slug]) for name in ("enter_self", "pay_fee"))
    assert pay in text(player.get(own))
    browser(bruno()).post(
        reverse("fees", args=[tournament.slug]), {"entry": code_of(tournament), "paid": "1"}
    )
    shown = text(player.get(own))
    assert ">paid<" in shown
    assert pay not in shown


def test_the_page_has_the_code_to_copy_and_its_picture() -> None:
    tournament, visitor = with_fee(), browser()
    page = reverse("pay_fee", args=[tournament.slug])
    assert page in read(visitor, reverse("tournament", args=[tournament.slug]))
    answer = visitor.get(page)
    found = fields(answer.context["code"])
    assert (found["54"], found["59"]) == ("25.00", "Clube do Inga")
    assert answer.context["code"] in text(answer)
    assert "<svg" in text(answer)


@pytest.mark.parametrize("details", [{"entry_fee": 0}, {"entry_fee": None}, {"pix_key": ""}])
def test_without_a_fee_or_a_key_there_is_nothing_to_pay(details: dict[str, Any]) -> None:
    tournament = given(with_fee(), **details)
    assert browser(duda()).get(reverse("pay_fee", args=[tournament.slug])).status_code == 404
    assert reverse("pay_fee", args=[tournament.slug]) not in read(
        browser(), reverse("tournament", args=[tournament.slug])
    )


def test_the_form_says_that_a_cpf_is_personal_and_takes_a_key_in_any_spelling() -> None:
    tournament, organizer = announced(), browser(ana())
    page = text(organizer.get(reverse("announcement", args=[tournament.slug])))
    assert "A CPF, a phone number or an e-mail address is personal data" in page
    sent = {
        "entry_fee": "25",
        "pix_kind": "cpf",
        "pix_key": "529.982.247-25",
        "pix_name": "Ana",
        "pix_city": "Rio",
    }
    details = reverse("announcement_details", args=[tournament.slug])
    assert organizer.post(details, sent).status_code == 302
    assert fresh(tournament).pix_key == "52998224725"
    answer = organizer.post(details, {**sent, "pix_key": "529.982.247-26", "pix_city": ""})
    assert answer.status_code == 422
    assert answer.context["form"].codes == {"pix_cpf_wrong", "pix_city_missing"}


def test_a_program_of_the_staff_lists_and_marks() -> None:
    tournament = with_fee()
    at = f"tournaments/{tournament.slug}"
    marked = f"{at}/entries/{code_of(tournament)}/fee/"
    assert program(bruno()).put(marked, {"is_paid": True}).status == 204
    rows = program(bruno()).get(f"{at}/fees/").body
    assert [row["is_paid"] for row in rows] == [True, False, False]
    assert (rows[0]["entry"], rows[0]["by"]) == (code_of(tournament), "Bruno Juiz")
    assert program(bruno()).put(marked, {}).status == 400
    assert program(caio()).put(marked, {"is_paid": False}).status == 403
    assert program().get(f"{at}/fees/").status == 401
    assert program().get(f"{at}/").body["pix_key"] == "taxa@example.org"
