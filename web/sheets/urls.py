"""Addresses of a match's sheet, as a form and from paper, and of absent players."""

from django.urls import URLPattern, path

from web.sheets import paper, record, rows

AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}ausentes/", record.submit_absences, name="match_absent"),
    path(f"{MATCH}sumula/", record.submit_sheet, name="sheet"),
    path(f"{MATCH}sumula/conferir/", record.check_sheet, name="sheet_check"),
    path(f"{AT}sumulas/", rows.sheet_rows, name="sheet_rows"),
    path(f"{AT}sumulas/<str:code>/", rows.sheet_row, name="sheet_row"),
    path(f"{AT}papel/", paper.paper, name="paper"),
    path(f"{AT}papel/<str:code>/", paper.paper_sheet, name="paper_sheet"),
    path(f"{AT}papel/<str:code>/conferir/", paper.paper_check, name="paper_check"),
]
