"""Who has paid the entry fee: marked by the staff, beside the record."""

from datetime import timedelta

import pytest

from accounts.erasing import anonymise
from core.errors import Forbidden, Refused
from matches.models import Entry
from tests.cast import START, ana, announced, bruno, caio, duda, entered, finished, fresh
from tests.services.test_announcement_details import given
from tournaments.departures.withdraw import withdraw
from tournaments.entries.check_in_list import own_entry
from tournaments.fees.payments import fee_count, fee_rows, is_paid, mark_fee
from tournaments.models import FeeMark, Tournament
from tournaments.privacy import own_data
from tournaments.setup.announcement_text import announcement_text

pytestmark = pytest.mark.django_db
KEY = {"pix_kind": "mail", "pix_key": "Taxa@Example.org", "pix_name": "Clube do Ingá", "pix_city": "Niterói"}


def entry_of(tournament: Tournament, number: int = 1) -> Entry:
    return Entry.objects.get(ledger=tournament.ledger_id, number=number)


def test_a_judge_marks_who_paid_and_the_list_says_who_did_it_and_when() -> None:
    tournament = given(entered(4), entry_fee=2500)
    later = START + timedelta(hours=1)
    mark_fee(entry_of(tournament), paid=True, by=bruno(), now=later)
    rows = fee_rows(tournament)
    assert [(row.is_paid, row.is_owing) for row in rows] == [(True, False)] + [(False, True)] * 3
    assert (rows[0].by, rows[0].at) == ("Bruno Juiz", later)
    count = fee_count(tournament, rows)
    assert (count.paid, count.owing, count.cents) == (1, 3, 2500)


def test_marks_are_added_and_never_changed_and_twice_is_once() -> None:
    entry = entry_of(entered(2))
    assert mark_fee(entry, paid=False, by=bruno(), now=START) is None
    for paid in (True, True, False, False, True):
        mark_fee(entry, paid=paid, by=bruno(), now=START)
    assert list(FeeMark.objects.values_list("paid", flat=True)) == [True, False, True]
    assert is_paid(entry)


def test_the_record_and_its_version_know_nothing_of_it() -> None:
    tournament = entered(2)
    before = (tournament.ledger.head_hash, tournament.ledger.version)
    mark_fee(entry_of(tournament), paid=True, by=ana(), now=START)
    assert (fresh(tournament).ledger.head_hash, fresh(tournament).ledger.version) == before


def test_nobody_but_the_staff_marks() -> None:
    tournament = entered(2)
    for person in (caio(), duda()):
        with pytest.raises(Forbidden, match="forbidden"):
            mark_fee(entry_of(tournament), paid=True, by=person, now=START)
    assert not FeeMark.objects.exists()


def test_money_comes_late_and_is_given_back() -> None:
    tournament = given(entered(3), entry_fee=2500)
    entry = entry_of(tournament)
    mark_fee(entry, paid=True, by=bruno(), now=START)
    withdraw(entry, reason="Doente", by=ana(), now=START)
    withdraw(entry_of(tournament, 2), reason="Doente", by=ana(), now=START)
    rows = fee_rows(tournament)
    assert [(row.entry.number, row.is_owing, row.is_to_return) for row in rows] == [
        (1, False, True), (3, True, False),
    ]  # fmt: skip
    over = finished(4)
    assert mark_fee(entry_of(over), paid=True, by=bruno(), now=START)


@pytest.mark.parametrize("fee", [None, 0])
def test_nobody_owes_where_no_fee_is_asked_for(fee: int | None) -> None:
    tournament = entered(3) if fee is None else given(entered(3), entry_fee=fee)
    assert fee_rows(tournament) == ()
    mark_fee(entry_of(tournament), paid=True, by=bruno(), now=START)
    mark_fee(entry_of(tournament, 2), paid=True, by=bruno(), now=START)
    mark_fee(entry_of(tournament, 2), paid=False, by=bruno(), now=START)
    rows = fee_rows(tournament)
    assert [(row.entry.number, row.is_owing) for row in rows] == [(1, False)]
    assert fee_count(tournament, rows).owing == 0


def test_the_key_is_stored_as_banks_write_it_and_announced() -> None:
    tournament = given(announced(), entry_fee=2500, **KEY)
    assert (tournament.pix_kind, tournament.pix_key) == ("mail", "taxa@example.org")
    assert "Chave Pix: taxa@example.org (Clube do Ingá)" in announcement_text(tournament, "")
    gone = given(fresh(tournament), pix_key=" ")
    assert (gone.pix_kind, gone.pix_key) == ("", "")
    with pytest.raises(Refused, match="pix_cpf_wrong"):
        given(fresh(tournament), **{**KEY, "pix_kind": "cpf", "pix_key": "1"})


def test_a_person_gets_their_own_marks_and_is_erased_with_them() -> None:
    tournament = given(entered(2), entry_fee=2500, **KEY)
    own = own_entry(tournament, caio())
    assert own is not None
    mark_fee(own, paid=True, by=ana(), now=START)
    assert "'fee': [{'at': " in str(own_data(caio(), START))
    anonymise(caio())
    assert not FeeMark.objects.exists()
    anonymise(ana(), in_any_case=True)
    assert (fresh(tournament).pix_key, fresh(tournament).pix_name) == ("", "")
