"""Views of the record: its page, its files, the list of all heads, and the checker as one file."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from core.http.rate_limit import Purpose
from core.record.signing import public_key
from records import export as records
from records.checker_file import NAME, checker_file
from records.export import latest_lines
from records.heads import public_heads, signed_head
from tournaments.regulation.text import hashed_texts
from web.http.downloads import download, set_filename, stream_download
from web.http.limiting import limited
from web.pages import in_snapshot
from web.pagination import paginate_query
from web.record.words import LINES
from web.tournament_request import open_tournament

LATEST = 10  # lines on the page


@require_safe
def record_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the latest ten lines, the head (number and hash of the last), downloads, and how to verify all."""
    req = open_tournament(request, slug)
    lines = [(line, LINES.get(line.type, line.type)) for line in latest_lines(req.tournament, LATEST)]
    return render(request, "record/record.html", {**req.context("record_page"), "lines": lines})


@require_safe
@limited(Purpose.COSTLY)
def record_file(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Stream `<slug>.record.jsonl`, line by line as written."""
    req = open_tournament(request, slug)
    return stream_download(
        records.record_lines(req.tournament),
        name=f"{req.tournament.slug}.record.jsonl",
        content_type="application/jsonl; charset=utf-8",
    )


@require_safe
def people_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Download `<slug>.people.json`: names by id, words of rulings, and the head. For judges."""
    req = open_tournament(request, slug, "judge")
    shape = {"ensure_ascii": False, "indent": 1, "sort_keys": True}
    response = JsonResponse(records.people_file(req.tournament), json_dumps_params=shape)
    set_filename(response, f"{req.tournament.slug}.people.json")
    response.headers["Cache-Control"] = "no-store"
    return response


@require_safe
@limited(Purpose.COSTLY)
def head_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Download `<slug>.head.json`: number and hash of the last line, signed.

    404 if this site signs nothing.
    """
    req = open_tournament(request, slug)
    if not public_key():
        raise Http404
    shape = {"ensure_ascii": False, "indent": 1, "sort_keys": True}
    response = JsonResponse(signed_head(req.tournament), json_dumps_params=shape)
    return set_filename(response, f"{req.tournament.slug}.head.json")


@require_safe
@limited(Purpose.COSTLY)
def texts_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Download `<slug>.texts.json`: texts of which the record has only the hash."""
    req = open_tournament(request, slug)
    shape = {"ensure_ascii": False, "indent": 1, "sort_keys": True}
    response = JsonResponse(hashed_texts(req.tournament), json_dumps_params=shape)
    return set_filename(response, f"{req.tournament.slug}.texts.json")


A_PAGE = 50
PAGE = "pagina"


@require_safe
@limited(Purpose.COSTLY)
@in_snapshot
def heads(request: HttpRequest) -> HttpResponse:
    """List the heads (number and hash of the last line) of all public records, page by page, latest first."""
    page = paginate_query(public_heads(), request.GET.get(PAGE), A_PAGE)
    return render(request, "record/heads.html", {"page": page, "key": public_key()})


@require_safe
@limited(Purpose.COSTLY)
def check_pyz(request: HttpRequest) -> HttpResponse:
    """Download `check.pyz`, the program that verifies records: the bytes that `make check.pyz` writes."""
    return download(checker_file(), name=NAME, content_type="application/zip")


AT = "torneios/<slug:slug>/registro/"

urlpatterns: list[URLPattern] = [
    path(AT, record_file, name="record"),
    path(f"{AT}conferir/", record_page, name="record_page"),
    path(f"{AT}cabeca/", head_file, name="record_head"),
    path(f"{AT}textos/", texts_file, name="record_texts"),
    path(f"{AT}pessoas/", people_file, name="record_people"),
    path("registros/", heads, name="heads"),
    path("check.pyz", check_pyz, name="check_pyz"),
]
