"""Duplas in English: five pairs, so three byes; partners never sit next to each other."""

import re

from playwright.sync_api import expect

from tests.journeys import following, judging, preparing
from tests.journeys.people import TOUCHED, Meet, Person
from tests.journeys.place import Laptop

PAIRS = ["Ana Lima;Bia Reis", "Caio Melo;Davi Sá", "Eva Luz;Fábio Dias", "Gil Prado;Hugo Nunes"]
ALTERNATE = [1, 2, 1, 2]


def test_five_pairs_play_with_byes(laptop: Laptop, meet: Meet) -> None:
    olga = meet(laptop.site, locale="en").sign_up("Olga Organizes", "/torneios/novo/")
    olga.sees("h1", "New tournament")
    slug = preparing.create(olga, kind="duplas", name="Fluminenses", variants=["xisum"], year=2026, tables=2)
    olga.sees("h1", "Chama: Duplas Fluminenses (Xisum) 2026")
    preparing.announce(olga, slug)
    nick_enters_with_a_partner(meet(laptop.site, locale="en", **TOUCHED), slug)
    preparing.paste(olga, slug, ["name;partner", *PAIRS])
    preparing.confirm(olga)
    preparing.all_arrive(olga, slug)
    visitor = following.stay(meet(laptop.site, locale="en"), f"/torneios/{slug}/")
    draw_with_byes(olga, slug)
    following.comes(visitor, "#on-now", "At the tables now")
    winners = play(olga, meet(laptop.site, locale="en", **TOUCHED), slug)
    finish(olga, slug, winners[-1])
    following.comes(visitor, ".moment-over", "The champions")
    visitor.shoot("32-pairs-podium")


def nick_enters_with_a_partner(nick: Person, slug: str) -> None:
    """A pair enters itself; without the partner's name it is refused."""
    nick.sign_up("Nick Name", f"/torneios/{slug}/inscrever-se/")
    nick.page.locator("[name=partner_name]").evaluate("it => it.required = false")
    nick.send(preparing.SUBMIT, 422)
    nick.fill(partner_name="Pat Partner").send(preparing.SUBMIT)
    nick.sees(".lead", "Nick Name & Pat Partner")


def draw_with_byes(olga: Person, slug: str) -> None:
    """One shape for five pairs; three of them go through without a game."""
    olga.go(f"/torneios/{slug}/sorteio/")
    olga.sees(".shape-choice", re.compile("3 byes"))
    preparing.draw(olga, slug)
    olga.go(f"/torneios/{slug}/chave/")
    olga.shoot("30-pairs-bracket")
    assert olga.page.locator(".bracket-match.is-done", has_text="bye").count() == 3


def play(olga: Person, judge: Person, slug: str) -> list[str]:
    """Four matches; in each the members of a pair sit opposite each other."""
    judge.sign_up("Jo Judges")
    preparing.help_out(olga, slug, "jo", "judge")
    winners = []
    for number in range(4):
        code = judging.called(judge, slug)
        judging.start(judge, slug, code)
        seats = seats_on_the_sheet(judge)
        assert [side for _, side in sorted(seats)] == ALTERNATE
        assert [side for _, side in seats] == sorted(ALTERNATE)
        judge.tap(judging.winner(judge, 2))
        assert "wins" in judging.headline(judge, "good")
        judge.shoot(f"31-pairs-sheet-{number}")
        judging.record(judge)
        winners.append(judge.page.locator(".places li").first.locator("bdi").first.inner_text())
    return winners


def seats_on_the_sheet(judge: Person) -> list[tuple[int, int]]:
    """Each seat and whose side it is of, as the sheet shows them: partners together."""
    chips = judge.page.locator("[data-sheet] .sheet-line .chips")
    found = chips.evaluate_all("all => all.map(one => [one.querySelector('[name]').name, one.dataset.side])")
    return [(int(name.split(".")[1]), int(side)) for name, side in found]


def finish(olga: Person, slug: str, champion: str) -> None:
    """Both members stand on the first place; an unranked tournament gives no points."""
    olga.go(f"/torneios/{slug}/encerrar/").send(preparing.SUBMIT)
    olga.go(f"/torneios/{slug}/classificacao/")
    first = olga.page.locator("table.standing tbody tr").first
    expect(first.locator("th bdi")).to_have_count(2)
    expect(first).to_contain_text(champion)
    assert olga.page.locator("table.standing td.num").count() == 0
