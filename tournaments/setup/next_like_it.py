"""What a tournament hands on to the next one like it: everything but people, dates and results.

Fee, prizes and contact belong to its announcement, which each tournament has its own of.
"""

from dataclasses import replace

from matches.models import PhysicalTable
from tournaments.inputs import TournamentFacts
from tournaments.models import Tournament
from tournaments.rules_of import facts_of


def facts_for_next(tournament: Tournament, *, year: int) -> TournamentFacts:
    """The choices for another one in this year, without a day, of a type as it is in force now."""
    undated = replace(facts_of(tournament), year=year, starts_at=None, starts_on=None, kind_version=None)
    return replace(undated, entry_fee=None, prizes="", contact="")


def tables_for_next(tournament: Tournament) -> int:
    """How many tables the hall has."""
    return PhysicalTable.objects.filter(ledger=tournament.ledger_id, is_open=True).count()
