"""Addresses to cancel, delete or archive a tournament."""

from django.urls import URLPattern, path

from web.endings import views

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("torneios/lixeira/", views.bin_page, name="bin"),
    path(f"{AT}mais/", views.endings, name="endings"),
    path(f"{AT}mais/cancelar/", views.tournament_cancel, name="tournament_cancel"),
    path(f"{AT}mais/excluir/", views.tournament_delete, name="tournament_delete"),
    path(f"{AT}mais/arquivo/", views.tournament_archive, name="tournament_archive"),
]
