"""Who had a bye or sat at a short table this season is passed over for the next one; the record says so."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Side
from records.export import record_lines
from records.importing.record import restore_record
from tests import acts, cast
from tests.acts import Moments, assert_sound, moments
from tests.cast import ana, bruno, fresh
from tests.inventions import accepted
from tests.swiss import swiss, win_all
from tests.unguarded import forget_head
from tournaments.bracket.shapes import Shape
from tournaments.draw.bye_history import recent_short_tables
from tournaments.draw.close_stage import close_stage
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.draw.selectors import published_draw
from tournaments.entries.check_in import check_in_all
from tournaments.entries.enter import import_entries
from tournaments.entries.identity import answer_questions
from tournaments.inputs import NewEntry
from tournaments.models import Draw, Tournament
from tournaments.standings.finish import finish, reopen

pytestmark = pytest.mark.django_db
DUELS = {"table_low": 2, "table_high": 2}


@pytest.fixture
def clock() -> Moments:
    return moments()


def here(clock: Moments, name: str, entries: int = 11, **chosen: Any) -> Tournament:
    """A ranked tournament of the season, with everybody checked in now: the draw is promised."""
    tournament = cast.entered(entries, **{"ranked": True, "name": name, **chosen})
    check_in_all(tournament, by=bruno(), now=next(clock))
    return fresh(tournament)


def drawn(tournament: Tournament, clock: Moments, **how: Any) -> dict[str, Any]:
    """Draw, and the `data` of the line."""
    publish_draw(fresh(tournament), by=ana(), now=next(clock), **how)
    lines = [json.loads(line) for line in record_lines(tournament)]
    data: dict[str, Any] = [line for line in lines if line["type"] == "draw.published"][-1]["data"]
    return data


def played(clock: Moments, name: str, entries: int = 11, **chosen: Any) -> Tournament:
    """One from the check-in to the finish."""
    tournament = here(clock, name, entries, **chosen)
    drawn(tournament, clock)
    acts.finish(fresh(tournament), clock)
    return fresh(tournament)


def at_short_tables(tournament: Tournament) -> set[str]:
    """Names of all who sit at a table of round 1 that is smaller than its largest, or have a bye."""
    sides = Side.objects.filter(match__ledger=tournament.ledger_id, round=1, entry__isnull=False)
    tables: dict[int, set[str]] = {}
    for match, name in sides.values_list("match", "entry__members__persona__player__name"):
        tables.setdefault(match, set()).add(name)
    largest = max(map(len, tables.values()))
    return set().union(*(table for table in tables.values() if len(table) < largest))


def named(tournament: Tournament, codes: list[str]) -> set[str]:
    found = tournament.ledger.entries.filter(code__in=codes)
    return set(found.values_list("members__persona__player__name", flat=True))


def test_who_sat_at_a_short_table_does_not_the_next_time(clock: Moments) -> None:
    first = played(clock, "Etapa A")
    second = here(clock, "Etapa B")
    data = drawn(second, clock)
    assert sorted(data["rounds"][0]) == [2, 3, 3, 3]
    assert [named(second, codes) for codes in data["passed_over"]] == [at_short_tables(first)]
    assert len(at_short_tables(first)) == 2
    assert not at_short_tables(first) & at_short_tables(second)
    assert_sound(second)
    acts.finish(fresh(second), clock)
    assert_sound(fresh(second))


def test_of_byes_nobody_has_another_before_everybody_had_one(clock: Moments) -> None:
    events = [played(clock, f"Etapa {letter}", **DUELS) for letter in "AB"]
    first, second = map(at_short_tables, events)
    assert (len(first), len(second), first & second) == (5, 5, set())
    third = here(clock, "Etapa C", **DUELS)
    data = drawn(third, clock)
    assert [named(third, codes) for codes in data["passed_over"]] == [second, first]
    assert len(at_short_tables(third) & first) == 4
    assert not at_short_tables(third) & second
    assert_sound(third)


def test_a_pair_is_passed_over_where_one_of_them_had_one(clock: Moments) -> None:
    first = played(clock, "Duplas A", 5, kind="duplas")
    mixed = cast.announced(ranked=True, name="Duplas B", kind="duplas")
    pairs = [(f"Jogador {number} A", f"Jogador {number % 4 + 2} B") for number in (2, 3, 4, 5)]
    rows = [NewEntry(pair) for pair in [*pairs, ("Nova", "Novo")]]
    import_entries(mixed, entries=answer_questions(mixed, rows), by=ana(), now=next(clock))
    check_in_all(mixed, by=ana(), now=next(clock))
    data = drawn(mixed, clock)
    had = at_short_tables(first)
    due = {name for row in rows if had & set(row.names) for name in row.names}
    assert [named(mixed, codes) for codes in data["passed_over"]] == [due]
    assert_sound(mixed)


def test_who_did_not_come_had_none(clock: Moments) -> None:
    first = here(clock, "Etapa A")
    drawn(first, clock)
    short = next(match for match in first.ledger.matches.filter(round=1) if match.sides.count() == 2)
    gone = acts.entry_at(short, 1).members.get().persona.player.name
    acts.walked_over(short, 1, clock=clock)
    acts.finish(fresh(first), clock)
    second = here(clock, "Etapa B")
    (codes,) = drawn(second, clock)["passed_over"]
    assert gone not in named(second, codes)
    assert len(codes) == 1


@pytest.mark.parametrize("method", ["season", "manual"])
def test_where_the_lots_do_not_decide_nobody_is_passed_over(method: str, clock: Moments) -> None:
    played(clock, "Etapa A")
    assert "passed_over" not in drawn(here(clock, "Etapa B"), clock, method=method)


@pytest.mark.parametrize(
    "other", [{"ranked": False}, {"year": 2027}, {"entries": 12}], ids=["unranked", "next year", "even"]
)
def test_only_a_season_s_short_tables_are_remembered(other: dict[str, Any], clock: Moments) -> None:
    played(clock, "Etapa A")
    second = here(clock, "Etapa B", **other)
    assert "passed_over" not in drawn(second, clock)
    standing = published_draw(second)
    assert standing is not None
    assert standing.passed_over is None


def test_what_was_unranked_or_begun_again_is_not_remembered(clock: Moments) -> None:
    played(clock, "Treino", ranked=False)
    again = played(clock, "Etapa A")
    reopen(again, reason="uma súmula", by=ana(), now=next(clock))
    assert "passed_over" not in drawn(here(clock, "Etapa B"), clock)


def test_simulated_tournaments_neither_remember_nor_are_remembered(clock: Moments) -> None:
    first = played(clock, "Etapa A")
    second = here(clock, "Etapa B")
    shape = Shape(((4, 4, 3), (3,)))
    assert recent_short_tables(second, shape, "random")
    second.simulated = True
    assert recent_short_tables(second, shape, "random") == ()
    second.simulated = False
    Tournament.objects.filter(pk=first.pk).update(simulated=True)
    assert recent_short_tables(second, shape, "random") == ()


def test_what_ends_after_the_promise_changes_nothing(clock: Moments) -> None:
    first = here(clock, "Etapa A")
    drawn(first, clock)
    second = here(clock, "Etapa B")
    acts.finish(fresh(first), clock)
    assert "passed_over" not in drawn(second, clock)
    withdraw_draw(fresh(second), reason="faltou gente", by=ana(), now=next(clock))
    assert "passed_over" in drawn(second, clock)
    assert_sound(second)


def test_a_number_typed_by_hand_passes_over_too_and_clubs_stay_apart(clock: Moments) -> None:
    played(clock, "Etapa A")
    second = here(clock, "Etapa B")
    typed = drawn(second, clock, seed=7)
    assert typed["passed_over"]
    withdraw_draw(fresh(second), reason="sem clubes", by=ana(), now=next(clock))
    apart = drawn(second, clock, apart=True)
    assert apart["passed_over"] == typed["passed_over"]
    assert_sound(second)


def test_a_record_that_is_imported_says_it_again(clock: Moments, tmp_path: Path) -> None:
    played(clock, "Etapa A")
    second = here(clock, "Etapa B")
    data, before = drawn(second, clock), list(record_lines(second))
    path = tmp_path / "carried.record.jsonl"
    path.write_text("".join(before), encoding="utf-8")
    Tournament.objects.filter(pk=second.pk).update(slug="here")
    forget_head(second.ledger_id)
    there = restore_record(path, names={}, owner=ana().user, now=next(clock))
    assert Draw.objects.get(tournament=there).passed_over == data["passed_over"]
    assert list(record_lines(there)) == before


def test_a_record_of_the_first_format_says_nothing(clock: Moments) -> None:
    played(clock, "Etapa A")
    second = cast.entered(11, ranked=True, name="Etapa B")
    Tournament.objects.filter(pk=second.pk).update(record_format=1)
    check_in_all(cast.confirmed(fresh(second)), by=ana(), now=next(clock))
    assert "passed_over" not in drawn(second, clock)


def test_it_takes_as_many_queries_however_many_play(clock: Moments) -> None:
    played(clock, "Etapa A")
    played(clock, "Etapa B", 22)
    second, counts = here(clock, "Etapa C", 22), []
    for rounds in (((4, 4, 3), (3,)), ((4, 4, 4, 4, 3, 3), (3, 3), (2,))):
        with CaptureQueriesContext(connection) as queries:
            assert len(recent_short_tables(second, Shape(rounds), "random")) == 2
        counts.append(len(queries))
    assert counts == [3, 3]


def test_rounds_before_a_bracket_are_not_remembered(clock: Moments) -> None:
    """Eleven in duels: a round has a bye, which the stage itself gives in turn."""
    accepted(cast.duda(), stages=("swiss",))
    first = here(clock, "Suíça", kind="fortaleza", stages=tuple(swiss(1, 0)), **DUELS)
    publish_draw(first, by=ana(), now=next(clock))
    win_all(first)
    close_stage(fresh(first), by=ana(), now=next(clock))
    finish(fresh(first), by=ana(), now=next(clock))
    assert len(at_short_tables(first)) == 1
    assert fresh(first).without_points == ""
    assert "passed_over" not in drawn(here(clock, "Etapa B", **DUELS), clock)
