"""Files for a printer, made by `paper` in a child process, which takes its memory with it when it ends."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from core.bounded_process import TooCostly, run_bounded
from core.errors import Refused, Violation
from tournaments.share.bulletin import Bulletin, SheetSlip

MODULE = "tournaments.share.paper"
SECONDS, MEMORY = 30, 800_000_000  # 256 match sheets take 2 seconds and 150 MB


def print_bulletin(bulletin: Bulletin, footer: str) -> bytes:
    """Return a PDF file. Raises `Refused` (`paper_too_costly`), and `TooMany` while another file is made."""
    return _printed({"bulletin": asdict(bulletin), "footer": footer})


def print_slips(slips: Sequence[SheetSlip], footer: str) -> bytes:
    """Return match sheets as a PDF file. Raises as `print_bulletin` does."""
    return _printed({"slips": [asdict(slip) for slip in slips], "footer": footer})


def _printed(job: dict[str, object]) -> bytes:
    try:
        return run_bounded(MODULE, json.dumps(job).encode(), seconds=SECONDS, memory=MEMORY)
    except TooCostly as problem:
        raise Refused([Violation("paper_too_costly", {})]) from problem
