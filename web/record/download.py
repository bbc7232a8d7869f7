"""The record, the texts it refers to and, for staff, the names behind its ids, as files to carry away."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.http.rate_limit import Purpose
from core.record.signing import public_key
from records import export as records
from records.heads import signed_head
from records.latest import latest_lines
from tournaments.regulation.hashed_texts import hashed_texts
from web.limiting import limited
from web.record_words import LINES
from web.streaming import streamed
from web.visits import visiting

LATEST = 10  # lines that the page tells of


@require_safe
def record_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What it is, its latest lines in words, its head, what there is to download, how anybody checks it."""
    visit = visiting(request, slug)
    told = [(line, LINES.get(line.type, line.type)) for line in latest_lines(visit.tournament, LATEST)]
    return render(request, "record/record.html", {**visit.context("record_page"), "told": told})


@require_safe
@limited(Purpose.COSTLY)
def record(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """`<slug>.record.jsonl`, line by line as it was written."""
    visit = visiting(request, slug)
    return streamed(
        records.record_lines(visit.tournament),
        name=f"{visit.tournament.slug}.record.jsonl",
        content_type="application/jsonl; charset=utf-8",
    )


@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """`<slug>.people.json`: who is who, and the record's head. It holds names, so it is for staff."""
    visit = visiting(request, slug, "judge")
    shape = {"ensure_ascii": False, "indent": 1, "sort_keys": True}
    response = JsonResponse(records.people(visit.tournament), json_dumps_params=shape)
    response.headers["Content-Disposition"] = f'attachment; filename="{visit.tournament.slug}.people.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@require_safe
@limited(Purpose.COSTLY)
def head(request: HttpRequest, slug: str) -> HttpResponse:
    """`<slug>.head.json`: the record's last line as this site stands by it; 404 where it signs nothing."""
    visit = visiting(request, slug)
    if not public_key():
        raise Http404
    shape = {"ensure_ascii": False, "indent": 1, "sort_keys": True}
    response = JsonResponse(signed_head(visit.tournament), json_dumps_params=shape)
    response.headers["Content-Disposition"] = f'attachment; filename="{visit.tournament.slug}.head.json"'
    return response


@require_safe
@limited(Purpose.COSTLY)
def texts(request: HttpRequest, slug: str) -> HttpResponse:
    """`<slug>.texts.json`: the texts of which the record holds the hash only."""
    visit = visiting(request, slug)
    shape = {"ensure_ascii": False, "indent": 1, "sort_keys": True}
    response = JsonResponse(hashed_texts(visit.tournament), json_dumps_params=shape)
    response.headers["Content-Disposition"] = f'attachment; filename="{visit.tournament.slug}.texts.json"'
    return response
