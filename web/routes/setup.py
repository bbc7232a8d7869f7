"""Addresses of a tournament's preparation."""

from django.urls import URLPattern, path

from web.views import endings, setup

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("torneios/novo/", setup.tournament_new, name="tournament_new"),
    path("torneios/lixeira/", endings.bin_page, name="bin"),
    path("torneios/previa/", setup.title_preview, name="title_preview"),
    path(f"{AT}dados/", setup.tournament_edit, name="tournament_edit"),
    path(f"{AT}equipe/", setup.staff, name="staff"),
    path(f"{AT}mais/", endings.endings, name="endings"),
    path(f"{AT}mais/cancelar/", endings.tournament_cancel, name="tournament_cancel"),
    path(f"{AT}mais/excluir/", endings.tournament_delete, name="tournament_delete"),
    path(f"{AT}mais/arquivo/", endings.tournament_archive, name="tournament_archive"),
    path(f"{AT}anuncio/", setup.announcement, name="announcement"),
]
