"""Addresses of penalties, for the staff."""

from django.urls import URLPattern, path

from web.penalties import views

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/penalidades/", views.penalties, name="penalties"),
    path(
        "torneios/<slug:slug>/penalidades/<slug:code>/retirar/",
        views.penalty_withdraw,
        name="penalty_withdraw",
    ),
]
