"""Tournaments that end otherwise: cancelled, archived, in the bin, taken down; and whose organizer left."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from accounts.models import Persona, Player
from checker import check_bytes
from core.errors import Forbidden, Refused, Stale
from core.models import Job, Ledger, RecordLine
from matches.models import Match, MatchState
from records.export import people_file, record_lines
from records.importing.record import restore_record
from tests import cast
from tests.acts import assert_sound, line_types
from tests.cast import START, ana, bruno, caio, duda
from tests.unguarded import forget_head
from tools.endorsement.mutate.records import chain_lines, parse_lines
from tournaments.endings import (
    KEPT,
    archive,
    cancel,
    erase,
    move_to_bin,
    put_back,
    replace_organizer,
    restore_from_bin,
    take_down,
    unarchive,
)
from tournaments.entries.check_in import check_in
from tournaments.entries.enter import add_entry
from tournaments.finding import find_tournament, visible_tournaments
from tournaments.inputs import NewEntry
from tournaments.models import Role, Staff, State, Tournament
from tournaments.play import play
from tournaments.setup import staff
from tournaments.setup.announce import publish_announcement
from tournaments.setup.heads import head_of
from tournaments.standings.finish import finish, reopen
from tournaments.tasks import call_time

pytestmark = pytest.mark.django_db

LATER = START + timedelta(hours=1)
REASON = "A tempestade fechou o clube."


def cancelled(tournament: Tournament) -> Tournament:
    cancel(tournament, reason=f"  {REASON} ", by=ana(), now=LATER)
    return cast.fresh(tournament)


# --- cancelled -----------------------------------------------------------------------------------------


def test_a_cancelled_tournament_says_why_on_its_record_and_stays_public() -> None:
    tournament = cancelled(cast.entered())
    assert (tournament.state, tournament.cancelled_because) == (State.CANCELLED, REASON)
    line = json.loads(RecordLine.objects.filter(ledger=tournament.ledger_id).latest("seq").text)
    assert (line["type"], line["data"]) == ("tournament.cancelled", {"reason": REASON})
    assert find_tournament(tournament.slug, None) == tournament
    assert_sound(tournament)


ALTERED: dict[str, dict[str, object]] = {
    "null": {"reason": None},
    "blank": {"reason": " "},
    "a number": {"reason": 7},
    "missing": {},
    "more": {"reason": REASON, "match": None},
}


def test_whatever_is_wrong_with_a_cancellation_is_found() -> None:
    bodies = parse_lines("".join(record_lines(cancelled(cast.drawn()))).encode())
    assert not check_bytes(chain_lines(bodies))
    for data in ALTERED.values():
        assert check_bytes(chain_lines([*bodies[:-1], {**bodies[-1], "data": data}]))
    strange = {**bodies[-1], "by": "organizer:p0stranger"}
    assert check_bytes(chain_lines([*bodies[:-1], strange]))


def test_whatever_follows_a_cancellation_is_found() -> None:
    bodies = parse_lines("".join(record_lines(cancelled(cast.drawn()))).encode())
    for following in (bodies[-1], {**bodies[-1], "type": "tournament.announced", "data": {"channel": "x"}}):
        assert check_bytes(chain_lines([*bodies, following]))
    swapped = [*bodies[:-2], bodies[-1], bodies[-2]]
    assert check_bytes(chain_lines(swapped))


def test_nothing_is_done_in_a_cancelled_tournament_and_cancelling_twice_is_once() -> None:
    tournament = cancelled(cast.running())
    seq = tournament.ledger.head_seq
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING).first()
    assert match is not None
    for act in (
        lambda: play.call_time(match, by=bruno(), now=LATER),
        lambda: finish(tournament, by=ana(), now=LATER),
        lambda: publish_announcement(tournament, text="a", channel="b", by=ana(), now=LATER),
        lambda: staff.assign_role(tournament, username="duda", role=Role.JUDGE, by=ana(), now=LATER),
    ):
        with pytest.raises(Stale, match="cancelled"):
            act()
    call_time(tournament.ledger_id, str(match.pk), LATER)
    cancelled(tournament)
    assert cast.fresh(tournament).ledger.head_seq == seq


def test_only_the_organizer_cancels_with_a_reason_and_not_what_is_finished() -> None:
    tournament = cast.entered()
    with pytest.raises(Forbidden):
        cancel(tournament, reason=REASON, by=bruno(), now=LATER)
    with pytest.raises(Refused, match="reason_missing"):
        cancel(tournament, reason=" ", by=ana(), now=LATER)
    with pytest.raises(Refused, match="text_too_long"):
        cancel(tournament, reason="x" * 501, by=ana(), now=LATER)
    with pytest.raises(Stale, match="finished"):
        cancel(cast.finished(name="Serrano"), reason=REASON, by=ana(), now=LATER)


def test_what_nobody_knows_of_is_not_cancelled() -> None:
    with pytest.raises(Refused, match="never_public"):
        cancel(cast.created(), reason=REASON, by=ana(), now=LATER)


def test_a_record_of_the_first_format_notes_it_as_an_act_outside_the_ordinary_run() -> None:
    tournament = cast.entered()
    Tournament.objects.filter(pk=tournament.pk).update(record_format=1)
    assert line_types(cancelled(tournament), 1) == ["integrity.noted"]


def test_a_cancelled_tournament_is_cancelled_where_its_record_is_imported(tmp_path: Path) -> None:
    tournament = cancelled(cast.drawn())
    path = tmp_path / "record.jsonl"
    lines = "".join(record_lines(tournament))
    path.write_text(lines, encoding="utf-8")
    forget_head(tournament.ledger_id)
    again = restore_record(path, names={}, owner=ana().user, now=LATER)
    assert (again.state, again.cancelled_because) == (State.CANCELLED, REASON)
    assert "".join(record_lines(again)) == lines


# --- archived ------------------------------------------------------------------------------------------


def test_what_is_over_goes_into_the_archive_and_comes_out_again() -> None:
    tournament = cast.finished()
    version = tournament.ledger.version
    archive(tournament, by=ana(), now=LATER)
    assert cast.fresh(tournament).archived_at == LATER
    assert cast.fresh(tournament).ledger.version > version
    with pytest.raises(Stale, match="archived"):
        reopen(tournament, reason="conta errada", by=ana(), now=LATER)
    unarchive(tournament, by=ana(), now=LATER)
    reopen(tournament, reason="conta errada", by=ana(), now=LATER)
    assert cast.fresh(tournament).state == State.RUNNING


def test_what_is_not_over_does_not_and_only_the_organizer_archives() -> None:
    with pytest.raises(Stale, match="not_over"):
        archive(cast.running(), by=ana(), now=LATER)
    with pytest.raises(Forbidden):
        archive(cast.finished(name="Serrano"), by=bruno(), now=LATER)


# --- deleted -------------------------------------------------------------------------------------------


@pytest.mark.F86
def test_what_nobody_knows_of_goes_into_the_bin_and_comes_back_whole() -> None:
    tournament = cast.created()
    move_to_bin(tournament, typed="mariapaulista", by=ana(), now=LATER)
    for person in (None, ana(), bruno()):
        with pytest.raises(Forbidden, match="not_found"):
            find_tournament(tournament.slug, person)
        assert tournament not in visible_tournaments(person)
    with pytest.raises(Forbidden):
        restore_from_bin(tournament, by=bruno(), now=LATER)
    restore_from_bin(tournament, by=ana(), now=LATER)
    assert find_tournament(tournament.slug, ana()) == tournament
    assert not Job.objects.filter(kind="tournaments.erase").exists()
    assert not erase(tournament.ledger_id, now=LATER + 2 * KEPT)


@pytest.mark.F86
def test_it_is_erased_after_thirty_days_and_not_before() -> None:
    tournament = cast.created()
    somebody_is_checked_in(tournament)
    move_to_bin(tournament, typed="Mariapaulista", by=ana(), now=LATER)
    (job,) = Job.objects.filter(kind="tournaments.erase")
    assert job.due_at == LATER + KEPT
    assert not erase(tournament.ledger_id, now=LATER + KEPT - timedelta(seconds=1))
    assert erase(tournament.ledger_id, now=LATER + KEPT)
    assert not Ledger.objects.filter(pk=tournament.ledger_id).exists()
    assert not Persona.objects.exists()
    assert Player.objects.filter(name="Jogadora Uma").exists()
    assert not erase(tournament.ledger_id, now=LATER + KEPT)


def somebody_is_checked_in(tournament: Tournament) -> None:
    entry = add_entry(tournament, entry=NewEntry(("Jogadora Uma",)), by=ana(), now=START)
    check_in(entry, by=bruno(), now=START)


@pytest.mark.F86
def test_what_was_public_is_never_deleted_and_the_name_has_to_be_typed() -> None:
    with pytest.raises(Refused, match="was_public"):
        move_to_bin(cast.announced(), typed="Mariapaulista", by=ana(), now=LATER)
    with pytest.raises(Refused, match="name_mistyped"):
        move_to_bin(cast.created(name="Serrano"), typed="Mariapaulista", by=ana(), now=LATER)
    with pytest.raises(Forbidden):
        move_to_bin(cast.created(name="Litoral"), typed="Litoral", by=bruno(), now=LATER)


@pytest.mark.F86
def test_the_database_holds_that_nothing_public_is_deleted() -> None:
    tournament = cast.finished()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(binned_at=LATER)
    with pytest.raises(ProtectedError):
        tournament.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        delete_by_hand(tournament)


def delete_by_hand(tournament: Tournament) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_tournament WHERE id = %s", [tournament.pk])
    connection.check_constraints()


# --- taken down ----------------------------------------------------------------------------------------


def test_a_tournament_that_is_taken_down_is_seen_by_its_staff_only() -> None:
    tournament = cast.drawn()
    version = tournament.ledger.version
    take_down(tournament, reason="Dados de terceiros no texto.", now=LATER)
    for person in (None, caio(), duda()):
        with pytest.raises(Forbidden, match="taken_down"):
            find_tournament(tournament.slug, person)
        assert tournament not in visible_tournaments(person)
    assert find_tournament(tournament.slug, bruno()) == tournament
    head = head_of(tournament.slug)
    assert head is not None
    assert (head.is_public, head.version > version) == (False, True)
    put_back(tournament, now=LATER)
    assert find_tournament(tournament.slug, None) == tournament


def test_taking_down_needs_a_reason_and_something_public() -> None:
    with pytest.raises(Refused) as refused:
        take_down(cast.created(), reason=" ", now=LATER)
    assert {violation.code for violation in refused.value.violations} == {"never_public", "reason_missing"}


# --- an organizer who left -----------------------------------------------------------------------------


def organizers(tournament: Tournament) -> set[str]:
    held = Staff.objects.filter(tournament=tournament, role=Role.ORGANIZER)
    return set(held.values_list("persona__player__name", flat=True))


def code_of(tournament: Tournament, player: Player) -> str:
    return Persona.objects.get(ledger=tournament.ledger_id, player=player).code


@pytest.mark.parametrize("build", [cast.entered, cast.running, cast.finished], ids=lambda b: b.__name__)
def test_an_administrator_replaces_an_organizer_on_record(build: Callable[[], Tournament]) -> None:
    tournament = build()
    placings = list(tournament.placings.values_list("entry__code", "place"))
    duda()
    replace_organizer(
        tournament, leaving=code_of(tournament, ana()), username="DUDA", reason="Saiu do clube.", now=LATER
    )
    assert organizers(tournament) == {"Duda Estranha"}
    assert "organizer_replaced" in "".join(record_lines(tournament))
    assert cast.fresh(tournament).state == tournament.state
    assert list(tournament.placings.values_list("entry__code", "place")) == placings
    assert_sound(tournament)
    assert check_bytes("".join(record_lines(tournament)).encode()) == []
    assert code_of(tournament, duda()) in people_file(tournament)["people"]


def test_somebody_may_organize_beside_and_wrong_inputs_are_told_together() -> None:
    tournament = cast.entered()
    with pytest.raises(Refused) as refused:
        replace_organizer(tournament, leaving="p000000", username="ninguem", reason="", now=LATER)
    codes = {violation.code for violation in refused.value.violations}
    assert codes == {"organizer_unknown", "account_unknown", "reason_missing"}
    duda()
    replace_organizer(tournament, leaving="", username="duda", reason="Reforço.", now=LATER)
    assert organizers(tournament) == {"Ana Mariapaulista", "Duda Estranha"}


def test_the_staff_of_a_finished_tournament_changes_once_it_is_reopened() -> None:
    tournament = cast.finished()
    duda()
    with pytest.raises(Stale, match="finished"):
        staff.assign_role(tournament, username="duda", role=Role.JUDGE, by=ana(), now=LATER)
