"""Notices by mail: each kind arrives once, in the reader's language, and nothing that is late or unwanted."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.test import override_settings
from django.utils import timezone

from accounts.models import Player
from core.jobs import outbox
from core.models import Job, JobState
from matches.models import Entry, Match, MatchState, PhysicalTable
from notices.acts import COLLECT
from notices.models import PersonalNotice
from scheduling.by_hand import call_anyway, swap_tables
from scheduling.dispatcher import dispatch
from scheduling.models import PlannedMatch, Timetable, TimetableState
from tests import cast
from tests.cast import ana, bruno, caio, duda, fresh, plain_win
from tests.fixtures.notices import account_of, mails_to, run_notices
from tests.servers.smtp import MailServer
from tests.swiss import swiss
from tournaments.corrections.correct import correct_sheet
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw
from tournaments.endings import cancel
from tournaments.entries.wait import wait_self
from tournaments.models import Tournament
from tournaments.play.play import call_time, record_sheet, start_match
from tournaments.rules_of import facts_of
from tournaments.setup.create import change_tournament
from tournaments.setup.staff import assign_role

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def day() -> Tournament:
    """A drawn tournament, built before the site has mail."""
    with override_settings(HAS_MAIL=False):
        return cast.drawn(8)


@pytest.fixture
def open_day() -> Tournament:
    """An announced tournament with eight entries and no free place."""
    with override_settings(HAS_MAIL=False):
        return cast.entered(8, capacity=8)


def call(tournament: Tournament, now: datetime | None = None) -> Match:
    """Call the matches; return that of Caio."""
    dispatch(tournament.ledger_id, now=now or timezone.now())
    return caios(tournament)


def caios(tournament: Tournament) -> Match:
    return Match.objects.select_related("table").get(
        ledger=tournament.ledger_id, seats__persona__player=caio(), round=1
    )


def begun(tournament: Tournament) -> Match:
    match = call(tournament)
    start_match(match, by=bruno(), now=timezone.now())
    return caios(tournament)


def words(server: MailServer, who: Player) -> list[str]:
    """The headlines that this person got."""
    address = f"{account_of(who).username}@correio.example"
    return [one.subject.strip().partition(" · ")[0] for one in server.delivered if one.to == address]


def states() -> list[str]:
    return list(PersonalNotice.objects.order_by("pk").values_list("state", flat=True))


def test_a_called_player_hears_the_table_once(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    match = call(day)
    run_notices()
    run_notices(HOUR)
    assert match.table
    assert words(mail_server, caio()) == [f"Você foi chamado à mesa {match.table.label}"]
    (mail,) = mail_server.delivered
    assert day.title in mail.body
    assert f"https://torneios.example/torneios/{day.slug}/partidas/{match.code}/" in mail.body
    assert "Jogador" not in mail.body
    assert states() == ["sent"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "You are called to table"), ("es", "Te llaman a la mesa"), ("pt-br", "Você foi chamado à mesa")],
)
def test_each_in_their_language(day: Tournament, mail_server: MailServer, language: str, said: str) -> None:
    mails_to(caio(), language=language)
    call(day)
    run_notices()
    assert mail_server.delivered[0].subject.strip().startswith(said)


def test_a_match_that_came_back_to_its_table_is_called_once(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio(), "called")
    match = call(day)
    called = Match.objects.filter(ledger=day.ledger_id, state=MatchState.CALLED).exclude(pk=match.pk)
    for _ in range(2):
        swap_tables(match, called[0], by=ana(), now=timezone.now())
        for job in Job.objects.filter(kind=COLLECT, state=JobState.WAITING):
            outbox.run(job.pk, timezone.now())
    run_notices()
    assert len(words(mail_server, caio())) == 1
    assert PersonalNotice.objects.filter(state="dropped").count() == 2


def test_time_is_up(mail_server: MailServer) -> None:
    mails_to(caio(), "time")
    with override_settings(HAS_MAIL=False):
        day = cast.drawn(8, time_limit=45)
    match = call(day, timezone.now() - HOUR)
    start_match(match, by=bruno(), now=timezone.now() - timedelta(minutes=46))
    call_time(match, by=None, now=timezone.now())
    run_notices()
    assert words(mail_server, caio()) == ["O tempo da sua partida acabou"]


def test_a_corrected_result(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio(), "corrected")
    match = begun(day)
    record_sheet(match, sheet=plain_win(match, 1), by=bruno(), now=timezone.now())
    run_notices()
    assert mail_server.delivered == []
    match = caios(day)
    correct_sheet(match, sheet=plain_win(match, 2), reason="lado", by=ana(), now=timezone.now())
    run_notices()
    assert words(mail_server, caio()) == ["Seu resultado foi corrigido"]


def test_off_the_waiting_list(open_day: Tournament, mail_server: MailServer) -> None:
    mails_to(duda(), "moved_up")
    wait_self(open_day, by=duda(), now=timezone.now())
    run_notices()
    leaving = Entry.objects.get(ledger=open_day.ledger_id, number=3)
    withdraw(leaving, reason="doente", by=ana(), now=timezone.now())
    run_notices()
    assert words(mail_server, duda()) == ["Você saiu da lista de espera: a vaga é sua"]


def test_who_gave_the_place_back_hears_nothing_of_it(open_day: Tournament, mail_server: MailServer) -> None:
    mails_to(duda(), "moved_up")
    wait_self(open_day, by=duda(), now=timezone.now())
    leaving = Entry.objects.get(ledger=open_day.ledger_id, number=3)
    withdraw(leaving, reason="doente", by=ana(), now=timezone.now())
    for job in Job.objects.filter(kind=COLLECT, state=JobState.WAITING):
        outbox.run(job.pk, timezone.now())
    moved_up = Entry.objects.get(ledger=open_day.ledger_id, members__persona__player=duda())
    withdraw(moved_up, reason="doente", by=ana(), now=timezone.now())
    run_notices()
    assert mail_server.delivered == []
    assert [one.state for one in PersonalNotice.objects.all()] == ["dropped"]


def test_a_role_given_by_another_person_alone(open_day: Tournament, mail_server: MailServer) -> None:
    mails_to(duda(), "role")
    mails_to(ana(), "role")
    assign_role(open_day, role="judge", username="duda", by=ana(), now=timezone.now())
    run_notices()
    assert words(mail_server, duda()) == ["Agora você é juiz"]
    assert words(mail_server, ana()) == []


def test_moved_then_cancelled(open_day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio(), "changed")
    mails_to(duda(), "changed")
    now = timezone.now()
    facts = replace(facts_of(open_day), starts_at=now + timedelta(days=7), starts_on=None)
    change_tournament(open_day, facts=facts, by=ana(), now=now)
    change_tournament(fresh(open_day), facts=replace(facts, prizes="Um troféu"), by=ana(), now=now)
    run_notices()
    (moved,) = words(mail_server, caio())
    assert moved.startswith("O torneio tem nova data: ")
    cancel(fresh(open_day), reason="A luz acabou.", by=ana(), now=timezone.now())
    run_notices()
    assert words(mail_server, caio())[1:] == ["O torneio foi cancelado"]
    assert words(mail_server, duda()) == []


def test_of_two_moves_only_the_last_is_sent(open_day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio(), "changed")
    for days in (7, 9):
        facts = replace(
            facts_of(fresh(open_day)), starts_at=timezone.now() + timedelta(days=days), starts_on=None
        )
        change_tournament(fresh(open_day), facts=facts, by=ana(), now=timezone.now())
    run_notices()
    assert len(words(mail_server, caio())) == 1


def test_ten_minutes_before_the_planned_time(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio(), "soon")
    match, begins = caios(day), timezone.now() + HOUR
    _plan(day, match, begins)
    call_another(day)
    run_notices()
    assert mail_server.delivered == []
    run_notices(timedelta(minutes=50, seconds=1))
    run_notices(timedelta(minutes=51))
    assert words(mail_server, caio()) == ["Sua partida começa em 10 minutos"]


def test_without_a_timetable_round_1_begins_at_the_planned_start(
    day: Tournament, mail_server: MailServer
) -> None:
    mails_to(caio(), "soon")
    begins = timezone.now() + HOUR
    Tournament.objects.filter(pk=day.pk).update(starts_at=begins, day_only=False, opened_at=None)
    assign_role(fresh(day), role="judge", username=account_of(duda()).username, by=ana(), now=timezone.now())
    run_notices()
    assert mail_server.delivered == []
    run_notices(timedelta(minutes=50, seconds=1))
    assert words(mail_server, caio()) == ["Sua partida começa em 10 minutos"]


def test_the_draw_of_a_swiss_round_leads_to_notices_too(mail_server: MailServer) -> None:
    with override_settings(HAS_MAIL=False):
        tournament = cast.checked_in(8, stages=swiss(), table_low=3, starts_at=timezone.now() + HOUR)
    mails_to(caio(), "soon")
    publish_draw(tournament, by=ana(), now=timezone.now())
    run_notices()
    run_notices(timedelta(minutes=50, seconds=1))
    assert words(mail_server, caio()) == ["Sua partida começa em 10 minutos"]


def test_a_planned_match_that_was_called_earlier_is_no_news(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio(), "soon")
    _plan(day, caios(day), timezone.now() + HOUR)
    call_another(day)
    run_notices()
    call(day)
    run_notices(timedelta(minutes=50, seconds=1))
    assert mail_server.delivered == []


def _plan(tournament: Tournament, match: Match, begins: datetime) -> None:
    row = Timetable.objects.create(
        ledger=tournament.ledger, state=TimetableState.READY, made_at=begins - HOUR, ends_at=begins + HOUR
    )
    table = PhysicalTable.objects.filter(ledger=tournament.ledger_id)[0]
    times = {"published_at": begins, "begins_at": begins, "ends_at": begins + HOUR}
    PlannedMatch.objects.create(timetable=row, match=match, table=table, **times)


def call_another(tournament: Tournament) -> None:
    """Call a match without Caio, as the first of the day."""
    other = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.READY)
    call_anyway(other.exclude(pk=caios(tournament).pk)[0], by=ana(), now=timezone.now())
