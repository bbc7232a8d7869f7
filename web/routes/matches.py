"""One match: its page, what its judge does, and its sheet."""

from django.urls import URLPattern, path

from web.views import kingdoms, matches, matches_absences, matches_games, matches_sheet, table_count

AT = "torneios/<slug:slug>/partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(AT, matches.match, name="match"),
    path(f"{AT}iniciar/", matches.start, name="match_start"),
    path(f"{AT}ausentes/", matches_absences.absences, name="match_absent"),
    path(f"{AT}tempo/", matches.time, name="match_time"),
    path(f"{AT}abacaxis/", matches.pineapples, name="match_pineapples"),
    path(f"{AT}ressaque/", matches.redraw, name="match_redraw"),
    path(f"{AT}ressaque/desfazer/", matches.redraw_back, name="match_redraw_back"),
    path(f"{AT}prorrogar/", matches_games.extend, name="match_extend"),
    path(f"{AT}empate/", matches_games.drawn_game, name="drawn_game"),
    path(f"{AT}empate/desfazer/", matches_games.take_back, name="drawn_game_take_back"),
    path(f"{AT}sumula/", matches_sheet.sheet, name="sheet"),
    path(f"{AT}sumula/conferir/", matches_sheet.check, name="sheet_check"),
    path(f"{AT}mesa/", table_count.table_count, name="table_count"),
    path(f"{AT}mesa/toque/", table_count.table_tap, name="table_tap"),
    path(f"{AT}reinos/", kingdoms.show, name="kingdoms"),
    path(f"{AT}reinos/arquivo/", kingdoms.file, name="kingdoms_file"),
    path(f"{AT}mesa/sumula/", table_count.table_sheet, name="table_sheet"),
]
