"""F112: a ranked tournament that fewer than eight people really played gives no points for the season."""

import json
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from checker import check_bytes
from core.errors import Violation
from core.models import RecordLine
from records.export import record_lines
from records.importing.record import restore_record
from tests.acts import Moments, assert_sound, at, entry_at, finish, walked_over, won
from tests.cast import ana, browser, drawn, fresh, running
from tests.records.book import chained
from tournaments.departures.withdraw import withdraw
from tournaments.endings import put_back, take_down
from tournaments.models import Placing, State, Tournament
from tournaments.standings.finish import reopen
from tournaments.standings.points_threshold import count_attendance, points_warning, reason_without_points
from tournaments.standings.selectors import events_without_points, season, seasons, standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.F112]


def played_by(games: int, clock: Moments) -> Tournament:
    """Eight in duels: of round 1 so many matches are games, in the others nobody but one comes."""
    tournament = drawn(8, ranked=True, table_high=2)
    for number in range(1, 5):
        won(tournament, 1, number, clock) if number <= games else walked_over(
            at(tournament, 1, number), 1, clock=clock
        )
    for round_, number in ((2, 1), (2, 2), (3, 1)):
        won(tournament, round_, number, clock)
    return fresh(tournament)


def last_line(tournament: Tournament) -> dict[str, object]:
    text = (
        RecordLine.objects.filter(ledger=tournament.ledger_id)
        .order_by("-seq")
        .values_list("text", flat=True)[0]
    )
    return dict(json.loads(text)["data"])


def test_eight_who_played_get_their_points(clock: Moments) -> None:
    tournament = played_by(4, clock)
    finish(tournament, clock)
    assert last_line(tournament)["without_points"] is None
    assert season("chama", 2026)[0].points_text == "25"
    assert_sound(tournament)


def test_seven_who_played_get_none_and_everybody_is_told(clock: Moments) -> None:
    tournament = played_by(3, clock)
    finish(tournament, clock)
    tournament = fresh(tournament)
    assert count_attendance(tournament).played == 7
    assert last_line(tournament)["without_points"] == tournament.without_points == "fewer_than_8_played"
    assert {row.points_text for row in standings_of(tournament)} == {"0"}
    assert set(Placing.objects.values_list("points_numerator", flat=True)) == {0}
    assert season("chama", 2026) == ()
    assert events_without_points("chama", 2026) == [tournament]
    assert_sound(tournament)
    assert check_bytes("".join(record_lines(tournament)).encode()) == []


def test_one_that_was_taken_down_or_simulated_is_not_listed(clock: Moments) -> None:
    tournament = played_by(3, clock)
    finish(tournament, clock)
    take_down(tournament, reason="Fraude.", now=next(clock))
    assert events_without_points("chama", 2026) == []
    assert seasons() == []
    assert tournament.title not in browser().get(reverse("season", args=["chama", 2026])).content.decode()
    put_back(tournament, now=next(clock))
    assert events_without_points("chama", 2026) == [tournament]
    assert seasons()
    Tournament.objects.filter(pk=tournament.pk).update(simulated=True)
    assert events_without_points("chama", 2026) == []


def test_pages_say_so(clock: Moments) -> None:
    tournament = played_by(3, clock)
    before = browser(ana()).get(reverse("finish", args=[tournament.slug])).content.decode()
    assert "gives the points" not in before
    finish(tournament, clock)
    said = "fewer than 8 people played a game"
    for address in (reverse("standing", args=[tournament.slug]), reverse("season", args=["chama", 2026])):
        assert said in browser().get(address).content.decode()
        assert "is finished yet" not in browser().get(address).content.decode()
    assert said in browser(ana()).get(reverse("finish", args=[tournament.slug])).content.decode()


def test_the_coordinator_is_told_as_soon_as_it_is_certain(clock: Moments) -> None:
    tournament = drawn(8, ranked=True, table_high=2)
    assert points_warning(tournament) is None
    walked_over(at(tournament, 1, 1), 1, clock=clock)
    assert points_warning(fresh(tournament)) == Violation(
        "too_few_will_have_played", {"people": 7, "least": 8}, rule="house:people_played"
    )
    page = browser(ana()).get(reverse("now", args=[tournament.slug]))
    assert 'id="points-warning"' in page.content.decode()


def test_whoever_leaves_before_a_game_will_not_have_played(clock: Moments) -> None:
    tournament = drawn(8, ranked=True, table_high=2)
    withdraw(entry_at(at(tournament, 1, 1), 1), reason="ill", by=ana(), now=next(clock))
    assert reason_without_points(fresh(tournament)) == "fewer_than_8_played"


def test_who_played_and_left_since_has_played(clock: Moments) -> None:
    tournament = drawn(8, ranked=True, table_high=2)
    for number in range(1, 5):
        won(tournament, 1, number, clock)
    withdraw(entry_at(at(tournament, 1, 1), 1), reason="ill", by=ana(), now=next(clock))
    assert count_attendance(fresh(tournament)).played == 8
    assert points_warning(fresh(tournament)) is None


def test_reopened_it_is_worked_out_anew(clock: Moments) -> None:
    tournament = played_by(3, clock)
    finish(tournament, clock)
    reopen(fresh(tournament), reason="a sheet was wrong", by=ana(), now=next(clock))
    assert (fresh(tournament).without_points, fresh(tournament).state) == ("", State.RUNNING)


def test_unranked_and_old_records_know_no_reason(clock: Moments) -> None:
    tournament = played_by(3, clock)
    Tournament.objects.filter(pk=tournament.pk).update(record_format=1)
    finish(fresh(tournament), clock)
    assert fresh(tournament).without_points == ""
    assert "without_points" not in last_line(tournament)
    assert season("chama", 2026)[0].points_text == "25"


def test_the_database_holds_no_reason_without_an_end() -> None:
    tournament = running(8, ranked=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(without_points="fewer_than_8_played")


@pytest.mark.parametrize(("games", "said"), [(3, None), (4, "fewer_than_8_played")])
def test_a_reason_that_is_not_so_is_found(games: int, said: str | None, clock: Moments) -> None:
    tournament = played_by(games, clock)
    finish(tournament, clock)
    bodies = [json.loads(line) for line in record_lines(tournament)]
    bodies[-1]["data"]["without_points"] = said
    assert [finding.rule for finding in check_bytes(chained(bodies))] == ["points"]


@pytest.mark.parametrize("games", [3, 4])
def test_points_that_are_not_due_are_found(games: int, clock: Moments) -> None:
    tournament = played_by(games, clock)
    finish(tournament, clock)
    bodies = [json.loads(line) for line in record_lines(tournament)]
    row = bodies[-1]["data"]["classification"][0]
    row["points"] = "25" if row["points"] == "0" else "0"
    assert [finding.rule for finding in check_bytes(chained(bodies))] == ["points"]


def test_an_imported_one_keeps_it(clock: Moments, tmp_path: Path) -> None:
    path = tmp_path / "few.record.jsonl"
    with transaction.atomic():
        tournament = played_by(3, clock)
        finish(tournament, clock)
        path.write_text("".join(record_lines(tournament)), encoding="utf-8")
        transaction.set_rollback(True)
    restored = restore_record(path, names={}, owner=None, now=timezone.now(), slug="few")
    assert fresh(restored).without_points == "fewer_than_8_played"
    assert {row.points_text for row in standings_of(fresh(restored))} == {"0"}
