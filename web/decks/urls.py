"""Addresses of decks: the public check, and the decks of an entry."""

from django.urls import URLPattern, path

from web.decks import views

urlpatterns: list[URLPattern] = [
    path("baralho/<slug:game>/", views.deck_check, name="deck_check"),
    path("torneios/<slug:slug>/inscricoes/<slug:code>/baralho/", views.entry_decks, name="entry_decks"),
]
