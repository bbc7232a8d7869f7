"""A bulletin as a message of at most 700 characters in WhatsApp's marks.

Pure but for translation. If it is too long, sections are left out from the end, and counted, then sentences;
the link always fits.
"""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import ngettext

from core.look.suits import SIGNS
from tournaments.share.bulletin import Bulletin, BulletinLine, BulletinSection

LONGEST = 700
MARKS = str.maketrans("", "", "*_~`")
"""WhatsApp's marks of bold, italic, struck out and code; they are removed from people's own words."""


def message(bulletin: Bulletin, link: str = "") -> str:
    """Return the bulletin as text of at most `LONGEST` characters, shortened from the end if needed.

    `link` is an address, or "" if the site has no public one.
    """
    sections = [_section_text(section) for section in bulletin.sections]
    for count in range(len(sections), -1, -1):
        text = _join_parts(bulletin, sections[:count], len(sections) - count, link)
        if len(text) <= LONGEST:
            return text
    for count in range(len(bulletin.lead) - 1, -1, -1):
        text = _join_parts(replace(bulletin, lead=bulletin.lead[:count]), [], len(sections), link)
        if len(text) <= LONGEST:
            break
    return text


def _join_parts(bulletin: Bulletin, sections: list[str], left_out: int, link: str) -> str:
    """Return the whole message: head, sections, how many are left out, and the link."""
    head = [f"*{strip_marks(bulletin.title)}*", f"*{strip_marks(bulletin.heading)}*"]
    lead = [strip_marks(sentence) for sentence in bulletin.lead]
    parts = ["\n".join([*head, *lead]), "\n".join(sections), _rest_line(left_out), link]
    return "\n\n".join(part for part in parts if part)


def _rest_line(left_out: int) -> str:
    """Return the line about sections that were left out; "" if none was."""
    if not left_out:
        return ""
    return ngettext("… and %(count)d more", "… and %(count)d more", left_out) % {"count": left_out}


def _section_text(section: BulletinSection) -> str:
    lines = ", ".join(_line_text(line) for line in section.lines)
    return f"*{strip_marks(section.label)}*: {lines}" if section.label else lines


def _line_text(line: BulletinLine) -> str:
    return " ".join(_marked_parts(line))


def _marked_parts(line: BulletinLine) -> Iterator[str]:
    """Yield the suit's sign, if there is one, and the text in WhatsApp's marks."""
    if line.suit:
        yield SIGNS[line.suit]
    yield f"*{strip_marks(line.text)}*" if line.is_strong else strip_marks(line.text)


def strip_marks(words: str) -> str:
    """Return people's words without marks and line breaks."""
    return " ".join(words.translate(MARKS).split())
