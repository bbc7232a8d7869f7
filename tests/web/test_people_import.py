"""Many entries at once: previewed with every problem, confirmed, never partial."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from matches.models import Entry
from tests.cast import START, ana, announced, browser, bruno, caio, drawn, duda, entered
from tests.services.test_sheets import RESERVES, ROWS, ods
from tests.web.html import text
from tournaments.entries.enter import add_entry, enter_self
from tournaments.inputs import NewEntry
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def at(tournament: Tournament) -> str:
    return reverse("entries_import", args=[tournament.slug])


def names(tournament: Tournament) -> list[str]:
    entries = Entry.objects.filter(ledger=tournament.ledger_id).order_by("number", "members__position")
    return list(entries.values_list("members__persona__player__name", flat=True))


def preview(who: Client, tournament: Tournament, text: str, **more: Any) -> Any:
    return who.post(at(tournament), {"text": text, **more})


def confirm(who: Client, tournament: Tournament, shown: Any, **more: Any) -> Any:
    """Press the button of the preview: everything that its form holds is sent."""
    sent = {
        "text": shown.context["preview"].parsed.text,
        "previewed": shown.context["fingerprint"],
        "confirm": "1",
        **more,
    }
    return who.post(at(tournament), sent)


def row_codes(shown: Any) -> dict[int, set[str]]:
    return {row.line: {found.code for found in row.violations} for row in shown.context["preview"].rows}


@pytest.mark.fault("F61")
def test_a_pasted_list_is_shown_first_and_entered_on_confirmation() -> None:
    tournament, who = announced(), browser(bruno())
    shown = preview(who, tournament, "nome;clube;semente\nAna Lima;Niterói;1\nCaio Melo;;\n")
    assert (shown.status_code, names(tournament)) == (200, [])
    assert b"Ana Lima" in shown.content
    answer = confirm(who, tournament, shown)
    assert (answer.status_code, answer["Location"]) == (302, reverse("entries", args=[tournament.slug]))
    assert names(tournament) == ["Ana Lima", "Caio Melo"]


@pytest.mark.fault("F61")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_an_uploaded_file_of_any_usual_encoding(encoding: str) -> None:
    tournament, who = announced(), browser(ana())
    file = SimpleUploadedFile("lista.csv", "nome,clube\nJoão Conceição,São Luís\n".encode(encoding))
    shown = who.post(at(tournament), {"file": file})
    assert shown.status_code == 200
    assert confirm(who, tournament, shown).status_code == 302
    assert names(tournament) == ["João Conceição"]


@pytest.mark.fault("F61")
def test_one_bad_row_keeps_all_of_them_out_and_every_problem_is_shown() -> None:
    tournament, who = entered(2), browser(ana())
    text = f"nome;semente\nAna Lima;1\n{'é' * 81};x\njogador 2;2\n"
    shown = preview(who, tournament, text)
    assert shown.status_code == 422
    assert row_codes(shown) == {
        2: set(),
        3: {"person_name_too_long", "seed_not_a_whole_number"},
        4: {"already_entered"},
    }
    assert ";x</bdi>" in shown.content.decode()
    assert confirm(who, tournament, shown).status_code == 422
    assert names(tournament) == ["Caio do Rio", "Jogador 2"]


def test_what_was_not_shown_is_not_entered() -> None:
    tournament, who = announced(), browser(ana())
    shown = preview(who, tournament, "Ana Lima")
    answer = confirm(who, tournament, shown, text="Ana Lima\nOutra Pessoa")
    assert answer.status_code == 200
    assert [row.names for row in answer.context["preview"].rows] == [("Ana Lima",), ("Outra Pessoa",)]
    assert names(tournament) == []


@pytest.mark.fault("F62")
def test_the_same_list_again_enters_only_who_is_new() -> None:
    tournament, who = announced(), browser(ana())
    confirm(who, tournament, preview(who, tournament, "Ana Lima\nCaio Melo"))
    again = preview(who, tournament, "Ana Lima\nCaio Melo\nBia Reis")
    assert again.status_code == 422
    shown = preview(who, tournament, "Ana Lima\nCaio Melo\nBia Reis", skip_entered="on")
    assert (shown.status_code, shown.context["preview"].left_out) == (200, 2)
    assert confirm(who, tournament, shown, skip_entered="on").status_code == 302
    assert names(tournament) == ["Ana Lima", "Caio Melo", "Bia Reis"]


@pytest.mark.fault("F62")
def test_a_list_of_nobody_new_enters_nobody() -> None:
    tournament, who = entered(2), browser(ana())
    shown = preview(who, tournament, "Jogador 2", skip_entered="on")
    assert (shown.status_code, shown.context["preview"].is_sound) == (200, False)
    assert confirm(who, tournament, shown, skip_entered="on").status_code == 200
    assert names(tournament) == ["Caio do Rio", "Jogador 2"]


@pytest.mark.fault("F60")
def test_a_namesake_on_the_list_is_entered_as_somebody_else() -> None:
    tournament, who = entered(2), browser(ana())
    shown = preview(who, tournament, "Jogador 2", namesake="1")
    assert shown.status_code == 200
    assert 'name="namesake" value="1" checked' in text(shown)
    assert confirm(who, tournament, shown, namesake="1").status_code == 302
    assert Player.objects.filter(name="Jogador 2").count() == 2


@pytest.mark.fault("F59")
def test_somebody_met_before_is_shown_as_known_and_may_be_told_apart() -> None:
    add_entry(announced(), entry=NewEntry(("Lia Prado",), club="Maré"), by=ana(), now=START)
    tournament, who = announced(name="Segundo"), browser(ana())
    shown = preview(who, tournament, "Lia Prado,Maré\nGente Nova,")
    assert [row.known for row in shown.context["preview"].rows] == [(True,), (False,)]
    confirm(who, tournament, shown)
    assert Player.objects.filter(name="Lia Prado").count() == 1


@pytest.mark.F117
def test_a_name_of_another_club_is_a_question_and_every_answer_is_shown_and_taken() -> None:
    first = add_entry(announced(), entry=NewEntry(("Paulo X",), club="Niterói"), by=ana(), now=START)
    code = first.members.get().persona.player.code
    tournament, who = announced(name="Segundo"), browser(ana())
    text_of_list = "nome,clube\nPaulo X,Santos\nGente Nova,\n"
    shown = preview(who, tournament, text_of_list)
    assert (shown.status_code, row_codes(shown)) == (422, {2: {"person_unclear"}, 3: set()})
    html = text(shown)
    assert "Paulo X · Niterói · Chama: Campeonato Mariapaulista 2026" in html
    assert f'name="who.2.0" value="{code} paulo x"' in " ".join(html.split())
    same = {"who.2.0": f"{code} paulo x"}
    answered = preview(who, tournament, text_of_list, **same)
    assert (answered.status_code, row_codes(answered)) == (200, {2: set(), 3: set()})
    assert f'value="{code} paulo x" checked' in " ".join(text(answered).split())
    assert confirm(who, tournament, answered).status_code == 422
    assert confirm(who, tournament, answered, **{"who.2.0": "new paulo x"}).status_code == 200
    assert names(tournament) == []
    assert confirm(who, tournament, answered, **same).status_code == 302
    assert Player.objects.filter(name="Paulo X").count() == 1


@pytest.mark.F117
def test_an_answer_about_another_name_in_that_line_is_none() -> None:
    first = add_entry(announced(), entry=NewEntry(("Paulo X",), club="Niterói"), by=ana(), now=START)
    code = first.members.get().persona.player.code
    tournament, who = announced(name="Segundo"), browser(ana())
    shown = preview(who, tournament, "Lia Prado\nPaulo X", **{"who.1.0": f"{code} paulo x"})
    assert row_codes(shown) == {1: set(), 2: {"person_unclear"}}


@pytest.mark.F117
def test_a_list_of_regulars_is_one_answer() -> None:
    entered(8)
    tournament, who = announced(name="Segundo"), browser(ana())
    regulars = "\n".join(f"jogador {number}" for number in range(2, 9))
    shown = preview(who, tournament, regulars)
    assert (shown.status_code, shown.context["preview"].open_questions) == (422, 7)
    assert 'name="same_all"' in text(shown)
    shown = preview(who, tournament, regulars, same_all="on")
    assert [row.known for row in shown.context["preview"].rows] == [(True,)] * 7
    assert confirm(who, tournament, shown, same_all="on").status_code == 302
    assert Player.objects.filter(name="Jogador 2").count() == 1
    assert names(tournament) == [f"Jogador {number}" for number in range(2, 9)]


def test_pairs_stand_on_one_line() -> None:
    tournament, who = announced(kind="duplas"), browser(ana())
    shown = preview(who, tournament, "Ana Lima;Bia Reis;Niterói\nCaio Melo")
    assert row_codes(shown) == {1: set(), 2: {"players_wrong_number"}}
    shown = preview(who, tournament, "Ana Lima;Bia Reis;Niterói")
    assert confirm(who, tournament, shown).status_code == 302
    assert names(tournament) == ["Ana Lima", "Bia Reis"]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"text": ""}, "file_empty"),
        ({}, "file_empty"),
        ({"file": SimpleUploadedFile("l.png", b"\x89PNG")}, "file_not_text"),
        ({"file": SimpleUploadedFile("l.csv", b"a" * 1_000_001)}, "file_too_large"),
        ({"text": "\n".join(f"Pessoa {n}" for n in range(2001))}, "too_many_rows"),
    ],
    ids=["blank", "nothing", "picture", "large", "rows"],
)
def test_a_list_that_is_none_is_refused_with_its_reason(sent: dict[str, Any], code: str) -> None:
    tournament = announced()
    answer = browser(ana()).post(at(tournament), sent)
    assert (answer.status_code, answer.context["form"].codes) == (422, {code})
    assert answer.context["preview"] is None


@pytest.mark.fault("F63")
@pytest.mark.fault("F65")
def test_formulas_and_markup_are_text() -> None:
    tournament, who = announced(), browser(ana())
    shown = preview(who, tournament, 'nome\n"=HYPERLINK(""http://x"")"\n<b>Zé</b></textarea><script>\n')
    assert b"<script>" not in shown.content.split(b"</head>")[1]
    assert b"<b>Z" not in shown.content
    confirm(who, tournament, shown)
    assert names(tournament) == ['=HYPERLINK("http://x")', "<b>Zé</b></textarea><script>"]


def test_somebody_faster_is_409_and_the_list_is_kept() -> None:
    tournament, who = announced(), browser(ana())
    shown = preview(who, tournament, "Caio do Rio")
    enter_self(tournament, by=caio(), now=START)
    answer = confirm(who, tournament, shown)
    assert answer.status_code == 422
    assert row_codes(answer) == {1: {"already_entered"}}
    closed = drawn(4, name="Sorteado")
    answer = confirm(who, closed, preview(who, closed, "Ana Lima"))
    assert (answer.status_code, answer.context["form"].codes) == (409, {"entries_closed"})
    assert b"Ana Lima" in answer.content


def test_only_staff_import() -> None:
    tournament = announced()
    assert browser(duda()).get(at(tournament)).status_code == 403
    assert browser(duda()).post(at(tournament), {"text": "Zé"}).status_code == 403
    assert browser().get(at(tournament)).status_code == 302
    assert browser(bruno()).get(at(tournament)).status_code == 200


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_both_languages(language: str) -> None:
    tournament = announced()
    who = browser(ana(), language=language)
    assert f'lang="{language}"' in who.get(at(tournament)).content.decode()
    assert preview(who, tournament, "Ana Lima").status_code == 200


@pytest.mark.fault("F119")
def test_the_page_names_the_sheets_of_a_workbook_that_were_not_read() -> None:
    tournament, who = announced(), browser(bruno())
    for file, is_told in ((ods(ROWS, RESERVES), True), (ods(ROWS), False)):
        shown = who.post(at(tournament), {"file": SimpleUploadedFile("lista.ods", file)})
        assert ("Not read: Reservas." in text(shown)) is is_told
        assert "João Araújo" in text(shown)
