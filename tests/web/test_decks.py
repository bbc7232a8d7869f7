"""Deck pages: check any list, hand one in, who may look, and the door that asks for it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from matches.models import DeckList, DeckWaiver, Entry, EntryState
from tests.cast import ana, browser, bruno, caio, checked_in, duda, entered
from tests.services.test_decks import DECK, DUE, HERMETICA
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

CHECK = "/baralho/hermetica/"
CASTLE_CHECK = "/baralho/castelo/"


def due(entries: int = 4) -> tuple[Tournament, list[Entry]]:
    tournament = entered(entries, **HERMETICA, house_rules=DUE)
    return tournament, list(Entry.objects.filter(ledger=tournament.ledger_id).order_by("number"))


def at(tournament: Tournament, entry: Entry) -> str:
    return reverse("entry_decks", args=[tournament.slug, entry.code])


def person(entry: Entry) -> str:
    return entry.members.get(position=1).persona.code


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_anybody_checks_a_list_and_nothing_is_stored(language: str) -> None:
    visitor = browser(language=language)
    assert visitor.get(CHECK).status_code == 200
    answer = visitor.post(CHECK, {"text": DECK})
    assert (answer.status_code, answer.context["report"].judged.report.stands) == (200, True)
    assert not DeckList.objects.exists()


def test_every_violation_and_warning_comes_with_its_line() -> None:
    answer = browser().post(
        CASTLE_CHECK, {"text": "4 Tropa\n0 Nada\n2 Rei [muito rara]\n9 Mina [produtor]\n"}
    )
    report = answer.context["report"]
    assert answer.status_code == 422
    assert [remark.line for remark in report.violations] == [0, 1, 2, 3]
    assert [remark.line for remark in report.warnings] == [0]
    assert "4 Tropa" in answer.content.decode()


@pytest.mark.F64
@pytest.mark.parametrize(
    "data", [b"PK\x03\x04zip", bytes(range(256)) * 40, b"\x00" * 99, b"1 a\n" * 10_000, b"x" * 1_500_000, b""]
)
def test_bad_files_are_refused_in_words(data: bytes) -> None:
    answer = browser().post(CHECK, {"file": SimpleUploadedFile("deck.txt", data)})
    assert answer.status_code == 422
    assert answer.context["report"].violations


def test_an_uploaded_list_in_utf_16_is_read_and_shown_for_mending() -> None:
    answer = browser().post(CHECK, {"file": SimpleUploadedFile("deck.txt", "3 Paixão\n".encode("utf-16"))})
    assert "3 Paixão" in answer.content.decode()


def test_the_rules_of_a_game_with_decks_lead_there() -> None:
    for game, has_decks in [("castelo", True), ("hermetica", True), ("chama", False)]:
        page = browser().get(reverse("rules_game", args=[game])).content.decode()
        assert (f'href="/baralho/{game}/"' in page) == has_decks


def test_a_game_without_decks_has_no_such_page() -> None:
    assert browser().get("/baralho/chama/").status_code == 404
    assert browser().get("/baralho/nada/").status_code == 404
    tournament = entered(2)
    entry = Entry.objects.filter(ledger=tournament.ledger_id)[0]
    assert browser(bruno()).get(at(tournament, entry)).status_code == 404


@pytest.mark.F78
def test_a_deck_is_for_its_player_and_the_staff() -> None:
    tournament, entries = due()
    address = at(tournament, entries[0])
    sent = {"person": person(entries[0]), "text": DECK}
    assert browser(caio()).post(address, sent).status_code == 302
    for who, status in [(caio(), 200), (bruno(), 200), (duda(), 404), (None, 404)]:
        answer = browser(who).get(address)
        assert (answer.status_code, "Ideia 3" in answer.content.decode()) == (status, status == 200)
    assert browser(caio()).get(at(tournament, entries[1])).status_code == 404
    assert browser(caio()).post(at(tournament, entries[1]), sent).status_code == 404
    assert DeckList.objects.count() == 1


def test_a_list_with_faults_comes_back_with_all_of_them_and_what_was_typed() -> None:
    tournament, entries = due()
    sent = {"person": person(entries[0]), "text": "2 Ideia\n0 Nada"}
    answer = browser(caio()).post(at(tournament, entries[0]), sent)
    assert answer.status_code == 422
    assert answer.context["form"].codes == {"deck_line_unreadable", "deck_too_small"}
    assert "0 Nada" in answer.content.decode()
    assert not DeckList.objects.exists()


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_the_door_refuses_who_owes_a_deck_and_says_where_to_hand_it_in(headers: dict[str, str]) -> None:
    tournament, entries = due()
    door = reverse("check_in", args=[tournament.slug])
    answer = browser(bruno()).post(door, {"entry": entries[0].code, "act": "in"}, headers=headers)
    assert answer.status_code == 422
    assert f'href="{at(tournament, entries[0])}"' in answer.content.decode()
    assert caio().name in answer.content.decode()
    browser(bruno()).post(at(tournament, entries[0]), {"person": person(entries[0]), "text": DECK})
    browser(bruno()).post(door, {"entry": entries[0].code, "act": "in"})
    assert Entry.objects.get(pk=entries[0].pk).state == EntryState.CHECKED_IN
    browser(bruno()).post(door, {"act": "all"})
    assert Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.CHECKED_IN).count() == 1


def test_the_coordinator_waives_with_a_reason_and_a_judge_does_not() -> None:
    tournament, entries = due()
    address = at(tournament, entries[0])
    assert browser(bruno()).post(address, {"waive": "yes", "reason": "wet"}).status_code == 403
    assert browser(ana()).post(address, {"waive": "yes", "reason": ""}).status_code == 422
    assert browser(ana()).post(address, {"waive": "yes", "reason": "wet"}).status_code == 302
    assert DeckWaiver.objects.get().reason == "wet"


def test_the_player_is_told_to_hand_in_the_deck() -> None:
    tournament, entries = due()
    page = browser(caio()).get(reverse("enter_self", args=[tournament.slug]))
    assert page.context["owes_deck"]
    overview = browser(caio()).get(reverse("tournament", args=[tournament.slug])).content.decode()
    assert at(tournament, entries[0]) in overview
    assert at(tournament, entries[0]) in page.content.decode()


def test_nothing_about_decks_stands_where_none_are_built() -> None:
    tournament = checked_in(2)
    page = browser(bruno()).get(reverse("check_in", args=[tournament.slug])).content.decode()
    assert "/baralho/" not in page
