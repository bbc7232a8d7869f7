"""When something recorded was wrong: corrections, their notices, undoing, reviews, reopening."""

from django.urls import URLPattern, path

from web.views.corrections import correct, notices, review, versions

AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}corrigir/", correct.sheet_correct, name="sheet_correct"),
    path(f"{MATCH}versoes/", versions.versions, name="match_versions"),
    path(f"{MATCH}revisao/<int:seq>/", review.dismiss, name="dispute_dismiss"),
    path(f"{AT}avisos/", notices.notices, name="notices"),
    path(f"{AT}avisos/<int:seq>/desfazer/", notices.undo, name="correction_undo"),
    path(f"{AT}reabrir/", review.reopen, name="reopen"),
]
