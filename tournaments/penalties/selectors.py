"""The ledger of penalties as its staff reads it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import Persona
from tournaments.models import Penalty, Tournament


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """A penalty. Who and why are None where nobody knows it any more, `by` of an imported one too."""

    code: str
    person: str | None
    name: str | None
    kind: str
    reason: str | None
    at: datetime
    by: str | None
    withdrawn_at: datetime | None


def penalties_of(tournament: Tournament, person: str = "") -> tuple[PenaltyView, ...]:
    """Every penalty in the order of the day, or those of one person, by their code of the record."""
    found = Penalty.objects.filter(tournament=tournament)
    found = found.filter(persona__code=person) if person else found
    return tuple(view_of(row) for row in found.select_related("persona__player", "by__player"))


def view_of(row: Penalty) -> PenaltyView:
    """One as it is shown."""
    return PenaltyView(
        code=row.code,
        person=row.persona.code if row.persona else None,
        name=row.persona.player.name if row.persona else None,
        kind=row.kind,
        reason=row.reason,
        at=row.at,
        by=row.by.player.name if row.by else None,
        withdrawn_at=row.withdrawn_at,
    )


def people_of(tournament: Tournament) -> QuerySet[Persona]:
    """Everybody who is or was entered, by their names."""
    entered = Persona.objects.filter(ledger=tournament.ledger_id, memberships__isnull=False)
    return entered.select_related("player").order_by("player__name", "code").distinct()
