"""Buttons say what they open, an end that is past is not foreseen, a warning stands beside its field."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from scheduling.forecasting import update_forecast
from scheduling.models import Forecast
from tests.acts import moments, play_on
from tests.cast import START, ana, announced, browser, bruno, drawn, fresh
from tests.web.setup_forms import edit_url, typed
from tournaments.entries.enter import import_entries
from tournaments.inputs import NewEntry
from tournaments.match_views.whereabouts import whereabouts
from tournaments.models import Tournament
from tournaments.penalties import entered_people

pytestmark = pytest.mark.django_db
SUITS = "♥♦♣♠"


def played() -> Tournament:
    tournament = drawn(8)
    play_on(tournament, moments())
    return fresh(tournament)


def foreseen(tournament: Tournament) -> Forecast:
    now = timezone.now()
    facts = {"low": now, "middle": now + timedelta(hours=1), "high": now + timedelta(hours=2), "made_at": now}
    return Forecast.objects.create(ledger=tournament.ledger, **facts)


def at(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.slug])


@pytest.mark.parametrize("name", ["now", "organize", "home"])
def test_the_button_to_the_closing_says_so(name: str) -> None:
    tournament = played()
    path = reverse("home") if name == "home" else at(name, tournament)
    page = browser(ana()).get(path).content.decode()
    found = re.findall(rf'<a class="btn[^>]*href="{at("finish", tournament)}"[^>]*>\s*([^<]*?)\s*</a>', page)
    assert found == ["Finish the tournament"]


def test_before_anyone_has_entered_the_next_act_is_to_invite() -> None:
    tournament = announced()
    step = '<a class="btn btn-large" id="step" href="{}">'
    page = browser(ana()).get(at("now", tournament)).content.decode()
    assert step.format(at("share", tournament)) in page
    assert page.count(f'href="{at("share", tournament)}"') == 1
    import_entries(tournament, entries=[NewEntry(("Eva",))], by=ana(), now=START)
    page = browser(ana()).get(at("now", fresh(tournament))).content.decode()
    assert step.format(at("check_in", tournament)) in page


def test_who_moves_the_date_comes_to_the_bulletin_of_the_new_one() -> None:
    tournament, client = announced(), browser(ana())
    day = typed(starts_on="2099-03-21", starts_time="09:00")
    answer = client.post(edit_url(tournament), {**day, "seen": str(tournament.ledger.head_seq)})
    assert (answer.status_code, answer["Location"]) == (302, at("share", tournament))
    page = client.get(answer["Location"]).content.decode()
    assert "Saved. Send the new date to the group." in page
    seen = str(fresh(tournament).ledger.head_seq)
    again = client.post(edit_url(tournament), {**day, "venue": "Sesc", "seen": seen})
    assert (again.status_code, again["Location"]) == (302, edit_url(tournament))


@pytest.mark.parametrize("name", ["tournament", "now"])
def test_no_end_is_foreseen_once_every_match_is_played(name: str) -> None:
    running, over = drawn(8, name="Outra"), played()
    for tournament, shown in ((running, True), (over, False)):
        foreseen(tournament)
        page = browser(ana()).get(at(name, tournament)).content.decode()
        assert ('id="forecast"' in page) is shown


def test_the_job_drops_a_forecast_of_what_is_played() -> None:
    tournament = played()
    foreseen(tournament)
    before = fresh(tournament).ledger.unrecorded
    update_forecast(tournament.ledger_id, now=timezone.now())
    assert not Forecast.objects.exists()
    assert fresh(tournament).ledger.unrecorded > before


def beside(page: str, name: str) -> str:
    found = re.search(rf'<div id="beside-{name}".*?</div>', page, re.DOTALL)
    assert found
    return found[0]


def test_a_warning_stands_beside_its_field_on_the_page_and_as_it_is_typed() -> None:
    tournament = announced()
    answer = browser(ana()).post(at("tournament_edit", tournament), {"starts_on": "2020-01-01"})
    page = answer.content.decode()
    assert "notice-warning" in beside(page, "starts_on")
    assert "notice-warning" not in beside(page, "capacity")
    typed = {"game": "chama", "kind": "campeonato", "zone": "UTC", "starts_on": "2020-01-01"}
    part = browser(ana()).get(reverse("title_preview"), typed).content.decode()
    assert "notice-warning" in beside(part, "starts_on")
    assert part.count("hx-swap-oob") == page.count('<div id="beside-')


def test_the_mark_of_an_error_is_no_suit() -> None:
    sheets = (Path(settings.BASE_DIR) / "static/css").glob("*.css")
    marks = re.findall(r'\.errors[^{}]*::before \{ content: "([^"]+)"', "".join(map(Path.read_text, sheets)))
    assert marks
    assert not any(set(mark) & set(SUITS) for mark in marks)


def test_names_are_in_order_whatever_their_accents() -> None:
    tournament = announced()
    names = ["Zeca", "Úrsula", "ana", "Ítalo", "Bia", "D’Ávila"]
    import_entries(
        tournament, entries=[NewEntry((f"{name} Silva",)) for name in names], by=bruno(), now=START
    )
    ordered = [f"{name} Silva" for name in ("ana", "Bia", "D’Ávila", "Ítalo", "Úrsula", "Zeca")]
    assert [persona.player.name for persona in entered_people(tournament)] == ordered
    assert [found.names[0] for found in whereabouts(tournament, "silva").found] == ordered
