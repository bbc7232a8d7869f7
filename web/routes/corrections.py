"""When something recorded was wrong: corrections, their notices, undoing, reviews, reopening."""

from django.urls import URLPattern, path

from web.views import corrections, corrections_history, corrections_notices, corrections_review

AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}corrigir/", corrections.sheet_correct, name="sheet_correct"),
    path(f"{MATCH}versoes/", corrections_history.versions, name="match_versions"),
    path(f"{MATCH}revisao/<int:seq>/", corrections_review.dismiss, name="dispute_dismiss"),
    path(f"{AT}avisos/", corrections_notices.notices, name="notices"),
    path(f"{AT}avisos/<int:seq>/desfazer/", corrections_notices.undo, name="correction_undo"),
    path(f"{AT}reabrir/", corrections_review.reopen, name="reopen"),
]
