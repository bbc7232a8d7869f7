"""Putting an entry right and undoing an import: each page, wrong input, and what everybody sees after it."""

from typing import Any

import pytest
from django.urls import reverse

from matches.models import Entry
from tests.cast import START, ana, browser, bruno, caio, drawn, entered
from tests.web.html import text
from tournaments.entries.check_in import check_in
from tournaments.entries.enter import import_entries
from tournaments.entries.undo_import import open_imports
from tournaments.inputs import NewEntry
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def of(tournament: Tournament, name: str) -> Entry:
    return Entry.objects.get(ledger=tournament.ledger_id, members__persona__player__name=name)


def page(name: str, tournament: Tournament, *more: object) -> str:
    return reverse(name, args=[tournament.slug, *more])


def test_the_list_leads_staff_to_the_page_and_what_is_sent_is_shown() -> None:
    tournament, who = entered(3), browser(bruno())
    entry = of(tournament, "Jogador 2")
    address = page("entry_change", tournament, entry.code)
    assert address in who.get(page("entries", tournament)).content.decode()
    assert address not in browser(caio()).get(page("entries", tournament)).content.decode()
    assert 'value="Jogador 2"' in who.get(address).content.decode()
    sent = {"names.0": "João Araújo", "club": "Maré", "seed": "2"}
    assert who.post(address, sent)["Location"] == page("entries", tournament)
    shown = text(browser().get(page("entries", tournament)))
    assert "João Araújo" in shown
    assert "Maré" in shown


def test_wrong_input_is_told_and_kept_and_who_was_slower_is_told_too() -> None:
    tournament, who = entered(3), browser(bruno())
    address = page("entry_change", tournament, of(tournament, "Jogador 2").code)
    twin = who.post(address, {"names.0": "Jogador 3", "club": "", "seed": "x"})
    assert twin.status_code == 422
    twin = who.post(address, {"names.0": "Jogador 3", "club": "Maré", "seed": ""})
    assert (twin.status_code, set(twin.context["form"].errors)) == (422, {"names.0"})
    assert 'name="namesake"' in twin.content.decode()
    assert 'value="Maré"' in twin.content.decode()
    seen = tournament.ledger.head_seq
    assert who.post(address, {"names.0": "Primeiro", "club": "", "seed": "", "seen": seen}).status_code == 302
    late = browser(ana()).post(address, {"names.0": "Segundo", "club": "", "seed": "", "seen": seen})
    assert late.status_code == 409


def test_the_name_of_somebody_with_an_account_stands_there_and_says_whose_it_is() -> None:
    tournament, who = entered(2), browser(bruno())
    address = page("entry_change", tournament, of(tournament, "Caio do Rio").code)
    html = who.get(address).content.decode()
    assert "Caio do Rio has an account" in html
    assert "disabled" in html
    assert who.post(address, {"names.0": "Outro", "club": "Maré", "seed": ""}).status_code == 302
    entry = of(tournament, "Caio do Rio")
    assert entry.club is not None
    assert entry.club.name == "Maré"


def test_after_the_draw_the_coordinator_gives_a_reason_and_hall_bracket_and_seat_finder_follow() -> None:
    tournament = drawn(4, table_high=2)
    entry = of(tournament, "Jogador 2")
    address, who = page("entry_change", tournament, entry.code), browser(ana())
    pages = [page(name, tournament) for name in ("bracket", "hall", "entries")]
    pages.append(page("where", tournament) + "?q=Jogador+2")
    for url in pages:
        assert "Jogador 2" in text(browser().get(url)), url
    assert browser(bruno()).get(address).status_code == 403
    html = who.get(address).content.decode()
    assert 'name="seed"' not in html
    assert who.post(address, {"names.0": "Nome Certo", "club": "", "reason": ""}).status_code == 422
    assert (
        who.post(address, {"names.0": "Nome Certo", "club": "", "reason": "errado na lista"}).status_code
        == 302
    )
    for url in pages[:3]:
        shown = text(browser().get(url))
        assert "Nome Certo" in shown, url
        assert "Jogador 2" not in shown, url
    assert "Nome Certo" in text(browser().get(page("where", tournament) + "?q=Nome+Certo"))


def imported(tournament: Tournament, *names: str) -> int:
    import_entries(tournament, entries=[NewEntry((name,)) for name in names], by=bruno(), now=START)
    return open_imports(tournament)[0].number


def test_an_import_is_undone_from_the_list_and_nobody_reads_of_it() -> None:
    tournament, who = entered(2), browser(bruno())
    number = imported(tournament, "Rita", "Sônia")
    address = page("import_undo", tournament, number)
    assert address in who.get(page("entries", tournament)).content.decode()
    assert address not in browser(caio()).get(page("entries", tournament)).content.decode()
    confirm = who.get(address)
    assert "Rita" in text(confirm)
    assert "Jogador 2" not in text(confirm)
    assert who.post(address)["Location"] == page("entries", tournament)
    public = [page(name, tournament) for name in ("entries", "record_page", "tournament")]
    for reader in (browser(), who):
        for url in public:
            assert "Rita" not in text(reader.get(url)), url
    assert "Rita" not in who.get(page("record_people", tournament)).content.decode()
    assert who.get(address).status_code == 404


def test_whoever_undoes_an_import_second_is_told_that_it_is_undone() -> None:
    tournament, who = entered(2), browser(bruno())
    address = page("import_undo", tournament, imported(tournament, "Rita"))
    assert browser(ana()).post(address).status_code == 302
    second = who.post(address)
    assert second["Location"] == page("entries", tournament)
    assert "This import has already been undone." in text(who.get(second["Location"]))
    assert who.post(page("import_undo", tournament, 999)).status_code == 404


def test_after_the_first_check_in_the_page_says_why_not() -> None:
    tournament, who = entered(2), browser(bruno())
    number = imported(tournament, "Rita")
    check_in(of(tournament, "Jogador 2"), by=bruno(), now=START)
    address = page("import_undo", tournament, number)
    assert address not in who.get(page("entries", tournament)).content.decode()
    assert "until the first check-in" in text(who.get(address))
    assert who.post(address).status_code == 409
    assert of(tournament, "Rita").state == "entered"


def test_without_javascript_the_form_of_a_pair_has_both_names() -> None:
    tournament, who = entered(2, kind="duplas"), browser(bruno())
    entry = of(tournament, "Jogador 2 A")
    address = page("entry_change", tournament, entry.code)
    sent: dict[str, Any] = {"names.0": "Lia", "names.1": "Zeca", "club": "", "seed": ""}
    assert who.post(address, sent).status_code == 302
    assert "Lia" in text(browser().get(page("entries", tournament)))
