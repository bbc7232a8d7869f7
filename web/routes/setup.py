"""Addresses of a tournament's preparation."""

from django.urls import URLPattern, path

from web.views.endings import endings
from web.views.setup.tournament import announcement, staff, title_preview, tournament_edit, tournament_new

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("torneios/novo/", tournament_new, name="tournament_new"),
    path("torneios/lixeira/", endings.bin_page, name="bin"),
    path("torneios/previa/", title_preview, name="title_preview"),
    path(f"{AT}dados/", tournament_edit, name="tournament_edit"),
    path(f"{AT}equipe/", staff, name="staff"),
    path(f"{AT}mais/", endings.endings, name="endings"),
    path(f"{AT}mais/cancelar/", endings.tournament_cancel, name="tournament_cancel"),
    path(f"{AT}mais/excluir/", endings.tournament_delete, name="tournament_delete"),
    path(f"{AT}mais/arquivo/", endings.tournament_archive, name="tournament_archive"),
    path(f"{AT}anuncio/", announcement, name="announcement"),
]
