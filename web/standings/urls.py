"""Season, league, series, clubs and players; and the end of a tournament, which gives the points."""

from django.urls import URLPattern, path

from web.standings import club, finish, league, player, season, series

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/encerrar/", finish.finish, name="finish"),
    path("temporadas/<slug:game>/<int:year>/", season.show, name="season"),
    path("temporadas/<slug:game>/<int:year>/liga/", league.show, name="league"),
    path("series/<slug:game>/<str:key>/", series.show, name="series"),
    path("clubes/<int:number>/", club.show, name="club"),
    path("jogadores/<str:code>/", player.show, name="player"),
]
