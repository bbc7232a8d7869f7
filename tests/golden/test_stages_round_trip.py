"""A record with Swiss rounds comes back whole at every point of its day, and play goes on."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from matches.models import Match, Side
from records.export import people_file, record_lines
from records.importing.record import restore_record
from tests.cast import ana, checked_in, fresh, played
from tests.simulated import DAYS as SIMULATED
from tests.simulated import RANKED, STAGED, simulated
from tests.swiss import closed, first_round, groups_drawn, play_all, play_rounds, swiss
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.draw.rounds import draw_round
from tournaments.draw.selectors import promise
from tournaments.draw.withdraw_round import withdraw_round
from tournaments.models import Draw, Stage, Tournament
from tournaments.standings.finish import finish
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db
Rows = dict[str, list[Any]]


def prepared() -> Tournament:
    """Everybody is checked in; nothing is drawn."""
    return checked_in(12, stages=swiss(), table_low=3)


def in_a_round() -> Tournament:
    """One match of the first round is over."""
    tournament = first_round()
    played(Match.objects.filter(ledger=tournament.ledger_id).earliest("number"))
    return fresh(tournament)


def between_rounds() -> Tournament:
    """The first round is over."""
    tournament = first_round()
    play_all(tournament)
    return fresh(tournament)


def with_byes() -> Tournament:
    """Two rounds of duels, of an odd number of entries."""
    tournament = first_round(9, table_low=2, table_high=2, rounds=2)
    return play_rounds(tournament)


def in_the_bracket() -> Tournament:
    """The stage is closed, and the bracket drawn."""
    return closed(play_rounds(first_round()))


def with_a_third_place_match() -> Tournament:
    """The bracket after the stage has a match for the third place."""
    chosen: dict[str, Any] = {"table_low": 2, "table_high": 2, "house_rules": {"third_place_match": True}}
    return closed(play_rounds(first_round(8, rounds=2, advance=4, **chosen)))


def over() -> Tournament:
    """All of it is played."""
    tournament = in_the_bracket()
    play_all(tournament)
    finish(fresh(tournament), by=ana(), now=timezone.now())
    return fresh(tournament)


def rounds_alone() -> Tournament:
    """The order of the stage is the end."""
    tournament = closed(play_rounds(first_round(8, rounds=2, advance=0)))
    finish(tournament, by=ana(), now=timezone.now())
    return fresh(tournament)


def withdrawn() -> Tournament:
    """The first round is withdrawn."""
    tournament = first_round()
    withdraw_draw(tournament, reason="Faltou gente", by=ana(), now=timezone.now())
    return fresh(tournament)


def drawn_again() -> Tournament:
    """The first round is withdrawn, and drawn again."""
    tournament = withdrawn()
    publish_draw(tournament, by=ana(), now=timezone.now())
    return fresh(tournament)


def round_withdrawn() -> Tournament:
    """The second of two rounds, with its bye, is taken back."""
    tournament = first_round(9, table_low=2, table_high=2, rounds=2)
    play_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    withdraw_round(fresh(tournament), reason="Faltou gente", by=ana(), now=timezone.now())
    return fresh(tournament)


def round_drawn_again() -> Tournament:
    """The second round is taken back, drawn again and played."""
    tournament = round_withdrawn()
    draw_round(tournament, word="Uva", by=ana(), now=timezone.now())
    play_all(tournament)
    return fresh(tournament)


def groups_drawn_again() -> Tournament:
    """The second round of groups is taken back and drawn again."""
    tournament = groups_drawn(9, rounds=2)
    play_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    withdraw_round(fresh(tournament), reason="Faltou gente", by=ana(), now=timezone.now())
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    return fresh(tournament)


def groups_in_a_round() -> Tournament:
    """The second round of groups of different sizes is drawn."""
    return play_rounds(groups_drawn(9, rounds=2))


def groups_at_larger_tables() -> Tournament:
    """Groups at tables of three and four, and a bracket after them."""
    return closed(play_rounds(groups_drawn(11, rounds=2, advance=2, table_low=3, table_high=4)))


def groups_alone() -> Tournament:
    """The order of the groups is the end."""
    tournament = closed(play_rounds(groups_drawn(8, rounds=2, advance=0)))
    finish(tournament, by=ana(), now=timezone.now())
    return fresh(tournament)


def groups_and_bracket() -> Tournament:
    """All of it is played."""
    tournament = closed(play_rounds(groups_drawn(8)))
    play_all(tournament)
    finish(fresh(tournament), by=ana(), now=timezone.now())
    return fresh(tournament)


DAYS = (
    prepared, in_a_round, between_rounds, with_byes, in_the_bracket, with_a_third_place_match, over,
    rounds_alone, withdrawn, drawn_again, groups_in_a_round, groups_at_larger_tables, groups_alone,
    groups_and_bracket, round_withdrawn, round_drawn_again, groups_drawn_again,
)  # fmt: skip


def rows(tournament: Tournament) -> Rows:
    """What the database has of the day, without keys."""
    drawn = Draw.objects.filter(tournament=tournament).order_by("seq")
    draws = (
        "stage", "first_round", "method", "seed", "algorithm", "word", "derived_seed", "shape",
        "shape_is_default", "order", "published_at", "withdrawn", "commitment__sha256", "commitment__secret",
    )  # fmt: skip
    played_at = (
        "code", "round", "number", "stage", "third_place", "second_chance", "state", "winner__code",
        "ended_at",
    )  # fmt: skip
    sides = (
        "match__code", "number", "entry__code", "drawn__code", "filled", "exception", "place", "score",
        "absent", "source__code", "take", "source_side",
    )  # fmt: skip
    matches = Match.objects.filter(ledger=tournament.ledger_id).order_by("round", "number")
    of_matches = Side.objects.filter(match__ledger=tournament.ledger_id)
    stages = Stage.objects.filter(tournament=tournament)
    found: Rows = {
        "tournament": [tournament.state, tournament.stages],
        "stages": list(stages.values_list("number", "groups", "closed_at", "advanced")),
        "draws": list(drawn.values_list(*draws)),
        "matches": list(matches.values_list(*played_at)),
        "sides": list(of_matches.order_by("match__round", "match__number", "number").values_list(*sides)),
        "places": [(row.place, row.entry_code) for row in standings_of(tournament)],
    }
    return {name: [_in_milliseconds(row) for row in listed] for name, listed in found.items()}


def _in_milliseconds(row: Any) -> Any:
    """A row whose times are as exact as those of a record."""
    values = row if isinstance(row, tuple) else (row,)
    return [
        value.isoformat(timespec="milliseconds") if isinstance(value, datetime) else value for value in values
    ]


def brought_in(make: Callable[[], Tournament], folder: Path) -> tuple[Rows, Tournament, bytes]:
    """The rows of a day that is in its files only, the tournament from them, and its record."""
    with transaction.atomic():
        tournament = make()
        record, names = "".join(record_lines(tournament)).encode(), people_file(tournament)["people"]
        before = rows(tournament)
        transaction.set_rollback(True)
    (folder / "r.jsonl").write_bytes(record)
    return before, restore_record(folder / "r.jsonl", names=names, owner=None, now=timezone.now()), record


@pytest.mark.F43
@pytest.mark.parametrize("make", DAYS, ids=lambda make: make.__name__)
def test_a_day_with_rounds_comes_back_whole(make: Callable[[], Tournament], tmp_path: Path) -> None:
    before, tournament, record = brought_in(make, tmp_path)
    assert "".join(record_lines(tournament)).encode() == record
    assert rows(tournament) == before


@pytest.mark.F27
def test_rounds_go_on_after_the_laptop_died(tmp_path: Path) -> None:
    _, tournament, record = brought_in(between_rounds, tmp_path)
    organizer = tournament.staff.filter(role="organizer")[0].persona.player
    lost = promise(tournament)
    assert lost is not None
    assert lost.is_lost
    draw_round(tournament, by=organizer, now=timezone.now())
    kinds = [line.split('"type":"')[1].split('"')[0] for line in record_lines(tournament)]
    assert kinds[len(record.splitlines()) :][:4] == [
        "integrity.noted", "draw.committed", "round.drawn", "draw.committed",
    ]  # fmt: skip
    now_promised = promise(tournament)
    assert now_promised is not None
    assert not now_promised.is_lost


@pytest.mark.parametrize("name", [*STAGED, *RANKED])
def test_a_simulated_day_with_rounds_comes_back_whole(name: str, tmp_path: Path) -> None:
    played_day = simulated(SIMULATED[name])
    (tmp_path / "r.jsonl").write_text(played_day.record, "utf-8")
    tournament = restore_record(tmp_path / "r.jsonl", names={}, owner=None, now=timezone.now())
    assert "".join(record_lines(tournament)) == played_day.record
    assert tournament.ranked == (name in RANKED)
    assert {row.points_text for row in standings_of(tournament)} != {"0"} or not tournament.ranked
