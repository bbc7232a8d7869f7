"""A kingdom replaced on a sheet that stands: what it held, and who held it, stays so for the others."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from matches.models import Match, Side
from records.export import record_lines
from rulesets.kernel.sheet import EndedBy, Line, Sheet
from tests.acts import Moments, assert_sound, at, moments
from tests.cast import ana, bruno, drawn, fresh
from tests.golden.test_stages_round_trip import brought_in, rows
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.models import Correction, Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = [pytest.mark.django_db, pytest.mark.F10]

Holdings = Mapping[int, tuple[int, int]]
"""Side of a vassal → side of its suzerain, and the order of its fall."""


def sheet_of(match: Match, winner: int, held: Holdings, ended_by: EndedBy) -> Sheet:
    seats = match.seats.select_related("persona", "side").order_by("number")
    lines = []
    for seat in seats:
        holder, fall = held.get(seat.side.number, (0, 0))
        assert seat.persona
        lines.append(Line(seat.persona.code, {"holder": holder, "fall": fall}))
    return Sheet(ended_by, tuple(lines), winner=winner, reason="the hall closes")


def conquered(match: Match, winner: int) -> Sheet:
    """One kingdom holds the three others."""
    others = [side for side in (1, 2, 3, 4) if side != winner]
    held = {side: (winner, order) for order, side in enumerate(others, start=1)}
    return sheet_of(match, winner, held, EndedBy.WIN_CONDITION)


def recorded(match: Match, sheet: Callable[[Match], Sheet], clock: Moments) -> None:
    start_match(match, by=bruno(), now=next(clock))
    match.refresh_from_db()
    record_sheet(match, sheet=sheet(match), by=ana(), now=next(clock))


def final_with_a_vassal(clock: Moments) -> Tournament:
    """A ruling ends the final: side 1 wins, side 2 holds side 4, and side 3 is free."""
    tournament = drawn(16, game="jogo-dos-reinos", kind="reinos", table_low=4, table_high=4)
    for number in (1, 2, 3, 4):
        recorded(at(tournament, 1, number), lambda match: conquered(match, 1), clock)
    recorded(at(tournament, 2, 1), lambda match: sheet_of(match, 1, {4: (2, 1)}, EndedBy.RULING), clock)
    return tournament


def replaced_on(tournament: Tournament, side: int, winner: int, clock: Moments) -> None:
    """Another side won the table from which this side of the final came."""
    final = at(tournament, 2, 1)
    source = Side.objects.get(match=final, number=side).source
    assert source
    correct_sheet(
        source,
        sheet=conquered(source, winner),
        reason="sides",
        by=ana(),
        now=next(clock),
        remedies={final.code: "replace"},
    )


def after_replacing(*exchanges: tuple[int, int]) -> Tournament:
    """The final once others sit there; each exchange is a side of the final and who won its table."""
    clock = moments()
    tournament = final_with_a_vassal(clock)
    for side, winner in exchanges:
        replaced_on(tournament, side, winner, clock)
    return fresh(tournament)


def vassal_replaced() -> Tournament:
    return after_replacing((4, 2))


def vassal_replaced_twice() -> Tournament:
    return after_replacing((4, 2), (4, 3))


def vassal_and_free_kingdom_replaced() -> Tournament:
    return after_replacing((4, 2), (3, 2))


def suzerain_replaced() -> Tournament:
    return after_replacing((2, 2))


def second_replacement_undone() -> Tournament:
    """The undo brings a sheet back on which the vassal was replaced."""
    clock = moments()
    tournament = final_with_a_vassal(clock)
    replaced_on(tournament, 4, 2, clock)
    replaced_on(tournament, 4, 3, clock)
    latest = Correction.objects.filter(tournament=tournament).latest("pk")
    undo_correction(latest, reason="no", by=ana(), now=next(clock))
    return fresh(tournament)


def replacement_undone() -> Tournament:
    clock = moments()
    tournament = final_with_a_vassal(clock)
    replaced_on(tournament, 4, 2, clock)
    undo_correction(Correction.objects.get(tournament=tournament), reason="no", by=ana(), now=next(clock))
    return fresh(tournament)


DAYS = (
    vassal_replaced, vassal_replaced_twice, vassal_and_free_kingdom_replaced, suzerain_replaced,
    second_replacement_undone, replacement_undone,
)  # fmt: skip


@pytest.mark.parametrize("make", DAYS, ids=lambda make: make.__name__)
def test_a_day_with_a_replaced_kingdom_is_sound(make: Callable[[], Tournament]) -> None:
    assert_sound(make())


@pytest.mark.parametrize("make", DAYS, ids=lambda make: make.__name__)
def test_a_day_with_a_replaced_kingdom_comes_back_whole(
    make: Callable[[], Tournament], tmp_path: Path
) -> None:
    before, tournament, record = brought_in(make, tmp_path)
    assert "".join(record_lines(tournament)).encode() == record
    assert rows(tournament) == before
