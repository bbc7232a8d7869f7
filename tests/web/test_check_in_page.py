"""The door: one button a person, pineapples, everybody at once, two people at the desk."""

import random
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.models import Entry, EntryState, Member
from tests.cast import (
    START,
    ana,
    announced,
    browser,
    bruno,
    caio,
    checked_in,
    created,
    drawn,
    duda,
    entered,
    fresh,
)
from tests.web.html import text
from tournaments.draw.publish import publish_draw
from tournaments.entries.enter import add_entry, import_entries
from tournaments.inputs import NewEntry
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
CALOURO = ("calouro-do-chacrinha",)


def at(tournament: Tournament) -> str:
    return reverse("check_in", args=[tournament.slug])


def entries(tournament: Tournament) -> list[Entry]:
    return list(Entry.objects.filter(ledger=tournament.ledger_id).order_by("number"))


def states(tournament: Tournament) -> set[str]:
    return {entry.state for entry in entries(tournament)}


def press(who: Client, tournament: Tournament, entry: Entry, act: str = "in", **more: Any) -> Any:
    headers = more.pop("headers", {})
    return who.post(at(tournament), {"entry": entry.code, "act": act, **more}, headers=headers)


def test_a_judge_checks_somebody_in_and_takes_it_back() -> None:
    tournament, desk = entered(3), browser(bruno())
    first = entries(tournament)[0]
    answer = press(desk, tournament, first)
    assert (answer.status_code, answer["Location"]) == (302, f"{at(tournament)}#entry-{first.code}")
    assert entries(tournament)[0].state == EntryState.CHECKED_IN
    press(desk, tournament, first, "out")
    assert entries(tournament)[0].state == EntryState.ENTERED


def test_the_way_back_keeps_the_search() -> None:
    tournament = entered(3)
    first = entries(tournament)[0]
    address = f"{at(tournament)}?q=Caio&so=faltam"
    answer = browser(bruno()).post(address, {"entry": first.code, "act": "in"})
    assert answer["Location"] == f"{address}#entry-{first.code}"


@pytest.mark.fault("F01")
def test_a_double_tap_checks_in_once() -> None:
    tournament, desk = entered(3), browser(bruno())
    first = entries(tournament)[0]
    press(desk, tournament, first)
    assert press(desk, tournament, first).status_code == 302
    assert tournament.ledger.lines.filter(type="entry.checked_in").count() == 1


def test_htmx_gets_the_row_and_the_counter_only() -> None:
    tournament = entered(8, ranked=True)
    answer = press(browser(bruno()), tournament, entries(tournament)[0], headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in html
    assert f'id="entry-{entries(tournament)[0].code}"' in html
    assert 'id="door-count" role="status" hx-swap-oob="true"' in html
    assert answer.context["count"].people_present == 1
    assert not answer.context["enough"]


@pytest.mark.parametrize(
    ("kind", "here", "away"),
    [
        ("campeonato", "%s está presente.", "%s não está presente."),
        ("duplas", "%s estão presentes.", "%s não estão presentes."),
    ],
)
def test_a_screen_reader_hears_who_is_here(kind: str, here: str, away: str) -> None:
    tournament, desk = entered(2, kind=kind), browser(bruno(), language="pt-br")
    entry = entries(tournament)[0]
    people = entry.members.order_by("position").values_list("persona__player__name", flat=True)
    names = " &amp; ".join(f"<bdi>{name}</bdi>" for name in people)
    for act, said in (("in", here), ("out", away)):
        answer = press(desk, tournament, entry, act, headers=HTMX)
        assert said % names in text(answer).replace("</bdi> & <bdi>", "</bdi> &amp; <bdi>")


@pytest.mark.fault("F06")
@pytest.mark.parametrize(
    ("headers", "template"), [(HTMX, "entries/_check_in_answer.html"), ({}, "entries/check_in.html")]
)
def test_two_at_the_desk_the_second_sees_what_the_first_did(headers: dict[str, str], template: str) -> None:
    tournament = entered(3, variants=CALOURO)
    first = entries(tournament)[0]
    member = first.members.get()
    press(browser(ana()), tournament, first, pineapples=member.persona.code, seen=first.changed_seq)
    answer = press(browser(bruno()), tournament, first, seen=first.changed_seq, headers=headers)
    assert answer.status_code == 409
    assert template in [used.name for used in answer.templates]
    assert answer.context["refusal"].code == "stale"
    assert f"entry-{first.code}" in answer.content.decode()
    assert Member.objects.get(pk=member.pk).pineapple


def test_pineapples_are_noted_with_the_variant_for_each_of_a_pair() -> None:
    tournament, desk = entered(2, kind="duplas", variants=CALOURO), browser(bruno())
    first = entries(tournament)[0]
    codes = [member.persona.code for member in first.members.order_by("position")]
    html = desk.get(at(tournament)).content.decode()
    assert [f'name="pineapples" value="{code}"' in html for code in codes] == [True, True]
    press(desk, tournament, first, pineapples=codes[1])
    assert [m.pineapple for m in first.members.order_by("position")] == [False, True]
    press(desk, tournament, first, pineapples=codes)
    assert all(first.members.values_list("pineapple", flat=True))
    press(desk, tournament, first)
    assert not any(first.members.values_list("pineapple", flat=True))


def test_without_the_variant_there_are_no_pineapples() -> None:
    tournament, desk = entered(2), browser(bruno())
    first = entries(tournament)[0]
    assert b"pineapples" not in desk.get(at(tournament)).content
    answer = press(desk, tournament, first, pineapples=first.members.get().persona.code)
    assert answer.status_code == 422
    assert states(tournament) == {EntryState.ENTERED}


@pytest.mark.fault("F66")
def test_an_entry_of_another_tournament_is_not_found() -> None:
    mine, other = entered(2), entered(2, name="Outro")
    assert press(browser(bruno()), mine, entries(other)[0]).status_code == 404
    assert press(browser(bruno()), mine, Entry(code="")).status_code == 404
    assert states(other) == {EntryState.ENTERED}


def test_everybody_at_once_asks_first() -> None:
    tournament, desk = entered(9, ranked=True), browser(bruno())
    page = desk.get(at(tournament))
    assert page.context["count"].entries_expected == 9
    assert 'name="act" value="all"' in text(page)
    assert desk.post(at(tournament), {"act": "all"}).status_code == 302
    assert states(tournament) == {EntryState.CHECKED_IN}
    page = desk.get(at(tournament))
    assert page.context["enough"]
    assert 'name="act" value="all"' not in text(page)


def test_a_pair_counts_as_two_people() -> None:
    context = browser(bruno()).get(at(checked_in(4, kind="duplas", ranked=True))).context
    assert (context["count"].entries, context["count"].people_present, context["enough"]) == (4, 8, True)


def test_the_list_is_by_name_and_can_be_searched_and_narrowed() -> None:
    tournament, desk = announced(), browser(bruno())
    names = ["Zélia", "Álvaro", "bruna", "Ana"]
    import_entries(tournament, entries=[NewEntry((name,)) for name in names], by=ana(), now=START)

    def shown(**asked: str) -> list[str]:
        return [row.names[0] for row in desk.get(at(tournament), asked).context["page"].items]

    assert shown() == ["Álvaro", "Ana", "bruna", "Zélia"]
    assert shown(q="ALVARO") == ["Álvaro"]
    press(desk, tournament, entries(tournament)[1])
    assert shown(so="faltam") == ["Ana", "bruna", "Zélia"]
    assert shown(so="faltam", q="alvaro") == []


def test_the_search_of_htmx_gets_the_list_only() -> None:
    answer = browser(bruno()).get(at(entered(3)), {"q": "caio"}, headers=HTMX)
    html = answer.content.decode()
    assert html.lstrip().startswith('<div class="stack" id="door" data-query="caio">')
    assert "HX-Request" in answer["Vary"]
    assert "Jogador 2" not in html


@pytest.mark.fault("F60")
def poll(who: Client, tournament: Tournament, since: object) -> Any:
    return who.get(f"{at(tournament)}?seq={since}", headers=HTMX)


def test_what_another_desk_did_comes_by_itself_and_nothing_else() -> None:
    tournament, desk = entered(3), browser(bruno())
    seen = fresh(tournament).ledger.version
    assert f'?seq={seen}"' in desk.get(at(tournament)).content.decode()
    assert poll(desk, tournament, seen).status_code == 204
    first, second, _third = entries(tournament)
    press(browser(ana()), tournament, first)
    shown = text(poll(desk, tournament, seen))
    assert f'<li hx-swap-oob="true" class="card door-row is-here" id="entry-{first.code}"' in shown
    assert second.code not in shown
    assert "<b>1</b> of 3 people here" in shown
    assert f"?seq={fresh(tournament).ledger.version}" in shown


def test_an_open_list_hears_that_the_draw_has_closed_it() -> None:
    tournament, desk = checked_in(4), browser(bruno())
    closed = "The draw is published, so the check-in is closed."
    assert closed not in desk.get(at(tournament)).content.decode()
    seen = fresh(tournament).ledger.version
    publish_draw(tournament, seed=7, by=ana(), now=START, rng=random.Random(7))
    shown = text(poll(desk, tournament, seen))
    assert '<div id="door-closed" role="status" hx-swap-oob="true">' in shown
    assert closed in shown
    assert reverse("door", args=[tournament.slug]) not in shown


def test_a_row_that_came_by_itself_is_pressed_like_any_other() -> None:
    tournament, desk = entered(3), browser(bruno())
    seen = fresh(tournament).ledger.version
    press(browser(ana()), tournament, entries(tournament)[0])
    shown = poll(desk, tournament, seen).content.decode()
    assert 'hx-post=""' in shown
    assert "action=" not in shown.partition("</li>")[0]


@pytest.mark.parametrize("since", ["", "x", "1.2.3", "-1"])
def test_a_poll_of_no_version_gets_the_list(since: str) -> None:
    answer = poll(browser(bruno()), entered(3), since)
    assert (answer.status_code, answer.templates[0].name) == (200, "entries/_check_in_list.html")


def test_namesakes_are_pointed_out() -> None:
    tournament = entered(3)
    twin = NewEntry(("Jogador 2",), club="Campos", namesake=True)
    add_entry(tournament, entry=twin, by=ana(), now=START)
    context = browser(bruno()).get(at(tournament)).context
    assert len(context["namesakes"]) == 2


def test_after_the_draw_the_door_is_closed() -> None:
    tournament, desk = drawn(4), browser(bruno())
    shown = desk.get(at(tournament)).content.decode()
    assert set(re.findall(r'name="act"\s+value="(\w+)"', shown)) == {"need"}
    answer = press(desk, tournament, entries(tournament)[0], "out")
    assert (answer.status_code, answer.context["refusal"].code) == (409, "draw_published")
    assert desk.post(at(tournament), {"act": "all"}).status_code == 409


def test_the_door_is_for_staff() -> None:
    tournament = entered(2)
    for somebody in (caio(), duda()):
        assert browser(somebody).get(at(tournament)).status_code == 403
        assert press(browser(somebody), tournament, entries(tournament)[0]).status_code == 403
    assert browser().get(at(tournament)).status_code == 302
    assert browser(duda()).get(at(created(name="Segredo"))).status_code == 404
    assert states(tournament) == {EntryState.ENTERED}


@pytest.mark.fault("F69")
def test_a_post_from_elsewhere_is_refused() -> None:
    tournament = entered(2)
    desk = Client(enforce_csrf_checks=True)
    desk.force_login(User.objects.get(player=bruno()))
    assert press(desk, tournament, entries(tournament)[0], headers=HTMX).status_code == 403
    assert states(tournament) == {EntryState.ENTERED}


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_both_languages(language: str) -> None:
    page = browser(bruno(), language=language).get(at(entered(2, ranked=True, variants=CALOURO)))
    assert f'lang="{language}"' in page.content.decode()


def test_the_door_costs_as_many_queries_for_many_as_for_few(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament, desk = entered(64, variants=CALOURO), browser(bruno())
    with django_assert_max_num_queries(15):
        desk.get(at(tournament))
    with django_assert_max_num_queries(35):
        press(desk, tournament, entries(tournament)[0], headers=HTMX)
