"""What the database itself refuses, whoever asks: each case breaks one constraint, and only that one."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, models

from accounts.models import Persona
from core.models import Job, RecordLine, StoredAnswer
from matches.models import Match, Member, Seat, SharedHall, Sheet, Side, Sitting, TakenTable
from tests.cast import START, bruno, plain_win, running
from tests.unguarded import unguarded
from tournaments.models import Draw, Staff, Tournament
from tournaments.play.play import record_sheet

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Scene:
    """A tournament of duels in which one match is over, another one is being played."""

    tournament: Tournament
    over: Match
    on: Match


def _again(row: models.Model, **changes: Any) -> None:
    """The same row once more, with some fields changed."""
    row.pk, row._state.adding = None, True
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(force_insert=True)


def _line(ctx: Scene) -> None:
    line = RecordLine.objects.filter(ledger=ctx.tournament.ledger).first()
    assert line is not None
    _again(line)


def _job(ctx: Scene) -> None:
    for _ in range(2):
        Job.objects.create(kind="k", key="k", due_at=START)


def _answer(ctx: Scene) -> None:
    for _ in range(2):
        StoredAnswer.objects.create(owner="o", key="k", fingerprint="f", created_at=START)


def _sheet(ctx: Scene) -> Sheet:
    return Sheet.objects.get(match=ctx.over)


def _entrant(ctx: Scene) -> None:
    first, second = Member.objects.filter(entry__ledger=ctx.tournament.ledger)[:2]
    _again(first, entry=second.entry, position=2)


def _first(match: Match) -> Persona | None:
    """Who has its first seat; nobody sits at one that is over, so no sitting is doubled."""
    return Seat.objects.filter(match=match).order_by("number")[0].persona


def _suits(ctx: Scene) -> None:
    Seat.objects.filter(match=ctx.on).update(suit="hearts")


def _side(ctx: Scene) -> None:
    entry = Side.objects.filter(match=ctx.over)[0].entry
    Side.objects.filter(match=ctx.on, number=1).update(entry=entry)


def _taken(ctx: Scene) -> None:
    """The table at which a match is on has one that is over, too."""
    hall = SharedHall.objects.create(since=START)
    facts = {"hall": hall, "label": "1", "since": START}
    for match in (ctx.on, ctx.over):
        TakenTable.objects.create(match=match, **facts)


CASES: dict[str, Callable[[Scene], object]] = {
    "record_line_seq_once": _line,
    "job_waits_once": _job,
    "stored_answer_once": _answer,
    "sheet_version_once": lambda s: _again(_sheet(s), is_current=False, report=""),
    "one_current_sheet": lambda s: _again(_sheet(s), version=2, reason="x", report=""),
    "report_once_a_match": lambda s: _again(_sheet(s), version=2, reason="x", is_current=False),
    "later_version_has_reason": lambda s: Sheet.objects.filter(match=s.over).update(version=2),
    "person_in_one_live_entry": _entrant,
    "one_match_at_a_table": lambda s: Match.objects.filter(state="playing").update(table=s.on.table),
    "one_table_a_person": lambda s: _again(Sitting.objects.filter(match=s.on)[0], match=s.over),
    "one_match_at_a_shared_table": _taken,
    "suit_once_a_match": _suits,
    "person_once_a_match": lambda s: Seat.objects.filter(match=s.over).update(persona=_first(s.over)),
    "entry_once_a_round": _side,
    "one_standing_draw": lambda s: _again(Draw.objects.get(tournament=s.tournament)),
    "staff_role_once": lambda s: _again(Staff.objects.filter(tournament=s.tournament)[0]),
}


@pytest.fixture
def ctx() -> Scene:
    """A match is over, others are on."""
    tournament = running(8, table_low=2, table_high=2)
    over, on = Match.objects.filter(ledger=tournament.ledger, state="playing").order_by("number")[:2]
    later = START + timedelta(days=1)
    record_sheet(over, sheet=plain_win(over), by=bruno(), now=later, submission_key="tap-1")
    return Scene(tournament, over, on)


@pytest.mark.parametrize("name", CASES)
def test_it_is_refused(name: str, ctx: Scene) -> None:
    with pytest.raises(IntegrityError), unguarded():  # no trigger may hide that its constraint is gone
        CASES[name](ctx)
