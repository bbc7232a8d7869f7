"""An import is undone: exactly its entries go, in one act, and their people are named nowhere."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from accounts.models import Persona, Player
from core.errors import Forbidden, Stale
from matches.models import Entry
from records.export import people_file, record_lines
from records.importing.record import restore_record
from tests.acts import Moments, assert_sound, line_types
from tests.cast import START, ana, bruno, caio, drawn, entered, fresh
from tournaments.departures.withdraw import withdraw
from tournaments.entries.change import EntryChange, change_entry
from tournaments.entries.check_in import check_in, check_out
from tournaments.entries.enter import add_entry, import_entries
from tournaments.entries.identity import answer_questions
from tournaments.entries.undo_import import open_imports, undo_import
from tournaments.fees.payments import mark_fee
from tournaments.inputs import NewEntry
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def imported(tournament: Tournament, clock: Moments, *names: str) -> int:
    rows = answer_questions(tournament, [NewEntry((name,)) for name in names])
    import_entries(tournament, entries=rows, by=bruno(), now=next(clock))
    return open_imports(tournament)[0].number


def names(tournament: Tournament) -> list[str]:
    found = Entry.objects.filter(ledger=tournament.ledger_id).order_by("number")
    return list(found.values_list("members__persona__player__name", flat=True))


def test_exactly_the_entries_of_that_import_go(clock: Moments) -> None:
    tournament = entered(3)
    number = imported(tournament, clock, "Rita", "Sônia")
    add_entry(tournament, entry=NewEntry(("Túlio",)), by=ana(), now=next(clock))
    later = imported(tournament, clock, "Ulisses")
    assert [(found.number, found.entries) for found in open_imports(tournament)][:2] == [
        (later, 1),
        (number, 2),
    ]
    assert undo_import(tournament, number=number, by=bruno(), now=next(clock)) == 2
    assert names(tournament) == ["Caio do Rio", "Jogador 2", "Jogador 3", "Túlio", "Ulisses"]
    assert line_types(tournament, 3) == ["integrity.noted", "entry.withdrawn", "entry.withdrawn"]
    assert_sound(tournament)
    with pytest.raises(Forbidden, match="not_found"):
        undo_import(tournament, number=number, by=bruno(), now=next(clock))


def checks_in(entry: Entry) -> None:
    check_in(entry, by=ana(), now=START)


def withdraws(entry: Entry) -> None:
    withdraw(entry, reason="", by=ana(), now=START)


def marks_fee(entry: Entry) -> None:
    mark_fee(entry, paid=True, by=ana(), now=START)


@pytest.mark.parametrize("act", [checks_in, withdraws, marks_fee])
def test_an_entry_opened_before_is_not_found_afterwards(act: Callable[[Entry], None], clock: Moments) -> None:
    tournament = entered(2)
    number = imported(tournament, clock, "Rita")
    entry = Entry.objects.get(ledger=tournament.ledger_id, import_seq=number)
    undo_import(tournament, number=number, by=bruno(), now=next(clock))
    with pytest.raises(Forbidden, match="not_found"):
        act(entry)


def test_removed_people_are_named_nowhere(clock: Moments) -> None:
    tournament = entered(2)
    number = imported(tournament, clock, "Rita", "Jogador 9")
    undo_import(tournament, number=number, by=ana(), now=next(clock))
    assert not Player.objects.filter(name__in=["Rita", "Jogador 9"]).exists()
    assert "Rita" not in json.dumps(people_file(fresh(tournament)), ensure_ascii=False)
    gone = Persona.objects.filter(ledger=tournament.ledger_id, memberships=None, staff_roles=None)
    assert [persona.player.page for persona in gone] == ["", ""]


def test_known_people_stay_known_elsewhere_and_may_enter_again(clock: Moments) -> None:
    before, tournament = entered(2, name="De Antes"), entered(1)
    known = Player.objects.get(name="Jogador 2")
    number = imported(tournament, clock, "Jogador 2")
    assert names(tournament)[-1] == "Jogador 2"
    undo_import(tournament, number=number, by=ana(), now=next(clock))
    assert Player.objects.get(name="Jogador 2") == known
    assert "Jogador 2" not in people_file(fresh(tournament))["people"].values()
    assert names(before)[-1] == "Jogador 2"
    assert imported(tournament, clock, "Jogador 2") > number
    assert Player.objects.filter(name="Jogador 2").count() == 1


def test_who_helps_here_keeps_the_name(clock: Moments) -> None:
    tournament = entered(1)
    number = imported(tournament, clock, "Bruno Juiz")
    undo_import(tournament, number=number, by=ana(), now=next(clock))
    assert "Bruno Juiz" in people_file(fresh(tournament))["people"].values()


def test_until_the_first_check_in_or_the_draw(clock: Moments) -> None:
    tournament = entered(2)
    number = imported(tournament, clock, "Rita")
    entry = Entry.objects.filter(ledger=tournament.ledger_id)[0]
    check_in(entry, by=bruno(), now=next(clock))
    check_out(entry, by=bruno(), now=next(clock))
    assert open_imports(tournament) == ()
    with pytest.raises(Stale, match="check_in_begun"):
        undo_import(tournament, number=number, by=bruno(), now=next(clock))
    after = drawn(4, name="Sorteado")
    of_import = Entry.objects.filter(ledger=after.ledger_id, import_seq__isnull=False)[0].import_seq
    with pytest.raises(Stale, match="entries_closed"):
        undo_import(after, number=of_import or 0, by=ana(), now=next(clock))


def test_who_may_and_not_what_changed_meanwhile(clock: Moments) -> None:
    tournament = entered(2)
    number = imported(tournament, clock, "Rita")
    with pytest.raises(Forbidden):
        undo_import(tournament, number=number, by=caio(), now=next(clock))
    seen = fresh(tournament).ledger.head_seq
    entry = Entry.objects.get(ledger=tournament.ledger_id, members__persona__player__name="Rita")
    change_entry(entry, change=EntryChange(club="Maré"), by=bruno(), now=next(clock))
    with pytest.raises(Stale, match="stale"):
        undo_import(tournament, number=number, by=bruno(), now=next(clock), seen=seen)


def test_a_tournament_restored_from_its_record_does_not_show_them_either(
    clock: Moments, tmp_path: Path
) -> None:
    tournament = entered(2)
    number = imported(tournament, clock, "Rita", "Sônia")
    gone = Entry.objects.get(ledger=tournament.ledger_id, members__persona__player__name="Sônia")
    withdraw(gone, reason="", by=ana(), now=next(clock))
    undo_import(tournament, number=number, by=ana(), now=next(clock))
    text, known = "".join(record_lines(fresh(tournament))), people_file(fresh(tournament))["people"]
    path = tmp_path / "record.jsonl"
    path.write_text(text, encoding="utf-8")
    add_entry(tournament, entry=NewEntry(("Túlio",)), by=ana(), now=next(clock))
    again = restore_record(path, names=known, owner=None, now=START)
    assert names(again) == ["Caio do Rio", "Jogador 2"]
    assert not any(
        p.player.page
        for p in Persona.objects.filter(ledger=again.ledger_id, memberships=None, staff_roles=None)
    )
    assert "".join(record_lines(again)) == text
