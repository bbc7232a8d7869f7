"""The history as a part of the endorsement: contested on servers and on a laptop."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tools.endorsement.history.calls import LOOK, Call
from tools.endorsement.history.check import check
from tools.endorsement.history.contest import Volume, contest
from tools.endorsement.history.fakes import FAKES, survivors
from tools.endorsement.section import Section


def run_contest(section: Section, base: str, volume: Volume, seed: int, folder: Path, where: str) -> None:
    """Run a contest, check history and record, and measure the checker of histories by fakes.

    Adds counts and faults to the section.
    """
    found = contest(base, volume, seed, folder, where)
    anomalies = check(found.calls, found.record)
    section.counts.append(
        f"{where}: {volume.matches} matches contested by {volume.clients} clients, "
        f"{len(found.calls)} operations ({_count_kinds(found.calls)}), {len(anomalies)} anomalies"
    )
    section.faults += [f"{where}: {anomaly} ({found.file})" for anomaly in anomalies]
    missed = survivors(found.calls, found.record, seed)
    section.counts.append(f"{where}: {len(FAKES) - len(missed)} of {len(FAKES)} fakes of this history found")
    section.faults += [f"{where}: the checker of histories does not find {fake}" for fake in missed]
    section.judge(found.record, found.head, folder / f"{where}.record.jsonl")


def _count_kinds(calls: Iterable[Call]) -> str:
    """Return how many calls of each kind there are, in words, the most frequent first."""
    kinds = Counter(_kind_of(call) for call in calls)
    return ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())


def _kind_of(call: Call) -> str:
    """Return in words what a call was and what became of it."""
    if call.what == LOOK:
        return "looks put off" if call.put_off else "nothing new" if call.status == 304 else "looks"
    if call.replayed:
        return "replayed"
    if call.accepted:
        return f"{call.what}s accepted"
    return "known already" if call.repeated else f"{call.what}s refused"
