"""The child process that makes a PDF file: JSON in, file out. Pure."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from tournaments.printing.bracket_layout import bracket_file
from tournaments.printing.handout_pages import bulletin_file, diplomas_file, flyer_file, labels_file
from tournaments.printing.slip_pages import slips_file
from tournaments.printing.table_layout import table_file
from tournaments.printing.values import (
    BracketPoster,
    Diploma,
    Diplomas,
    Flyer,
    LabelSheets,
    PaperColumn,
    PaperTable,
    PersonLabel,
    PosterLine,
    PosterMatch,
    SheetSlip,
    SlipSeat,
)
from tournaments.share.bulletin import Bulletin, BulletinLine, BulletinSection, Topic
from tournaments.share.layout import A4, lay_out


def run(data: bytes) -> bytes:
    """Return the PDF file of a job, a JSON object.

    Its `kind` is a key of `MAKERS`, `value` the paper's values, and `footer` the last line of each page.
    Labels, diplomas and the flyer leave the footer out.
    """
    job = json.loads(data)
    return MAKERS[job["kind"]](job["value"], job["footer"])


def _make_slips(values: list[Mapping[str, Any]], footer: str) -> bytes:
    return slips_file([_parse_slip(slip) for slip in values], footer)


def _parse_slip(values: Mapping[str, Any]) -> SheetSlip:
    """Return the match sheet that these JSON values describe."""
    lists = {name: tuple(values[name]) for name in ("columns", "endings", "lines")}
    return SheetSlip(**{**values, **lists, "seats": tuple(SlipSeat(**seat) for seat in values["seats"])})


def _make_bulletin(values: Mapping[str, Any], footer: str) -> bytes:
    """Lay the bulletin out on A4 and return it as a file."""
    sections = (
        BulletinSection(section["label"], tuple(BulletinLine(**line) for line in section["lines"]))
        for section in values["sections"]
    )
    topic, lead = Topic(values["topic"]), tuple(values["lead"])
    bulletin = Bulletin(topic, values["title"], values["heading"], lead, tuple(sections))
    return bulletin_file(lay_out(bulletin, A4), footer)


def _make_table(values: Mapping[str, Any], footer: str) -> bytes:
    columns = tuple(PaperColumn(**column) for column in values["columns"])
    rows = tuple(tuple(row) for row in values["rows"])
    return table_file(PaperTable(values["title"], values["heading"], columns, rows), footer)


def _make_poster(values: Mapping[str, Any], footer: str) -> bytes:
    """Lay out the bracket, and the second chance beside it, and return them as a file."""
    return bracket_file(_parse_poster(values), footer)


def _parse_poster(values: Mapping[str, Any]) -> BracketPoster:
    """Return the poster that these JSON values describe."""
    matches = tuple(
        PosterMatch(**{**match, "lines": tuple(PosterLine(**line) for line in match["lines"])})
        for match in values["matches"]
    )
    beside = _parse_poster(values["beside"]) if values["beside"] else None
    parts = {"matches": matches, "rounds": tuple(values["rounds"]), "beside": beside}
    return BracketPoster(**{**values, **parts})


def _make_labels(values: Mapping[str, Any], _footer: str) -> bytes:
    """Return the labels of people as a PDF file; they have no footer."""
    labels = tuple(PersonLabel(**label) for label in values["labels"])
    return labels_file(LabelSheets(values["title"], labels))


def _make_diplomas(values: Mapping[str, Any], _footer: str) -> bytes:
    pages = (Diploma(**{**page, "signatures": tuple(page["signatures"])}) for page in values["pages"])
    return diplomas_file(Diplomas(tuple(pages)))


def _make_flyer(values: Mapping[str, Any], _footer: str) -> bytes:
    return flyer_file(Flyer(**{**values, "facts": tuple(values["facts"])}))


MAKERS: dict[str, Callable[[Any, str], bytes]] = {
    "bulletin": _make_bulletin,
    "slips": _make_slips,
    "table": _make_table,
    "poster": _make_poster,
    "labels": _make_labels,
    "diplomas": _make_diplomas,
    "flyer": _make_flyer,
}
