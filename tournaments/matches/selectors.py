"""Matches of one tournament, picked by what people ask for."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, QuerySet

from matches.models import AT_TABLE, Match, MatchState, Side
from tournaments.matches.bracket import MatchView, views
from tournaments.models import Tournament


def matches_of(
    tournament: Tournament, *, state: str = "", round_: int | None = None, table: str = "", entry: str = ""
) -> QuerySet[Match]:
    """In bracket order; `table` is a label, `entry` a code. What is empty or None does not pick."""
    asked = {"state": state, "round": round_, "table__label": table, "sides__entry__code": entry}
    chosen = {field: value for field, value in asked.items() if value}
    return Match.objects.filter(ledger=tournament.ledger_id, **chosen).order_by("round", "number")


def ended_last(tournament: Tournament, most: int) -> list[tuple[str, int]]:
    """Code and round of the matches that ended last, the latest first; byes left out."""
    ended = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.ENDED)
    played = ended.filter(Exists(Side.objects.filter(match=OuterRef("pk"), number__gt=1)))
    return list(played.order_by("-ended_at", "round", "number").values_list("code", "round")[:most])


def views_by_code(tournament: Tournament, codes: Collection[str]) -> dict[str, MatchView]:
    """These matches of the tournament, as they stand, by their codes."""
    found = Match.objects.filter(ledger=tournament.ledger_id, code__in=codes)
    return {view.code: view for view in views(tournament, found)}


def at_tables(tournament: Tournament) -> tuple[MatchView, ...]:
    """The matches that are called to a table or played at one, in bracket order; three queries."""
    found = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE)
    return views(tournament, found)


def ready_count(tournament: Tournament) -> int:
    """How many matches wait for nothing but a table."""
    return Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.READY).count()
