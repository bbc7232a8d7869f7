"""Addresses of the draw."""

from django.urls import URLPattern, path

from web.draw import views

DRAW = "torneios/<slug:slug>/sorteio/"

urlpatterns: list[URLPattern] = [
    path(DRAW, views.draw, name="draw"),
    path(f"{DRAW}saida/", views.draw_way_out, name="draw_way_out"),
    path(f"{DRAW}conferir/", views.draw_verify, name="draw_verify"),
    path(f"{DRAW}desfazer/", views.draw_withdraw, name="draw_withdraw"),
]
