"""Lists as files: what a spreadsheet reads back, whose they are, and that an import takes them again."""

import csv
import io
from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from python_calamine import CalamineWorkbook

from accounts.models import Player
from matches.models import Entry
from tests.cast import ana, announced, browser, created, duda, entered, finished, fresh, running
from tests.services.test_penalties import given
from tournaments.entries.lists.reading import read_list
from tournaments.export import ExportTable, csv_content, xlsx_content
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
TOURNAMENT_LISTS = ("entries", "check_in", "seats", "matches", "standing", "penalties")
FORMULAS = ("=1+1", "+55", "-2", "@SUM(A1)", "=HYPERLINK(A1)")
Rows = list[list[Any]]


def file_of(tournament: Tournament, name: str, ending: str = "csv", who: Client | None = None) -> bytes:
    answer = (who or browser(ana())).get(reverse(f"export_{name}", args=[tournament.slug, ending]))
    assert answer.status_code == 200, answer.status_code
    assert answer["Content-Disposition"].startswith("attachment")
    assert "no-store" in answer["Cache-Control"]
    return answer.getvalue()


def rows_of_csv(content: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def rows_of_xlsx(content: bytes) -> Rows:
    return CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()


def rename(tournament: Tournament, *names: str) -> None:
    players = Player.objects.filter(personas__memberships__entry__ledger=tournament.ledger_id)
    for player, name in zip(players.order_by("pk"), names, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)


@pytest.mark.parametrize("name", TOURNAMENT_LISTS)
def test_both_kinds_of_file_hold_the_same_rows(name: str) -> None:
    tournament = running(8)
    given(tournament, iter([timezone.now()]))
    plain = rows_of_csv(file_of(tournament, name))
    sheet = rows_of_xlsx(file_of(tournament, name, "xlsx"))
    assert len(plain) == len(sheet) > 1
    assert plain[0] == sheet[0]
    assert {len(row) for row in plain} == {len(plain[0])}


def test_the_file_is_what_the_spreadsheet_of_that_language_opens() -> None:
    tournament = entered(3)
    for language, delimiter, heading in (("pt-br", ";", "Nº"), ("es", ";", "N.º"), ("en", ",", "No.")):
        content = file_of(tournament, "entries", who=browser(ana(), language=language))
        assert content.startswith(b"\xef\xbb\xbf")
        assert rows_of_csv(content, delimiter)[0][0] == heading
        assert content.count(b"\r\n") == 4


@pytest.mark.fault("F63")
def test_a_formula_is_text_in_both_files_and_the_name_stays() -> None:
    tournament = entered(8)
    rename(tournament, *FORMULAS)
    told = [row[1] for row in rows_of_csv(file_of(tournament, "entries"))]
    assert {f"'{name}" for name in FORMULAS} <= set(told)
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in told)
    sheet = file_of(tournament, "entries", "xlsx")
    assert set(FORMULAS) <= {row[1] for row in rows_of_xlsx(sheet)}
    formulas = CalamineWorkbook.from_filelike(io.BytesIO(sheet))
    assert formulas.get_sheet_by_index(0).height == 9
    assert Player.objects.filter(name__in=FORMULAS).count() == len(FORMULAS)


def test_numbers_and_times_are_numbers_and_times() -> None:
    tournament = finished(8, ranked=True)
    matches = rows_of_xlsx(file_of(tournament, "matches", "xlsx"))
    ended = matches[0].index("Ended at")
    assert all(isinstance(row[ended], datetime) for row in matches[1:])
    assert all(isinstance(row[0], float) for row in matches[1:])
    (standing, points) = rows_of_xlsx(file_of(tournament, "standing", "xlsx"))[1:], 2
    assert isinstance(standing[0][points], float)


def test_a_match_is_two_numbers_so_that_the_tenth_of_a_round_is_not_read_as_a_fraction() -> None:
    tournament = running(48)
    for name in ("matches", "seats"):
        rows = rows_of_csv(file_of(tournament, name))
        assert rows[0][:2] == ["Round", "Match"]
        assert ["1", "10"] in [row[:2] for row in rows[1:]], name


def test_what_is_unknown_is_an_empty_cell() -> None:
    tournament = running(8)
    standing = rows_of_csv(file_of(tournament, "standing"))[1:]
    assert {(place, points) for place, _, points, _ in standing} == {("", "")}
    matches = rows_of_csv(file_of(tournament, "matches"))
    place, score = matches[0].index("Place"), matches[0].index("Score")
    assert {(row[place], row[score]) for row in matches[1:]} == {("", "")}
    assert {row[3] for row in rows_of_csv(file_of(entered(3), "entries"))[1:]} == {""}


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["pt-br", "en", "es"])
@pytest.mark.parametrize("kind", ["campeonato", "duplas"])
def test_exported_entries_are_imported_again(kind: str, language: str, ending: str) -> None:
    tournament = entered(4, kind=kind)
    rename(tournament, "=Ana Araújo", "Zé; da Silva", 'O "Rei"')
    content = file_of(tournament, "entries", ending, browser(ana(), language=language))
    read = read_list(content, pairs=kind == "duplas")
    assert not read.violations
    entries = [row.entry.names for row in read.rows if row.entry]
    members = Entry.objects.filter(ledger=tournament.ledger_id).order_by("number", "members__position")
    names = list(members.values_list("members__persona__player__name", flat=True))
    assert [name for entry in entries for name in entry] == names


def test_a_list_of_the_staff_is_not_for_others() -> None:
    tournament = running(8)
    for name in ("check_in", "penalties"):
        for ending in ("csv", "xlsx"):
            address = reverse(f"export_{name}", args=[tournament.slug, ending])
            assert browser().get(address).status_code == 302
            assert browser(duda()).get(address).status_code == 403
    hidden = reverse("export_entries", args=[created().slug, "csv"])
    assert browser().get(hidden).status_code == 404


def test_another_kind_of_file_is_not_there() -> None:
    assert browser().get(reverse("export_entries", args=[announced().slug, "pdf"])).status_code == 404


def test_each_list_has_its_files_where_it_stands() -> None:
    tournament, who = running(8), browser(ana())
    given(tournament, iter([timezone.now()]))
    for page, lists in {
        "entries": ("entries",), "standing": ("standing",), "bracket": ("seats", "matches"),
        "penalties": ("penalties",),
    }.items():  # fmt: skip
        shown = who.get(reverse(page, args=[tournament.slug])).content.decode()
        for name in lists:
            for ending in ("csv", "xlsx"):
                assert reverse(f"export_{name}", args=[tournament.slug, ending]) in shown, page


def test_season_and_league_have_the_points_of_each_event() -> None:
    tournament = fresh(finished(8, ranked=True))
    for name in ("season", "league"):
        answer = browser(language="pt-br").get(
            reverse(f"export_{name}", args=["chama", tournament.year, "csv"])
        )
        rows = rows_of_csv(answer.getvalue(), ";")
        assert rows[0][4:] == [tournament.title]
        assert len(rows) == 9
        assert all(row[2] == row[4] and "," in row[2] for row in rows[1:])


def test_a_league_that_cannot_be_read_leads_to_its_page_and_not_to_another_league() -> None:
    tournament = fresh(finished(8, ranked=True))
    address = reverse("export_league", args=["chama", tournament.year, "csv"])
    answer = browser().get(f"{address}?melhores=muitos")
    assert answer.status_code == 302
    assert browser().get(answer["Location"]).status_code == 422


def test_thousands_of_rows_are_one_file() -> None:
    rows = [(number, f"Nome {number}", None, Decimal("1.50"), None, "x" * 80) for number in range(4_096)]
    table = ExportTable("Inscrições: 2026/[1]", ("a", "b", "c", "d", "e", "f"), rows)
    assert csv_content(table, "pt-br").count(b"\r\n") == 4_097
    assert rows_of_xlsx(xlsx_content(table))[4_096] == [4_095.0, "Nome 4095", "", 1.5, "", "x" * 80]
