"""Whom a judge is not to judge: another one has to, the staff alone knows it and it can be lifted."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.erasing import anonymise
from accounts.models import Persona, Player
from core.errors import Forbidden, Refused, Stale
from matches.models import Match, MatchState
from scheduling.dispatcher import dispatch
from scheduling.feeds import judge_events, tournaments_helped_by
from scheduling.judging import judge_days, tables_for_other_judges, unattended_tables
from scheduling.timetables import make_timetable, request_plan
from tests.acts import line_types
from tests.cast import ana, browser, bruno, caio, drawn, duda, finished, fresh, plain_win
from tests.web.html import text
from tournaments.models import JudgeConflict, Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.privacy import own_data
from tournaments.tables.conflicts import conflicts_of, lift_conflict, note_conflict
from tournaments.tables.look_after import give_tables, judge_by_table, take_table

pytestmark = pytest.mark.django_db


def on() -> Tournament:
    """Drawn for four tables of two, nothing called yet."""
    return fresh(drawn(8, table_low=2, table_high=2, tables=4))


def code_of(tournament: Tournament, player: Player) -> str:
    return Persona.objects.get(ledger=tournament.ledger_id, player=player).code


def note(tournament: Tournament, judge: Player, person: Player, by: Player | None = None) -> None:
    first, second = code_of(tournament, judge), code_of(tournament, person)
    note_conflict(tournament, judge=first, person=second, by=by or ana(), now=timezone.now())


def caios(tournament: Tournament) -> Match:
    return Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=caio())


def table_of_caio(tournament: Tournament) -> str:
    dispatch(tournament.ledger_id, now=timezone.now())
    table = caios(tournament).table
    assert table is not None
    return table.label


def give_all(tournament: Tournament) -> None:
    judge = code_of(tournament, bruno())
    give_tables(tournament, judge=judge, first=1, last=4, by=ana(), now=timezone.now())


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [found.code for found in refused.value.violations]


def test_judges_say_it_of_themselves_and_who_coordinates_of_everybody_and_twice_is_once() -> None:
    tournament = on()
    seq = fresh(tournament).ledger.head_seq
    for by in (bruno(), ana()):
        note(tournament, bruno(), caio(), by=by)
    assert {judge: [one.name for one in told] for judge, told in conflicts_of(tournament).items()} == {
        code_of(tournament, bruno()): [caio().name]
    }
    assert fresh(tournament).ledger.head_seq == seq
    judge, person = code_of(tournament, bruno()), code_of(tournament, caio())
    with pytest.raises(Forbidden):
        lift_conflict(tournament, judge=judge, person=person, by=caio(), now=timezone.now())
    for _ in range(2):
        lift_conflict(tournament, judge=judge, person=person, by=bruno(), now=timezone.now())
    assert conflicts_of(tournament) == {}


def test_who_may_not_say_it_and_what_cannot_be_said() -> None:
    tournament = on()
    ours, theirs = code_of(tournament, bruno()), code_of(tournament, caio())
    for who, judge in ((bruno(), code_of(tournament, ana())), (caio(), ours), (duda(), ours)):
        with pytest.raises(Forbidden):
            note_conflict(tournament, judge=judge, person=theirs, by=who, now=timezone.now())
    with pytest.raises(Refused) as refused:
        note_conflict(tournament, judge=theirs, person=ours, by=ana(), now=timezone.now())
    assert codes(refused) == ["judge_unknown", "not_entered_here"]
    over = finished(4, name="Acabado")
    with pytest.raises(Stale):
        note_conflict(over, judge=code_of(over, bruno()), person="x", by=ana(), now=timezone.now())
    assert not JudgeConflict.objects.exists()


def test_the_table_is_nobodys_while_they_are_at_it() -> None:
    tournament = on()
    give_all(tournament)
    note(tournament, bruno(), caio())
    assert len(judge_by_table(tournament)) == 4
    label = table_of_caio(tournament)
    assert label not in judge_by_table(tournament)
    assert unattended_tables(tournament, timezone.now()) == (label,)
    take_table(tournament, label, by=ana(), now=timezone.now())
    assert judge_by_table(tournament)[label].player == ana()


def test_the_table_is_not_taken_nor_given_then() -> None:
    tournament = on()
    label = table_of_caio(tournament)
    note(tournament, bruno(), caio())
    with pytest.raises(Refused) as refused:
        take_table(tournament, label, by=bruno(), now=timezone.now())
    assert codes(refused) == ["judge_conflict_there"]
    with pytest.raises(Refused) as refused:
        give_all(tournament)
    assert codes(refused) == ["judge_conflict_at"]


def test_the_judges_list_and_calendar_say_that_another_one_has_to() -> None:
    tournament = on()
    request_plan(tournament, by=ana(), now=timezone.now())
    make_timetable(tournament.ledger_id, now=timezone.now())
    give_all(tournament)
    assert tables_for_other_judges(judge_days(tournament, timezone.now())) == ()
    note(tournament, bruno(), caio())
    days = judge_days(tournament, timezone.now())
    mine = next(day for day in days if day.player == bruno().pk)
    barred = [match for match in mine.matches if match.needs_another_judge]
    assert [(match.bar.code, match.conflicts) for match in barred] == [
        (caios(tournament).code, (caio().name,))
    ]
    assert tables_for_other_judges(days) == (barred[0].bar.table,)
    events = judge_events(bruno(), tournaments_helped_by(bruno(), timezone.now()))
    assert caios(tournament).code not in {event.match.code for event in events if event.match}


def test_recording_is_confirmed_and_no_line_tells_why() -> None:
    tournament = on()
    table_of_caio(tournament)
    match = caios(tournament)
    start_match(match, by=bruno(), now=timezone.now())
    note(tournament, bruno(), caio())
    sheet, match = plain_win(match), caios(tournament)
    with pytest.raises(Refused) as refused:
        record_sheet(match, sheet=sheet, by=bruno(), now=timezone.now())
    assert codes(refused) == ["judge_conflict"]
    record_sheet(match, sheet=sheet, by=bruno(), now=timezone.now(), own_match=True)
    assert "integrity.noted" not in line_types(tournament, 5)


def test_another_judge_confirms_nothing() -> None:
    tournament = on()
    table_of_caio(tournament)
    note(tournament, bruno(), caio())
    start_match(caios(tournament), by=ana(), now=timezone.now())
    match = caios(tournament)
    record_sheet(match, sheet=plain_win(match), by=ana(), now=timezone.now())
    assert Match.objects.get(pk=match.pk).state == MatchState.ENDED


def test_it_is_in_the_data_of_both_and_goes_with_who_is_forgotten() -> None:
    tournament = on()
    note(tournament, bruno(), caio())
    for who, role in ((bruno(), "judge"), (caio(), "player")):
        told = own_data(who, timezone.now())["tournaments"]
        assert isinstance(told, list)
        assert [one["as"] for one in told[0]["judge_conflicts"]] == [role]
    anonymise(caio())
    assert not JudgeConflict.objects.exists()


def test_pages_of_the_staff_say_it_and_no_other_does() -> None:
    tournament = on()
    table_of_caio(tournament)
    match = reverse("match", args=[tournament.slug, caios(tournament).code])
    now = reverse("now", args=[tournament.slug])
    assert "another judge has to" not in text(browser(bruno()).get(now))
    note(tournament, bruno(), caio())
    assert "another judge has to" in text(browser(bruno()).get(now))
    assert "another judge has to" not in text(browser(ana()).get(now))
    notice = 'id="not-to-judge"'
    assert notice in browser(bruno()).get(match).content.decode()
    for who in (ana(), caio(), None):
        assert notice not in browser(who).get(match).content.decode()


@pytest.mark.parametrize("language", ["en", "pt-br", "es"])
def test_the_page_of_judges_notes_and_lifts_it_without_javascript(language: str) -> None:
    tournament = on()
    page = reverse("judges", args=[tournament.slug])
    client = browser(bruno(), language=language)
    pair = {"judge": code_of(tournament, bruno()), "person": code_of(tournament, caio())}
    assert client.post(page, {"conflict": "note", **pair}).status_code == 302
    shown = client.get(page)
    assert shown.context["days"][0].conflicts[0].name == caio().name
    assert f'name="lift" value="{pair["judge"]} {pair["person"]}"' in shown.content.decode()
    other = {**pair, "judge": code_of(tournament, ana())}
    refused = client.post(page, {"conflict": "note", **other})
    assert (refused.status_code, set(refused.context["conflict"].errors)) == (422, {"judge"})
    assert client.post(page, {"lift": f"{pair['judge']} {pair['person']}"}).status_code == 302
    assert conflicts_of(tournament) == {}
