"""Addresses of penalties, for the staff."""

from django.urls import URLPattern, path

from web.views import penalties

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/penalidades/", penalties.penalties, name="penalties"),
    path(
        "torneios/<slug:slug>/penalidades/<slug:code>/retirar/",
        penalties.penalty_withdraw,
        name="penalty_withdraw",
    ),
]
