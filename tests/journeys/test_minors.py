"""A minor in public, as browsers show it: the whole name in no title and on no page (F85)."""

import pytest

from accounts.minors import mark_minor
from accounts.models import Player
from accounts.services import rename
from tests import cast
from tests.journeys.people import Meet
from tests.journeys.test_looks import at
from tests.servers.site import Site

NAME, SHORT, GONE = "Zulmira dos Santos Prado", "Zulmira P.", ("Santos", "Prado")


@pytest.mark.fault("F85")
def test_a_reader_finds_the_short_name_everywhere_and_the_whole_one_nowhere(
    live_site: Site, meet: Meet
) -> None:
    tournament = cast.finished(8, ranked=True)
    minor = rename(Player.objects.get(name="Jogador 2"), name=NAME)
    reader = meet(live_site)
    season = "/temporadas/chama/2026/"
    pages = at(tournament, "", "inscricoes/", "chave/", "chave/?fase=texto", "classificacao/", "telao/")
    assert NAME in cast.browser().get(season).content.decode()
    mark_minor(minor)
    told = {page: reader.go(page).page.content() + reader.page.title() for page in (*pages, season)}
    assert [page for page, content in told.items() if any(word in content for word in GONE)] == []
    overview = pages[0]  # which names only who won
    assert [page for page, content in told.items() if SHORT not in content and page != overview] == []
    for search in (*at(tournament, "onde/?q=Prado"), "/?busca=Prado"):
        assert SHORT not in reader.go(search).page.content()
    assert reader.go(pages[1]).page.locator("a.person", has_text=SHORT).count() == 0
    reader.go(f"/jogadores/{minor.code}/", 404)
