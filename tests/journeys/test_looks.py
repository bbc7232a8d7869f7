"""Every page that people meet: 0 axe violations, light and dark, on a laptop and at 320 pixels."""

from collections.abc import Iterator

import pytest
from django.conf import settings

from accounts.models import Player
from matches.models import Match, MatchState
from tests import cast
from tests.fixtures.browser import LAPTOP, PHONE
from tests.journeys import judging
from tests.journeys.people import Meet, Person
from tests.looks import WAYS, violations
from tests.servers.site import Site
from tournaments.models import Tournament

MIN_TARGET = 44
TARGETS = "form.sheet :is(button, select, .tile, input:not([type=hidden]):not([type=radio]))"


def who(person: Person, player: Player) -> Person:
    """This browser is signed in as somebody of the cast."""
    client = cast.browser(player)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    person.page.context.clear_cookies()
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": person.site.base}
    person.page.context.add_cookies([cookie])  # type: ignore[list-item]
    return person


def faults(person: Person) -> Iterator[str]:
    """What axe finds, in both schemes and at both widths; no page scrolls sideways."""
    for scheme, size in WAYS:
        found = violations(person.page, scheme, size)
        person.fits()
        for violation in found:
            places = [node["target"] for node in violation["nodes"][:3]]
            yield f"{person.path} ({scheme}): {violation['id']}: {violation['help']} {places}"
    person.page.set_viewport_size(LAPTOP)


def look(person: Person, *paths: str, status: int = 200) -> list[str]:
    """Open these pages and collect what is wrong with how they look."""
    return [fault for path in paths for fault in faults(person.go(path, status))]


def at(tournament: Tournament, *paths: str) -> list[str]:
    """Addresses under a tournament."""
    return [f"/torneios/{tournament.slug}/{path}" for path in paths]


def tabs(person: Person, tournament: Tournament) -> list[str]:
    """Every page that this person is offered: in the head, under the thumb, and to organize."""
    person.go(f"/torneios/{tournament.slug}/")
    found = _ways(person, ".tabs a, .thumb-bar a")
    if organizing := [path for path in found if path.endswith("/organizar/")]:
        found += _ways(person.go(organizing[0]), ".way a, .way-doors a")
    return list(dict.fromkeys(path for path in found if not path.endswith("/telao/")))


def _ways(person: Person, links: str) -> list[str]:
    """Where these links lead."""
    found: list[str] = person.page.locator(links).evaluate_all("all => all.map(a => a.pathname)")
    return found


@pytest.fixture
def viewer(live_site: Site, meet: Meet) -> Person:
    """A browser at the site of the test's database."""
    return meet(live_site)


def test_pages_of_the_site(viewer: Person) -> None:
    found: list[str] = []
    cast.finished(8, ranked=True)
    found += look(
        viewer,
        "/",
        "/conta/entrar/",
        "/conta/criar/",
        "/temporadas/chama/2026/",
        "/estilo/",
        "/sem-rede/",
        "/registros/",
    )
    found += look(viewer, "/nada/", status=404)
    who(viewer, cast.caio())
    found += look(viewer, "/", "/conta/", "/conta/senha/", "/torneios/novo/")
    viewer.send("main form button.btn-primary", 422)
    found += faults(viewer)
    assert found == [], "\n".join(found)


def test_pages_of_the_guide(viewer: Person) -> None:
    found = look(
        viewer, "/regras/", *(f"/regras/chama/{path}" for path in ("", "?tudo=1", "batalha/", "formacao/"))
    )
    found += look(viewer, "/regras/castelo/visao-geral/", "/regras/chama/?busca=reino")
    viewer.go("/regras/chama/batalha/").follow("a[rel=next]")
    assert viewer.path == "/regras/chama/vitoria/"
    viewer.fill(busca="armisticio").follow("search button, [role=search] button")
    viewer.follow("main li.card a >> nth=0")
    assert "#" in viewer.path
    assert found == [], "\n".join(found)


def test_pages_before_the_draw(viewer: Person) -> None:
    found: list[str] = []
    tournament = cast.checked_in(9, variants=("calouro-do-chacrinha",), ranked=True)
    found += look(viewer, *at(tournament, "", "inscricoes/"))
    who(viewer, cast.duda())
    found += look(viewer, *at(tournament, "inscrever-se/"))
    found += look(viewer, *at(tournament, "painel/"), status=403)
    who(viewer, cast.ana())
    found += look(viewer, *tabs(viewer, tournament), *at(tournament, "inscricoes/importar/"))
    viewer.fill(text="nome;semente\nJogador 2;\nNova;x").send("main form button.btn-primary", 422)
    found += faults(viewer)
    viewer.go(at(tournament, "presenca/porta/")[0]).send("main form button.btn-primary")
    found += faults(viewer)
    found += look(viewer, *at(tournament, f"cheguei/{cast.fresh(tournament).door_code}/"))
    viewer.go(at(tournament, "sorteio/")[0]).send("main form button.btn-primary", 200)
    found += faults(viewer)
    assert found == [], "\n".join(found)


def test_pages_of_the_running_day(viewer: Person) -> None:
    found: list[str] = []
    tournament = cast.running(9, time_limit=40, variants=("calouro-do-chacrinha",))
    public = ["", "chave/", "chave/?fase=1", "chave/?fase=texto", "classificacao/", "telao/", "sorteio/"]
    match = Match.objects.filter(ledger=tournament.ledger, state=MatchState.PLAYING).order_by("number")[0]
    found += look(viewer, *at(tournament, *public, f"partidas/{match.code}/"))
    who(viewer, cast.caio())
    found += look(viewer, *at(tournament, ""))
    who(viewer, cast.ana())
    of_match = [f"papel/{match.code}/", f"partidas/{match.code}/faltas/"]
    staff = ["mesas/", "encerrar/", "papel/", *of_match, "penalidades/", "registro/conferir/"]
    found += look(viewer, *tabs(viewer, tournament), *at(tournament, *staff))
    assert found == [], "\n".join(found)


def test_pages_of_a_match(viewer: Person) -> None:
    found: list[str] = []
    tournament = cast.running(9, time_limit=40)
    match = Match.objects.filter(ledger=tournament.ledger, state=MatchState.PLAYING).order_by("number")[0]
    page = at(tournament, f"partidas/{match.code}/")
    who(viewer, cast.bruno())
    found += look(viewer, *page)
    judging.winner(viewer).click()
    judging.headline(viewer, "good")
    found += faults(viewer)
    viewer.fill(**{"lines.0.intact": 5})
    judging.refused(viewer)
    found += faults(viewer)
    cast.played(match)
    viewer.fill(**{"lines.0.intact": 6}).swap(judging.RECORD, 409, judging.SHEET)
    found += faults(viewer)
    found += look(viewer, *page)
    assert found == [], "\n".join(found)


def test_pages_of_a_finished_tournament(viewer: Person) -> None:
    found: list[str] = []
    tournament = cast.finished(9, ranked=True)
    found += look(viewer, *tabs(viewer, tournament), *at(tournament, "telao/"))
    who(viewer, cast.ana())
    found += look(viewer, *tabs(viewer, tournament), *at(tournament, "encerrar/"))
    assert found == [], "\n".join(found)


@pytest.mark.fault("F89")
def test_targets_of_the_sheet_are_large_enough(viewer: Person) -> None:
    tournament = cast.running(8, kind="conquistadores")
    match = Match.objects.filter(ledger=tournament.ledger, state=MatchState.PLAYING).order_by("number")[0]
    who(viewer, cast.bruno()).page.set_viewport_size(PHONE)
    viewer.go(at(tournament, f"partidas/{match.code}/")[0])
    sizes = viewer.page.locator(TARGETS).evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => [one.outerHTML.slice(0, 80),"
        " Math.min(one.getBoundingClientRect().height, one.getBoundingClientRect().width)])"
    )
    assert len(sizes) > 10
    assert [target for target, size in sizes if size < MIN_TARGET] == []
