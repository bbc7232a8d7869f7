"""The draw that stands, those that were taken back, and the secrets that were promised for them."""

import json
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from core.db.compiled_query import CompiledQuery
from core.models import RecordLine
from tournaments.models import Commitment, Draw, Tournament


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A draw that was taken back: when, and why."""

    draw: Draw
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Promise:
    """The hash of a secret that nobody knows yet, since when, and the line that says so.

    `is_lost`: the record came from elsewhere without the secret, so another one will have to be promised.
    """

    sha256: str
    at: datetime
    seq: int
    is_lost: bool


def standing_draw(tournament: Tournament) -> Draw | None:
    """The published draw, or None."""
    return _STANDING.first(tournament.pk)


def withdrawn_draws(tournament: Tournament) -> list[Withdrawn]:
    """Draws that were taken back, oldest first."""
    draws = list(_draws(tournament.pk).filter(withdrawn=True).order_by("seq"))
    if not draws:
        return []
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type="draw.withdrawn").order_by("seq")
    reasons = [(line.at, json.loads(line.text)["data"]["reason"]) for line in lines]
    return [Withdrawn(draw, at, reason) for draw, (at, reason) in zip(draws, reasons, strict=True)]


def promise(tournament: Tournament) -> Promise | None:
    """What is promised for the draw to come; None once a draw stands, or where nothing was promised yet."""
    latest = Commitment.objects.filter(tournament=tournament).first()
    if latest is None or Draw.objects.filter(tournament=tournament, withdrawn=False).exists():
        return None
    return Promise(latest.sha256, latest.at, latest.seq, latest.secret is None)


def _draws(tournament: int) -> QuerySet[Draw]:
    return Draw.objects.filter(tournament=tournament).select_related("tournament", "commitment")


_STANDING = CompiledQuery(lambda tournament: _draws(tournament).filter(withdrawn=False).order_by())
