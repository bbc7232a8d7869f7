"""PDF files, made by `child` in a child process, whose memory is freed when it ends."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from core.bounded_process import TooCostly, run_bounded
from core.errors import Refused, Violation
from tournaments.printing.values import (
    BracketPoster,
    Diplomas,
    Flyer,
    LabelSheets,
    PaperTable,
    SheetSlip,
)
from tournaments.share.bulletin import Bulletin

MODULE = "tournaments.printing.child"
SECONDS, MEMORY = 30, 800_000_000  # 256 match sheets take 2 seconds and 150 MB
Printed = Bulletin | PaperTable | BracketPoster | LabelSheets | Diplomas | Flyer
KINDS: dict[type, str] = {
    Bulletin: "bulletin",
    PaperTable: "table",
    BracketPoster: "poster",
    LabelSheets: "labels",
    Diplomas: "diplomas",
    Flyer: "flyer",
}


def make_pdf(value: Printed, footer: str) -> bytes:
    """Return a paper as a PDF file, with `footer` as the last line of each page.

    Raises `Refused` `paper_too_costly`, and `TooMany` while this process makes another file.
    """
    return _print_in_child(KINDS[type(value)], asdict(value), footer)


def make_slips_pdf(slips: Sequence[SheetSlip], footer: str) -> bytes:
    """Return match sheets as a PDF file. Raises as `make_pdf` does."""
    return _print_in_child("slips", [asdict(slip) for slip in slips], footer)


def _print_in_child(kind: str, value: object, footer: str) -> bytes:
    """Make the file in a child process. Raises as `make_pdf` does."""
    job = json.dumps({"kind": kind, "value": value, "footer": footer}).encode()
    try:
        return run_bounded(MODULE, job, seconds=SECONDS, memory=MEMORY)
    except TooCostly as problem:
        raise Refused([Violation("paper_too_costly", {})]) from problem
