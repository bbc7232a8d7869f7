"""What everybody may follow."""

from django.urls import URLPattern, path

from web.views import public_pages
from web.views.matches import bracket, hall_screen, where

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(AT, public_pages.tournament, name="tournament"),
    path(f"{AT}chave/", bracket.show, name="bracket"),
    path(f"{AT}classificacao/", public_pages.places, name="standing"),
    path(f"{AT}telao/", hall_screen.show, name="hall"),
    path(f"{AT}onde/", where.where, name="where"),
    path(f"{AT}codigo.svg", where.follow_code, name="follow_code"),
    path(f"{AT}onde/codigo.svg", where.where_code, name="where_code"),
]
