"""One match: its page, what its judge does, and its sheet."""

from django.urls import URLPattern, path

from web.views.kingdoms.companion import file, show
from web.views.matches.match import match, pineapples, redraw, redraw_back, start, time
from web.views.play import count
from web.views.play.drawn_games import drawn_game, extend, take_back
from web.views.sheets.absences import absences
from web.views.sheets.record import check, sheet

AT = "torneios/<slug:slug>/partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(AT, match, name="match"),
    path(f"{AT}iniciar/", start, name="match_start"),
    path(f"{AT}ausentes/", absences, name="match_absent"),
    path(f"{AT}tempo/", time, name="match_time"),
    path(f"{AT}abacaxis/", pineapples, name="match_pineapples"),
    path(f"{AT}ressaque/", redraw, name="match_redraw"),
    path(f"{AT}ressaque/desfazer/", redraw_back, name="match_redraw_back"),
    path(f"{AT}prorrogar/", extend, name="match_extend"),
    path(f"{AT}empate/", drawn_game, name="drawn_game"),
    path(f"{AT}empate/desfazer/", take_back, name="drawn_game_take_back"),
    path(f"{AT}sumula/", sheet, name="sheet"),
    path(f"{AT}sumula/conferir/", check, name="sheet_check"),
    path(f"{AT}mesa/", count.table_count, name="table_count"),
    path(f"{AT}mesa/toque/", count.table_tap, name="table_tap"),
    path(f"{AT}reinos/", show, name="kingdoms"),
    path(f"{AT}reinos/arquivo/", file, name="kingdoms_file"),
    path(f"{AT}mesa/sumula/", count.table_sheet, name="table_sheet"),
]
