"""The history as a part of the endorsement: contested on servers and on a laptop."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tools.endorsement.history.calls import LOOK, Call
from tools.endorsement.history.check import check
from tools.endorsement.history.contest import Volume, contest
from tools.endorsement.history.fakes import FAKES, survivors
from tools.endorsement.section import Section


def contested(section: Section, base: str, volume: Volume, seed: int, folder: Path, where: str) -> None:
    """Contest, check the history against the record, and have the record checked."""
    found = contest(base, volume, seed, folder, where)
    anomalies = check(found.calls, found.record)
    section.counts.append(
        f"{where}: {volume.matches} matches contested by {volume.clients} clients, "
        f"{len(found.calls)} operations ({_kinds(found.calls)}), {len(anomalies)} anomalies"
    )
    section.faults += [f"{where}: {anomaly} ({found.file})" for anomaly in anomalies]
    missed = survivors(found.calls, found.record, seed)
    section.counts.append(f"{where}: {len(FAKES) - len(missed)} of {len(FAKES)} fakes of this history found")
    section.faults += [f"{where}: the checker of histories does not find {fake}" for fake in missed]
    section.judge(found.record, found.head, folder / f"{where}.record.jsonl")


def _kinds(calls: Iterable[Call]) -> str:
    kinds = Counter(_kind(call) for call in calls)
    return ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())


def _kind(call: Call) -> str:
    if call.what == LOOK:
        return "looks put off" if call.put_off else "nothing new" if call.status == 304 else "looks"
    if call.replayed:
        return "replayed"
    if call.accepted:
        return f"{call.what}s accepted"
    return "known already" if call.repeated else f"{call.what}s refused"
