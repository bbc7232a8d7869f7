"""Addresses of a match in progress: calls, breaks, drawn games, and the count at its table."""

from django.urls import URLPattern, path

from web.play import breaks, calling, count, drawn_games

AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}painel/chamar/", calling.call_first_round, name="open_calls"),
    path(f"{AT}painel/iniciar/", calling.start_called_matches, name="start_called"),
    path(f"{AT}pausas/", breaks.breaks, name="breaks"),
    path(f"{AT}chamadas/", calling.calling_page, name="calling"),
    path(f"{MATCH}prorrogar/", drawn_games.extend_match, name="match_extend"),
    path(f"{MATCH}empate/", drawn_games.submit_drawn_game, name="drawn_game"),
    path(f"{MATCH}empate/desfazer/", drawn_games.take_back_game, name="drawn_game_take_back"),
    path(f"{MATCH}mesa/", count.table_count, name="table_count"),
    path(f"{MATCH}mesa/toque/", count.table_tap, name="table_tap"),
    path(f"{MATCH}mesa/sumula/", count.table_sheet, name="table_sheet"),
    path("mesa/contagem/", count.phone_count, name="phone_count"),
    path("mesa/contagem/toque/", count.phone_tap, name="phone_tap"),
]
