"""Signed heads of records: published so that not even the operator can rewrite a record unnoticed."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from core.models import RecordLine
from core.record.line import stamp
from core.record.signing import Statement, sign_statement
from tournaments.finding import visible_tournaments
from tournaments.models import Tournament

FORMAT = "tournament-head/1"


def public_heads() -> QuerySet[Tournament]:
    """Return public tournaments without simulations, latest line first, with its time as `head_at`."""
    last = RecordLine.objects.filter(ledger=OuterRef("ledger"), seq=OuterRef("ledger__head_seq"))
    found = visible_tournaments(None).filter(simulated=False)
    return found.annotate(head_at=Subquery(last.values("at"))).order_by("-head_at", "-pk")


def signed_head(tournament: Tournament) -> Statement:
    """Return the signed statement about a record up to its last line; unsigned if the site signs nothing."""
    ledger = tournament.ledger
    return _sign_head(
        tournament, RecordLine.objects.values_list("at", flat=True).get(ledger=ledger, seq=ledger.head_seq)
    )


def signed_heads(tournaments: Iterable[Tournament]) -> Sequence[Statement]:
    """Return the signed statements about tournaments from `public_heads`, in their order."""
    return [_sign_head(tournament, tournament.head_at) for tournament in tournaments]  # type: ignore[attr-defined]  # annotated


def _sign_head(tournament: Tournament, at: datetime) -> Statement:
    """Return the signed statement about a record whose last line was written at this time."""
    ledger = tournament.ledger
    return sign_statement(
        {
            "at": stamp(at),
            "format": FORMAT,
            "seq": ledger.head_seq,
            "sha256": ledger.head_hash,
            "state": tournament.state,
            "tournament": tournament.slug,
        }
    )
