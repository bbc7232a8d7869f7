"""Groups before the bracket: dealt once, drawn round by round, closed, and what counts in the end."""

import json
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Club
from core.errors import Refused, Stale
from core.models import RecordLine
from matches.models import Entry, EntryState, Match, Side
from tests.acts import assert_sound
from tests.cast import ana, checked_in, created, fresh, plain_win
from tests.swiss import closed, groups_drawn, in_groups, play_all, play_rounds, win_all
from tournaments.bracket.tree import snake
from tournaments.corrections.correct import correct_sheet
from tournaments.departures.disqualify import disqualify
from tournaments.departures.withdraw import withdraw
from tournaments.draw.close_stage import close_stage, preview_advancing
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.draw.rounds import draw_round, open_stage
from tournaments.draw.stage_progress import next_tables, stage_progress, stage_table
from tournaments.models import Draw, Stage, Tournament
from tournaments.standings.finish import finish
from tournaments.standings.selectors import classification

pytestmark = pytest.mark.django_db


def groups_of(tournament: Tournament) -> list[list[str]]:
    """The groups as they were dealt."""
    return Stage.objects.get(tournament=tournament).groups or []


def line(tournament: Tournament, kind: str) -> dict[str, Any]:
    """The data of the latest line of a kind."""
    found = RecordLine.objects.filter(ledger=tournament.ledger_id, type=kind).latest("seq")
    data: dict[str, Any] = json.loads(found.text)["data"]
    return data


def meetings(tournament: Tournament, **which: Any) -> Counter[frozenset[str]]:
    """How often each two were drawn at one table of the groups."""
    sides = Side.objects.filter(match__ledger=tournament.ledger_id, match__stage=1, **which)
    tables: dict[int, set[str]] = {}
    for match, code in sides.values_list("match_id", "drawn__code"):
        tables.setdefault(match, set()).add(code)
    return Counter(frozenset(pair) for table in tables.values() for pair in combinations(table, 2))


def test_everyone_in_a_group_meets_everyone_once_at_tables_of_two() -> None:
    tournament = play_rounds(groups_drawn(9, rounds=5))
    groups = groups_of(tournament)
    assert sorted(map(len, groups)) == [4, 5]
    assert meetings(tournament) == Counter(
        frozenset(pair) for group in groups for pair in combinations(group, 2)
    )
    assert_sound(tournament)


def test_groups_are_dealt_by_snake_from_the_order_of_the_first_round() -> None:
    tournament = groups_drawn(11, groups=3)
    drawn = line(tournament, "round.drawn")
    order = [row["entry"] for row in drawn["order"]]
    assert drawn["groups"] == groups_of(tournament)
    assert drawn["groups"] == [[order[rank] for rank in ranks] for ranks in snake(11, 3)]
    assert drawn["algorithm"] == "groups/1"
    assert Draw.objects.get(tournament=tournament).method == "groups"
    play_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    assert "groups" not in line(tournament, "round.drawn")
    assert_sound(tournament)


def test_a_day_of_groups_and_a_bracket() -> None:
    tournament = closed(play_rounds(groups_drawn(12, groups=4)))
    stage = Stage.objects.get(tournament=tournament)
    groups = groups_of(tournament)
    assert stage.advanced is not None
    assert Counter(next(n for n, group in enumerate(groups) if code in group) for code in stage.advanced) == {
        0: 2, 1: 2, 2: 2, 3: 2
    }  # fmt: skip
    play_all(tournament)
    finish(fresh(tournament), by=ana(), now=timezone.now())
    rows = classification(tournament, complete=True)
    assert {code for row in rows if row.place <= 8 for code in row.entries} == set(stage.advanced)
    (thirds,) = [row for row in rows if row.place > 8]
    assert (thirds.place, len(thirds.entries), thirds.of_stage, thirds.why) == (9, 4, "groups", None)
    assert_sound(tournament)


def test_the_closing_line_has_the_order_of_each_group() -> None:
    tournament = groups_drawn(8, rounds=1, advance=2)
    win_all(tournament)
    closed(fresh(tournament))
    data = line(tournament, "stage.closed")
    groups = [set(group) for group in groups_of(tournament)]
    assert [(row["group"], row["place"], row["why"]) for row in data["order"]] == [
        (1, 1, "stage_points"), (1, 3, None), (2, 1, "stage_points"), (2, 3, None),
    ]  # fmt: skip
    assert all(set(row["entries"]) <= groups[row["group"] - 1] for row in data["order"])
    assert data["cut"] is None
    first = {code for row in data["order"] if row["place"] == 1 for code in row["entries"]}
    assert set(data["advance"]) == first
    assert_sound(tournament)


def test_members_of_a_group_are_apart_in_the_first_round_of_the_bracket() -> None:
    for seed in range(1, 6):
        tournament = closed(play_rounds(groups_drawn(16, groups=4, table_high=2), seed=seed))
        groups = {code: number for number, group in enumerate(groups_of(tournament)) for code in group}
        first = Match.objects.filter(ledger=tournament.ledger_id, stage=None).earliest("round").round
        sides = Side.objects.filter(match__ledger=tournament.ledger_id, match__round=first)
        tables: dict[int, list[int]] = {}
        for match, code in sides.values_list("match_id", "drawn__code"):
            tables.setdefault(match, []).append(groups[code])
        assert len(tables) == 4
        assert all(len(set(table)) == 2 for table in tables.values())
        assert_sound(tournament)


def test_each_group_has_its_own_cut_of_cards() -> None:
    tournament = groups_drawn(8, rounds=1, advance=1)
    win_all(tournament)
    borders = preview_advancing(tournament, open_stage(tournament)).borders
    assert [(border.group, len(border.tied), border.free) for border in borders] == [(1, 2, 1), (2, 2, 1)]
    one, two = borders
    for won in ((), one.tied, one.tied[:1], (*one.tied, two.tied[0])):
        with pytest.raises(Refused, match="cut_needed"):
            close_stage(tournament, won=won, by=ana(), now=timezone.now())
    won = (one.tied[1], two.tied[0])
    close_stage(tournament, won=won, by=ana(), now=timezone.now())
    data = line(tournament, "stage.closed")
    assert data["cut"] == {"tied": sorted((*one.tied, *two.tied)), "won": sorted(won)}
    assert data["advance"] == list(won)
    assert_sound(tournament)


def test_the_groups_alone_give_the_final_places() -> None:
    tournament = closed(play_rounds(groups_drawn(8, advance=0)))
    finish(tournament, by=ana(), now=timezone.now())
    rows = classification(tournament, complete=True)
    assert sum(len(row.entries) for row in rows) == 8
    assert rows[0].place == 1
    assert all(row.why is None or row.why.code == "stage_group" for row in rows)
    assert {code for row in rows[:1] for code in row.entries} == {
        entry.code for entry in stage_table(tournament) if entry.place == 1
    }
    assert_sound(tournament)


def test_a_group_with_too_few_left_sends_all_of_them() -> None:
    tournament = play_rounds(groups_drawn(8))
    for code in groups_of(tournament)[0][1:]:
        gone = Entry.objects.get(ledger=tournament.ledger_id, code=code)
        withdraw(gone, reason="Foi embora", by=ana(), now=timezone.now())
    closed(fresh(tournament))
    advanced = Stage.objects.get(tournament=tournament).advanced or []
    assert len(advanced) == 3
    assert advanced.index(groups_of(tournament)[0][0]) <= 2
    assert_sound(tournament)


def test_whole_places_are_left_off_until_a_bracket_exists() -> None:
    """Neither the eight that are left nor the best two of each have a bracket of tables of three and four."""
    tournament = play_rounds(groups_drawn(12, groups=3, rounds=2, advance=3, table_low=3, table_high=4))
    for code in groups_of(tournament)[0][2:]:
        gone = Entry.objects.get(ledger=tournament.ledger_id, code=code)
        withdraw(gone, reason="Foi embora", by=ana(), now=timezone.now())
    closed(fresh(tournament))
    assert len(Stage.objects.get(tournament=tournament).advanced or []) == 3
    assert_sound(tournament)


def test_who_would_meet_a_withdrawn_entry_has_a_bye() -> None:
    tournament = groups_drawn(8)
    win_all(tournament)
    gone = Entry.objects.get(ledger=tournament.ledger_id, code=groups_of(tournament)[0][0])
    withdraw(gone, reason="", by=ana(), now=timezone.now())
    assert next_tables(fresh(tournament)) == (2, 2, 2, 1)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    sizes = [match.sides.count() for match in Match.objects.filter(ledger=tournament.ledger_id, round=2)]
    assert sorted(sizes) == [1, 2, 2, 2]
    assert_sound(tournament)


def test_a_disqualified_entry_has_no_place_and_its_group_keeps_its_games() -> None:
    tournament = groups_drawn(8)
    win_all(tournament)
    match = Match.objects.filter(ledger=tournament.ledger_id).earliest("number")
    assert match.winner is not None
    disqualify(match.winner, reason="Trapaça", by=ana(), now=timezone.now())
    rows = stage_table(fresh(tournament))
    (last,) = [row for row in rows if row.place is None]
    assert (last.code, last.has_left) == (match.winner.code, True)
    assert [row.group for row in rows] == [1] * 4 + [2] * 4
    loser = next(row for row in rows if row.games and row.group == last.group and row.points == 0)
    assert loser.games == 1
    assert_sound(tournament)


def test_rounds_end_with_the_longest_circle() -> None:
    tournament = groups_drawn(8, rounds=9)
    for number in (2, 3):
        play_all(tournament)
        progress = stage_progress(fresh(tournament))
        assert progress is not None
        assert (progress.planned, progress.next_act) == (3, "draw_round")
        draw_round(fresh(tournament), by=ana(), now=timezone.now())
        assert Match.objects.filter(ledger=tournament.ledger_id, round=number).count() == 4
    play_all(tournament)
    with pytest.raises(Stale, match="rounds_all_drawn"):
        draw_round(fresh(tournament), by=ana(), now=timezone.now())
    progress = stage_progress(fresh(tournament))
    assert progress is not None
    assert progress.next_act == "close_stage"
    assert_sound(tournament)


def test_larger_tables_mix_a_group_and_ignore_the_smallest_size() -> None:
    tournament = play_rounds(groups_drawn(10, groups=2, rounds=3, table_low=3, table_high=4))
    groups = [set(group) for group in groups_of(tournament)]
    matches = Match.objects.filter(ledger=tournament.ledger_id, stage=1).order_by("round", "number")
    for number in (1, 2, 3):
        sizes = [match.sides.count() for match in matches.filter(round=number)]
        assert sorted(sizes[:2]) == sorted(sizes[2:]) == [2, 3]
    assert all(any(pair <= group for group in groups) for pair in meetings(tournament))
    assert_sound(tournament)


def test_too_many_groups_for_those_who_came() -> None:
    tournament = checked_in(7, stages=in_groups(4), table_low=2, table_high=2)
    with pytest.raises(Refused) as refused:
        publish_draw(tournament, by=ana(), now=timezone.now())
    (violation,) = refused.value.violations
    assert (violation.code, violation.facts) == ("groups_too_many", {"entries": 7, "groups": 4, "most": 3})
    assert not Stage.objects.filter(tournament=tournament).exists()


def test_the_groups_are_withdrawn_with_their_first_round_and_dealt_again() -> None:
    tournament = groups_drawn(8)
    before = groups_of(tournament)
    withdraw_draw(tournament, reason="Faltou gente", by=ana(), now=timezone.now())
    assert not Stage.objects.filter(tournament=tournament).exists()
    publish_draw(fresh(tournament), by=ana(), now=timezone.now())
    assert groups_of(tournament) == line(tournament, "round.drawn")["groups"] != before
    assert_sound(tournament)


@pytest.mark.parametrize(
    ("stages", "code", "field"),
    [
        (in_groups(1), "groups_out_of_range", "stages.0.groups"),
        (in_groups(33), "groups_out_of_range", "stages.0.groups"),
        (in_groups(rounds=0), "group_rounds_out_of_range", "stages.0.rounds"),
        (in_groups(rounds=10), "group_rounds_out_of_range", "stages.0.rounds"),
        (in_groups(advance=17), "group_advance_out_of_range", "stages.0.advance"),
        (in_groups(32, advance=9), "group_advance_out_of_range", "stages.0.advance"),
        (in_groups(advance=-1), "group_advance_out_of_range", "stages.0.advance"),
        ([{"kind": "groups"}], "stages_unknown", "stages"),
        ([{**in_groups()[0], "groups": True}], "stages_unknown", "stages"),
    ],
)
def test_what_is_wrong_with_a_plan(stages: list[dict[str, object]], code: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        created(stages=stages, table_low=2, table_high=2)
    assert [(wrong.code, wrong.field) for wrong in refused.value.violations] == [(code, field)]


def test_only_unranked_tournaments_have_groups() -> None:
    with pytest.raises(Refused, match="stages_need_unranked"):
        created(ranked=True, stages=in_groups())


def test_a_bracket_exists_for_those_who_go_on_from_all_groups() -> None:
    with pytest.raises(Refused) as refused:
        created(table_low=3, table_high=4, stages=in_groups(5, advance=1))
    (violation,) = refused.value.violations
    assert (violation.code, violation.field) == ("no_shape", "stages.0.advance")
    created(table_low=3, table_high=4, stages=in_groups(3, advance=1))


def test_clubs_are_in_different_groups_where_possible() -> None:
    together = 0
    for _ in range(4):
        tournament = checked_in(8, stages=in_groups(2, apart=True), table_low=2, table_high=2)
        mates = list(Entry.objects.filter(ledger=tournament.ledger_id).order_by("code")[:2])
        club = Club.objects.get_or_create(name="Maré")[0]
        Entry.objects.filter(pk__in=[mate.pk for mate in mates]).update(club=club)
        publish_draw(tournament, by=ana(), now=timezone.now())
        together += any({mate.code for mate in mates} <= set(group) for group in groups_of(tournament))
    assert together == 0


def test_a_corrected_sheet_changes_the_order_and_no_published_round() -> None:
    tournament = groups_drawn(8, rounds=2)
    win_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    before, tables = stage_table(fresh(tournament)), meetings(tournament, match__round=2)
    match = Match.objects.filter(ledger=tournament.ledger_id, round=1).earliest("number")
    correct_sheet(match, sheet=plain_win(match, side=2), reason="Trocaram", by=ana(), now=timezone.now())
    assert stage_table(fresh(tournament)) != before
    assert meetings(tournament, match__round=2) == tables
    assert_sound(tournament)


def test_a_stage_of_whom_too_few_are_left_ends_with_its_order() -> None:
    tournament = play_rounds(groups_drawn(8, rounds=1))
    live = Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.CHECKED_IN).order_by("code")
    for entry in live[1:]:
        withdraw(entry, reason="Choveu", by=ana(), now=timezone.now())
    assert close_stage(fresh(tournament), by=ana(), now=timezone.now()) is None
    assert Stage.objects.get(tournament=tournament).advanced == []
    assert_sound(tournament)
