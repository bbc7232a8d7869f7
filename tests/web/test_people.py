"""Entries: the list, one by hand, oneself, leaving. Each role, wrong input, somebody faster."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from matches.models import Entry, EntryState
from tests.cast import START, ana, announced, browser, bruno, caio, created, drawn, duda, entered, fresh
from tournaments.draw.publish import withdraw_draw
from tournaments.entries.enter import add_entry
from tournaments.inputs import NewEntry
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def at(name: str, tournament: Tournament, *more: str) -> str:
    return reverse(name, args=[tournament.slug, *more])


def names(tournament: Tournament) -> list[str]:
    entries = Entry.objects.filter(ledger=tournament.ledger_id).order_by("number")
    return list(entries.values_list("members__persona__player__name", flat=True))


def add(who: Client, tournament: Tournament, **sent: Any) -> Any:
    return who.post(at("entries", tournament), sent)


def own(tournament: Tournament) -> Entry:
    return Entry.objects.get(ledger=tournament.ledger_id, members__persona__player=caio())


def test_strangers_read_who_is_entered_and_find_no_way_to_change_it() -> None:
    tournament = entered(3)
    for stranger in (browser(), browser(duda()), browser(caio())):
        html = stranger.get(at("entries", tournament)).content.decode()
        assert "<bdi>Jogador 2</bdi>" in html
        assert 'name="names.0"' not in html
        assert "desistencia" not in html


def test_a_tournament_that_is_not_public_has_no_list_for_strangers() -> None:
    tournament = created()
    assert browser(duda()).get(at("entries", tournament)).status_code == 404
    assert browser(duda()).post(at("entries", tournament), {"names.0": "X"}).status_code == 404
    assert browser(bruno()).get(at("entries", tournament)).status_code == 200


def test_strangers_may_not_add_anybody() -> None:
    tournament = announced()
    assert add(browser(duda()), tournament, **{"names.0": "Zé"}).status_code == 403
    assert add(browser(), tournament, **{"names.0": "Zé"}).status_code == 302
    assert names(tournament) == []


@pytest.mark.parametrize("who", [ana, bruno])
def test_staff_add_a_player_by_hand(who: Any) -> None:
    tournament = announced()
    answer = add(browser(who()), tournament, **{"names.0": " Zé  da  Ilha ", "club": "Niterói", "seed": "3"})
    assert (answer.status_code, answer["Location"]) == (302, at("entries", tournament))
    entry = Entry.objects.get(ledger=tournament.ledger_id)
    assert (names(tournament), entry.club and entry.club.name, entry.seed) == (["Zé da Ilha"], "Niterói", 3)


def test_a_pair_needs_both_names() -> None:
    tournament = announced(kind="duplas")
    answer = add(browser(ana()), tournament, **{"names.0": "Ana Lima"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"names.1"}
    assert (
        add(browser(ana()), tournament, **{"names.0": "Ana Lima", "names.1": "Bia Reis"}).status_code == 302
    )
    assert names(tournament) == ["Ana Lima", "Bia Reis"]


def test_everything_wrong_is_said_at_once_and_what_was_typed_is_kept() -> None:
    tournament = announced()
    long = "é" * 81
    answer = add(browser(ana()), tournament, **{"names.0": long, "club": "Campos", "seed": "0"})
    assert answer.status_code == 422
    assert answer.context["form"].codes == {"person_name_too_long", "seed_out_of_range"}
    assert set(answer.context["form"].errors) == {"names.0", "seed"}
    html = answer.content.decode()
    assert f'value="{long}"' in html
    assert 'value="Campos"' in html
    assert names(tournament) == []


@pytest.mark.parametrize("club", ["é" * 81, "\u200b"])
def test_a_club_that_is_no_name_is_refused_at_its_field(club: str) -> None:
    answer = add(browser(ana()), announced(), **{"names.0": "Zé", "club": club})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"club"}


@pytest.mark.fault("F60")
def test_a_namesake_is_asked_about_and_then_told_apart() -> None:
    tournament = entered(2)
    ana_s = browser(ana())
    assert b'name="namesake"' not in ana_s.get(at("entries", tournament)).content
    answer = add(ana_s, tournament, **{"names.0": "jogador 2"})
    assert (answer.status_code, answer.context["form"].codes) == (422, {"already_entered"})
    assert b'name="namesake"' in answer.content
    assert add(ana_s, tournament, **{"names.0": "jogador 2", "namesake": "on"}).status_code == 302
    assert names(tournament) == ["Caio do Rio", "Jogador 2", "jogador 2"]


@pytest.mark.fault("F06")
def test_adding_after_the_draw_was_published_is_409_and_keeps_what_was_typed() -> None:
    tournament = drawn(4)
    answer = add(browser(ana()), tournament, **{"names.0": "Atrasada"})
    assert answer.status_code == 409
    assert answer.context["form"].codes == {"entries_closed"}
    assert "Atrasada" not in names(tournament)


@pytest.mark.fault("F65")
def test_markup_in_names_and_clubs_is_inert() -> None:
    tournament = announced()
    nasty = "<script>alert(1)</script>"
    add_entry(tournament, entry=NewEntry((nasty,), club="<img src=x>"), by=ana(), now=START)
    html = browser(ana()).get(at("entries", tournament), {"q": '"><script>'}).content.decode()
    html += browser(ana()).get(at("entries", tournament)).content.decode()
    html += browser(ana()).get(at("check_in", tournament)).content.decode()
    assert "<script>alert" not in html
    assert "<img src=x>" not in html
    assert "&lt;script&gt;alert(1)" in html


@pytest.mark.fault("F66")
def test_an_entry_of_another_tournament_is_not_found() -> None:
    mine, other = entered(2), entered(2, name="Outro")
    code = own(other).code
    assert browser(ana()).get(at("entry_withdraw", mine, code)).status_code == 404
    assert browser(ana()).post(at("entry_withdraw", mine, code), {"reason": "x"}).status_code == 404
    assert own(other).state == EntryState.ENTERED


@pytest.mark.parametrize(("asked", "found"), [("jogador", 3), ("RIO", 1), ("jógador 2", 1), ("x", 0)])
def test_the_search_does_not_mind_accents_and_case(asked: str, found: int) -> None:
    answer = browser().get(at("entries", entered(4)), {"q": asked})
    assert len(answer.context["page"].items) == found


@pytest.mark.fault("F55")
@pytest.mark.parametrize("page", ["2", "999999999", "-1", "x", ""])
def test_any_page_number_gives_a_page(page: str) -> None:
    assert browser().get(at("entries", entered(2)), {"page": page}).status_code == 200


def test_both_languages() -> None:
    tournament = entered(2)
    assert 'lang="en"' in browser(language="en").get(at("entries", tournament)).content.decode()
    assert 'lang="pt-br"' in browser(language="pt-br").get(at("entries", tournament)).content.decode()


def test_the_list_costs_as_many_queries_for_many_as_for_few(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament, who = entered(60), browser(ana())
    with django_assert_max_num_queries(15):
        assert who.get(at("entries", tournament)).status_code == 200


def test_a_visitor_who_follows_the_link_signs_in_first_and_comes_back() -> None:
    tournament = announced()
    answer = browser().get(at("enter_self", tournament))
    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('login')}?next={at('enter_self', tournament)}"


def test_a_player_enters_and_is_not_entered_twice() -> None:
    tournament, phone = announced(), browser(caio())
    assert b"Caio do Rio" in phone.get(at("enter_self", tournament)).content
    assert phone.post(at("enter_self", tournament)).status_code == 302
    assert phone.post(at("enter_self", tournament)).context["form"].codes == {"you_are_entered"}
    assert names(tournament) == ["Caio do Rio"]
    assert phone.get(at("enter_self", tournament)).context["entry"].names == ("Caio do Rio",)


def test_in_pairs_the_partner_is_named() -> None:
    tournament, phone = announced(kind="duplas"), browser(caio())
    refused = phone.post(at("enter_self", tournament), {"partner_name": "caio do rio"})
    assert (refused.status_code, refused.context["form"].codes) == (422, {"same_person_twice"})
    assert set(refused.context["form"].errors) == {"partner_name"}
    assert phone.post(at("enter_self", tournament), {"partner_name": "Bia Reis"}).status_code == 302
    assert names(tournament) == ["Caio do Rio", "Bia Reis"]


def test_nobody_enters_before_the_announcement_or_after_the_draw() -> None:
    hidden = created()
    assert browser(caio()).post(at("enter_self", hidden)).status_code == 404
    assert browser(bruno()).post(at("enter_self", hidden)).status_code == 403
    assert names(hidden) == []
    closed = drawn(4, name="Sorteado")
    answer = browser(duda()).post(at("enter_self", closed))
    assert (answer.status_code, answer.context["form"].codes) == (409, {"entries_closed"})


def test_a_full_tournament_says_so() -> None:
    tournament = announced(capacity=2)
    assert browser(caio()).post(at("enter_self", tournament)).status_code == 302
    assert browser(bruno()).post(at("enter_self", tournament)).status_code == 302
    answer = browser(duda()).post(at("enter_self", tournament))
    assert (answer.status_code, answer.context["form"].codes) == (422, {"full"})


def test_a_player_withdraws_and_may_enter_anew() -> None:
    tournament, phone = entered(2), browser(caio())
    code = own(tournament).code
    assert phone.get(at("entry_withdraw", tournament, code)).status_code == 200
    answer = phone.post(at("entry_withdraw", tournament, code), {"reason": "doente"})
    assert answer["Location"] == at("enter_self", tournament)
    assert own(tournament).state == EntryState.WITHDRAWN
    assert tournament.ledger.lines.get(type="entry.withdrawn").text.count("doente") == 1
    assert phone.post(at("enter_self", tournament)).status_code == 302


def test_nobody_withdraws_somebody_else_but_staff_do() -> None:
    tournament = entered(2)
    address = at("entry_withdraw", tournament, own(tournament).code)
    assert browser(duda()).post(address, {"reason": "inveja"}).status_code == 403
    assert browser(duda()).get(address).status_code == 403
    assert browser().post(address, {"reason": "inveja"}).status_code == 302
    assert own(tournament).state == EntryState.ENTERED
    assert browser(bruno()).post(address, {"reason": "avisou"})["Location"] == at("entries", tournament)
    assert own(tournament).state == EntryState.WITHDRAWN


@pytest.mark.fault("F06")
def test_withdrawing_from_a_page_older_than_the_entry_is_409() -> None:
    tournament = entered(2)
    entry, seen = own(tournament), tournament.ledger.head_seq
    browser(bruno()).post(at("check_in", tournament), {"entry": entry.code, "act": "in"})
    sent = {"reason": "não veio", "seen": seen}
    answer = browser(ana()).post(at("entry_withdraw", tournament, entry.code), sent)
    assert (answer.status_code, answer.context["form"].codes) == (409, {"stale"})
    assert "não veio" in answer.content.decode()
    assert own(tournament).state == EntryState.CHECKED_IN


@pytest.mark.F17
def test_after_the_draw_a_player_or_the_coordinator_withdraws_an_entry() -> None:
    tournament = drawn(4)
    address = at("entry_withdraw", tournament, own(tournament).code)
    assert browser(bruno()).post(address, {"reason": "x"}).status_code == 403
    assert browser(caio()).post(address, {"reason": "x"}).status_code == 302
    assert own(tournament).state == EntryState.WITHDRAWN


def test_a_withdrawn_draw_opens_the_entries_again() -> None:
    tournament = drawn(4)
    withdraw_draw(tournament, reason="engano", by=ana(), now=START)
    assert add(browser(ana()), fresh(tournament), **{"names.0": "Atrasada"}).status_code == 302


@pytest.mark.fault("F120")
def test_a_contact_as_club_is_asked_about_and_stored_only_if_insisted() -> None:
    tournament, who = announced(), browser(bruno())
    assert 'name="insists"' not in who.get(at("entries", tournament)).content.decode()
    typed = {"names.0": "Ana Lima", "club": "(21) 90000-0001"}
    answer = add(who, tournament, **typed)
    assert (answer.status_code, answer.context["form"].codes) == (422, {"looks_like_contact"})
    assert 'name="insists"' in answer.content.decode()
    assert names(tournament) == []
    assert add(who, tournament, **typed, insists="on").status_code == 302
    assert names(tournament) == ["Ana Lima"]


@pytest.mark.F117
def test_a_name_of_another_club_is_a_question_below_the_name() -> None:
    first = add_entry(announced(), entry=NewEntry(("Paulo X",), club="Niterói"), by=ana(), now=START)
    code = first.members.get().persona.player.code
    tournament, ana_s = announced(name="Segundo"), browser(ana())
    typed = {"names.0": "paulo x", "club": "Santos"}
    asked = add(ana_s, tournament, **typed)
    assert (asked.status_code, asked.context["form"].codes) == (422, {"person_unclear"})
    html = asked.content.decode()
    assert html.index('name="names.0"') < html.index('name="who.0"') < html.index('name="club"')
    assert "Paulo X · Niterói" in html
    wrong = add(ana_s, tournament, **typed, **{"who.0": f"{code} lia prado"})
    assert wrong.context["form"].codes == {"person_unclear"}
    assert add(ana_s, tournament, **typed, **{"who.0": f"{code} paulo x"}).status_code == 302
    assert names(tournament) == ["Paulo X"]
    third = announced(name="Terceiro")
    assert add(ana_s, third, **typed, **{"who.0": "new paulo x"}).status_code == 302
    assert names(third) == ["paulo x"]


@pytest.mark.F118
def test_an_account_with_the_name_of_an_entry_says_that_it_is_another_person() -> None:
    tournament, caio_s = announced(), browser(caio())
    add_entry(tournament, entry=NewEntry(("Caio do Rio",)), by=ana(), now=START)
    url = at("enter_self", tournament)
    assert b'name="namesake"' not in caio_s.get(url).content
    asked = caio_s.post(url)
    assert (asked.status_code, asked.context["form"].codes) == (422, {"already_entered"})
    assert b'name="namesake"' in asked.content
    assert caio_s.post(url, {"namesake": "on"}).status_code == 302
    assert names(tournament) == ["Caio do Rio", "Caio do Rio"]


def test_an_empty_list_offers_staff_a_list_and_others_to_enter() -> None:
    tournament = announced()
    for helper in (ana(), bruno()):
        empty = text_of_empty(browser(helper).get(at("entries", tournament)).content.decode())
        assert at("entries_import", tournament) in empty
        assert at("enter_self", tournament) not in empty
    for other in (browser(), browser(caio())):
        empty = text_of_empty(other.get(at("entries", tournament)).content.decode())
        assert at("enter_self", tournament) in empty
        assert at("entries_import", tournament) not in empty


def text_of_empty(html: str) -> str:
    return html.partition('<div class="empty">')[2].partition("</div>")[0]
