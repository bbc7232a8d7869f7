"""The record and, for staff, the names behind its ids, as files to carry away."""

from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from core.limits import Purpose
from tournaments.selectors import record as records
from web.limiting import count
from web.pages import tournament_page
from web.streaming import streamed


@require_safe
def record(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """`<slug>.record.jsonl`, line by line as it was written."""
    tournament = tournament_page(request, slug)
    count(request, Purpose.RECORD)
    return streamed(
        records.record_lines(tournament),
        name=f"{tournament.slug}.record.jsonl",
        content_type="application/jsonl; charset=utf-8",
    )


@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """`<slug>.people.json`: who is who, and the record's head. It holds names, so it is for staff."""
    tournament = tournament_page(request, slug, "judge")
    shape = {"ensure_ascii": False, "indent": 1, "sort_keys": True}
    response = JsonResponse(records.people(tournament), json_dumps_params=shape)
    response.headers["Content-Disposition"] = f'attachment; filename="{tournament.slug}.people.json"'
    response.headers["Cache-Control"] = "no-store"
    return response
