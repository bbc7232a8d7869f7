"""Addresses of seasons, leagues, series, clubs and players, and of finishing a tournament."""

from django.urls import URLPattern, path

from web.standings import finish, league, profiles, season

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/encerrar/", finish.finish, name="finish"),
    path("temporadas/<slug:game>/<int:year>/", season.show_season, name="season"),
    path("temporadas/<slug:game>/<int:year>/liga/", league.show_league, name="league"),
    path("series/<slug:game>/<str:key>/", profiles.show_series, name="series"),
    path("clubes/<int:number>/", profiles.show_club, name="club"),
    path("jogadores/<str:code>/", profiles.show_player, name="player"),
]
