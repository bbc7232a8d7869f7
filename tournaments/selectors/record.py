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
    """`<slug>.people.json`: names behind the ids, words of rulings if there are any, and the head."""
    ledger = tournament.ledger
    names = Persona.objects.filter(ledger=ledger).order_by("code").values_list("code", "player__name")
    return {
        "tournament": tournament.slug,
        "head": {"seq": ledger.head_seq, "sha256": ledger.head_hash},
        "people": dict(names),
        **({"texts": texts} if (texts := _texts(tournament)) else {}),
    }


def _texts(tournament: Tournament) -> dict[str, str]:
    """The words of rulings by the ids that the record has for them."""
    return dict(tournament.rulings.order_by("seq").values_list("code", "words"))
