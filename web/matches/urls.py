"""Addresses of the bracket, one match, the hall screen and the seat search."""

from django.urls import URLPattern, path

from web.matches import bracket, find_seat, hall_screen, match

AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}chave/", bracket.show_bracket, name="bracket"),
    path(f"{AT}telao/", hall_screen.show_hall_screen, name="hall"),
    path(f"{AT}onde/", find_seat.find_seat, name="where"),
    path(f"{AT}codigo.svg", find_seat.overview_code, name="follow_code"),
    path(f"{AT}onde/codigo.svg", find_seat.find_seat_code, name="where_code"),
    path(MATCH, match.show_match, name="match"),
    path(f"{MATCH}iniciar/", match.submit_start, name="match_start"),
    path(f"{MATCH}tempo/", match.submit_time_call, name="match_time"),
    path(f"{MATCH}abacaxis/", match.submit_pineapples, name="match_pineapples"),
    path(f"{MATCH}naipes/", match.submit_suits, name="match_suits"),
    path(f"{MATCH}quem-comecou/", match.submit_starter, name="match_starter"),
    path(f"{MATCH}ressaque/", match.submit_redraw, name="match_redraw"),
    path(f"{MATCH}ressaque/desfazer/", match.submit_redraw_undo, name="match_redraw_back"),
]
