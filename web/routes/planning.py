"""Addresses of the day as it is planned and foreseen."""

from django.urls import URLPattern, path

from web.views.planning import timetable, what_if

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/previsao/", what_if.planning, name="planning"),
    path("torneios/<slug:slug>/horario/", timetable.timetable, name="timetable"),
]
