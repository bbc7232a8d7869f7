"""Addresses of corrections, notices, undo, reviews and reopening."""

from django.urls import URLPattern, path

from web.corrections import views

AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}corrigir/", views.sheet_correct, name="sheet_correct"),
    path(f"{MATCH}versoes/", views.versions, name="match_versions"),
    path(f"{MATCH}revisao/<int:seq>/", views.dismiss, name="dispute_dismiss"),
    path(f"{AT}avisos/", views.notices, name="notices"),
    path(f"{AT}avisos/<int:seq>/desfazer/", views.undo, name="correction_undo"),
    path(f"{AT}reabrir/", views.reopen, name="reopen"),
]
