"""The day at the tables: seven matches, each ended in another way."""

import re

from playwright.sync_api import expect

from tests.journeys import following, judging
from tests.journeys.day import Day
from tests.journeys.people import Person

MAX_TAPS = 4
MATCH = re.compile(r"/partidas/([^/]+)/$")
SAME = {"intact": 2, "razed": 1, "commanders": 2, "armies": 1}


def play(day: Day) -> None:
    """Seven matches at three tables; each winner sits in the next match at once."""
    endings = [by_win, by_time, by_walkover, by_concession, by_cards, by_disqualification, by_ruling]
    bruno = day.person("bruno")
    three_tables_for_four_matches(day)
    for end in endings:
        code = judging.called(bruno, day.slug)
        end(day, code)
        winner_goes_on(day, code)
        bruno.shoot(f"20-{end.__name__}")


def three_tables_for_four_matches(day: Day) -> None:
    """The worker has called three; the fourth waits for a table; players and visitors see it."""
    visitor = day.person("visitor")
    for table in ("1", "2", "3"):
        following.comes(visitor, ".match-card h3", re.compile(rf"\b{table}\s*$"))
    expect(visitor.page.locator("[aria-labelledby=on-now] .match-card")).to_have_count(3)
    expect(visitor.page.locator("[aria-labelledby=on-next] .match-card")).to_have_count(1)
    visitor.shoot("13-visitor-overview-dark")
    day.person("carla").go(day.at("painel/")).shoot("13-now")
    caio = day.person("caio").go(day.at())
    caio.sees(".mine .seat.is-me")
    for draws in caio.page.locator(".mine .seat:not(.is-me) .seat-draw").all_inner_texts():
        assert re.findall(r"\d", draws) == ["2"]  # Caio brought a pineapple
    caio.shoot("13-caio")


def winner_goes_on(day: Day, code: str) -> None:
    """Whoever won is seated in the next match; a page that a visitor opens says so at once."""
    judging.open_match(day.person("bruno"), day.slug, code)
    page = day.person("bruno").page
    links = page.locator(".recorded a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    onward = next((found[1] for link in links if (found := MATCH.search(link))), None)
    name = page.locator(".recorded .places li").first.locator("bdi").first.inner_text()
    if onward is not None:
        visitor = day.person("visitor").go(day.at("chave/"))
        expect(visitor.page.locator(f"#m-{onward}")).to_contain_text(name)


def by_win(day: Day, code: str) -> None:
    """Four taps at most; two more judges had the page open."""
    bruno, carla, ana = day.person("bruno"), day.person("carla"), day.person("ana")
    judging.start(bruno, day.slug, code)
    for other, side in ((carla, 2), (ana, 1)):
        judging.open_match(other, day.slug, code)
        judging.winner(other, side).click()
        judging.headline(other, "good")
    bruno.go(day.at("painel/"))
    bruno.shoot("14-now-on-a-phone")
    bruno.taps = 0
    bruno.follow(f"#sheet-{code}")
    expect(judging.winner(bruno, 1)).to_be_in_viewport(ratio=1)
    expect(bruno.page.locator(judging.RECORD)).to_be_in_viewport(ratio=1)
    bruno.tap(judging.winner(bruno, 1))
    judging.headline(bruno, "good")
    bruno.shoot("14-sheet-plain-win", full=False)
    judging.record(bruno)
    assert bruno.taps <= MAX_TAPS
    same_result_is_known(ana)
    another_result_is_refused(carla)


def same_result_is_known(ana: Person) -> None:
    """The same content by another judge is no error: it says who was faster."""
    judging.record(ana)
    ana.sees(".notice", "Bruno Juiz")
    ana.shoot("15-already-recorded")


def another_result_is_refused(carla: Person) -> None:
    """Another content is refused with both versions side by side; nothing is overwritten."""
    carla.swap(judging.RECORD, 409, judging.SHEET)
    expect(carla.page.locator(".versions article")).to_have_count(2)
    carla.sees(".versions article", "Bruno Juiz")
    carla.shoot("15-two-versions")


def by_time(day: Day, code: str) -> None:
    """The worker calls time, the phone says so; all are equal and cut, the lower two once more."""
    bruno = day.person("bruno")
    judging.start(bruno, day.slug, code)
    bruno.sees("#match-head time.clock")
    bruno.shoot("16-playing")
    day.place.time_is_up(code)
    bruno.sees("#match-head .clock.is-late")
    judging.ending(bruno, "time")
    lines = bruno.page.locator(".sheet-line").count()
    judging.count(bruno, 0, **SAME)
    for line in range(1, lines):
        judging.more(bruno, line)
        bruno.fill(**{f"lines.{line}.{key}": number for key, number in SAME.items()})
    judging.headline(bruno, "warning")
    assert judging.refused(bruno)
    bruno.shoot("17-tie")
    cut(bruno, 0, ["A", "A", "K"][:lines])
    cut(bruno, 1, ["3", "2"])
    judging.headline(bruno, "good")
    bruno.shoot("17-cut")
    judging.record(bruno)


def cut(judge: Person, number: int, cards: list[str]) -> None:
    """Name the card of each side in this cut; the server asks for the next one where it is needed."""
    asked = judge.page.locator(f"select[name^='cut.{number}.']")
    expect(asked).to_have_count(len(cards))
    for place, card in enumerate(cards):
        expect(judge.page.locator("#sheet-check.htmx-request")).to_have_count(0)  # its answer swaps the cards
        with judge.page.expect_response(lambda answer: "/conferir/" in answer.url) as got:
            asked.nth(place).select_option(card)
        got.value.finished()


def by_walkover(day: Day, code: str) -> None:
    """Only one came; the match never began."""
    bruno = day.person("bruno")
    judging.open_match(bruno, day.slug, code)
    bruno.tap("details:has(form[data-sheet]) > summary")
    day.without_place += bruno.page.locator(".sheet-line").count() - 1
    judging.ending(bruno, "walkover")
    bruno.tap(judging.winner(bruno, 1))
    judging.headline(bruno, "good")
    judging.record(bruno)


def by_concession(day: Day, code: str) -> None:
    """The others give up."""
    others_leave(day, code, "concession", "conceded")


def by_cards(day: Day, code: str) -> None:
    """A sheet that breaks rules is refused with them and keeps what was typed; mended, it stands."""
    bruno = day.person("bruno")
    judging.start(bruno, day.slug, code)
    judging.more(bruno, 0)
    bruno.fill(**{"lines.0.intact": 6, "lines.0.razed": 3, "lines.0.armies": 3, "lines.0.commanders": 1})
    bruno.tap(judging.winner(bruno, 1))
    before = judging.typed(bruno)
    said = " ".join(judging.refused(bruno))
    bruno.shoot("18-sheet-refused")
    assert re.search(r"\d\.\d", said), f"no rule is named: {said}"
    assert judging.typed(bruno) == before
    assert before["lines.0.razed"] == "3"
    judging.count(bruno, 0, intact=3, commanders=4)
    judging.ending(bruno, "decked_out")
    mark_others(bruno, "decked_out")
    judging.headline(bruno, "good")
    judging.record(bruno)


def by_disqualification(day: Day, code: str) -> None:
    """The others are sent away, from the whole tournament."""
    others_leave(day, code, "disqualification", "disqualified")
    day.without_place += day.person("bruno").page.locator(".places li").count() - 1


def by_ruling(day: Day, code: str) -> None:
    """Judges are not offered it; the coordinator decides the final, with a reason."""
    bruno, carla = day.person("bruno"), day.person("carla")
    judging.start(bruno, day.slug, code)
    assert bruno.page.locator("#ended-ruling").count() == 0
    judging.open_match(carla, day.slug, code)
    carla.page.locator("label.tile:has(#ended-ruling)").click()
    judging.winner(carla).click()
    judging.count(carla, 0, intact=3, commanders=2)
    assert judging.refused(carla)
    carla.page.locator("form[data-sheet] [name=reason]").fill("A chuva acabou com a partida.")
    judging.record(carla)
    carla.shoot("19-ruling")


def others_leave(day: Day, code: str, ended_by: str, out: str) -> None:
    """The first side stays; everybody else left in this way."""
    bruno = day.person("bruno")
    judging.start(bruno, day.slug, code)
    judging.ending(bruno, ended_by)
    bruno.tap(judging.winner(bruno, 1))
    judging.count(bruno, 0, intact=2, commanders=1)
    mark_others(bruno, out)
    judging.headline(bruno, "good")
    if out == "disqualified":
        bruno.page.locator("form[data-sheet] [name=reason]").fill("Cartas na manga.")
        assert judging.refused(bruno)  # it asks for a second tap
        bruno.page.locator("form[data-sheet] [name=disqualify]").check()
    judging.record(bruno)


def mark_others(judge: Person, out: str) -> None:
    """Note on the lines of all but the first how they left, one after the other."""
    for line in range(1, judge.page.locator(".sheet-line").count()):
        judging.left(judge, line, out, line if out in ("conceded", "decked_out") else None)
