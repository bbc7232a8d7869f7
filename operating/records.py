"""Every record of a database through the checker: is all of it sound?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from records.checker.checker import check_record
from records.checker.format.chain import Head
from records.checker.format.reading import Unreadable
from records.export import record_lines
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Checked:
    """A record and what is wrong with it, a line each; nothing where it is sound."""

    slug: str
    head: Head
    faults: tuple[str, ...]


def check_all() -> Iterator[Checked]:
    """Every tournament's record, one after the other."""
    tournaments = Tournament.objects.select_related("ledger").order_by("pk")
    with TemporaryDirectory(prefix="chama-records-") as folder:
        for tournament in tournaments.iterator(chunk_size=100):
            yield check(tournament, Path(folder) / "record.jsonl")


def check(tournament: Tournament, path: Path) -> Checked:
    """One record, by way of this file."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(record_lines(tournament))
    head = Head(tournament.ledger.head_seq, tournament.ledger.head_hash)
    return Checked(tournament.slug, head, tuple(_faults(path, head)))


def _faults(path: Path, head: Head) -> Iterable[str]:
    try:
        return [str(found) for found in check_record(path, head=head)]
    except Unreadable as error:
        return [f"unreadable: {error}"]
