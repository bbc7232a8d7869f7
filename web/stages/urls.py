"""Addresses of the Swiss rounds."""

from django.urls import URLPattern, path

from web.stages.acts import round_draw, stage_close
from web.stages.rounds import rounds

ROUNDS = "torneios/<slug:slug>/rodadas/"

urlpatterns: list[URLPattern] = [
    path(ROUNDS, rounds, name="rounds"),
    path(f"{ROUNDS}sortear/", round_draw, name="round_draw"),
    path(f"{ROUNDS}encerrar/", stage_close, name="stage_close"),
]
