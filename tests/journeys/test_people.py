"""Pages of people in a real browser: found by name, followed from a season, hidden; 0 axe violations."""

import pytest

from accounts.services import offer_events
from tests import cast
from tests.acts import playing_for
from tests.journeys.people import Meet, Person
from tests.journeys.test_looks import faults, look, who
from tests.servers.site import Site


@pytest.fixture
def viewer(live_site: Site, meet: Meet) -> Person:
    """A browser at the site of the test's database."""
    return meet(live_site)


def test_somebody_finds_a_player_and_follows_the_names(viewer: Person) -> None:
    for name in ("Etapa A", "Etapa B"):
        cast.finished(8, ranked=True, name=name)
    viewer.go("/").fill(busca="caio").follow("[role=search] button")
    found = [*faults(viewer)]
    viewer.follow(".people a")
    assert viewer.path == f"/jogadores/{cast.caio().code}/"
    found += faults(viewer)
    viewer.follow("#season-title ~ nav a >> nth=-1")
    found += faults(viewer)
    viewer.follow(".season tbody a.person >> nth=0")
    assert viewer.path.startswith("/jogadores/p")
    viewer.follow(".played-match >> nth=0")
    assert "/partidas/" in viewer.path
    assert found == [], "\n".join(found)


def test_somebody_follows_a_series_and_a_club(viewer: Person) -> None:
    for year in (2025, 2026):
        playing_for(cast.finished(8, ranked=True, name="Copa da Ilha", year=year))
    viewer.go("/").fill(busca="ilha").follow("[role=search] button")
    found = [*faults(viewer)]
    viewer.follow(".people a[href*=series]")
    assert viewer.path == "/series/chama/copa-da-ilha/"
    found += faults(viewer)
    viewer.follow(".edition h3 a >> nth=0").follow("a[href$='/inscricoes/'] >> nth=0").follow(
        ".entry-rows td a >> nth=0"
    )
    assert viewer.path.startswith("/clubes/")
    found += faults(viewer)
    viewer.follow("#members ~ nav a >> nth=0").follow(".club a.person >> nth=0")
    assert viewer.path.startswith("/jogadores/p")
    assert found == [], "\n".join(found)


def test_somebody_makes_a_league_of_some_events(viewer: Person) -> None:
    for name in ("Etapa A", "Etapa B", "Etapa C"):
        cast.finished(8, ranked=True, name=name)
    viewer.go("/temporadas/chama/2026/").follow("#events ~ p a")
    found = [*faults(viewer)]
    viewer.fill(melhores=1).page.locator("[name=etapa]").first.check()
    viewer.page.locator("[name=etapa]").nth(1).check()
    viewer.follow("#choose button")
    assert viewer.page.locator(".season thead a").count() == 2
    assert viewer.page.locator(".season s").count() > 0
    found += faults(viewer)
    assert found == [], "\n".join(found)


def test_somebody_hides_their_page_and_still_sees_it(viewer: Person) -> None:
    cast.finished(4)
    path = f"/jogadores/{cast.caio().code}/"
    who(viewer, cast.caio())
    viewer.go("/conta/").send("#page form button", 302)
    found = look(viewer, path)
    viewer.page.context.clear_cookies()
    viewer.go(path, 404)
    assert found == [], "\n".join(found)


def test_the_front_page_of_whoever_plays_judges_and_organizes(viewer: Person) -> None:
    found: list[str] = []
    cast.running(8)
    cast.announced(name="Depois")
    offer_events(cast.ana(), lists_events=True)
    for person in (cast.caio(), cast.bruno(), cast.ana()):
        found += look(who(viewer, person), "/")
    found += look(viewer, f"/organizadores/{cast.ana().code}/", f"/jogadores/{cast.ana().code}/")
    assert found == [], "\n".join(found)
