"""Facts to duplicate a tournament: everything except people, dates and results.

Fee, prizes, contact and Pix key are left out, because each tournament announces its own.
"""

from dataclasses import replace

from matches.models import PhysicalTable
from tournaments.inputs import TournamentFacts
from tournaments.models import Tournament
from tournaments.rules_of import facts_of


def facts_for_next(tournament: Tournament, *, year: int) -> TournamentFacts:
    """Return the facts for a copy in this year, without a date, with the type as it is in force now."""
    undated = replace(facts_of(tournament), year=year, starts_at=None, starts_on=None, kind_version=None)
    unpriced = replace(undated, entry_fee=None, prizes="", contact="")
    return replace(unpriced, pix_kind="", pix_key="", pix_name="", pix_city="")


def tables_for_next(tournament: Tournament) -> int:
    """Return how many tables a copy gets: as many as are open here."""
    return PhysicalTable.objects.filter(ledger=tournament.ledger_id, is_open=True).count()
