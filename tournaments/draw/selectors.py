"""The published draw, withdrawn draws, and the commitments for them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from core.models import RecordLine
from core.text import name_key
from tournaments.bracket.passing_over import entries_at_short_tables
from tournaments.bracket.shapes import Shape
from tournaments.entry_names import names_of
from tournaments.models import Commitment, Draw, Stage, Tournament

MAX_NAMED = 10
WITHDRAWALS = ("draw.withdrawn", "round.withdrawn")
Names = tuple[tuple[str, ...], ...]
"""For each entry the names of its people."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A draw that was taken back, with the moment and the reason."""

    draw: Draw
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Promise:
    """The hash of a secret that no person knows yet, with the moment and record number of its commitment.

    `is_lost`: the record was imported without the secret, so another one must be committed.
    """

    sha256: str
    at: datetime
    seq: int
    is_lost: bool


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Entries that had a bye or short table earlier in the season, by name, and how many more are not named.

    `shown` were passed over. `again` have one again, since no other entry could take it. `byes`: the short
    tables of this draw are byes.
    """

    byes: bool
    shown: Names
    more: int
    again: Names
    again_more: int


def published_draw(tournament: Tournament) -> Draw | None:
    """Return the published draw of the bracket, or None."""
    return _draws(tournament).filter(withdrawn=False, stage=None).first()


def is_stage_open(tournament: Tournament) -> bool:
    """Return whether a stage (Swiss or groups) is being played; no query for a bracket alone."""
    return bool(tournament.stages) and Stage.objects.filter(tournament=tournament, closed_at=None).exists()


def is_without_bracket(tournament: Tournament) -> bool:
    """Return whether a stage has no bracket after it so far; no query for a bracket alone."""
    return bool(tournament.stages) and published_draw(tournament) is None


def latest_draw(tournament: Tournament) -> Draw | None:
    """Return the draw that stands and was published last, of a round or of the bracket; None if none is."""
    return _draws(tournament).filter(withdrawn=False).order_by("-first_round").first()


def withdrawn_draws(tournament: Tournament) -> list[Withdrawn]:
    """Return withdrawn draws with moment and reason, oldest first."""
    draws = list(_draws(tournament).filter(withdrawn=True).order_by("seq"))
    if not draws:
        return []
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type__in=WITHDRAWALS).order_by("seq")
    said = [(line, json.loads(line.text)["data"]) for line in lines]
    return [_withdrawn(draw, said) for draw in draws]


def _withdrawn(draw: Draw, said: Sequence[tuple[RecordLine, Mapping[str, str | int]]]) -> Withdrawn:
    """Return when and why the draw was withdrawn: by the first line after it, of all or of its round."""
    line, data = next(
        (line, data)
        for line, data in said
        if line.seq > draw.seq and data.get("round", draw.first_round) == draw.first_round
    )
    return Withdrawn(draw, line.at, str(data["reason"]))


def passed_over(draw: Draw) -> PassedOver | None:
    """Return the entries that a draw passed over for byes and short tables; None if there are none."""
    if not draw.passed_over:
        return None
    shape, names = Shape(tuple(map(tuple, draw.shape))), names_of(draw.tournament)
    short = entries_at_short_tables(draw.order, shape)
    listed = sorted(set().union(*draw.passed_over), key=lambda code: name_key(" ".join(names[code])))
    spared = [names[code] for code in listed if code not in short]
    again = [names[code] for code in listed if code in short]
    return PassedOver(
        byes=shape.byes > 0,
        shown=tuple(spared[:MAX_NAMED]),
        more=max(0, len(spared) - MAX_NAMED),
        again=tuple(again[:MAX_NAMED]),
        again_more=max(0, len(again) - MAX_NAMED),
    )


def promise(tournament: Tournament) -> Promise | None:
    """Return the commitment for the next draw; None if no draw is to come, or no commitment exists yet."""
    latest = Commitment.objects.filter(tournament=tournament).first()
    if latest is None or _is_last(tournament, latest):
        return None
    return Promise(latest.sha256, latest.at, latest.seq, latest.secret is None)


def _is_last(tournament: Tournament, latest: Commitment) -> bool:
    """Return whether no draw follows that reveals this secret."""
    drawn = Draw.objects.filter(tournament=tournament, withdrawn=False)
    return drawn.filter(Q(stage=None) | Q(commitment=latest)).exists()


def _draws(tournament: Tournament) -> QuerySet[Draw]:
    """Select all draws of the tournament, withdrawn ones too."""
    return Draw.objects.filter(tournament=tournament).select_related("tournament", "commitment")
