"""Check every record of a database with the record checker."""

from collections.abc import Iterator
from dataclasses import dataclass

from checker import Head, Unreadable, check_bytes
from records.export import record_lines
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """A record and what is wrong with it, a line each; empty if it is sound."""

    slug: str
    head: Head
    faults: tuple[str, ...]


def check_all() -> Iterator[RecordCheck]:
    """Check every tournament's record, one after the other."""
    tournaments = Tournament.objects.select_related("ledger").order_by("pk")
    for tournament in tournaments.iterator(chunk_size=100):
        yield check(tournament)


def check(tournament: Tournament) -> RecordCheck:
    """Check one record, which must end at the ledger's head."""
    head = Head(tournament.ledger.head_seq, tournament.ledger.head_hash)
    content = "".join(record_lines(tournament)).encode()
    try:
        faults = tuple(str(found) for found in check_bytes(content, head))
    except Unreadable as error:
        faults = (f"unreadable: {error}",)
    return RecordCheck(tournament.slug, head, faults)
