"""A tournament's facts, staff, announcement and picture."""

from django.urls import URLPattern, path

from web.setup import announcement, organizer, picture, tournament

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("torneios/novo/", tournament.tournament_new, name="tournament_new"),
    path("torneios/previa/", tournament.title_preview, name="title_preview"),
    path(f"{AT}dados/", tournament.tournament_edit, name="tournament_edit"),
    path(f"{AT}equipe/", tournament.staff, name="staff"),
    path(f"{AT}anuncio/", announcement.announcement, name="announcement"),
    path(f"{AT}imagem/", announcement.picture_give, name="picture_give"),
    path(f"{AT}imagem/<slug:digest>.webp", picture.shown, name="picture"),
    path(f"{AT}imagem/<slug:digest>.jpg", picture.shared, name="picture_shared"),
    path("organizadores/<str:code>/", organizer.show, name="organizer"),
]
