"""The page “Mesa já”: any list, every doubt asked about, one tournament for any number of taps."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Entry, Member
from tests.cast import ana, browser, caio
from tournaments.entries.lists.reading import parse_one_a_line
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAGE = "/torneios/mesa-ja/"


def key_in(page: Any) -> str:
    found = re.search(r'name="key" value="(\w+)"', page.content.decode())
    assert found
    return found[1]


def send(client: Client, names: str, **more: Any) -> Any:
    plain = {"names": names, "game": "chama", "kind": "campeonato", "key": key_in(client.get(PAGE))}
    return client.post(PAGE, {**plain, **more})


def playing(tournament: Tournament | None = None) -> set[str]:
    """The names in the only tournament, or in this one."""
    found = tournament or Tournament.objects.get()
    members = Member.objects.filter(entry__ledger=found.ledger)
    return set(members.values_list("persona__player__name", flat=True))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Lia\nRui\nEva", {"Lia", "Rui", "Eva"}),
        ("Lia, Rui, Eva e Gil", {"Lia", "Rui", "Eva", "Gil"}),
        ("Lia; Rui", {"Lia", "Rui"}),
        ("Mesa de hoje, 20h:\n1. Lia ✅\n2. Rui\n3. Eva (pago)", {"Lia", "Rui", "Eva"}),
        ("Quem joga hoje?\nLia\nRui\nEva", {"Lia", "Rui", "Eva"}),
        ("Hoje às 20h30\nLia\nRui\nEva", {"Lia", "Rui", "Eva"}),
        ("Pessoa 1\nPessoa 2", {"Pessoa 1", "Pessoa 2"}),
        ("\n".join(f"Pessoa {n}" for n in range(40)), {f"Pessoa {n}" for n in range(40)}),
    ],
)
def test_any_list_becomes_tables(text: str, names: set[str]) -> None:
    client = browser(ana())
    answer = send(client, text)
    made = Tournament.objects.get()
    assert (answer.status_code, answer.url) == (302, reverse("now", args=[made.slug]))
    assert playing() == names
    page = client.get(answer.url)
    assert b'id="step"' in page.content
    assert page.context["step"].code in {"start", "start_all"}


def test_a_title_that_was_left_out_is_named() -> None:
    client = browser(ana())
    page = client.get(send(client, "Quem joga hoje?\nLia\nRui").url)
    assert "Quem joga hoje?" in page.content.decode()


def test_pairs_stand_on_one_line() -> None:
    client = browser(ana())
    assert send(client, "Lia e Rui\nEva e Gil", kind="duplas").status_code == 302
    assert Entry.objects.count() == 2


def test_pairs_in_a_single_line() -> None:
    assert parse_one_a_line("Lia e Rui, Eva e Gil", pairs=True)[0] == "Lia e Rui\nEva e Gil"


@pytest.mark.parametrize(
    ("text", "more", "code"),
    [
        ("", {}, "required"),
        ("Lia", {}, "too_few_entries"),
        ("Lia\nRui", {"kind": "duplas"}, "players_wrong_number"),
        ("\n".join(f"Pessoa {n}" for n in range(65)), {}, "too_many_for_an_evening"),
        ("Lia\nRui", {"variants": ["nenhuma"]}, "invalid_choice"),
        ("Lia\nRui\n" + "x" * 200, {}, "person_name_too_long"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(text: str, more: dict[str, Any], code: str) -> None:
    answer = send(browser(ana()), text, **more)
    assert (answer.status_code, code in answer.context["form"].codes) == (422, True)
    assert not Tournament.objects.exists()
    assert answer.context["form"]["names"].value() == text


def chosen_in(answer: Any) -> dict[str, str]:
    """What the page has chosen at its questions: a tap on the button sends it."""
    form = answer.context["form"]
    return {field.html_name: str(field.value() or "") for field in form.questions}


@pytest.mark.F117
def test_known_people_are_asked_about_and_one_tap_says_yes() -> None:
    client = browser(ana())
    send(client, "Lia\nRui\nEva")
    asked = send(client, "Lia\nRui\nGil")
    assert asked.status_code == 422
    assert set(chosen_in(asked)) == {"who.1.0", "who.2.0"}
    send(client, "Lia\nRui\nGil", **chosen_in(asked))
    lias = Member.objects.filter(persona__player__name="Lia")
    assert len(set(lias.values_list("persona__player", flat=True))) == 1
    assert lias.count() == 2


@pytest.mark.F117
def test_a_namesake_is_another_person() -> None:
    client = browser(ana())
    send(client, "Lia\nRui")
    answers = chosen_in(send(client, "Lia\nGil"))
    assert send(client, "Lia\nGil", **{**answers, "who.1.0": "new lia"}).status_code == 302
    lias = Member.objects.filter(persona__player__name="Lia")
    assert lias.values("persona__player").distinct().count() == 2


def test_a_name_that_stands_twice_is_left_out_by_one_tap() -> None:
    client = browser(ana())
    asked = send(client, "Lia\nRui\nLia")
    assert asked.status_code == 422
    send(client, "Lia\nRui\nLia", **chosen_in(asked))
    assert Entry.objects.count() == 2


def test_two_people_of_one_name_play() -> None:
    assert send(browser(ana()), "Lia\nRui\nLia", **{"who.3.0": "new lia"}).status_code == 302
    assert Entry.objects.count() == 3


def test_substitutes_of_a_list_are_asked_about() -> None:
    client, text = browser(ana()), "1. Lia\n2. Rui\nSuplentes:\n3. Eva"
    asked = send(client, text)
    assert chosen_in(asked) == {"in.4": "out eva"}
    send(client, text, **{"in.4": "in eva"})
    assert playing() == {"Lia", "Rui", "Eva"}


def test_a_substitute_in_brackets_is_asked_about_and_other_brackets_are_named() -> None:
    client, text = browser(ana()), "1. Lia (suplente)\n2. Rui\n3. Eva (Maré)"
    assert chosen_in(send(client, text)) == {"in.1": "out lia"}
    page = client.get(send(client, text, **{"in.1": "out lia"}).url)
    assert playing() == {"Rui", "Eva"}
    assert "Maré" in next(str(message) for message in page.context["messages"])


def test_an_answer_about_another_name_counts_no_more() -> None:
    client = browser(ana())
    send(client, "Lia\nRui")
    answers = chosen_in(send(client, "Lia\nGil"))
    assert send(client, "Rui\nGil", **answers).status_code == 422


@pytest.mark.F01
def test_two_taps_make_one_tournament() -> None:
    client = browser(ana())
    sent = {"names": "Lia\nRui", "game": "chama", "kind": "campeonato", "key": key_in(client.get(PAGE))}
    answers: list[Any] = [client.post(PAGE, sent) for _ in range(2)]
    first, second = answers
    assert first.url == second.url
    assert Tournament.objects.count() == 1
    other: Any = client.post(PAGE, {**sent, "names": "Eva\nGil"})
    assert other.url != first.url


def test_another_game_keeps_the_names() -> None:
    page = browser(ana()).post(
        PAGE, {"names": "Lia\nRui", "game": "chama", "switch": "castelo", "kind": "duplas"}
    )
    form = page.context["form"]
    assert (page.status_code, form["names"].value(), form.rules.key) == (200, "Lia\nRui", "castelo")
    assert not Tournament.objects.exists()


def test_a_stranger_sees_the_evening_but_not_its_agora() -> None:
    made = send(browser(ana()), "Lia\nRui").url
    assert browser(caio()).get(made).status_code == 403


def test_home_and_the_form_of_a_tournament_lead_there() -> None:
    for page in ("/", "/torneios/novo/"):
        assert PAGE in browser(ana()).get(page).content.decode()
