"""Addresses of the timetable, the judges' shifts, the forecast and the calendars."""

from django.urls import URLPattern, path

from web.planning import calendars, judges, views

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}previsao/", views.planning, name="planning"),
    path(f"{AT}horario/", views.timetable, name="timetable"),
    path(f"{AT}juizes/", judges.judges, name="judges"),
    path(f"{AT}calendario.ics", calendars.tournament_calendar, name="tournament_calendar"),
    path(f"{AT}mesas/<int:position>/calendario.ics", calendars.table_calendar, name="table_calendar"),
    path("calendario/<str:token>.ics", calendars.own_calendar, name="own_calendar"),
]
