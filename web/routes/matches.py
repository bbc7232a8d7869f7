"""One match: its page, what its judge does, and its sheet."""

from django.urls import URLPattern, path

from web.views.matches import match
from web.views.play import count, drawn_games
from web.views.sheets import absences, record

AT = "torneios/<slug:slug>/partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(AT, match.match, name="match"),
    path(f"{AT}iniciar/", match.start, name="match_start"),
    path(f"{AT}ausentes/", absences.absences, name="match_absent"),
    path(f"{AT}tempo/", match.time, name="match_time"),
    path(f"{AT}abacaxis/", match.pineapples, name="match_pineapples"),
    path(f"{AT}ressaque/", match.redraw, name="match_redraw"),
    path(f"{AT}ressaque/desfazer/", match.redraw_back, name="match_redraw_back"),
    path(f"{AT}prorrogar/", drawn_games.extend, name="match_extend"),
    path(f"{AT}empate/", drawn_games.drawn_game, name="drawn_game"),
    path(f"{AT}empate/desfazer/", drawn_games.take_back, name="drawn_game_take_back"),
    path(f"{AT}sumula/", record.sheet, name="sheet"),
    path(f"{AT}sumula/conferir/", record.check, name="sheet_check"),
    path(f"{AT}mesa/", count.table_count, name="table_count"),
    path(f"{AT}mesa/toque/", count.table_tap, name="table_tap"),
    path(f"{AT}mesa/sumula/", count.table_sheet, name="table_sheet"),
]
