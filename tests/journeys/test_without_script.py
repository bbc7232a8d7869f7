"""The essential path with JavaScript off: links and forms alone."""

from tests.journeys import judging, preparing
from tests.journeys.people import TOUCHED, Meet, Person
from tests.journeys.place import Laptop
from tests.servers.process import wait_until

NAMES = ["Ana Lima", "Bia Reis", "Caio Melo", "Davi Sá", "Eva Luz"]


def test_a_tournament_without_javascript(laptop: Laptop, meet: Meet) -> None:
    plain = {"java_script_enabled": False}
    ana = meet(laptop.site, **plain).sign_up("Ana Organiza", "/torneios/novo/")
    slug = preparing.create(ana, name="Sem Script", year=2026, sizes="2-3", tables=1)
    preparing.help_out(ana, slug, "ana", "coordinator")
    preparing.announce(ana, slug)
    a_player_enters(meet(laptop.site, **plain, **TOUCHED), slug)
    enter_a_list(ana, slug)
    preparing.all_arrive(ana, slug)
    preparing.draw(ana, slug)
    bruno = meet(laptop.site, **plain, **TOUCHED).sign_up("Bruno Juiz")
    preparing.help_out(ana, slug, "bruno", "judge")
    visitor = meet(laptop.site, **plain)
    play_all(bruno, visitor, slug)
    ana.go(f"/torneios/{slug}/encerrar/").send(preparing.SUBMIT)
    visitor.go(f"/torneios/{slug}/classificacao/")
    assert visitor.page.locator("table.standing tbody tr").count() == len(NAMES) + 1
    visitor.go(f"/torneios/{slug}/telao/").sees(".hall-places")
    visitor.shoot("40-hall-without-script", full=False)


def a_player_enters(player: Person, slug: str) -> None:
    """On a phone, and checked in later with all the others."""
    player.sign_up("Fábio Joga", f"/torneios/{slug}/inscrever-se/").send(preparing.SUBMIT)
    player.sees(".badge-wait")


def enter_a_list(ana: Person, slug: str) -> None:
    """A faulty list is shown with its fault and kept; mended, it is entered."""
    preparing.paste(ana, slug, ["nome;semente", *(f"{name};x" for name in NAMES)], 422)
    assert ana.page.locator("tr.is-wrong").count() == len(NAMES)
    preparing.look_again(ana, NAMES)
    preparing.confirm(ana)
    assert len(preparing.entered(ana, slug)) == len(NAMES) + 1


def play_all(bruno: Person, visitor: Person, slug: str) -> None:
    """Pages are loaded again until the worker has called the next match; its sheet is checked first."""
    bruno.go(f"/torneios/{slug}/painel/")
    while not finished(bruno, slug):
        code = called(bruno, slug)
        judging.start(bruno, slug, code)
        bruno.tap(judging.winner(bruno, 1))
        bruno.send("[formaction$='/conferir/']", 200)
        bruno.sees("#sheet-headline.is-danger")
        bruno.shoot("41-sheet-without-script")
        assert judging.typed(bruno)["winner"] == "1"
        bruno.fill(**{"lines.0.intact": 6}).send(judging.RECORD)
        bruno.sees(".recorded")
        winner = bruno.page.locator(".places li").first.locator("bdi").first.inner_text()
        visitor.go(f"/torneios/{slug}/chave/?fase=texto").sees(".outline", winner)


def called(bruno: Person, slug: str) -> str:
    """Load the day's page until a match is called; its code."""
    link = bruno.page.locator("[aria-labelledby=called-title] [id^=match-]")

    def is_there() -> int:
        bruno.go(f"/torneios/{slug}/painel/")
        return link.count()

    wait_until(is_there)
    return str(link.first.get_attribute("id")).removeprefix("match-")


def finished(bruno: Person, slug: str) -> bool:
    """Whether the day's page offers nothing but the end."""
    bruno.go(f"/torneios/{slug}/painel/")
    ended, total = bruno.page.locator(".tally b").first.inner_text().split("/")
    return ended == total
