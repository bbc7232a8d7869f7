"""Addresses of a tournament's facts, staff, announcement and picture."""

from django.urls import URLPattern, path

from web.setup import access, announcement, play_now, staff, tournament

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("torneios/novo/", tournament.tournament_new, name="tournament_new"),
    path("torneios/mesa-ja/", play_now.play_now_page, name="play_now"),
    path("torneios/previa/", tournament.title_preview, name="title_preview"),
    path(f"{AT}dados/", tournament.tournament_edit, name="tournament_edit"),
    path(f"{AT}equipe/", staff.staff, name="staff"),
    path("entrar/", access.access_code, name="access_code"),
    path("entrar/<slug:code>/", access.access_link, name="access_link"),
    path(f"{AT}convites/", access.access_links, name="access_links"),
    path(f"{AT}anuncio/", announcement.announcement, name="announcement"),
    path(f"{AT}anuncio/detalhes/", announcement.announcement_details, name="announcement_details"),
    path(f"{AT}imagem/", announcement.picture_give, name="picture_give"),
    path(f"{AT}imagem/<slug:digest>.webp", announcement.picture_file, name="picture"),
    path(f"{AT}imagem/<slug:digest>.jpg", announcement.shared_picture_file, name="picture_shared"),
    path("organizadores/<str:code>/", tournament.show_organizer, name="organizer"),
]
