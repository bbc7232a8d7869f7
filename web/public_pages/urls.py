"""Addresses of a tournament's overview and its standings."""

from django.urls import URLPattern, path

from web.public_pages import views

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(AT, views.tournament, name="tournament"),
    path(f"{AT}classificacao/", views.places, name="standing"),
]
