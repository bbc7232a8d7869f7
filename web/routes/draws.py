"""Addresses of the draw."""

from django.urls import URLPattern, path

from web.views import draws

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/sorteio/", draws.draw, name="draw"),
    path("torneios/<slug:slug>/sorteio/saida/", draws.draw_way_out, name="draw_way_out"),
    path("torneios/<slug:slug>/sorteio/conferir/", draws.draw_verify, name="draw_verify"),
    path("torneios/<slug:slug>/sorteio/desfazer/", draws.draw_withdraw, name="draw_withdraw"),
]
