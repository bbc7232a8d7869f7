"""The list of penalties, for the staff."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, QuerySet

from accounts.models import Persona
from matches.models import Match, Member
from matches.namesakes import BESIDE, shown_name, with_namesakes
from tournaments.models import Penalty, Tournament


@dataclass(frozen=True, slots=True)
class PenaltyMatch:
    """A match by its code and its place in the bracket."""

    code: str
    round: int
    number: int
    third_place: bool
    is_final: bool


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """A penalty. Person and reason are None if no longer known, and `by` if it was imported."""

    code: str
    person: str | None
    name: str | None
    kind: str
    reason: str | None
    at: datetime
    by: str | None
    withdrawn_at: datetime | None
    match: PenaltyMatch | None = None


def penalties_of(tournament: Tournament, person: str = "") -> tuple[PenaltyView, ...]:
    """Return every penalty in order of time, or those of one person (code)."""
    found = Penalty.objects.filter(tournament=tournament)
    found = found.filter(persona__code=person) if person else found
    last = _last_round(tournament.ledger_id)
    return tuple(view_of(row, last) for row in found.select_related("persona__player", "by__player", "match"))


def view_of(row: Penalty, last: int | None = None) -> PenaltyView:
    """Return one penalty for display; `last` is the round of the final, if known."""
    match = None
    if row.match is not None:
        match = _named(row.match, _last_round(row.match.ledger_id) if last is None else last)
    return PenaltyView(
        code=row.code,
        person=row.persona.code if row.persona else None,
        name=row.persona.player.name if row.persona else None,
        kind=row.kind,
        reason=row.reason,
        at=row.at,
        by=row.by.player.name if row.by else None,
        withdrawn_at=row.withdrawn_at,
        match=match,
    )


def matches_of(persona: Persona) -> QuerySet[Match]:
    """Return the matches in which a person sits, in bracket order."""
    found = Match.objects.filter(ledger=persona.ledger_id, seats__persona=persona)
    return found.order_by("round", "number").distinct()


def named_matches_of(persona: Persona) -> tuple[PenaltyMatch, ...]:
    """Return those matches with their places in the bracket."""
    last = _last_round(persona.ledger_id)
    return tuple(_named(match, last) for match in matches_of(persona))


def _named(match: Match, last: int) -> PenaltyMatch:
    is_final = match.round == last and not match.third_place
    return PenaltyMatch(match.code, match.round, match.number, match.third_place, is_final)


def _last_round(ledger: int) -> int:
    return Match.objects.filter(ledger=ledger).aggregate(last=Max("round"))["last"] or 0


def people_of(tournament: Tournament) -> QuerySet[Persona]:
    """Return all people who are or were entered, by name."""
    entered = Persona.objects.filter(ledger=tournament.ledger_id, memberships__isnull=False)
    return entered.select_related("player").order_by("player__folded", "code").distinct()


def shown_names(tournament: Tournament) -> dict[str, str]:
    """Return the names of all who are or were entered by their codes, in order, namesakes told apart."""
    rows = with_namesakes(Member.objects.filter(entry__ledger=tournament.ledger_id))
    named = rows.order_by("persona__player__folded", "persona__code", "live").values_list(
        "persona__code", "persona__player__name", *BESIDE
    )
    return {code: shown_name(name, *beside) for code, name, *beside in named}
