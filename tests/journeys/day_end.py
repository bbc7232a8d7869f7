"""The day after its last match: places with reasons, the season, and the record to take home."""

import subprocess
from pathlib import Path

from playwright.sync_api import expect

from tests.journeys import following, preparing
from tests.journeys.day import Day
from tests.journeys.people import Person
from tests.servers.process import ROOT, python_command
from tests.servers.site import environment

ENTRIES = 10
POINTS = ["50", "36", "30"]


def finish(day: Day) -> None:
    """Carla closes the tournament; the hall sees it without loading anything."""
    carla, visitor = day.person("carla"), day.person("visitor")
    following.stay(visitor, day.at("telao/"))
    carla.go(day.at("painel/")).follow("#step")  # a disputed sheet comes before the end
    carla.follow("section[aria-labelledby=under-review] a.btn").fill(reason="O lado 1 venceu; vi as cartas.")
    carla.send("main form button.btn")
    carla.go(day.at("painel/")).follow("#step")
    carla.shoot("21-finish")
    carla.send(preparing.SUBMIT)
    following.comes(visitor, ".hall-places")
    visitor.shoot("22-hall-dark", full=False)


READ = """all => all.map(row =>
  ['.place', 'td.small'].map(part => row.querySelector(part).textContent.trim()))"""


def reasons_by_place(visitor: Person) -> dict[str, str]:
    """The reason of each place, which stands at the first who has it."""
    rows = visitor.page.locator("table.standing tbody tr").evaluate_all(READ)
    return dict(reversed(rows))


def places_and_season(day: Day) -> None:
    """Everybody's place with its reason, the points with the multiplier, and the season's ranking."""
    visitor = day.person("visitor").go(day.at("classificacao/"))
    rows = visitor.page.locator("table.standing tbody tr")
    visitor.shoot("23-standing-dark")
    assert rows.locator("td.num").all_inner_texts()[:3] == POINTS
    assert all(reasons_by_place(visitor).values())
    assert rows.count() == ENTRIES - day.without_place
    champion = rows.first.locator("th bdi").inner_text()
    visitor.go("/").follow("a[href='/temporadas/chama/2026/']")
    visitor.shoot("24-season-dark")
    first = visitor.page.locator("tbody tr").first
    expect(first).to_contain_text(champion)
    expect(first).to_contain_text("50")
    assert visitor.page.locator("tbody tr").count() == ENTRIES - day.without_place


def take_home(day: Day, folder: Path) -> None:
    """The record and, for staff, who is who; a command of the project finds them sound."""
    record = download(day, "visitor", "registro/", folder)
    people = download(day, "carla", "registro/pessoas/", folder)
    assert "Caio" not in record.read_text()
    assert "Caio" in people.read_text()
    day.person("visitor").go(day.at())
    command = python_command("manage.py", "check_record", str(record), "--people", str(people))
    checked = subprocess.run(
        command, cwd=ROOT, env=environment(folder), capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout.startswith("sound: ")


def download(day: Day, who: str, path: str, folder: Path) -> Path:
    """Press the link to a file, and keep it."""
    person = day.person(who).go(day.at("encerrar/" if who == "carla" else "registro/conferir/"))
    link = person.page.locator(f"main a[href='{day.at(path)}']").first
    with person.page.expect_download() as got:
        link.click()
    kept = folder / got.value.suggested_filename
    got.value.save_as(kept)
    return kept
