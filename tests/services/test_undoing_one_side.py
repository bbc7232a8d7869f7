"""Found by the endorsement: what an undo does with the seats of a match that come from elsewhere."""

from datetime import datetime, timedelta

import pytest

from checker import check_bytes
from core.errors import Stale
from matches.models import Match, MatchState, Side
from records.export import record_lines
from rulesets.kernel.sheet import EndedBy
from scheduling.dispatcher import dispatch
from tests.acts import absences
from tests.cast import START, ana, bruno, drawn, plain_win
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.effects import overview_of
from tournaments.corrections.undo import undo_correction
from tournaments.departures.reinstate import reinstate
from tournaments.departures.withdraw import withdraw
from tournaments.models import Correction, Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = [pytest.mark.django_db, pytest.mark.F12]


def _at(minute: int) -> datetime:
    return START + timedelta(hours=1, minutes=minute)


def _match(tournament: Tournament, round_: int, number: int) -> Match:
    return Match.objects.get(ledger=tournament.ledger, round=round_, number=number)


def _won(match: Match, minute: int) -> Match:
    start_match(match, by=bruno(), now=_at(minute))
    record_sheet(match, sheet=plain_win(match, 1), by=bruno(), now=_at(minute + 1))
    return Match.objects.get(pk=match.pk)


def _corrected(match: Match, side: int, minute: int, **remedies: str) -> Correction:
    return correct_sheet(
        match, sheet=plain_win(match, side), reason="sides", by=ana(), now=_at(minute), remedies=remedies
    )


def _is_sound(tournament: Tournament) -> bool:
    return check_bytes("".join(record_lines(tournament)).encode()) == []


def test_an_undo_leaves_the_other_side_of_the_next_match_alone() -> None:
    tournament = drawn(4, table_high=2)
    first, second = _won(_match(tournament, 1, 1), 0), _won(_match(tournament, 1, 2), 2)
    undone = _corrected(first, 2, 4)
    _corrected(second, 2, 5)
    undo_correction(undone, reason="it was right", by=ana(), now=_at(6))
    assert Side.objects.get(source=first).entry == first.sides.get(number=1).entry
    assert Side.objects.get(source=second).entry == second.sides.get(number=2).entry
    assert _is_sound(tournament)


def test_a_sheet_does_not_come_back_without_those_who_played_it() -> None:
    tournament = drawn(4, table_high=2)
    first, second = _won(_match(tournament, 1, 1), 0), _won(_match(tournament, 1, 2), 2)
    final = _won(_match(tournament, 2, 1), 4)
    undone = _corrected(first, 2, 6, **{final.code: "replay"})
    _corrected(second, 2, 7)
    with pytest.raises(Stale, match="changed_since"):
        undo_correction(undone, reason="it was right", by=ana(), now=_at(8))
    assert _is_sound(tournament)


def _final_without_its_loser() -> tuple[Tournament, Match, Match]:
    """Who lost the final has left; the sheet of the match that its other side came from was wrong."""
    tournament = drawn(4, table_high=2)
    first, _ = _won(_match(tournament, 1, 1), 0), _won(_match(tournament, 1, 2), 2)
    final = _won(_match(tournament, 2, 1), 4)
    gone = final.sides.get(number=2).entry
    assert gone is not None
    withdraw(gone, reason="ill", by=ana(), now=_at(6))
    return tournament, first, final


def test_who_left_after_a_match_that_is_void_is_back_on_its_sheet() -> None:
    tournament, first, final = _final_without_its_loser()
    before = overview_of(tournament)
    undone = _corrected(first, 2, 7, **{final.code: "replay"})
    assert Side.objects.get(match=final, number=2).entry is None
    undo = undo_correction(undone, reason="it was right", by=ana(), now=_at(8))
    assert overview_of(tournament) == before
    assert _is_sound(tournament)
    undo_correction(undo, reason="after all", by=ana(), now=_at(9))
    assert Side.objects.get(match=final, number=2).entry is None
    assert _is_sound(tournament)


def test_who_came_back_into_a_match_that_is_void_is_not_sent_away_by_an_undo() -> None:
    tournament, first, final = _final_without_its_loser()
    gone = final.sides.get(number=2).entry
    undone = _corrected(first, 2, 7, **{final.code: "replay"})
    assert gone is not None
    reinstate(gone, reason="well again", by=ana(), now=_at(8))
    with pytest.raises(Stale, match="changed_since"):
        undo_correction(undone, reason="it was right", by=ana(), now=_at(9))
    assert _is_sound(tournament)


def _branches() -> tuple[Tournament, Match, Match, Match]:
    """Both semifinals are played, the final not: a quarterfinal of the second one, and both."""
    tournament = drawn(8, table_high=2)
    quarters = [_won(_match(tournament, 1, number), number) for number in (1, 2, 3, 4)]
    first, second = (_won(_match(tournament, 2, number), 10 + 2 * number) for number in (1, 2))
    return tournament, quarters[2], first, second


def test_a_match_that_waits_for_another_again_is_not_called_by_an_undo() -> None:
    tournament, quarter, first, second = _branches()
    dispatch(tournament.ledger_id, now=_at(20))
    final = _match(tournament, 3, 1)
    assert final.state == MatchState.CALLED
    undone = _corrected(first, 2, 21)
    _corrected(quarter, 2, 22, **{second.code: "replay"})
    undo_correction(undone, reason="it was right", by=ana(), now=_at(23))
    final.refresh_from_db()
    assert (final.state, final.table, final.called_at) == (MatchState.WAITING, None, None)
    assert Side.objects.get(source=first).entry == first.sides.get(number=1).entry
    _won(Match.objects.get(pk=second.pk), 24)
    assert _match(tournament, 3, 1).state == MatchState.READY
    assert _is_sound(tournament)


def test_a_sheet_does_not_come_back_while_one_of_its_sides_is_open_again() -> None:
    tournament = drawn(8, table_high=2)
    third = [_won(_match(tournament, 1, number), number) for number in (1, 2, 3, 4)][2]
    first, second = _won(_match(tournament, 2, 1), 10), _match(tournament, 2, 2)
    nobody = absences(second, 1, 2, ended_by=EndedBy.NONE_ADVANCES)
    record_sheet(second, sheet=nobody, by=bruno(), now=_at(13))
    final = _match(tournament, 3, 1)
    record_sheet(final, sheet=absences(final, ended_by=EndedBy.WALKOVER), by=bruno(), now=_at(14))
    undone = _corrected(first, 2, 15, **{final.code: "replay"})
    _corrected(third, 2, 16, **{second.code: "replay"})
    with pytest.raises(Stale, match="changed_since"):
        undo_correction(undone, reason="it was right", by=ana(), now=_at(17))
    assert _is_sound(tournament)
