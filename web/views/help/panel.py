"""What a table may ask for, on the page of a player's match and on the page of the table's card."""

from dataclasses import dataclass

from django.urls import reverse

from matches.models import AT_TABLE, Match, PhysicalTable, Whom
from tournaments.help.selectors import HelpView, asked_at
from web.visits import Visit


@dataclass(frozen=True, slots=True)
class Asking:
    """Whom a table may ask for, each with what it has asked; `url`: where its forms are sent."""

    url: str
    rows: tuple[tuple[str, HelpView | None], ...]


def asking(table: PhysicalTable, url: str) -> Asking:
    """The forms of a table."""
    asked = asked_at(table)
    return Asking(url, tuple((whom, asked.get(whom)) for whom in Whom.values))


def asking_at(visit: Visit, match: Match) -> Asking | None:
    """The forms for a player at a table; None for everybody else, and while the match has no table."""
    if visit.player is None or match.state not in AT_TABLE or match.table is None:
        return None
    if not match.seats.filter(persona__player=visit.player).exists():
        return None
    return asking(match.table, reverse("match_help", args=[visit.tournament.slug, match.code]))
