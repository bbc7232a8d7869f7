"""Display names of entries, in one query."""

from django.db.models import QuerySet

from matches.models import Match, Member
from tournaments.models import Tournament


def names_of(tournament: Tournament) -> dict[str, tuple[str, ...]]:
    """The names of each entry's people by its code, in their order."""
    return _by_code(Member.objects.filter(entry__ledger=tournament.ledger_id))


def names_at(matches: QuerySet[Match]) -> dict[str, tuple[str, ...]]:
    """The same for the entries at these matches only."""
    return _by_code(Member.objects.filter(entry__sides__match__in=matches).distinct())


def _by_code(members: QuerySet[Member]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    rows = members.order_by("entry_id", "position")
    for code, _, name in rows.values_list("entry__code", "position", "persona__player__name"):
        found[code] = (*found.get(code, ()), name)
    return found
