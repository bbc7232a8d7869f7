"""Addresses of the draw."""

from django.urls import URLPattern, path

from web.views.draw import publish

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/sorteio/", publish.draw, name="draw"),
    path("torneios/<slug:slug>/sorteio/saida/", publish.draw_way_out, name="draw_way_out"),
    path("torneios/<slug:slug>/sorteio/conferir/", publish.draw_verify, name="draw_verify"),
    path("torneios/<slug:slug>/sorteio/desfazer/", publish.draw_withdraw, name="draw_withdraw"),
]
