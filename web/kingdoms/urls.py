"""Addresses of the companion of Jogo dos Reinos."""

from django.urls import URLPattern, path

from web.kingdoms import views

KINGDOMS = "torneios/<slug:slug>/partidas/<str:code>/reinos/"

urlpatterns: list[URLPattern] = [
    path(KINGDOMS, views.show_companion, name="kingdoms"),
    path(f"{KINGDOMS}arquivo/", views.file, name="kingdoms_file"),
    path("mesa/reinos/", views.table_kingdoms, name="table_kingdoms"),
]
