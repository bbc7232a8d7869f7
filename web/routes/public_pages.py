"""What everybody may follow."""

from django.urls import URLPattern, path

from web.views.matches.bracket import show
from web.views.public_pages import hall, places, tournament

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(AT, tournament, name="tournament"),
    path(f"{AT}chave/", show, name="bracket"),
    path(f"{AT}classificacao/", places, name="standing"),
    path(f"{AT}telao/", hall, name="hall"),
]
