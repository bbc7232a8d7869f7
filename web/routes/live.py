"""What everybody may follow."""

from django.urls import URLPattern, path

from web.views import live, live_bracket

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(AT, live.tournament, name="tournament"),
    path(f"{AT}chave/", live_bracket.show, name="bracket"),
    path(f"{AT}classificacao/", live.places, name="standing"),
    path(f"{AT}telao/", live.hall, name="hall"),
]
