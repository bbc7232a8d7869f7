"""The record as a file, and the names that stand beside it."""

from collections.abc import Iterator
from typing import Any

from accounts.models import Persona
from core.record import export_lines
from tournaments.models import Tournament


def record_lines(tournament: Tournament) -> Iterator[str]:
    """`<slug>.record.jsonl`, line by line."""
    return export_lines(tournament.ledger)


def people(tournament: Tournament) -> dict[str, Any]:
    """`<slug>.people.json`: names behind the ids, and the record's head."""
    ledger = tournament.ledger
    names = Persona.objects.filter(ledger=ledger).order_by("code").values_list("code", "player__name")
    return {
        "tournament": tournament.slug,
        "head": {"seq": ledger.head_seq, "sha256": ledger.head_hash},
        "people": dict(names),
    }
