"""The page of the tables lets tournaments share them; it, the day and the timetable say who uses what."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.models import HallShare
from scheduling.dispatcher import dispatch, set_tables
from scheduling.timetables import make_timetable, request_plan
from tests.cast import ana, browser, bruno, created, drawn, duda, fresh, staffed
from tournaments.models import Role, Tournament
from tournaments.setup import staff
from tournaments.tables.share import leave_hall, share_hall

pytestmark = pytest.mark.django_db


def two() -> tuple[Tournament, Tournament]:
    """Two that run at the same two tables, of which the first uses both."""
    first = drawn(8, name="Um", tables=2, table_low=2, table_high=2)
    second = drawn(8, name="Dois", tables=2, table_low=2, table_high=2)
    share_hall(first, second, by=ana(), now=timezone.now())
    dispatch(first.ledger_id, now=timezone.now())
    return fresh(first), fresh(second)


def page(client: Client, name: str, tournament: Tournament) -> str:
    response = client.get(reverse(name, args=[tournament.slug]))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def post(client: Client, shown: Tournament, **typed: str) -> tuple[int, str]:
    response = client.post(reverse("tables", args=[shown.slug]), typed)
    return response.status_code, response.content.decode()


def test_who_coordinates_both_shares_and_takes_it_back() -> None:
    first, second = created(name="Um"), created(name="Dois")
    client = browser(ana())
    assert f'<option value="{second.slug}">' in page(client, "tables", first)
    assert post(client, first, act="share", tournament=second.slug)[0] == 302
    assert HallShare.objects.count() == 2
    for one, other in ((first, second), (second, first)):
        assert reverse("tournament", args=[other.slug]) in page(client, "tables", one)
    assert post(client, first, act="leave")[0] == 302
    assert reverse("tournament", args=[second.slug]) not in page(client, "tables", first)


def test_what_is_refused_stands_at_the_form() -> None:
    _, second = two()
    third = drawn(8, name="Três", tables=2, table_low=2, table_high=2)
    dispatch(third.ledger_id, now=timezone.now())
    status, text = post(browser(ana()), third, act="share", tournament=second.slug)
    assert status == 422
    assert "Both have a match at table 1 right now." in text
    assert post(browser(ana()), third, act="share", tournament=third.slug)[0] == 422


def test_a_judge_sees_it_and_changes_nothing() -> None:
    first, second = two()
    assert reverse("tournament", args=[second.slug]) in page(browser(bruno()), "tables", first)
    assert post(browser(bruno()), first, act="leave")[0] == 403
    assert post(browser(bruno()), first, act="share", tournament=second.slug)[0] == 403
    assert HallShare.objects.count() == 2


def test_nobody_learns_of_a_tournament_that_is_not_theirs_to_see() -> None:
    first, second = two()
    hidden = {"taken_down_at": timezone.now(), "taken_down_because": "x"}
    Tournament.objects.filter(pk=first.pk).update(**hidden)
    staff.assign_role(second, username=staffed(duda()), role=Role.JUDGE, by=ana(), now=timezone.now())
    for name in ("tables", "now", "timetable"):
        assert first.title not in page(browser(duda()), name, second)
    text = page(browser(duda()), "tables", second)
    assert "1 tournament that isn’t public" in text
    assert "Used by another tournament of this hall" in text


def test_the_tables_and_the_day_say_what_the_other_uses_and_until_when() -> None:
    first, second = two()
    used = f"Used by “{first.title}”"
    assert page(browser(bruno()), "tables", second).count(f"{used} (until about <time") == 2
    text = page(browser(bruno()), "now", second)
    assert f"{used}: Table <bdi>1</bdi> (until about <time" in text
    assert "Table <bdi>2</bdi> (until about <time" in text
    assert used not in page(browser(bruno()), "now", first)


def test_who_calls_by_hand_is_offered_no_table_that_the_other_uses() -> None:
    first, second = two()
    text = page(browser(ana()), "calling", second)
    assert f"Used by “{first.title}”" in text
    assert '<option value="1">' not in text
    response = browser(ana()).get(reverse("calling", args=[second.slug]))
    assert response.context["free"] == ()
    set_tables(second, count=3, by=ana(), now=timezone.now())
    assert browser(ana()).get(reverse("calling", args=[second.slug])).context["free"] == ("3",)


def test_the_day_is_asked_for_anew_while_others_use_its_tables() -> None:
    first, second = two()
    assert f'hx-get="{reverse("now", args=[second.slug])}"' in page(browser(bruno()), "now", second)
    assert f'hx-get="{reverse("now", args=[first.slug])}?seq=' in page(browser(bruno()), "now", first)


def test_what_others_use_now_is_drawn_though_the_plan_begins_after_it() -> None:
    with time_machine.travel(datetime(2026, 11, 22, 14, 15, tzinfo=UTC), tick=False):  # it begins at 15:00
        _first, second = two()
        request_plan(second, by=ana(), now=timezone.now())
        make_timetable(second.ledger_id, now=timezone.now())
        assert page(browser(), "timetable", second).count('class="gantt-used"') == 2


def test_the_timetable_says_it_to_everybody() -> None:
    first, second = two()
    request_plan(second, by=ana(), now=timezone.now())
    make_timetable(second.ledger_id, now=timezone.now())
    text = page(browser(), "timetable", second)
    assert f"Used by “{first.title}”" in text
    assert text.count('class="gantt-used"') == 2
    request_plan(first, by=ana(), now=timezone.now())
    make_timetable(first.ledger_id, now=timezone.now())
    assert 'class="gantt-used"' in page(browser(), "timetable", first)
    leave_hall(first, by=ana(), now=timezone.now())
    for one in (first, second):
        assert "gantt-used" not in page(browser(), "timetable", one)
