"""Addresses of the draw."""

from django.urls import URLPattern, path

from web.views.draw.publish import draw, draw_verify, draw_way_out, draw_withdraw

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/sorteio/", draw, name="draw"),
    path("torneios/<slug:slug>/sorteio/saida/", draw_way_out, name="draw_way_out"),
    path("torneios/<slug:slug>/sorteio/conferir/", draw_verify, name="draw_verify"),
    path("torneios/<slug:slug>/sorteio/desfazer/", draw_withdraw, name="draw_withdraw"),
]
