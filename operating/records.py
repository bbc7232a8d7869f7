"""Check every record of a database with the record checker."""

from collections.abc import Iterator
from dataclasses import dataclass

from checker import Head, Unreadable, check_bytes
from records.export import record_lines
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """A tournament's record, its head, and `faults`: what is wrong, a line each; () if it is sound."""

    slug: str
    head: Head
    faults: tuple[str, ...]


def check_all() -> Iterator[RecordCheck]:
    """Check every tournament's record, one after the other, and yield the results."""
    tournaments = Tournament.objects.select_related("ledger").order_by("pk")
    for tournament in tournaments.iterator(chunk_size=100):
        yield check_record(tournament)


def check_record(tournament: Tournament) -> RecordCheck:
    """Return the result of checking one record, which must end at the ledger's head; raise nothing."""
    head = Head(tournament.ledger.head_seq, tournament.ledger.head_hash)
    content = "".join(record_lines(tournament)).encode()
    try:
        faults = tuple(str(found) for found in check_bytes(content, head))
    except Unreadable as error:
        faults = (f"unreadable: {error}",)
    return RecordCheck(tournament.slug, head, faults)
