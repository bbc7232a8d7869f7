"""Export a record, and the names behind its ids."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import Persona
from core.models import RecordLine
from core.record.act import export_lines
from matches.models import WaitingMember
from tournaments.models import Tournament


def record_lines(tournament: Tournament) -> Iterator[str]:
    """Yield the lines of `<slug>.record.jsonl`, each with its LF."""
    return export_lines(tournament.ledger)


def people_file(tournament: Tournament) -> dict[str, Any]:
    """Return the content of `<slug>.people.json`, which names the people behind the record's ids.

    `people`: names by id; `texts`: words of rulings by id, if there are any; `head`: of the record.
    """
    ledger = tournament.ledger
    names = Persona.objects.filter(ledger=ledger).order_by("code").values_list("code", "player__name")
    names = names.exclude(pk__in=_unrecorded_waiting(tournament))
    return {
        "tournament": tournament.slug,
        "head": {"seq": ledger.head_seq, "sha256": ledger.head_hash},
        "people": dict(names),
        **({"texts": texts} if (texts := _ruling_words(tournament)) else {}),
    }


def _ruling_words(tournament: Tournament) -> dict[str, str]:
    """Return the words of rulings by their ids in the record."""
    return dict(tournament.rulings.order_by("seq").values_list("code", "words"))


def _unrecorded_waiting(tournament: Tournament) -> list[int]:
    """Return the primary keys of personas who are only on the waiting list and in no line of the record."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id)
    waits = WaitingMember.objects.filter(persona__ledger=tournament.ledger_id, persona__memberships=None)
    found = waits.values_list("persona", "persona__code").distinct()
    return [key for key, code in found if not lines.filter(text__contains=code).exists()]


@dataclass(frozen=True, slots=True)
class LatestLine:
    """A line's number, its kind, and when it was written."""

    seq: int
    type: str
    at: datetime


def latest_lines(tournament: Tournament, most: int) -> list[LatestLine]:
    """Return at most `most` last lines of a record, newest first."""
    found = RecordLine.objects.filter(ledger=tournament.ledger_id).order_by("-seq")
    return [LatestLine(*row) for row in found.values_list("seq", "type", "at")[:most]]
