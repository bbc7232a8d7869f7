"""Addresses of the guide to the rules."""

from django.urls import URLPattern, path

from web.guide import views

urlpatterns: list[URLPattern] = [
    path("regras/", views.rules, name="rules"),
    path("regras/<slug:game>/", views.rules_game, name="rules_game"),
    path("regras/<slug:game>/<slug:topic>/", views.rules_chapter, name="rules_chapter"),
]
