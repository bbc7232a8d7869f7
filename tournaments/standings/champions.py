"""The champions of a tournament, in one query."""

from matches.models import Member
from tournaments.models import Tournament


def champions(tournament: Tournament) -> tuple[str, ...]:
    """Return the names of the champions, both of a pair; empty before the tournament is finished."""
    first = Member.objects.filter(entry__placing__tournament=tournament, entry__placing__place=1)
    found = first.order_by("entry", "position").values_list("persona__player__name", flat=True)
    return tuple(found)
