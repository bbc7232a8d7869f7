"""Addresses of a tournament's preparation."""

from django.urls import URLPattern, path

from web.views import setup

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("torneios/novo/", setup.tournament_new, name="tournament_new"),
    path("torneios/previa/", setup.title_preview, name="title_preview"),
    path(f"{AT}dados/", setup.tournament_edit, name="tournament_edit"),
    path(f"{AT}equipe/", setup.staff, name="staff"),
    path(f"{AT}anuncio/", setup.announcement, name="announcement"),
]
