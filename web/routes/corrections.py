"""When something recorded was wrong: corrections, their notices, undoing, reviews, reopening."""

from django.urls import URLPattern, path

from web.views.corrections.correct import sheet_correct
from web.views.corrections.notices import notices, undo
from web.views.corrections.review import dismiss, reopen
from web.views.corrections.versions import versions

AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}corrigir/", sheet_correct, name="sheet_correct"),
    path(f"{MATCH}versoes/", versions, name="match_versions"),
    path(f"{MATCH}revisao/<int:seq>/", dismiss, name="dispute_dismiss"),
    path(f"{AT}avisos/", notices, name="notices"),
    path(f"{AT}avisos/<int:seq>/desfazer/", undo, name="correction_undo"),
    path(f"{AT}reabrir/", reopen, name="reopen"),
]
