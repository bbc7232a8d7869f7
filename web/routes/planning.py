"""Addresses of the day as it is planned and foreseen."""

from django.urls import URLPattern, path

from web.views.planning import calendars, judges, timetable, what_if

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/previsao/", what_if.planning, name="planning"),
    path("torneios/<slug:slug>/horario/", timetable.timetable, name="timetable"),
    path("torneios/<slug:slug>/juizes/", judges.judges, name="judges"),
    path("torneios/<slug:slug>/calendario.ics", calendars.tournament_calendar, name="tournament_calendar"),
    path(
        "torneios/<slug:slug>/mesas/<int:position>/calendario.ics",
        calendars.table_calendar,
        name="table_calendar",
    ),
    path("calendario/<str:token>.ics", calendars.own_calendar, name="own_calendar"),
]
