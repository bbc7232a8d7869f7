"""Addresses of calls for help."""

from django.urls import URLPattern, path

from web.help import views

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("mesa/ajuda/", views.by_phone, name="table_help"),
    path(f"{AT}partidas/<str:code>/ajuda/", views.by_account, name="match_help"),
    path(f"{AT}ajuda/<str:code>/", views.answer, name="help_answer"),
]
