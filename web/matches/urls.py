"""Addresses of the bracket, one match, the hall screen and the seat search."""

from django.urls import URLPattern, path

from web.matches import bracket, find_seat, hall_screen, match

AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}chave/", bracket.show_bracket, name="bracket"),
    path(f"{AT}telao/", hall_screen.show_hall_screen, name="hall"),
    path(f"{AT}onde/", find_seat.find_seat, name="where"),
    path(f"{AT}codigo.svg", find_seat.follow_code, name="follow_code"),
    path(f"{AT}onde/codigo.svg", find_seat.find_seat_code, name="where_code"),
    path(MATCH, match.match, name="match"),
    path(f"{MATCH}iniciar/", match.start, name="match_start"),
    path(f"{MATCH}tempo/", match.time, name="match_time"),
    path(f"{MATCH}abacaxis/", match.pineapples, name="match_pineapples"),
    path(f"{MATCH}naipes/", match.suits, name="match_suits"),
    path(f"{MATCH}quem-comecou/", match.starter, name="match_starter"),
    path(f"{MATCH}ressaque/", match.redraw, name="match_redraw"),
    path(f"{MATCH}ressaque/desfazer/", match.redraw_back, name="match_redraw_back"),
]
