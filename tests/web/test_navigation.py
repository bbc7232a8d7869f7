"""What the head of a tournament and the bar under the thumb offer, and the page of whoever runs it."""

import re
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from matches.models import Match
from tests import cast
from tests.web.html import text
from tournaments.endings import cancel
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LINK = re.compile(r'<a\b[^>]*href="([^"]+)"')
MAX_TABS, IN_THE_BAR = 5, 3
STATES = [cast.announced, cast.checked_in, cast.drawn, cast.running, cast.finished]


def _page(tournament: Tournament, path: str = "", who: Player | None = None) -> str:
    response = cast.browser(who).get(f"/torneios/{tournament.slug}/{path}")
    assert response.status_code == 200
    return text(response)


def _nav(page: str, of: str) -> str:
    return page.split(f'<nav class="{of}"')[1].split("</nav>", maxsplit=1)[0]


def _links(part: str) -> list[str]:
    return LINK.findall(part)


def _names(links: list[str]) -> list[str]:
    """The last piece of each address under the tournament; "" for its overview."""
    return [re.sub(r"^/torneios/[^/]+/", "", link).strip("/") for link in links]


@pytest.mark.parametrize("state", STATES)
def test_a_visitor_is_offered_five_pages_at_most(state: Any) -> None:
    tabs = _links(_nav(_page(state()), "tabs"))
    assert 3 <= len(tabs) <= MAX_TABS


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("who", [None, cast.ana, cast.bruno])
def test_the_bar_has_three_pages_and_all_others_behind_the_fourth_place(state: Any, who: Any) -> None:
    page = _page(state(), "", who and who())
    first, rest = map(_links, _nav(page, "thumb-bar").split("<details>"))
    assert len(first) == IN_THE_BAR
    assert set(_links(_nav(page, "tabs"))) <= set(first + rest)
    assert len(set(first + rest)) == len(first + rest)


@pytest.mark.parametrize(
    ("who", "state", "first"),
    [
        (None, cast.announced, ["", "inscricoes", "regulamento"]),
        (None, cast.running, ["", "chave", "classificacao"]),
        (cast.bruno, cast.checked_in, ["painel", "inscricoes", "presenca"]),
        (cast.bruno, cast.running, ["painel", "chave", "classificacao"]),
        (cast.ana, cast.checked_in, ["painel", "inscricoes", "organizar"]),
        (cast.ana, cast.finished, ["painel", "chave", "classificacao"]),
    ],
)
def test_the_bar_begins_with_what_somebody_comes_for(who: Any, state: Any, first: list[str]) -> None:
    page = _page(state(), "", who and who())
    assert _names(_links(_nav(page, "thumb-bar").split("<details>")[0])) == first


def test_the_open_page_is_marked_and_so_is_what_leads_to_it() -> None:
    tournament = cast.checked_in()
    assert 'organizar/" aria-current="true"' in _nav(_page(tournament, "sorteio/", cast.ana()), "tabs")
    bar = _nav(_page(tournament, "equipe/", cast.ana()), "thumb-bar")
    assert 'organizar/" aria-current="true"' in bar
    assert 'class="is-here"' in _nav(_page(tournament, "regulamento/", cast.ana()), "thumb-bar")


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("who", [cast.ana, cast.bruno, cast.caio, None])
def test_every_page_that_is_offered_opens(state: Any, who: Any) -> None:
    tournament, client = state(), cast.browser(who and who())
    page = _page(tournament, "", who and who())
    offered = _links(_nav(page, "tabs")) + _links(_nav(page, "thumb-bar"))
    assert [link for link in offered if client.get(link).status_code != 200] == []


# --- the page of whoever runs it ------------------------------------------------------------------


@pytest.mark.parametrize("state", STATES)
def test_every_step_and_door_of_the_organizer_opens(state: Any) -> None:
    tournament, client = state(), cast.browser(cast.ana())
    main = _page(tournament, "organizar/", cast.ana()).split("<ol")[1].split("</main>")[0]
    assert len(_links(main)) >= 8
    assert [link for link in _links(main) if client.get(link).status_code != 200] == []


@pytest.mark.parametrize(
    ("state", "coming"),
    [
        (cast.created, "anuncio"),
        (cast.announced, "presenca"),
        (cast.checked_in, "sorteio"),
        (cast.running, "painel"),
        (cast.finished, None),
    ],
)
def test_the_next_step_has_the_one_button(state: Any, coming: str | None) -> None:
    page = _page(state(), "organizar/", cast.ana())
    buttons = re.findall(r'<a class="btn btn-primary" id="step" href="([^"]+)"', page)
    assert _names(buttons) == ([coming] if coming else [])
    assert page.count('aria-current="step"') == len(buttons)


def test_when_every_sheet_is_in_the_end_is_next() -> None:
    tournament = cast.running(4)
    while ready := Match.objects.filter(ledger=tournament.ledger_id).exclude(state="ended").first():
        cast.played(ready)
    page = _page(tournament, "organizar/", cast.ana())
    assert 'id="step" href="/torneios/' in page
    assert 'encerrar/">' in page.split('id="step"')[1][:200]


def test_it_is_for_whoever_runs_the_tournament() -> None:
    tournament = cast.running()
    address = f"/torneios/{tournament.slug}/organizar/"
    assert cast.browser(cast.bruno()).get(address).status_code == 403
    assert cast.browser().get(address).headers["Location"].startswith("/conta/entrar/")


def test_a_cancelled_tournament_has_no_next_step_and_ends_with_its_endings() -> None:
    tournament = cast.announced()
    cancel(tournament, reason="chuva", by=cast.ana(), now=timezone.now())
    page = _page(tournament, "organizar/", cast.ana())
    assert 'aria-current="step"' not in page
    assert f"/torneios/{tournament.slug}/mais/" in page
    assert f"/torneios/{tournament.slug}/anuncio/" not in page


@pytest.mark.parametrize(("state", "has_bracket"), [(cast.checked_in, False), (cast.running, True)])
def test_a_cancelled_tournament_offers_its_bracket_if_it_was_drawn(state: Any, has_bracket: bool) -> None:
    tournament = state()
    cancel(tournament, reason="chuva", by=cast.ana(), now=timezone.now())
    offered = _names(_links(_nav(_page(tournament), "tabs")))
    assert [name in offered for name in ("chave", "classificacao")] == [has_bracket] * 2
