"""Who may write what: every write under a tournament × seven callers, on a public one and on one that is not.

The routes are those of docs/openapi.yaml, whose rights stand here once more: a route without a row fails.
"""

from typing import Any

import pytest
from django.db import transaction

from api.words.examples import EXAMPLES
from core.models import RecordLine
from matches.models import Entry, Match, Member
from tests import cast
from tests.api.described import description
from tests.api.programs import program
from tests.cast import START, ana, bruno, caio, duda
from tournaments.models import Role, Tournament
from tournaments.setup import staff

pytestmark = [pytest.mark.django_db, pytest.mark.F66, pytest.mark.F67]

UNDER = "/api/v1/tournaments/{slug}/"
PATHS = {path: item for path, item in description()["paths"].items() if path.startswith(UNDER)}
WRITES = {
    operation["operationId"]: (method.upper(), path)
    for path, item in PATHS.items()
    for method, operation in item.items()
    if method in {"post", "put", "patch", "delete"}
}
JUDGE, COORDINATE, MANAGE = "judge", "coordinate", "manage"
EVERYBODY, PLAYER = "everybody", "player"
"""Whoever has an account and sees it; whoever plays in it, and the judges."""
RIGHTS = {
    **dict.fromkeys(["enter_self", "wait_self", "check_sheet", "duplicate_tournament"], EVERYBODY),
    **dict.fromkeys(
        ["withdraw_entry", "hand_in_deck", "report_match", "take_report_back", "flag_match", "note_count",
         "begin_kingdoms", "act_in_kingdoms", "undo_in_kingdoms", "leave_waiting_list"], PLAYER,
    ),
    **dict.fromkeys(
        ["add_entry", "import_entries", "check_in", "check_out", "check_in_all", "enter_late", "note_drawn_game",
         "take_back_drawn_game", "extend_time", "free_seats", "change_pineapples", "place_match", "note_redraw",
         "take_back_redraw", "record_sheet", "start_match", "call_time", "start_called", "change_table",
         "put_on_waiting_list", "substitute_member", "change_cards", "reinstate_entry"], JUDGE,
    ),
    **dict.fromkeys(
        ["plan_break", "move_break", "end_break", "open_calls", "undo_correction", "dismiss_dispute", "publish_draw",
         "withdraw_draw", "waive_decks", "disqualify_entry", "mark_minor", "finish_tournament", "preview_correction",
         "correct_sheet", "confirm_regulation", "adopt_edition", "reopen_tournament", "note_ruling", "set_tables",
         "move_on_waiting_list"], COORDINATE,
    ),
    **dict.fromkeys(
        ["change_tournament", "publish_announcement", "archive_tournament", "cancel_tournament", "delete_tournament",
         "assign_staff", "remove_staff", "unarchive_tournament"], MANAGE,
    ),
}  # fmt: skip
ORDER = [EVERYBODY, PLAYER, JUDGE, COORDINATE, MANAGE]
REACH = {"stranger": EVERYBODY, "elsewhere": EVERYBODY, "player": PLAYER, "judge": JUDGE,
         "coordinator": COORDINATE, "organizer": MANAGE}  # fmt: skip


def test_every_write_has_its_row() -> None:
    assert WRITES.keys() == RIGHTS.keys()


def callers() -> dict[str, Any]:
    """A program of each of the seven; somebody organizes another tournament."""
    elsewhere = cast.player("eva", "Eva Vizinha")
    other = cast.announced(name="Vizinho")
    staff.assign(other, username="eva", role=Role.ORGANIZER, by=ana(), now=START)
    who = {"stranger": duda(), "elsewhere": elsewhere, "player": caio(), "judge": bruno(), "organizer": ana()}
    who["coordinator"] = cast.player("gil", "Gil Firme")
    return {"nobody": program(), **{name: program(person) for name, person in who.items()}}


def staffed(tournament: Tournament) -> Tournament:
    """With a coordinator who is nothing else."""
    cast.player("gil", "Gil Firme")
    staff.assign(tournament, username="gil", role=Role.COORDINATOR, by=ana(), now=START)
    return cast.fresh(tournament)


def address(tournament: Tournament, path: str) -> str:
    """The path with codes that exist: of the player's own entry and match where there are some."""
    member = Member.objects.filter(persona__player=caio(), entry__ledger=tournament.ledger_id).first()
    entry = member.entry if member else Entry.objects.filter(ledger=tournament.ledger_id).first()
    match = Match.objects.filter(ledger=tournament.ledger_id, sides__entry=entry).first() if entry else None
    code = (match.code if match else "mnone") if "/matches/" in path else (entry.code if entry else "enone")
    known = {"slug": tournament.slug, "code": code, "seq": 1, "number": 1, "label": "1", "role": "judge", "person": "p"}
    return path.format(**known)


def asked(caller: Any, tournament: Tournament, operation: str) -> tuple[int, str]:
    """Status and error of the call, which is undone again."""
    method, path = WRITES[operation]
    with transaction.atomic():
        answer = caller.send(method, address(tournament, path), EXAMPLES.get(operation))
        transaction.set_rollback(True)
    return answer.status, answer.body.get("error", "") if isinstance(answer.body, dict) else ""


def test_on_a_public_one_each_does_what_is_theirs_and_no_more() -> None:
    tournament, people = staffed(cast.running(8, table_high=2)), callers()
    lines, wrong = RecordLine.objects.count(), []
    for operation, need in RIGHTS.items():
        for name, caller in people.items():
            status, error = asked(caller, tournament, operation)
            may = name != "nobody" and ORDER.index(REACH[name]) >= ORDER.index(need)
            refused = status == 401 if name == "nobody" else (status, error) == (403, "forbidden")
            if may is refused:
                wrong.append((operation, name, status, error))
    assert wrong == []
    assert RecordLine.objects.count() == lines


def test_one_that_is_not_public_is_there_for_its_staff_only() -> None:
    tournament, people = staffed(cast.created()), callers()
    lines, wrong = RecordLine.objects.count(), []
    for operation in RIGHTS:
        for name in ("nobody", "stranger", "elsewhere", "player"):
            status, _error = asked(people[name], tournament, operation)
            if status != (401 if name == "nobody" else 404):
                wrong.append((operation, name, status))
    assert wrong == []
    assert RecordLine.objects.count() == lines
