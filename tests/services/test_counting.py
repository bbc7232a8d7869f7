"""The count at a table: who may, what is refused, what another game makes void, and that it is no record."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.errors import Forbidden, Refused, Stale
from core.models import Ledger
from matches.models import Match, MatchState, TableTally
from rulesets.kernel.counting import Change
from rulesets.kernel.sheet import EndedBy
from tests.cast import START, bruno, caio, duda, played, running
from tournaments.models import Tournament
from tournaments.play.count import TableCount, count_of, note_count
from tournaments.play.notes import note_redraw

pytestmark = pytest.mark.django_db


def table(**chosen: Any) -> tuple[Tournament, Match]:
    """A tournament, and a match of it that is being played."""
    tournament = running(**{"entries": 4, "kind": "guerrilha", **chosen})
    return tournament, Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[0]


def people(count: TableCount) -> list[str]:
    return [tally.player for tally in count.tallies]


def note(tournament: Tournament, match: Match, place: int = 0, version: int = 0, **what: Any) -> TableCount:
    """Bruno counts the player at this place of the table."""
    count = count_of(tournament, match)
    change = Change(**what)
    return note_count(
        tournament, count, player=people(count)[place], change=change, version=version, by=bruno(), now=START
    )


def test_what_is_counted_is_there_for_everybody_and_writes_no_record() -> None:
    tournament, match = table()
    head = Ledger.objects.get(pk=tournament.ledger_id).head_seq
    note(tournament, match, spots={"A": "intact"})
    after = note(tournament, match, version=1, numbers={"commanders": 2})
    again = count_of(tournament, match)
    assert again.tallies == after.tallies
    assert again.version == after.version
    assert again.tallies[0].spots["A"] == "intact"
    assert again.tallies[0].numbers["commanders"] == 2
    assert Ledger.objects.get(pk=tournament.ledger_id).head_seq == head


def test_only_who_may_judge_counts() -> None:
    tournament, match = table(house_rules={"player_reports": False})
    count = count_of(tournament, match)
    for stranger in (caio(), duda(), None):
        with pytest.raises(Forbidden):
            note_count(
                tournament, count, player=people(count)[0], change=Change(), version=0, by=stranger, now=START
            )


def test_a_tap_on_a_player_whom_somebody_else_just_counted_is_told() -> None:
    tournament, match = table()
    note(tournament, match, numbers={"commanders": 1})
    with pytest.raises(Stale) as stale:
        note(tournament, match, numbers={"commanders": 1})
    assert stale.value.code == "count_changed"
    note(tournament, match, place=1, numbers={"commanders": 1})


def test_what_cannot_be_is_refused_whole_and_nothing_is_kept() -> None:
    tournament, match = table()
    with pytest.raises(Refused) as refused:
        note(tournament, match, spots={"G": "intact", "A": 7}, numbers={"commanders": 99}, out="flew")
    assert [violation.code for violation in refused.value.violations] == [
        "spot_unknown", "spot_state_unknown", "count_out_of_range", "leaving_unknown",
    ]  # fmt: skip
    with pytest.raises(Refused):
        note(tournament, match, numbers={"armies": 1})
    with pytest.raises(Refused):
        note_count(
            tournament,
            count_of(tournament, match),
            player="nobody",
            change=Change(),
            version=0,
            by=bruno(),
            now=START,
        )
    assert not TableTally.objects.exists()


def test_a_redraw_or_another_start_makes_the_count_void() -> None:
    tournament, match = table()
    before = note(tournament, match, spots={"A": "intact"})
    seat = match.seats.select_related("persona")[0]
    assert seat.persona
    note_redraw(match, persona=seat.persona, by=bruno(), now=timezone.now())
    fresh = count_of(tournament, match)
    assert fresh.game != before.game
    assert fresh.tallies[0].spots["A"] == "missing"
    with pytest.raises(Stale) as stale:
        note_count(
            tournament,
            fresh,
            player=people(fresh)[0],
            change=Change(),
            version=0,
            by=bruno(),
            now=START,
            game=before.game,
        )
    assert stale.value.code == "count_void"
    match.started_at = timezone.now() + timedelta(minutes=1)
    assert count_of(tournament, match).game not in (fresh.game, before.game)


def test_nothing_is_counted_once_the_match_is_over() -> None:
    tournament, match = table()
    ended = played(match)
    with pytest.raises(Stale) as stale:
        note(tournament, ended, numbers={"commanders": 1})
    assert stale.value.code == "match_ended"


def test_the_count_suggests_its_sheet_and_time_once_it_was_called() -> None:
    tournament, match = table(time_limit=30)
    note(tournament, match, spots={"A": "intact"}, numbers={"commanders": 1})
    assert count_of(tournament, match).sheet().winner is None
    match.time_called_at = timezone.now()
    sheet = count_of(tournament, match).sheet()
    assert sheet.ended_by is EndedBy.TIME
    assert [line.numbers.get("intact") for line in sheet.lines] == [1, None, None, None]
    assert [line.counts is None for line in sheet.lines] == [False, True, True, True]


def test_a_poll_notices_more_time_and_the_end_of_it() -> None:
    tournament, match = table(time_limit=30)
    known = count_of(tournament, match).version
    assert match.time_due_at
    match.time_due_at += timedelta(minutes=5)
    extended = count_of(tournament, match).version
    match.time_called_at = timezone.now()
    assert len({known, extended, count_of(tournament, match).version}) == 3


def test_reading_and_noting_take_a_handful_of_queries() -> None:
    tournament, match = table(kind="campeonato", table_high=4)
    bruno()
    with CaptureQueriesContext(connection) as queries:
        note(tournament, match, spots={"A": "intact"})
    assert len([q for q in queries if "SAVEPOINT" not in q["sql"]]) <= 7
