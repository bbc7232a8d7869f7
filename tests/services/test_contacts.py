"""E-mail addresses and telephone numbers on their way to a public field (F120)."""

from typing import Any

import pytest

from accounts.contacts import contact_in, without_contacts
from accounts.services import rename, sign_up
from core.errors import Refused
from matches.models import Entry
from tests.cast import START, ana, announced, entered
from tournaments.entries.enter import add_entry, enter_self, import_entries
from tournaments.entries.wait import put_on_list
from tournaments.inputs import NewEntry

CONTACTS = [
    "joao@example.org",
    "Maré (joao@example.org)",
    "joao.araujo+chama@mail.example.com.br",
    "joao@gmail",
    "joao (at) example.org",
    "joao arroba example.com",
    "joao＠example．org",
    "(21) 90000-0001",
    "21 90000-0001",
    "+55 21 90000-0001",
    "5521900000001",
    "900000001",
    "2710-0001",
    "zap: 21.90000.0001",
    "Maré 21/90000-0001",
    "٢١٩٠٠٠٠٠٠٠١",
    "tel 0xx 21 2710-0001",
]
NOT_CONTACTS = [
    "",
    "1º de Maio",
    "Clube 21",
    "Vila 31-03",
    "Total",
    "Clube 1921-2021",
    "31/03/1964",
    "2024-11-26",
    "20/11/2026 10:01",
    "24020-005",
    "XV de Novembro",
    "4 de Julho, 1978",
    "Rua 7, 1200",
    "Ana 2",
    "@clubedamare",
    "+55 21",
    "Grêmio 3-2-1",
    "Jogador 1000000",
    "北京 2008",
    "نادي ١٩٥٨",
]


@pytest.mark.fault("F120")
@pytest.mark.parametrize("text", CONTACTS)
def test_a_contact_is_found_in_any_form(text: str) -> None:
    assert contact_in(text)
    assert not contact_in(without_contacts(text))


@pytest.mark.fault("F120")
@pytest.mark.parametrize("text", NOT_CONTACTS)
def test_clubs_with_numbers_are_no_contacts(text: str) -> None:
    assert contact_in(text) == ""


def test_what_stands_beside_a_contact_stays() -> None:
    assert without_contacts("Maré (joao@example.org)") == "Maré"
    assert without_contacts("Márcia – (21) 90000-0001") == "Márcia"


def refusal(act: Any) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        act()
    return [(found.code, found.field) for found in refused.value.violations]


@pytest.mark.fault("F120")
@pytest.mark.django_db
def test_no_act_stores_a_contact_as_club_or_name_unless_insisted() -> None:
    tournament = announced()
    club = NewEntry(("Ana Lima",), club="(21) 90000-0001")
    name = NewEntry(("joao@example.org",))
    for act in (
        lambda entry: add_entry(tournament, entry=entry, by=ana(), now=START),
        lambda entry: put_on_list(entered(2, capacity=2), entry=entry, by=ana(), now=START),
    ):
        assert refusal(lambda act=act: act(club)) == [("looks_like_contact", "club")]
        assert refusal(lambda act=act: act(name)) == [("looks_like_contact", "names.0")]
    found = refusal(lambda: import_entries(tournament, entries=[name, club], by=ana(), now=START))
    assert found == [("looks_like_contact", "rows.0.names.0"), ("looks_like_contact", "rows.1.club")]
    insisted = NewEntry(("Ana Lima",), club="Clube (21) 90000-0001", insists=True)
    added = add_entry(tournament, entry=insisted, by=ana(), now=START)
    assert Entry.objects.get(pk=added.pk).club.name == "Clube (21) 90000-0001"  # type: ignore[union-attr]


@pytest.mark.fault("F120")
@pytest.mark.django_db
def test_a_partner_is_not_named_by_a_contact() -> None:
    tournament = announced(kind="duplas")
    found = refusal(lambda: enter_self(tournament, by=ana(), partner_name="bia@example.org", now=START))
    assert found == [("looks_like_contact", "names.1")]


@pytest.mark.fault("F120")
@pytest.mark.django_db
def test_nobody_shows_a_contact_as_their_own_name() -> None:
    found = refusal(lambda: sign_up("joana", "seis reinos intactos", name="joana@example.org"))
    assert found == [("looks_like_contact", "name")]
    assert refusal(lambda: rename(ana(), name="21 90000-0001")) == [("looks_like_contact", "name")]
