"""The page of judges and their tables: who coordinates gives an area, everybody of the staff reads."""

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Persona
from scheduling.timetables import make_timetable, request_plan
from tests.cast import ana, browser, bruno, caio, drawn, duda, fresh
from tests.web.html import text
from tournaments.models import Tournament
from tournaments.tables.look_after import tables_by_judge

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    found = drawn(8, table_low=2, table_high=2, tables=4)
    request_plan(found, by=ana(), now=timezone.now())
    make_timetable(found.ledger_id, now=timezone.now())
    return fresh(found)


def page_of(tournament: Tournament) -> str:
    return reverse("judges", args=[tournament.slug])


def brunos(tournament: Tournament) -> str:
    return Persona.objects.get(ledger=tournament.ledger_id, player=bruno()).code


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_an_area_is_given_and_freed_without_javascript(tournament: Tournament, language: str) -> None:
    client, page, code = browser(ana(), language=language), page_of(tournament), brunos(tournament)
    assert ("No judge looks after" if language == "en" else "Ninguém cuida") in text(client.get(page))
    assert client.post(page, {"judge": code, "first": "1", "last": "3"}).status_code == 302
    assert tables_by_judge(tournament) == {code: ("1", "2", "3")}
    assert f'name="free" value="{code}"' in client.get(page).content.decode()
    assert client.post(page, {"free": code}).status_code == 302
    assert tables_by_judge(tournament) == {}


def test_what_is_wrong_is_said_at_its_field(tournament: Tournament) -> None:
    answer = browser(ana()).post(page_of(tournament), {"judge": "nobody", "first": "1", "last": "99"})
    assert answer.status_code == 422
    assert set(answer.context["area"].errors) == {"judge", "last"}


def test_a_judge_reads_their_own_day_first_and_gives_nothing(tournament: Tournament) -> None:
    browser(ana()).post(page_of(tournament), {"judge": brunos(tournament), "first": "2", "last": "2"})
    client = browser(bruno())
    answer = client.get(page_of(tournament))
    assert answer.context["days"][0].player == bruno().pk
    assert {match.bar.table for match in answer.context["days"][0].matches} == {"2"}
    assert 'id="area-form"' not in answer.content.decode()
    facts = {"judge": brunos(tournament), "first": "1", "last": "4"}
    assert client.post(page_of(tournament), facts).status_code == 403
    assert client.post(page_of(tournament), {"free": brunos(tournament)}).status_code == 302
    assert tables_by_judge(tournament) == {}


def test_nobody_else_reads_it(tournament: Tournament) -> None:
    for who in (caio(), duda()):
        assert browser(who).get(page_of(tournament)).status_code == 403
    assert browser().get(page_of(tournament)).status_code == 302


def test_it_warns_where_tables_outnumber_judges(tournament: Tournament) -> None:
    assert browser(ana()).get(page_of(tournament)).context["warning"] is None
    tables = tournament.ledger.tables
    tables.bulk_create(
        tables.model(ledger=tournament.ledger, label=str(number), position=number) for number in range(5, 40)
    )
    assert "One judge looks after" in text(browser(ana()).get(page_of(tournament)))


def test_it_asks_a_fixed_number_of_queries(
    tournament: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    browser(ana()).post(page_of(tournament), {"judge": brunos(tournament), "first": "1", "last": "4"})
    client = browser(ana())
    with django_assert_max_num_queries(23):
        client.get(page_of(tournament))


def test_the_day_and_the_organizers_page_lead_there(tournament: Tournament) -> None:
    assert (
        page_of(tournament) in browser(bruno()).get(reverse("now", args=[tournament.slug])).content.decode()
    )
    organize = reverse("organize", args=[tournament.slug])
    assert page_of(tournament) in browser(ana()).get(organize).content.decode()
