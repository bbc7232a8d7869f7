"""The page of files to print, and the PDFs themselves: sheets, lists, posters, the offline pack."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from core.db.transactions import read_snapshot
from core.http.lan_address import reached_at
from core.http.rate_limit import Purpose
from operating.pack import pack_content, pack_name
from scheduling.judges_paper import judges_list
from tournaments.entry_names import names_of
from tournaments.match_views.match import MatchView
from tournaments.models import Tournament
from tournaments.printing.files import Printed, make_pdf, make_slips_pdf
from tournaments.printing.papers import AFTER_DRAW, PAPERS, PLAYING, PrintedPaper, blank_slip, slips_of
from tournaments.printing.values import Flyer
from tournaments.share.bulletin import Bulletin
from tournaments.share.fonts import MARK
from tournaments.share.layout import is_readable, unreadable_texts
from tournaments.share.news import bulletins
from web.http.downloads import download
from web.http.limiting import limited
from web.pages import in_snapshot
from web.share.views import bulletin_or_404, footer, link_of, message_language
from web.tournament_request import TournamentRequest, current_player, open_tournament

BLANK = 2  # sheets on a page
OFFERED = (*PAPERS, PrintedPaper("juizes", _("Judges and their tables"), AFTER_DRAW, judges_list, PLAYING))


@require_safe
@in_snapshot
def printing(request: HttpRequest, slug: str) -> HttpResponse:
    """List the files that can be printed now."""
    req = open_tournament(request, slug, "judge")
    language = message_language(request)
    tournament = req.tournament
    with override(language):
        found = bulletins(tournament)
        has_sheets = bool(slips_of(tournament, lambda match: ""))
    context = {
        **req.context("printing"),
        "bulletins": found,
        "unreadable": _unreadable(tournament, found),
        "mark": MARK,
        "has_sheets": has_sheets,
        "papers": [(paper, paper.is_offered(tournament)) for paper in OFFERED],
        "language": language,
    }
    return render(request, "printing/printing.html", context)


def _unreadable(tournament: Tournament, found: Sequence[Bulletin]) -> list[str]:
    """Return the names with letters that the printed fonts lack, and other such lines, each once."""
    names = [name for names in names_of(tournament).values() for name in names if not is_readable(name)]
    lines = (line for bulletin in found for line in unreadable_texts(bulletin))
    others = [line for line in lines if not any(name in line for name in names)]
    return list(dict.fromkeys([*names, *others]))


@require_safe
def sheets_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a PDF of the sheets of the open rounds' matches that have not ended; 404 without any.

    Each has names, suits and a QR code.
    """
    with _read_for_print(request, slug) as req:
        slips = slips_of(req.tournament, lambda match: _match_address(req, match))
        last_line = footer(req)
    if not slips:
        raise Http404
    return _pdf(make_slips_pdf(slips, last_line), f"{slug}-sumulas")


@require_safe
def blank_sheets_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a PDF of one page with two blank match sheets."""
    with _read_for_print(request, slug) as req:
        slips, last_line = [blank_slip(req.tournament)] * BLANK, footer(req)
    return _pdf(make_slips_pdf(slips, last_line), f"{slug}-sumulas-em-branco")


@require_safe
def paper_file(request: HttpRequest, slug: str, subject: str) -> HttpResponse:
    """Return a PDF of a bulletin or another paper; 404 if it is unknown or there is nothing to print."""
    with _read_for_print(request, slug) as req:
        paper, last_line = _paper_or_404(req.tournament, subject), footer(req)
        if isinstance(paper, Flyer):
            paper = replace(paper, address=link_of(req))
    return _pdf(make_pdf(paper, last_line), f"{slug}-{subject}")


def _paper_or_404(tournament: Tournament, subject: str) -> Printed:
    """Return the content of the paper or bulletin with this key.

    Raise `Http404` if it is unknown, or there is nothing to print.
    """
    paper = next((paper for paper in OFFERED if paper.key == subject), None)
    if paper is None:
        return bulletin_or_404(tournament, subject)
    if not paper.is_offered(tournament):
        raise Http404
    return paper.make(tournament)


@require_safe
@limited(Purpose.COSTLY)
def pack_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the offline pack, a ZIP of files to run the day without a server.

    For coordinators: it has lists for the staff only, and the names behind the record.
    """
    req = open_tournament(request, slug, "coordinate")
    with override(message_language(request)):
        content = pack_content(req.tournament, lambda match: _match_address(req, match))
    response = download(content, name=pack_name(req.tournament), content_type="application/zip")
    response.headers["Cache-Control"] = "no-store"
    return response


@contextmanager
def _read_for_print(request: HttpRequest, slug: str) -> Iterator[TournamentRequest]:
    """Yield the request of a judge, in one snapshot and the language of messages.

    Raise as `open_tournament`. Make the PDF after the block: that is slow.
    """
    current_player(request)  # may create the account's player, which a snapshot cannot
    with read_snapshot(), override(message_language(request)):
        yield open_tournament(request, slug, "judge")


def _match_address(req: TournamentRequest, match: MatchView) -> str:
    """Return the full address of the match's page as phones reach it, for its QR code."""
    return reached_at(req.http, reverse("match", args=[req.tournament.slug, match.code]))


def _pdf(file: bytes, name: str) -> HttpResponse:
    """Return the PDF as a response that browsers open rather than save; `name` is without `.pdf`."""
    response = HttpResponse(file, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


AT = "torneios/<slug:slug>/imprimir/"

urlpatterns: list[URLPattern] = [
    path(AT, printing, name="printing"),
    path(f"{AT}sumulas.pdf", sheets_file, name="printed_sheets"),
    path(f"{AT}sumulas-em-branco.pdf", blank_sheets_file, name="printed_blank_sheets"),
    path(f"{AT}pacote.zip", pack_file, name="offline_pack"),
    path(f"{AT}<str:subject>.pdf", paper_file, name="printed_paper"),
]
