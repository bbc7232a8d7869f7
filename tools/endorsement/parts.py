"""The parts of a run, and on what each of them stands."""

import shutil
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.servers.tables import tables_once
from tools.endorsement.chaos.broker import broker_down
from tools.endorsement.chaos.section import chaos, writers
from tools.endorsement.fuzz.section import any_call
from tools.endorsement.generate import plans
from tools.endorsement.generate.plans import Plan
from tools.endorsement.history.section import run_contest
from tools.endorsement.image import image
from tools.endorsement.mutate.measure import measure
from tools.endorsement.play import bulk, days
from tools.endorsement.play.bulk import PlayedTournament
from tools.endorsement.play.console import Console, console, environment, running
from tools.endorsement.play.full import Full, full_mode
from tools.endorsement.replay.section import replay
from tools.endorsement.report import EndorsementReport
from tools.endorsement.section import part
from tools.endorsement.sizes import Size
from tools.endorsement.whole_day.section import whole_day

PARTS = ("tournaments", "history", "replay", "fuzz", "chaos", "broker", "writers", "day", "image")
ON_LAPTOP, ON_SERVERS = ("history", "fuzz", "writers"), ("history", "replay", "fuzz", "broker", "chaos")
DAY_WORKERS = 2
CONSOLES = 2
MUTABLE = 200_000  # bytes; eighty mutants of one record of 4,000 entries would take a quarter of an hour


def tournaments(report: EndorsementReport, size: Size, folder: Path) -> None:
    """Play tournaments, check every record, and measure the checker by mutants of some of them."""
    records = [*play_in_bulk(report, size, folder), *play_over_http(report, size, folder)]
    small = [file for file in records if file.stat().st_size <= MUTABLE]
    sample = small[:: max(1, len(small) // size.mutated)]
    report.measured = measure((file.name, file.read_bytes()) for file in sample)
    report.notes.append(f"mutants were made of {len(sample)} records of up to {MUTABLE // 1000} kB")


def on_laptop(report: EndorsementReport, size: Size, parts: Collection[str], folder: Path) -> None:
    """Run those of `ON_LAPTOP` that are in `parts` on SQLite, in one process; add a section for each."""
    if not set(ON_LAPTOP) & set(parts):
        return
    environ = _laptop(folder, "laptop")
    with running(environ, folder / "laptop") as base:
        if "history" in parts:
            with part(report.sections, "Contested reports on SQLite") as section:
                run_contest(section, base, size.on_sqlite, report.seed, folder, "SQLite")
        if "fuzz" in parts:
            with part(report.sections, "Calls by chance on SQLite") as section:
                any_call(section, base, size.fuzz, report.seed, folder, "SQLite")
        if "writers" in parts:
            with part(report.sections, "Eight writers on SQLite") as section:
                log = folder / "laptop" / "server.log"
                writers(section, base, size.writing, report.seed, folder, log)


def on_servers(report: EndorsementReport, size: Size, parts: Collection[str], folder: Path) -> None:
    """Run those of `ON_SERVERS` that are in `parts`; add a section for each.

    They run on PostgreSQL, with a broker, a worker and two web processes.
    """
    if not set(ON_SERVERS) & set(parts):
        return
    with full_mode(folder / "servers") as product, console(product.environ) as opened:
        for name in ON_SERVERS:
            if name in parts:
                _run_part(name, report, size, product, folder, opened)


def on_day(report: EndorsementReport, size: Size, parts: Collection[str], folder: Path) -> None:
    """Run a day, if it is in `parts`, on servers of its own with two workers; add its section.

    The sweeper runs as often as in the product.
    """
    if "day" not in parts:
        return
    with (
        full_mode(_make_folder(folder / "day"), workers=DAY_WORKERS, sweep=None) as product,
        part(report.sections, "A day at 60 times its speed") as section,
    ):
        whole_day(section, product, size.day, report.seed, folder)


def on_image(report: EndorsementReport, parts: Collection[str], folder: Path) -> None:
    """Build the image and play in it, if it is in `parts`; add its section."""
    if "image" in parts:
        with part(report.sections, "The image, built and played in") as section:
            image(section, report.seed, folder / "image")


def _run_part(
    name: str, report: EndorsementReport, size: Size, product: Full, folder: Path, opened: Console
) -> None:
    seed = report.seed
    titles = {
        "history": "Contested reports on PostgreSQL",
        "replay": "Every write five times",
        "fuzz": "Calls by chance on PostgreSQL",
        "broker": "The broker is away",
        "chaos": "Kills",
    }
    with part(report.sections, titles[name]) as section:
        if name == "history":
            run_contest(section, product.base, size.on_postgres, seed, folder, "PostgreSQL")
        elif name == "replay":
            replay(section, product.base, seed, folder, opened)
        elif name == "fuzz":
            any_call(section, product.base, size.fuzz, seed, folder, "PostgreSQL")
        elif name == "broker":
            broker_down(section, product, size.outage, seed, folder)
        else:
            chaos(section, product, size.force, seed, folder)


# --- tournaments ------------------------------------------------------------------------------------


def _make_plans(
    make: Callable[..., Plan], seed: int, first: int, count: int, most: int, file: Path
) -> list[Plan]:
    """Make plans of up to `most` entries from consecutive seeds, and write them to `file`."""
    found = [make(seed + number, most=most) for number in range(first, first + count)]
    file.parent.mkdir(parents=True, exist_ok=True)
    plans.write(found, file)
    return found


def play_in_bulk(report: EndorsementReport, size: Size, folder: Path) -> list[Path]:
    """Play tournaments with `manage.py simulate`, every other one with faults; return the sound records."""
    chosen = _make_plans(
        plans.any_game_plan, report.seed, 0, size.bulk, size.most, folder / "bulk.plans.jsonl"
    )
    waiting = iter(sorted(chosen, key=lambda plan: -plan.entries))  # large ones last would let one end alone

    def play_share(number: int) -> list[PlayedTournament]:
        environ = _laptop(folder, f"console{number}")
        with console(environ) as opened:
            return list(bulk.play(waiting, opened, folder / "bulk"))

    with ThreadPoolExecutor(CONSOLES) as pool:
        played = [one for games in pool.map(play_share, range(CONSOLES)) for one in games]
    return _count_and_select(report, "in bulk", played)


def play_over_http(report: EndorsementReport, size: Size, folder: Path) -> list[Path]:
    """Play tournaments over HTTP against a running product; return the sound records."""
    chosen = _make_plans(
        plans.plan, report.seed, size.bulk, size.over_http, size.most_over_http, folder / "http.plans.jsonl"
    )
    environ = _laptop(folder, "product")
    with running(environ, folder) as base:
        played = list(days.play(base, chosen, folder / "http"))
    happened = sum((one.done for one in played), Counter[str]())
    report.notes.append("over HTTP: " + ", ".join(f"{happened[what]} × {what}" for what in sorted(happened)))
    return _count_and_select(report, "over HTTP", played)


def _count_and_select(report: EndorsementReport, how: str, played: Sequence[PlayedTournament]) -> list[Path]:
    """Count the tournaments in the report, and return the records of the sound ones."""
    return [one.record for one in report.add(how, played) if one.record]


def _laptop(folder: Path, name: str) -> dict[str, str]:
    """Return the environment of a laptop of its own, with a database whose tables are made only once."""
    data, tables = _make_folder(folder / name), tables_once(folder)
    if not (data / tables.name).exists():
        shutil.copy(tables, data)
    return environment(data)


def _make_folder(folder: Path) -> Path:
    """Create the folder if it does not exist, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder
