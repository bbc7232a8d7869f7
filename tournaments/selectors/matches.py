"""Matches of one tournament, picked by what people ask for."""

from django.db.models import QuerySet

from matches.models import Match
from tournaments.models import Tournament


def matches_of(
    tournament: Tournament, *, state: str = "", round_: int | None = None, table: str = "", entry: str = ""
) -> QuerySet[Match]:
    """In bracket order; `table` is a label, `entry` a code. What is empty or None does not pick."""
    asked = {"state": state, "round": round_, "table__label": table, "sides__entry__code": entry}
    chosen = {field: value for field, value in asked.items() if value}
    return Match.objects.filter(ledger=tournament.ledger_id, **chosen).order_by("round", "number")
