"""A kind of stage that only this test knows is drawn, ordered and closed by the services."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from django.utils import timezone

from core.errors import Refused, Violation
from matches.models import Match
from tests.cast import ana, checked_in, created, fresh
from tests.swiss import closed, play_all, play_rounds
from tournaments.bracket.lots import Lots
from tournaments.bracket.shapes import Sizes
from tournaments.departures.join_stage import may_join
from tournaments.draw.publish import publish_draw
from tournaments.draw.stage_progress import next_tables, stage_progress, stage_table
from tournaments.models import Draw, Stage, Tournament
from tournaments.stages import kinds
from tournaments.stages.advancing import AdvancePreview, preview_of
from tournaments.stages.plan import MostWithBracket, StagePlan
from tournaments.stages.rounds import DrawnRound, Groups, NextRound
from tournaments.stages.stage_order import StageReason, StageResults, StageRow
from tournaments.stages.swiss.pairing import rank
from tournaments.standings.finish import finish
from tournaments.standings.selectors import classification

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, slots=True)
class QueuePlan(StagePlan):
    """Neighbours in a random queue play each other; points alone give the order. The last may have a bye."""

    kind: str = "queue"

    algorithm: ClassVar[str] = "queue/1"
    takes_late_entries: ClassVar[bool] = True

    @property
    def going_on(self) -> int:
        return self.advance

    @classmethod
    def proposals(cls, entries: int, high: int) -> Iterator["QueuePlan"]:
        yield from ()

    @classmethod
    def check(cls, values: Mapping[str, Any]) -> Iterator[Violation]:
        if values["rounds"] > 2:
            yield Violation("queue_too_long", {"high": 2}, "rounds")

    def rounds_to_play(self, groups: Groups | None, high: int) -> int:
        return self.rounds

    def next_tables(self, coming: NextRound) -> Sizes:
        count = len(coming.entries)
        return (*(2,) * (count // 2), *(1,) * (count % 2))

    def draw_round(self, coming: NextRound, lots: Lots) -> DrawnRound:
        ranked = rank(coming.entries, lots)
        codes = [entry.entry for entry in ranked]
        pairs = tuple(zip(codes[::2], codes[1::2], strict=False))
        return DrawnRound(ranked, pairs, tuple(codes[2 * len(pairs) :]))

    def order(self, results: StageResults) -> tuple[StageRow, ...]:
        return self.order_behind(results, ())

    def order_behind(self, results: StageResults, placed: Collection[str]) -> tuple[StageRow, ...]:
        left = {code: points for code, points in results.points.items() if code not in placed}
        rows, place = [], 1
        for points in sorted(set(left.values()), reverse=True):
            sharing = tuple(sorted(code for code in left if left[code] == points))
            why = StageReason("points", {"own": str(points), "next": "0"}) if points else None
            rows.append(StageRow(place, sharing, why))
            place += len(sharing)
        return tuple(rows)

    def preview(
        self, rows: Sequence[StageRow], live: Collection[str], most: MostWithBracket
    ) -> AdvancePreview:
        return preview_of(rows, live, most(self.advance))


@pytest.fixture(autouse=True)
def _queue_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "KINDS", {**kinds.KINDS, "queue": QueuePlan})


def queue(rounds: int = 2, advance: int = 4) -> list[dict[str, object]]:
    return [QueuePlan(rounds, advance).plain]


def queue_drawn(entries: int = 9) -> Tournament:
    tournament = checked_in(entries, stages=queue(), table_low=2, table_high=2)
    assert next_tables(tournament) == (2, 2, 2, 2, 1)
    publish_draw(tournament, by=ana(), now=timezone.now())
    return fresh(tournament)


def test_services_draw_order_and_close_it() -> None:
    tournament = play_rounds(queue_drawn())
    assert [draw.method for draw in Draw.objects.filter(tournament=tournament)] == ["queue", "queue"]
    progress = stage_progress(tournament)
    assert progress is not None
    assert (progress.planned, progress.next_act) == (2, "close_stage")
    assert stage_table(tournament)[0].points == 2
    tournament = closed(tournament)
    advanced = Stage.objects.get(tournament=tournament).advanced
    assert len(advanced or []) == 4
    play_all(tournament)
    assert Match.objects.filter(ledger=tournament.ledger_id, stage=None).count() == 3
    finish(fresh(tournament), by=ana(), now=timezone.now())
    rows = classification(fresh(tournament), complete=True)
    assert {code for row in rows if row.place <= 4 for code in row.entries} == set(advanced or [])
    assert {row.of_stage for row in rows if row.place > 4} == {"queue"}


def test_it_says_whether_it_takes_late_entries() -> None:
    assert may_join(queue_drawn())


def test_its_own_checks_refuse_a_plan() -> None:
    with pytest.raises(Refused) as refused:
        created(stages=queue(rounds=3), table_low=2, table_high=2)
    assert [(wrong.code, wrong.field) for wrong in refused.value.violations] == [
        ("queue_too_long", "stages.0.rounds")
    ]
