"""The offline pack: one zip with what a tournament needs if the laptop or the network fails (ADR 0117).

Match sheets, the bracket, lists as PDF, CSV and XLSX, the record and the names. A file that could not be
written whole leaves the earlier one as it was.
"""

import io
import json
import logging
import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language, gettext, override

from core.db.transactions import read_snapshot
from core.errors import Refused, TooMany
from operating.backup.naming import PART
from records import export as records
from tournaments.export import TOURNAMENT_LISTS, export_file
from tournaments.match_views.match import MatchView
from tournaments.models import State, Tournament
from tournaments.printing.files import make_pdf, make_slips_pdf
from tournaments.printing.papers import blank_slip, bracket_poster, check_in_list, slips_of, standings_list
from tournaments.share.match_words import open_rounds
from tournaments.share.news import seats

log = logging.getLogger(__name__)
PackMark = tuple[str, tuple[int, ...]]
"""A tournament's state and the numbers of its open rounds, for which a pack was written."""
PLAYED = (State.DRAWN, State.RUNNING)


def pack_name(tournament: Tournament) -> str:
    """Return the file name of a tournament's pack."""
    return f"{tournament.slug}-pacote.zip"


def pack_content(tournament: Tournament, address: Callable[[MatchView], str] = lambda match: "") -> bytes:
    """Return the pack as a zip in the active language. Raise `Refused` and `TooMany` as `make_pdf` does.

    All is read in one snapshot, the PDFs are made after it. `address` returns the address that a match's
    sheet shows, "" for none.
    """
    with read_snapshot():
        tournament = Tournament.objects.select_related("ledger").get(pk=tournament.pk)
        files = dict(_read_files(tournament))
        printed = dict(_pdf_makers(tournament, address))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"{tournament.slug}/{name}", content)
        for name, make in printed.items():
            archive.writestr(f"{tournament.slug}/{name}.pdf", make())
    return file.getvalue()


def _read_files(tournament: Tournament) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file that is no PDF."""
    slug, language = tournament.slug, get_language() or ""
    for listed in TOURNAMENT_LISTS:
        table = listed.table(tournament)
        for ending in ("csv", "xlsx"):
            yield f"{listed.file_name}.{ending}", export_file(table, ending, language).content
    yield f"{slug}.record.jsonl", "".join(records.record_lines(tournament)).encode()
    yield f"{slug}.people.json", _json(records.people_file(tournament))


def _json(value: object) -> bytes:
    """Return the value as readable JSON in UTF-8, its keys in order."""
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True).encode()


def _pdf_makers(
    tournament: Tournament, address: Callable[[MatchView], str]
) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name and a maker of each PDF: the data is read now, the maker returns the PDF's bytes."""
    footer = gettext("version %(number)s") % {"number": tournament.ledger.version}
    if slips := slips_of(tournament, address):
        yield "sumulas", lambda: make_slips_pdf(slips, footer)
    blank = [blank_slip(tournament)] * 2
    yield "sumulas-em-branco", lambda: make_slips_pdf(blank, footer)
    present = check_in_list(tournament)
    yield "lista-de-check-in", lambda: make_pdf(present, footer)
    if bulletin := seats(tournament):
        yield "lugares", lambda: make_pdf(bulletin, footer)
    if tournament.state in (*PLAYED, State.FINISHED):
        standings, bracket = standings_list(tournament), bracket_poster(tournament)
        yield "classificacao", lambda: make_pdf(standings, footer)
        if bracket.matches:
            yield "chave", lambda: make_pdf(bracket, footer)


def write_pack(tournament: Tournament, folder: Path) -> Path:
    """Write the pack in the site's language over the earlier one; return its path.

    Raise `OSError`, `Refused`, `TooMany`.
    """
    path = folder / pack_name(tournament)
    part = path.with_name(f"{path.name}{PART}")
    with override(settings.LANGUAGE_CODE):
        content = pack_content(tournament)
    try:
        with os.fdopen(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return path


class PackWriter:
    """Writes packs into the backups' folder: after a draw, at each round, after the tournament's end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.written: dict[int, PackMark] = {}

    def write_due(self) -> None:
        """Write the packs of tournaments whose round or state changed; what fails is tried again later.

        A finished one gets a pack only if this process wrote one before. Simulations get none.
        """
        found = Tournament.objects.filter(state__in=PLAYED, simulated=False) | Tournament.objects.filter(
            pk__in=self.written, state=State.FINISHED
        )
        for tournament in found.select_related("ledger"):
            mark = self._state_and_rounds(tournament)
            if self.written.get(tournament.pk) != mark and self._write(tournament):
                self.written[tournament.pk] = mark

    @staticmethod
    def _state_and_rounds(tournament: Tournament) -> PackMark:
        """Return the state of the tournament and its open rounds; a change makes its pack stale."""
        return tournament.state, tuple(one.number for one in open_rounds(tournament))

    def _write(self, tournament: Tournament) -> bool:
        """Write the tournament's pack; return False if that failed, which is only logged."""
        try:
            write_pack(tournament, self.folder)
        except (OSError, Refused, TooMany) as error:
            log.warning("could not write an offline pack: %s", error)
            return False
        return True
