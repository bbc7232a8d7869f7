"""Which judge looks after which table: taken, given back, one's own first, never where one plays."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import CalendarFeed, User
from core.errors import Forbidden, Refused, Stale
from matches.models import Match, PhysicalTable
from scheduling.dispatcher import dispatch
from scheduling.feeds import judge_events, tournaments_helped_by
from tests.api.programs import program
from tests.cast import ana, browser, bruno, caio, drawn, duda, finished, fresh, staffed
from tournaments.models import Role, Staff, Tournament
from tournaments.now.needs import group_by_clock
from tournaments.now.selectors import now_view
from tournaments.setup import staff
from tournaments.tables.look_after import give_table_back, judge_by_table, take_table

pytestmark = pytest.mark.django_db


def on() -> Tournament:
    """Four tables of two are called."""
    tournament = drawn(8, table_low=2, table_high=2, tables=4)
    dispatch(tournament.ledger_id, now=timezone.now())
    return fresh(tournament)


def whose(tournament: Tournament) -> dict[str, str]:
    return {label: persona.player.name for label, persona in judge_by_table(tournament).items()}


def take(tournament: Tournament, label: str, who: Any) -> PhysicalTable:
    return take_table(tournament, label, by=who, now=timezone.now())


def test_a_judge_takes_a_table_and_gives_it_back_and_twice_is_once() -> None:
    tournament = on()
    take(tournament, "2", bruno())
    version = fresh(tournament).ledger.version
    take(tournament, "2", bruno())
    assert whose(tournament) == {"2": "Bruno Juiz"}
    assert fresh(tournament).ledger.version == version
    for _ in range(2):
        give_table_back(tournament, "2", by=bruno(), now=timezone.now())
    assert whose(tournament) == {}


def test_of_two_the_first_has_it_and_the_coordinator_frees_it() -> None:
    tournament = on()
    take(tournament, "1", bruno())
    with pytest.raises(Stale) as stale:
        take(tournament, "1", ana())
    assert (stale.value.code, stale.value.facts) == ("table_taken", {"name": "Bruno Juiz"})
    give_table_back(tournament, "1", by=ana(), now=timezone.now())
    take(tournament, "1", ana())
    with pytest.raises(Forbidden):
        give_table_back(tournament, "1", by=bruno(), now=timezone.now())


def test_nobody_takes_the_table_at_which_they_play() -> None:
    tournament = on()
    staff.assign_role(tournament, username=staffed(caio()), role=Role.JUDGE, by=ana(), now=timezone.now())
    there = Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=caio()).table
    assert there is not None
    with pytest.raises(Refused) as refused:
        take(tournament, there.label, caio())
    assert [found.code for found in refused.value.violations] == ["judge_plays_there"]


def test_players_strangers_and_finished_tournaments_have_no_part_in_it() -> None:
    tournament = on()
    for who in (caio(), duda()):
        with pytest.raises(Forbidden):
            take(tournament, "1", who)
    with pytest.raises(Forbidden):
        take(tournament, "99", bruno())
    with pytest.raises(Stale):
        take(finished(4, name="Acabado"), "1", bruno())


def test_one_s_own_come_first_in_each_group() -> None:
    tournament = on()
    view = now_view(tournament, timezone.now())
    labels = [match.table_label for match in group_by_clock(view).called]
    mine = [match.table_label for match in group_by_clock(view, {str(labels[-1])}).called]
    assert mine == [labels[-1], *labels[:-1]]


def test_who_helps_no_more_looks_after_no_table() -> None:
    tournament = on()
    take(tournament, "1", bruno())
    held = Staff.objects.get(tournament=tournament, persona__player=bruno())
    staff.remove_role(tournament, staff=held, by=ana(), now=timezone.now())
    assert whose(tournament) == {}


def test_the_matches_there_are_in_the_judge_s_calendar() -> None:
    tournament = on()
    assert not [event for event in judge_events(bruno(), [tournament]) if event.match]
    take(tournament, "3", bruno())
    found = judge_events(bruno(), tournaments_helped_by(bruno(), timezone.now()))
    assert [event.table for event in found if event.match] == ["3"]
    assert User.objects.filter(calendars__kind=CalendarFeed.JUDGE).count() == 0


def test_the_day_s_list_takes_and_gives_back() -> None:
    tournament = on()
    where = reverse("look_after", args=[tournament.slug, "2"])
    day = reverse("now", args=[tournament.slug])
    assert where in browser(bruno()).get(day).content.decode()
    assert browser(bruno()).post(where)["Location"] == day
    assert "your table" in browser(bruno()).get(day).content.decode()
    assert browser(ana()).post(where).status_code == 409
    assert "Bruno Juiz" in browser(ana()).get(day).content.decode()
    assert browser(caio()).post(where).status_code == 403
    browser(bruno()).post(where, {"act": "back"})
    assert whose(tournament) == {}


def test_programs_do_the_same() -> None:
    tournament = on()
    base = f"tournaments/{tournament.slug}/"
    taken = program(bruno()).post(f"{base}tables/2/take/", {}).body
    assert [(one["table"], one["name"]) for one in taken] == [("2", "Bruno Juiz")]
    assert program(ana()).post(f"{base}tables/2/take/", {}).body["error"] == "table_taken"
    assert program(ana()).get(f"{base}judges/").body == taken
    assert program(caio()).get(f"{base}judges/").status == 403
    assert program(bruno()).post(f"{base}tables/2/give-back/", {}).body == []
