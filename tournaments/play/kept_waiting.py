"""Matches that could be called, were it not for somebody who is at another table; and who, and where."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from matches.models import MatchState, Seat, Sitting
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class KeptBy:
    """Somebody of a ready match, and where they are: at a table of this tournament, or of another one.

    `title`: of the other one, empty where it is this one or nobody is to know of it.
    """

    match: str
    name: str
    elsewhere: bool
    title: str
    table: str
    since: datetime


def kept_waiting(tournament: Tournament) -> dict[str, tuple[KeptBy, ...]]:
    """By the code of each ready match, whom it waits for; two queries."""
    seats = Seat.objects.filter(
        match__ledger=tournament.ledger_id,
        match__state=MatchState.READY,
        persona__player__sittings__isnull=False,
    )
    waiting = dict[int, list[str]]()
    for player, code in seats.order_by("match__round", "match__number").values_list(
        "persona__player", "match__code"
    ):
        waiting.setdefault(player, []).append(code)
    return _by_match(tournament, waiting) if waiting else {}


def _by_match(tournament: Tournament, waiting: Mapping[int, list[str]]) -> dict[str, tuple[KeptBy, ...]]:
    rows = Sitting.objects.filter(player__in=list(waiting)).order_by("player__folded", "pk")
    found: dict[str, list[KeptBy]] = defaultdict(list)
    for row in rows.select_related("player", "match__table", "match__ledger__tournament"):
        for code in waiting[row.player_id]:
            found[code].append(_kept_by(tournament, code, row))
    return {code: tuple(kept) for code, kept in found.items()}


def _kept_by(tournament: Tournament, code: str, row: Sitting) -> KeptBy:
    there: Tournament = row.match.ledger.tournament
    elsewhere = there.pk != tournament.pk
    return KeptBy(
        match=code,
        name=row.player.name,
        elsewhere=elsewhere,
        title=there.title if elsewhere and there.is_public else "",
        table=row.match.table.label if row.match.table and (not elsewhere or there.is_public) else "",
        since=row.since,
    )
