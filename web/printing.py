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
from tournaments.printing.files import Printed, print_one, print_slips
from tournaments.printing.papers import AFTER_DRAW, PAPERS, PLAYING, PrintedPaper, blank_slip, slips_of
from tournaments.printing.values import Flyer
from tournaments.share.bulletin import Bulletin
from tournaments.share.fonts import MARK
from tournaments.share.layout import is_readable, unreadable
from tournaments.share.news import bulletins
from web.downloads import download
from web.limiting import limited
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
        "papers": [(paper, paper.is_there(tournament)) for paper in OFFERED],
        "language": language,
    }
    return render(request, "printing/printing.html", context)


def _unreadable(tournament: Tournament, found: Sequence[Bulletin]) -> list[str]:
    """Return the names with letters that the printed fonts lack, and other such lines, each once."""
    names = [name for names in names_of(tournament).values() for name in names if not is_readable(name)]
    lines = (line for bulletin in found for line in unreadable(bulletin))
    others = [line for line in lines if not any(name in line for name in names)]
    return list(dict.fromkeys([*names, *others]))


@require_safe
def sheets_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return match sheets of the round with names, suits and a QR code of the match."""
    with _read_for_print(request, slug) as req:
        slips = slips_of(req.tournament, lambda match: _address(req, match))
        last_line = footer(req)
    if not slips:
        raise Http404
    return _pdf(print_slips(slips, last_line), f"{slug}-sumulas")


@require_safe
def blank_sheets_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a page of blank match sheets."""
    with _read_for_print(request, slug) as req:
        slips, last_line = [blank_slip(req.tournament)] * BLANK, footer(req)
    return _pdf(print_slips(slips, last_line), f"{slug}-sumulas-em-branco")


@require_safe
def paper_file(request: HttpRequest, slug: str, subject: str) -> HttpResponse:
    """Return a bulletin or another paper for the wall."""
    with _read_for_print(request, slug) as req:
        paper, last_line = _paper_or_404(req.tournament, subject), footer(req)
        if isinstance(paper, Flyer):
            paper = replace(paper, address=link_of(req))
    return _pdf(print_one(paper, last_line), f"{slug}-{subject}")


def _paper_or_404(tournament: Tournament, subject: str) -> Printed:
    paper = next((paper for paper in OFFERED if paper.key == subject), None)
    if paper is None:
        return bulletin_or_404(tournament, subject)
    if not paper.is_there(tournament):
        raise Http404
    return paper.make(tournament)


@require_safe
@limited(Purpose.COSTLY)
def pack_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The offline pack. For coordinators: it has names behind the record and penalties."""
    req = open_tournament(request, slug, "coordinate")
    with override(message_language(request)):
        content = pack_content(req.tournament, lambda match: _address(req, match))
    response = download(content, name=pack_name(req.tournament), content_type="application/zip")
    response.headers["Cache-Control"] = "no-store"
    return response


@contextmanager
def _read_for_print(request: HttpRequest, slug: str) -> Iterator[TournamentRequest]:
    """Read one snapshot in the language of messages; the PDF is made after the block."""
    current_player(request)  # may create the account's player, which a snapshot cannot
    with read_snapshot(), override(message_language(request)):
        yield open_tournament(request, slug, "judge")


def _address(req: TournamentRequest, match: MatchView) -> str:
    return reached_at(req.http, reverse("match", args=[req.tournament.slug, match.code]))


def _pdf(file: bytes, name: str) -> HttpResponse:
    """Return the file as a PDF response that browsers open."""
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
