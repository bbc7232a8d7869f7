"""Ranked tournaments with Swiss rounds or groups: the whole classification gives points for the season."""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from core.errors import Refused
from core.models import RecordLine
from matches.models import Match, Side
from rulesets.kernel.points import POINTS
from tests.acts import absences, assert_sound
from tests.cast import ana, browser, checked_in, created, duda, fresh
from tests.inventions import accepted, drafted
from tests.swiss import closed, in_groups, play_all, play_rounds, swiss, win_all
from tournaments.corrections.correct import correct_sheet
from tournaments.departures.disqualify import disqualify
from tournaments.draw.close_stage import close_stage
from tournaments.draw.publish import publish_draw
from tournaments.models import Placing, Tournament
from tournaments.play.play import record_sheet
from tournaments.standings.finish import finish, reopen
from tournaments.standings.points_threshold import count_attendance, reason_without_points
from tournaments.standings.profile import participations
from tournaments.standings.selectors import outcome_of, season, standings_of

pytestmark = pytest.mark.django_db


def ranked(entries: int, stages: Sequence[dict[str, Any]], **chosen: Any) -> Tournament:
    """The first round of a ranked tournament is drawn; its type was accepted with both kinds of stages."""
    accepted(duda(), stages=("swiss", "groups"))
    facts = {"kind": "fortaleza", "ranked": True, "stages": tuple(stages), **chosen}
    tournament = checked_in(entries, **facts)
    publish_draw(tournament, by=ana(), now=timezone.now())
    return fresh(tournament)


def ended(tournament: Tournament) -> Tournament:
    """All rounds and the bracket are played, and the tournament is finished."""
    last = closed(play_rounds(tournament))
    play_all(last)
    finish(fresh(last), by=ana(), now=timezone.now())
    return fresh(last)


def points(tournament: Tournament) -> dict[str, Fraction]:
    """Points by entry, as stored."""
    found = Placing.objects.filter(tournament=tournament).select_related("entry")
    return {one.entry.code: Fraction(one.points_numerator, one.points_denominator) for one in found}


def rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The places as the last finish recorded them."""
    line = RecordLine.objects.filter(ledger=tournament.ledger_id, type="tournament.finished").latest("seq")
    found: list[dict[str, Any]] = json.loads(line.text)["data"]["classification"]
    return found


def due(row: dict[str, Any], multiplier: int = 1) -> Fraction:
    """The average of the points of the places that a row covers."""
    scale = [*POINTS, *[0] * 100]
    covered = scale[row["place"] - 1 :][: len(row["entries"])]
    return Fraction(multiplier * sum(covered), len(covered))


def test_a_whole_ranked_day_of_three_swiss_rounds_and_a_final() -> None:
    """24 entries at tables of three and four; four go on to the final."""
    tournament = ended(ranked(24, swiss(3, 4), table_low=3, multiplier=2))
    assert Match.objects.filter(ledger=tournament.ledger_id).latest("round").round == 4
    given = points(tournament)
    assert sum(given.values()) == 2 * sum(POINTS)
    for row in rows(tournament):
        assert Fraction(row["points"]) == due(row, 2)
        assert {given[code] for code in row["entries"]} == {Fraction(row["points"])}
    behind = [row for row in rows(tournament) if row["place"] > 4]
    assert sum(Fraction(row["points"]) * len(row["entries"]) for row in behind) == 2 * sum(POINTS[4:])
    table = season("chama", 2026)
    assert len(table) == 24
    assert (table[0].points_text, table[0].places) == ("50", {1: 1})
    assert sum(line.points for line in table) == 2 * sum(POINTS)
    assert_sound(tournament)


def test_a_whole_ranked_day_of_groups_shares_points_across_groups() -> None:
    """Three groups of four in duels: of each the first two go on, the thirds share a place of all."""
    tournament = ended(ranked(12, in_groups(3, 3, 2), table_low=2, table_high=2))
    found = {row["place"]: row for row in rows(tournament)}
    thirds = found[7]
    assert len(thirds["entries"]) >= 3
    assert Fraction(thirds["points"]) == due(thirds)
    assert sum(points(tournament).values()) == sum(POINTS)
    assert {line.points for line in season("chama", 2026)} >= {Fraction(thirds["points"])}
    assert_sound(tournament)


def test_rounds_alone_give_points_by_their_order() -> None:
    tournament = play_rounds(ranked(8, swiss(2, 0), table_low=3))
    close_stage(tournament, by=ana(), now=timezone.now())
    finish(fresh(tournament), by=ana(), now=timezone.now())
    assert sum(points(tournament).values()) == sum(POINTS[:8])
    assert_sound(tournament)


def test_points_are_shown_only_once_the_stage_is_closed() -> None:
    tournament = play_rounds(ranked(12, swiss(2, 4), table_low=3))
    assert {row.points_text for row in standings_of(tournament)} == {"0"}
    after = closed(tournament)
    fifth = next(row for row in standings_of(after) if row.of_stage)
    assert Fraction(fifth.points_text) > 0


def test_pages_show_points_of_places_behind_the_bracket() -> None:
    tournament = ended(ranked(12, swiss(2, 4), table_low=3))
    row = next(row for row in standings_of(tournament) if row.of_stage)
    shown = row.points_decimal.rstrip("0").rstrip(".")
    assert float(shown) > 0
    page = browser().get(reverse("standing", args=[tournament.slug])).content.decode()
    assert f'data-label="Points">{shown}</td>' in page
    line = next(line for line in season("chama", 2026) if line.name in row.names)
    assert line.points_decimal == row.points_decimal
    player = Player.objects.get(code=line.player_code)
    outcome = outcome_of(tournament, player, row.entry_code)
    assert outcome is not None
    assert (outcome.place, outcome.points, outcome.season_rank) == (row.place, row.points_decimal, line.rank)
    (one,) = participations(player)
    assert (one.place, one.points) == (row.place, row.points_decimal)


def test_a_reopened_and_corrected_stage_gives_other_points() -> None:
    """Who lost the places behind the bracket keeps the bracket as it was."""
    tournament = ended(ranked(12, swiss(2, 4), table_low=3))
    before, final = points(tournament), {code for row in rows(tournament)[:2] for code in row["entries"]}
    reopen(tournament, reason="Súmula trocada", by=ana(), now=timezone.now())
    assert points(tournament) == {}
    assert season("chama", 2026) == ()
    match, side = _outside(tournament, final)
    correct_sheet(
        match, sheet=absences(match, *_others(match, side)), reason="Trocada", by=ana(), now=timezone.now()
    )
    finish(fresh(tournament), by=ana(), now=timezone.now())
    assert points(tournament) != before
    assert sum(points(tournament).values()) == sum(before.values())
    assert_sound(tournament)


def _outside(tournament: Tournament, final: set[str]) -> tuple[Match, int]:
    """Return a match of the stage and the side of an entry there that is not in the final and lost."""
    for side in Side.objects.filter(match__ledger=tournament.ledger_id, match__round=1).exclude(place=1):
        if side.entry and side.entry.code not in final:
            return side.match, side.number
    raise AssertionError


def _others(match: Match, side: int) -> list[int]:
    """Return the sides of a match but this one."""
    return [one.number for one in match.sides.all() if one.number != side]


def test_a_disqualified_entry_of_the_stage_leaves_its_points_to_those_behind() -> None:
    tournament = closed(play_rounds(ranked(12, swiss(2, 4), table_low=3)))
    fifth = next(row for row in standings_of(tournament) if row.of_stage)
    entry = Side.objects.filter(match__ledger=tournament.ledger_id, entry__code=fifth.entry_code)[0].entry
    assert entry is not None
    disqualify(entry, reason="Conduta", by=ana(), now=timezone.now())
    play_all(fresh(tournament))
    finish(fresh(tournament), by=ana(), now=timezone.now())
    assert fifth.entry_code not in points(tournament)
    assert sum(points(tournament).values()) == sum(POINTS)
    assert_sound(tournament)


@pytest.mark.parametrize("keeps", [False, True])
def test_who_never_came_has_a_place_only_if_the_house_rule_says_so(keeps: bool) -> None:
    """Nine, of whom two stay away from the only round."""
    rules = {"never_played_place": True} if keeps else {}
    tournament = ranked(9, swiss(1, 3), table_low=3, table_high=3, house_rules=rules)
    absent = Side.objects.filter(match__ledger=tournament.ledger_id, match__round=1).order_by("pk")[0]
    record_sheet(absent.match, sheet=absences(absent.match, 1, 2), by=ana(), now=timezone.now())
    win_all(tournament)
    after = closed(fresh(tournament))
    play_all(after)
    finish(fresh(after), by=ana(), now=timezone.now())
    assert absent.entry is not None
    assert (absent.entry.code in points(after)) is keeps
    assert_sound(after)


def test_between_two_rounds_everyone_here_may_still_play() -> None:
    """Eight, of whom three stay away from round 1: nothing is lost while a round is to come."""
    tournament = ranked(8, swiss(2, 4), table_low=4)
    match = Match.objects.filter(ledger=tournament.ledger_id)[0]
    record_sheet(match, sheet=absences(match, 1, 2, 3), by=ana(), now=timezone.now())
    win_all(tournament)
    assert count_attendance(fresh(tournament)).played == 4
    assert reason_without_points(fresh(tournament)) == ""


def test_fewer_than_eight_who_played_get_no_points() -> None:
    tournament = ranked(8, swiss(1, 0), table_low=4)
    match = Match.objects.filter(ledger=tournament.ledger_id)[0]
    record_sheet(match, sheet=absences(match, 1, 2, 3), by=ana(), now=timezone.now())
    win_all(tournament)
    close_stage(fresh(tournament), by=ana(), now=timezone.now())
    assert reason_without_points(fresh(tournament)) == "fewer_than_8_played"
    finish(fresh(tournament), by=ana(), now=timezone.now())
    assert set(points(tournament).values()) == {0}
    assert season("chama", 2026) == ()
    assert_sound(tournament)


@pytest.mark.parametrize("stages", [("swiss",), ()])
def test_a_kind_of_stage_that_the_type_does_not_name_is_refused(stages: tuple[str, ...]) -> None:
    accepted(duda(), stages=stages)
    with pytest.raises(Refused, match="stages_need_unranked"):
        created(kind="fortaleza", ranked=True, stages=tuple(in_groups()), table_low=2, table_high=2)


def test_a_type_that_waits_for_the_editors_is_not_ranked_whatever_it_names() -> None:
    drafted(stages=("swiss",))
    with pytest.raises(Refused, match="type_not_accepted"):
        created(kind="fortaleza", ranked=True, stages=tuple(swiss()), table_low=3)


def test_all_else_of_ranked_tournaments_stays() -> None:
    """Eight people, and the regulation as it stands is confirmed."""
    with pytest.raises(Refused, match="too_few_people"):
        ranked(7, swiss(2, 4), table_low=3)
