"""Display names of entries, in one query."""

from matches.models import Member
from tournaments.models import Tournament


def names_of(tournament: Tournament) -> dict[str, tuple[str, ...]]:
    """The names of each entry's people by its code, in their order."""
    found: dict[str, tuple[str, ...]] = {}
    rows = Member.objects.filter(entry__ledger=tournament.ledger_id).order_by("entry_id", "position")
    for code, _, name in rows.values_list("entry__code", "position", "persona__player__name"):
        found[code] = (*found.get(code, ()), name)
    return found
