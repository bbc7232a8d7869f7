"""Display names of entries, in one query."""

from matches.models import Member
from tournaments.models import Tournament


def names_of(tournament: Tournament) -> dict[str, tuple[str, ...]]:
    """The names of each entry's people by its code, in their order."""
    found: dict[str, tuple[str, ...]] = {}
    members = Member.objects.filter(entry__ledger=tournament.ledger_id)
    rows = members.order_by("entry_id", "position").values_list("entry__code", "persona__player__name")
    for code, name in rows:
        found[code] = (*found.get(code, ()), name)
    return found
