"""Match sheets to fill in by hand: for the current round, and blank ones."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rulesets.kernel.sheet import EndedBy
from rulesets.names import count_name, ending_name
from rulesets.registry import game_of, kind_under
from tournaments.match_views.match import MatchView
from tournaments.models import Tournament
from tournaments.printing.values import SheetSlip, SlipSeat
from tournaments.rules_of import rules_of
from tournaments.share.match_words import current_round, name_of_round, place_of, seated, unended

Address = Callable[[MatchView], str]


def slips_of(tournament: Tournament, address: Address) -> tuple[SheetSlip, ...]:
    """Return sheets for the matches that have not ended, by table;

    `address` returns that of a match, or "".
    """
    current = current_round(tournament)
    if current is None:
        return ()
    blank, name = blank_slip(tournament), name_of_round(tournament, current.number)
    return tuple(_filled(blank, match, name, address(match)) for match in unended(current) if match.seats)


def _filled(blank: SheetSlip, match: MatchView, round_name: str, address: str) -> SheetSlip:
    return replace(
        blank,
        place=place_of(match),
        round=f"{round_name} · {match.round}.{match.number}",
        seats=tuple(SlipSeat(line.text, line.suit) for line in seated(match)),
        address=address,
    )


def blank_slip(tournament: Tournament) -> SheetSlip:
    """Return a sheet without table and names, with a seat for each person at the largest table."""
    rules = rules_of(tournament)
    kind = kind_under(rules)
    counts = (capfirst(count_name(count.key)) for count in kind.fields)
    return SheetSlip(
        title=tournament.title,
        place=_("Table"),
        round="",
        seats=tuple(SlipSeat() for _seat in range(tournament.table_high * kind.team_size)),
        columns=(*counts, _("Left as number")),
        endings=tuple(capfirst(ending_name(ending, rules.game)) for ending in _endings(tournament)),
        lines=(_("Winner"), _("Ended at"), _("Signatures"), _("Judge")),
    )


def _endings(tournament: Tournament) -> Iterator[EndedBy]:
    for ending in game_of(tournament.game).sheet_terms.endings:
        if ending is not EndedBy.TIME or tournament.time_limit is not None:
            yield ending
