"""Fee, prizes and contact: set beside the announcement, seen on the overview and in pictures."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.api.programs import program
from tests.cast import ana, announced, browser, bruno, created, drawn, fresh
from tests.web.cached import read
from tests.web.html import text
from tests.web.setup_forms import edit_url, typed
from tournaments.models import Tournament
from web.setup.announcement_forms import MoneyField

pytestmark = pytest.mark.django_db


def sent(client: Client, tournament: Tournament, **details: str) -> Any:
    return client.post(reverse("announcement_details", args=[tournament.slug]), details)


def test_an_organizer_sets_them_and_everybody_sees_them() -> None:
    tournament, visitor = announced(), browser()
    page = reverse("tournament", args=[tournament.slug])
    assert "Entry fee" not in read(visitor, page)
    answer = sent(
        browser(ana()), tournament, entry_fee="25,50", prizes="1º: <b>ouro</b>\n2º", contact="@chama"
    )
    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('announcement', args=[tournament.slug])}#details"
    shown = read(visitor, page)
    assert "R$ 25.50" in shown
    assert "1º: &lt;b&gt;ouro&lt;/b&gt;<br>2º" in shown
    assert "<bdi>@chama</bdi>" in shown
    assert "R$ 25,50" in text(browser(language="pt-br").get(page))


def test_the_form_shows_them_again_and_settings_leave_them_alone() -> None:
    tournament, organizer = created(), browser(ana())
    sent(organizer, tournament, entry_fee="0", prizes="Troféu", contact="@chama")
    page = text(organizer.get(reverse("announcement", args=[tournament.slug])))
    assert 'name="entry_fee" value="0.00"' in page
    assert "Entry fee: free" in page
    assert organizer.post(edit_url(tournament), typed(name="Outro")).status_code == 302
    stored = fresh(tournament)
    assert (stored.name, stored.entry_fee, stored.prizes, stored.contact) == ("Outro", 0, "Troféu", "@chama")
    sent(organizer, stored, entry_fee="", prizes="", contact="")
    assert fresh(tournament).entry_fee is None


def test_wrong_values_come_back_with_what_was_typed() -> None:
    tournament, organizer = created(), browser(ana())
    answer = sent(organizer, tournament, entry_fee="muito", prizes="p" * 1001, contact="@chama")
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"entry_fee", "prizes"}
    assert 'value="muito"' in text(answer)
    answer = sent(organizer, tournament, entry_fee="99999", prizes="p" * 1001, contact="@chama")
    assert answer.context["form"].codes == {"entry_fee_out_of_range", "prizes_too_long"}
    assert fresh(tournament).contact == ""


def test_a_wrong_amount_and_a_wrong_key_are_said_at_once() -> None:
    wrong = {"entry_fee": "vinte", "pix_kind": "cpf", "pix_key": "123", "pix_name": "Ana", "pix_city": "Rio"}
    answer = sent(browser(ana()), created(), **wrong)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"entry_fee", "pix_key"}


def test_another_change_that_came_first_is_not_overwritten() -> None:
    tournament, organizer = created(), browser(ana())
    before = tournament.ledger.head_seq
    sent(organizer, tournament, prizes="Troféu")
    answer = sent(organizer, tournament, prizes="Medalha", seen=str(before))
    assert answer.status_code == 409
    assert fresh(tournament).prizes == "Troféu"


def test_after_the_draw_the_page_asks_why() -> None:
    tournament, organizer = drawn(4), browser(ana())
    assert set(sent(organizer, tournament, contact="@chama").context["form"].errors) == {"reason"}
    assert sent(organizer, tournament, contact="@chama", reason="Mudou").status_code == 302
    assert "<bdi>@chama</bdi>" in read(browser(), reverse("tournament", args=[tournament.slug]))


@pytest.mark.parametrize(
    ("amount", "cents"),
    [
        ("25", 2500), ("25,5", 2550), ("25.50", 2550), ("R$ 1.250,00", 125_000), ("1,250.00", 125_000),
        ("1.250", 125_000), (" 0 ", 0), ("", None),
    ],
)  # fmt: skip
def test_an_amount_is_read_as_people_write_it(amount: str, cents: int | None) -> None:
    assert MoneyField(required=False).clean(amount) == cents


@pytest.mark.parametrize("amount", ["-5", "1e3", "25,505,1", "٢٥", "R$ x", "vinte", "9" * 19, "25,"])
def test_no_other_amount_is_read(amount: str) -> None:
    with pytest.raises(ValidationError):
        MoneyField(required=False).clean(amount)


def test_a_program_reads_and_changes_them() -> None:
    tournament = announced()
    at = f"tournaments/{tournament.slug}/"
    answer = program(ana()).patch(at, {"entry_fee": 2500, "prizes": "Troféu", "contact": "@chama"})
    assert answer.status == 200
    assert [program().get(at).body[name] for name in ("entry_fee", "prizes", "contact")] == [
        2500, "Troféu", "@chama",
    ]  # fmt: skip
    assert program(ana()).patch(at, {"venue": "Sede"}).body["entry_fee"] == 2500
    assert program(ana()).patch(at, {"entry_fee": "25"}).status == 400
    assert program(ana()).patch(at, {"entry_fee": -1}).codes == {"entry_fee_out_of_range"}
    assert program(bruno()).patch(at, {"entry_fee": 1}).status == 403
