"""Lists that ask: which column is the name, how a line reads right, whether a contact becomes public."""

from threading import Lock
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from matches.models import Entry
from tests.cast import ana, announced, browser, bruno, entered
from tests.services.test_sheets import cells, xlsx
from tests.web.html import text
from tournaments.models import ListColumns, Tournament

pytestmark = pytest.mark.django_db

FORM = '"Carimbo de data/hora","Como te chamam?"\n"20/11/2026 10:01:02","João Araújo"\n'


def at(tournament: Tournament) -> str:
    return reverse("entries_import", args=[tournament.slug])


def stored(tournament: Tournament) -> list[tuple[str, str]]:
    rows = Entry.objects.filter(ledger=tournament.ledger_id).order_by("number")
    return [
        (name, club or "") for name, club in rows.values_list("members__persona__player__name", "club__name")
    ]


def send(who: Client, tournament: Tournament, sent: str, **more: Any) -> Any:
    return who.post(at(tournament), {"text": sent, **more})


def confirm(who: Client, tournament: Tournament, shown: Any, **more: Any) -> Any:
    parsed = shown.context["preview"].parsed
    columns = {f"column-{number}": column.meaning.value for number, column in enumerate(parsed.columns)}
    headings = {"headings": "1"} if parsed.has_headings else {}
    sent = {"text": parsed.text, "previewed": shown.context["fingerprint"], "confirm": "1"}
    said = {"columns_shown": shown.context["preview"].columns_shown}
    if shown.context["form"].has_columns:
        said["columns_said"] = "1"
    return who.post(at(tournament), {**sent, **columns, **headings, **said, **more})


@pytest.mark.fault("F119")
def test_columns_nobody_knows_are_asked_about_once() -> None:
    tournament, who = announced(), browser(ana())
    asked = send(who, tournament, FORM)
    assert (asked.status_code, asked.context["form"].codes) == (422, {"columns_unclear"})
    assert 'name="column-1"' in text(asked)
    assert "João Araújo" in text(asked)
    said = {"column-0": "ignored", "column-1": "name", "headings": "1"}
    shown = send(who, tournament, FORM, **said)
    assert shown.status_code == 200
    assert confirm(who, tournament, shown).status_code == 302
    assert stored(tournament) == [("João Araújo", "")]
    again = send(who, announced(name="Segundo"), FORM.replace("João", "Ana"))
    assert [row.names for row in again.context["preview"].rows] == [("Ana Araújo",)]
    assert send(browser(bruno()), tournament, FORM).status_code == 422


@pytest.mark.fault("F119")
def test_a_person_changes_what_the_columns_are() -> None:
    tournament, who = announced(), browser(ana())
    shown = send(who, tournament, "Quixadá, Xereu\nZumbaia, Ybyra\n")
    assert shown.context["form"].codes == {"columns_unclear"}
    said = {"column-0": "surname", "column-1": "name"}
    shown = send(who, tournament, shown.context["preview"].parsed.text, **said)
    assert confirm(who, tournament, shown).status_code == 302
    assert stored(tournament) == [("Xereu Quixadá", ""), ("Ybyra Zumbaia", "")]


@pytest.mark.fault("F119")
def test_another_list_over_the_one_that_was_shown_is_read_by_itself() -> None:
    tournament, who = announced(), browser(ana())
    sent = {"column-0": "name", "column-1": "club", "headings": "1", "columns_shown": "+,name,club"}
    shown = send(who, tournament, "Ana Lima;Maré\nBia Reis;Praia", **sent)  # the row of headings is gone
    assert [row.names for row in shown.context["preview"].rows] == [("Ana Lima",), ("Bia Reis",)]
    shown = send(who, tournament, "clube;nome\nMaré;Ana Lima", **sent)
    assert [(row.names, row.club) for row in shown.context["preview"].rows] == [(("Ana Lima",), "Maré")]


@pytest.mark.fault("F119")
def test_too_many_remembered_answers_push_the_oldest_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.entries.list_columns.MAX_REMEMBERED", 1)
    tournament, who = announced(), browser(ana())
    for heading, person in (("Como te chamam?", "Ana Lima"), ("Quem vem?", "Bia Reis")):
        said = {"column-0": "ignored", "column-1": "name", "headings": "1"}
        confirm(who, tournament, send(who, tournament, f"Hora;{heading}\n10:00;{person}", **said))
    assert ListColumns.objects.count() == 1
    assert [name for name, _ in stored(tournament)] == ["Ana Lima", "Bia Reis"]


@pytest.mark.fault("F119")
def test_a_file_in_doubt_is_held_back_until_somebody_says_how_it_reads() -> None:
    tournament, who = announced(), browser(ana())
    file = SimpleUploadedFile("lista.csv", "nome\nBRAÇO\n".encode("cp850"))
    held = who.post(at(tournament), {"file": file})
    assert (held.status_code, held.context["form"].codes) == (422, {"encoding_unsure"})
    assert "BRAÇO" in text(held)
    kept = held.context["form"].list_as_base64
    shown = who.post(at(tournament), {"held": kept, "encoding": "cp850"})
    assert [row.names for row in shown.context["preview"].rows] == [("BRAÇO",)]
    assert confirm(who, tournament, shown, encoding="cp850").status_code == 302
    assert stored(tournament) == [("BRAÇO", "")]


def test_a_line_of_thousands_of_digits_is_none_of_the_list() -> None:
    tournament, who = announced(), browser(ana())
    shown = send(who, tournament, "Ana Lima\nBia Reis\n", insist="9" * 5000)
    assert (shown.status_code, len(shown.context["preview"].rows)) == (200, 2)


@pytest.mark.fault("F120")
def test_a_contact_in_a_list_is_named_and_left_out_unless_insisted() -> None:
    tournament, who = announced(), browser(ana())
    sent = "nome;clube\nAna Lima;Maré\nBia Reis;(21) 90000-0001\nCaio Melo;Praia\n"
    shown = send(who, tournament, sent)
    assert shown.status_code == 200
    assert 'name="insist" value="3"' in text(shown)
    assert [row.club for row in shown.context["preview"].rows] == ["Maré", "", "Praia"]
    insisted = send(who, tournament, sent, insist="3")
    assert [row.club for row in insisted.context["preview"].rows] == ["Maré", "(21) 90000-0001", "Praia"]
    assert confirm(who, tournament, shown, insist="3").status_code == 200  # not what was shown
    assert stored(tournament) == []
    assert confirm(who, tournament, shown).status_code == 302
    assert stored(tournament) == [("Ana Lima", "Maré"), ("Bia Reis", ""), ("Caio Melo", "Praia")]


@pytest.mark.fault("F119")
def test_more_names_than_free_places_is_said_before_anything_is_stored() -> None:
    tournament, who = entered(2, capacity=3), browser(ana())
    shown = send(who, tournament, "Ana Lima\nBia Reis")
    assert shown.status_code == 422
    assert dict(shown.context["preview"].too_many.facts) == {"adding": 2, "free": 1}
    assert 'name="confirm"' not in text(shown)
    assert send(who, tournament, "Ana Lima").status_code == 200


@pytest.mark.fault("F62")
def test_leaving_out_never_drops_a_row_that_differs_in_a_column_that_was_read() -> None:
    tournament, who = announced(), browser(ana())
    confirm(who, tournament, send(who, tournament, "nome;clube\nAna Lima;Maré"))
    shown = send(
        who, tournament, "nome;clube\nAna Lima;Maré\nAna Lima;Praia\nANA LIMA;maré", skip_entered="on"
    )
    assert [(row.line, row.club) for row in shown.context["preview"].rows] == [(3, "Praia")]
    assert shown.status_code == 422
    shown = send(
        who, tournament, "Ana Lima\nBia Reis", skip_entered="on"
    )  # no club was read: the same person
    assert [row.names for row in shown.context["preview"].rows] == [("Bia Reis",)]


@pytest.mark.fault("F121")
def test_a_second_spreadsheet_at_the_same_moment_comes_back_later(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, who = announced(), browser(ana())
    busy = Lock()
    busy.acquire()
    monkeypatch.setattr("core.bounded_process._busy", busy)
    file = SimpleUploadedFile("lista.xlsx", xlsx(cells([["nome"], ["Ana Lima"]])))
    assert who.post(at(tournament), {"file": file}).status_code == 429
    busy.release()
    file.seek(0)
    shown = who.post(at(tournament), {"file": file})
    assert [row.names for row in shown.context["preview"].rows] == [("Ana Lima",)]
    assert confirm(who, tournament, shown).status_code == 302
