"""The image as a part of the endorsement: it is built, its containers run, a day is played in them."""

from pathlib import Path

from tools.endorsement.chaos.field import insistent, playing
from tools.endorsement.image.build import build
from tools.endorsement.image.commands import INSTALL, missing
from tools.endorsement.image.product import ContainerProduct, run_product
from tools.endorsement.play.arena import opened
from tools.endorsement.play.insisting import Weather
from tools.endorsement.section import Section
from tools.endorsement.whole_day.judges import Hall
from tools.endorsement.whole_day.pace import LIMIT, Pace
from tools.endorsement.whole_day.section import called_once

MOST_OVER_BASE = 200  # megabytes
PACE = Pace(32, tables=8, judges=3, shortest=1, longest=4, walk=1, alone=False)


def image(section: Section, seed: int, folder: Path) -> None:
    """Build it and play; a machine without the tools says which it lacks."""
    if lacking := missing():
        section.counts.append(f"NOT TRIED, missing: {', '.join(lacking)} ({INSTALL})")
        return
    folder.mkdir(parents=True, exist_ok=True)
    built = build(folder)
    section.counts.append(f"built: {built.over_base} MB over its base of {round(built.base_size / 1e6)} MB")
    if built.over_base > MOST_OVER_BASE:
        section.faults.append(f"more than {MOST_OVER_BASE} MB over its base")
    with run_product(built, folder) as product:
        _play(section, product, seed, folder)


def _play(section: Section, product: ContainerProduct, seed: int, folder: Path) -> None:
    weather = Weather()
    people = insistent(product.base, PACE.judges, f"i{seed}x", weather)
    arena = opened(
        people, "Dia em Contêineres", entries=PACE.entries, tables=PACE.tables, seed=seed, time_limit=LIMIT
    )
    hall = Hall(arena, people.judges, seed, states=("called",), pace=PACE)
    with playing(hall):
        is_over = hall.wait()
    if is_over:
        arena.boss.post(arena.url("finish/"), None, "finish-image")
    record, head = arena.record(), arena.head()
    section.faults += [*weather.faults, *hall.faults, *hall.compared(record, hall.acknowledged)]
    section.faults += [*called_once(record), *(f"{name} ended" for name in product.ended())]
    section.counts.append(f"{len(hall.acknowledged)} results in containers; each match called once")
    section.judge(record, head, folder / "image.record.jsonl")
