"""The calls for help of a table, for the page of a match and the page of a table's card."""

from dataclasses import dataclass

from django.urls import reverse

from matches.models import AT_TABLE, PhysicalTable, Whom
from tournaments.help.selectors import HelpView, open_calls_at
from web.sheets.draft import SheetPlace
from web.tournament_request import TournamentRequest


@dataclass(frozen=True, slots=True)
class HelpPanel:
    """The people a table can call, each with its open calls; `url`: the address of its forms."""

    url: str
    rows: tuple[tuple[str, HelpView | None], ...]


def help_panel(table: PhysicalTable, url: str) -> HelpPanel:
    """Return the help forms of a table."""
    asked = open_calls_at(table)
    return HelpPanel(url, tuple((whom, asked.get(whom)) for whom in Whom.values))


def help_panel_at(req: TournamentRequest, place: SheetPlace) -> HelpPanel | None:
    """Return the call forms for a player at a table; None for others, and without a table."""
    match, reader = place.match, req.player
    if reader is None or match.state not in AT_TABLE or match.table is None:
        return None
    if all(seat.persona is None or seat.persona.player_id != reader.pk for seat in place.lineup.seats):
        return None
    return help_panel(match.table, reverse("match_help", args=[req.tournament.slug, match.code]))
