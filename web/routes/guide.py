"""Addresses of the guide to the rules, and of a tournament's regulation."""

from django.urls import URLPattern, path

from web.views import guide, regulation

urlpatterns: list[URLPattern] = [
    path("regras/", guide.rules, name="rules"),
    path("regras/<slug:game>/", guide.rules_game, name="rules_game"),
    path("regras/<slug:game>/<slug:topic>/", guide.rules_chapter, name="rules_chapter"),
    path("torneios/<slug:slug>/regulamento/", regulation.regulation, name="regulation"),
    path("torneios/<slug:slug>/regulamento/decisoes/", regulation.ruling, name="ruling"),
]
