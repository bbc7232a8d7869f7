"""What the staff prints: which files there are, whose they are, and that every name is in them."""

import io
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from pypdf import PdfReader

from accounts.models import Player
from core import bounded_process
from matches.models import Entry
from scheduling.judging import judge_days
from tests.cast import ana, announced, browser, bruno, caio, checked_in, drawn, finished, fresh, running
from tournaments.fees.payments import mark_fee
from tournaments.models import Tournament
from tournaments.printing.papers import PrintedPaper
from tournaments.printing.papers import check_in_list as paper_check_in_list
from tournaments.standings.selectors import standings_of
from tournaments.tables.look_after import give_tables
from web.printing import OFFERED

pytestmark = pytest.mark.django_db


def printed(tournament: Tournament, name: str, *more: str, language: str = "en") -> PdfReader:
    answer: Any = browser(bruno()).get(reverse(name, args=[tournament.slug, *more]), {"lingua": language})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    return PdfReader(io.BytesIO(answer.content))


def words(file: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in file.pages)


@pytest.mark.prints_in_child
def test_the_sheets_of_a_round_have_every_match_with_its_people() -> None:
    tournament = running(24)
    file = printed(tournament, "printed_sheets")
    text = words(file)
    assert len(file.pages) == 4
    for name in Player.objects.filter(personas__seats__match__round=1).values_list("name", flat=True):
        assert name in text
    assert text.count("Signatures") == 8
    assert "Table 1" in text


def test_blank_sheets_have_a_line_for_each_chair_and_no_name() -> None:
    file = printed(checked_in(8), "printed_blank_sheets")
    assert len(file.pages) == 1
    assert words(file).count("Signatures") == 2
    assert "Jogador" not in words(file)


@pytest.mark.prints_in_child
def test_a_list_for_the_wall_has_everybody() -> None:
    text = words(printed(running(24), "printed_paper", "lugares"))
    assert text.count("Table ") + text.count("Waiting for a table") == 24


def test_files_are_in_the_language_of_the_messages() -> None:
    tournament = running(8)
    assert "Assinaturas" in words(printed(tournament, "printed_sheets", language="pt-br"))
    assert "Signatures" in words(printed(tournament, "printed_sheets", language="en"))


def test_letters_that_no_font_has_leave_a_sign_and_the_page_counts_and_names_them() -> None:
    tournament = running(8)
    people = Player.objects.filter(personas__seats__match__round=1)
    given = ["Ժան", "Ольга Ќ", "Ελένη", "李小龙", "أحمد", "Zoë Ťŕň", "🍍 Ana", "山田 Ana"]
    for person, name in zip(people, given, strict=True):
        Player.objects.filter(pk=person.pk).update(name=name)
    sheets = words(printed(fresh(tournament), "printed_sheets"))
    for name in ("Ольга Ќ", "Ελένη", "李小龙", "Zoë Ťŕň", "山田 Ana"):
        assert name in sheets
    for marked in ("〓〓〓", "〓〓〓〓", "〓 Ana"):
        assert marked in sheets
    page = browser(bruno()).get(reverse("printing", args=[tournament.slug])).content.decode()
    assert "3 names have letters that the printed font lacks" in page
    assert all(f"<bdi>{name}</bdi>" in page for name in ("Ժան", "أحمد", "🍍 Ana"))
    assert "<bdi>李小龙</bdi>" not in page


def test_there_are_no_sheets_when_nothing_is_left_to_play() -> None:
    tournament = finished(4)
    page = browser(ana()).get(reverse("printing", args=[tournament.slug])).content.decode()
    address = reverse("printed_sheets", args=[tournament.slug])
    assert address not in page
    assert browser(ana()).get(address).status_code == 404


def test_only_the_staff_prints() -> None:
    tournament = running(8)
    for name in ("printing", "printed_sheets", "printed_blank_sheets"):
        address = reverse(name, args=[tournament.slug])
        assert browser(caio()).get(address).status_code == 403
        assert browser().get(address).status_code == 302


@pytest.mark.prints_in_child
def test_while_another_file_is_made_one_is_told_when_to_try_again() -> None:
    tournament = running(8)
    with bounded_process._busy:
        answer = browser(bruno()).get(reverse("printed_sheets", args=[tournament.slug]))
    assert answer.status_code == 429
    assert answer.headers["Retry-After"]


@pytest.mark.prints_in_child
def test_a_file_that_takes_too_long_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.printing.files.MEMORY", 1)
    answer = browser(bruno()).get(reverse("printed_blank_sheets", args=[running(8).slug]))
    assert answer.status_code == 422
    assert "takes too long to make" in answer.content.decode()


def test_the_check_in_list_has_everybody_who_may_play() -> None:
    tournament = checked_in(24)
    text = words(printed(tournament, "printed_paper", "lista-de-check-in"))
    for name in Player.objects.filter(personas__memberships__entry__ledger=tournament.ledger_id).values_list(
        "name", flat=True
    ):
        assert name in text
    assert "Lista de check-in" in words(
        printed(tournament, "printed_paper", "lista-de-check-in", language="pt-br")
    )


def test_the_check_in_list_has_a_box_for_a_fee_and_for_a_pineapple_where_they_are_asked_for() -> None:
    with override("en"):
        plain = paper_check_in_list(checked_in(8))
    assert [column.label for column in plain.columns] == ["", "Name", "No."]
    tournament = checked_in(8, entry_fee=2500, variants=("calouro-do-chacrinha",))
    entry = Entry.objects.filter(ledger=tournament.ledger_id).order_by("number")[1]
    mark_fee(entry, paid=True, by=ana(), now=timezone.now())
    with override("en"):
        listed = paper_check_in_list(tournament)
    assert [column.label for column in listed.columns] == ["", "Name", "Paid", "Brought a pineapple", "No."]
    assert [column.is_box for column in listed.columns] == [True, False, True, True, False]
    assert [row[2] for row in listed.rows].count("X") == 1
    assert next(row[-1] for row in listed.rows if row[2]) == str(entry.number)
    assert {row[3] for row in listed.rows} == {""}
    assert "Paid" in words(printed(tournament, "printed_paper", "lista-de-check-in"))


def test_the_standings_on_paper_are_those_of_the_page() -> None:
    tournament = finished(8, ranked=True)
    text = words(printed(tournament, "printed_paper", "classificacao"))
    for row in standings_of(tournament):
        assert f"{row.place} {row.names[0]}" in text
    season = words(printed(tournament, "printed_paper", "temporada-completa"))
    assert all(row.names[0] in season for row in standings_of(tournament))


def test_a_paper_is_offered_only_in_its_states() -> None:
    drawn, before = running(8), checked_in(8)
    page = browser(bruno()).get(reverse("printing", args=[before.slug])).content.decode()
    address = reverse("printed_paper", args=[before.slug, "classificacao"])
    assert address not in page
    assert browser(bruno()).get(address).status_code == 404
    page = browser(bruno()).get(reverse("printing", args=[drawn.slug])).content.decode()
    assert reverse("printed_paper", args=[drawn.slug, "classificacao"]) in page
    assert reverse("printed_paper", args=[drawn.slug, "lista-de-check-in"]) not in page


def test_the_bracket_poster_has_every_name_of_the_first_round_and_lines_for_the_next() -> None:
    tournament = running(24)
    file = printed(tournament, "printed_paper", "chave")
    text = words(file)
    for name in Player.objects.filter(personas__seats__match__round=1).values_list("name", flat=True):
        assert name in text
    assert "winner of 1.1" in text
    width, height = file.pages[0].mediabox.width, file.pages[0].mediabox.height
    assert width > height
    assert printed(tournament, "printed_paper", "chave-a3").pages[0].mediabox.width > width


def test_each_person_of_a_pair_has_a_label_and_a_diploma() -> None:
    tournament = finished(4, kind="duplas")
    labels = words(printed(tournament, "printed_paper", "etiquetas"))
    people = [name for row in standings_of(tournament) for name in row.names]
    assert len(people) == 8
    assert all(name in labels for name in people)
    pages = printed(tournament, "printed_paper", "diplomas").pages
    assert len(pages) == sum(len(row.names) for row in standings_of(tournament) if row.place <= 3)
    assert people[0] in pages[0].extract_text()
    assert "1st place" in pages[0].extract_text()


def test_the_flyer_says_when_and_where_and_has_the_address() -> None:
    tournament = announced(venue="Casa da Ana")
    text = words(printed(tournament, "printed_paper", "cartaz"))
    assert "Casa da Ana" in text
    assert reverse("tournament", args=[tournament.slug]) in text
    a3 = printed(tournament, "printed_paper", "cartaz-a3").pages[0].mediabox
    assert round(a3.height) == 1191


def test_the_judges_list_has_each_judge_with_the_tables() -> None:
    tournament = running(8)
    code = next(day.code for day in judge_days(tournament, timezone.now()) if day.name == bruno().name)
    give_tables(tournament, judge=code, first=1, last=2, by=ana(), now=timezone.now())
    text = words(printed(tournament, "printed_paper", "juizes"))
    assert f"{bruno().name} 1, 2" in text


@pytest.mark.parametrize("paper", OFFERED, ids=lambda paper: paper.key)
def test_every_paper_can_be_made_in_a_state_that_has_it(paper: PrintedPaper) -> None:
    make = {"preparing": checked_in, "drawn": drawn, "running": running, "finished": finished}
    state = next(state for state in make if state in paper.states)
    tournament = make[state](8, ranked=True)
    assert printed(tournament, "printed_paper", paper.key).pages
