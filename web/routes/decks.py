"""Decks: checked for anybody, handed in for an entry."""

from django.urls import URLPattern, path

from web.views import decks

urlpatterns: list[URLPattern] = [
    path("baralho/<slug:game>/", decks.deck_check, name="deck_check"),
    path("torneios/<slug:slug>/inscricoes/<slug:code>/baralho/", decks.entry_decks, name="entry_decks"),
]
