"""Addresses of the rounds before a bracket."""

from django.urls import URLPattern, path

from web.stages.acts import round_draw, stage_close
from web.stages.rounds import rounds
from web.stages.withdraw import round_withdraw

ROUNDS = "torneios/<slug:slug>/rodadas/"

urlpatterns: list[URLPattern] = [
    path(ROUNDS, rounds, name="rounds"),
    path(f"{ROUNDS}sortear/", round_draw, name="round_draw"),
    path(f"{ROUNDS}desfazer/", round_withdraw, name="round_withdraw"),
    path(f"{ROUNDS}encerrar/", stage_close, name="stage_close"),
]
