"""Addresses of lists as files; `ending` is csv or xlsx."""

from django.urls import URLPattern, path

from web.export import views

AT = "torneios/<slug:slug>/planilhas/"
SEASON = "temporadas/<slug:game>/<int:year>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}inscricoes.<str:ending>", views.export_entries, name="export_entries"),
    path(f"{AT}check-in.<str:ending>", views.export_check_in, name="export_check_in"),
    path(f"{AT}lugares.<str:ending>", views.export_seats, name="export_seats"),
    path(f"{AT}partidas.<str:ending>", views.export_matches, name="export_matches"),
    path(f"{AT}classificacao.<str:ending>", views.export_standing, name="export_standing"),
    path(f"{AT}penalidades.<str:ending>", views.export_penalties, name="export_penalties"),
    path(f"{SEASON}temporada.<str:ending>", views.export_season, name="export_season"),
    path(f"{SEASON}liga.<str:ending>", views.export_league, name="export_league"),
]
