"""Looking for words in the guide: all of them, anywhere under one heading, accents and case aside."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulesets.guide import Chapter, Heading

MAX_HITS = 30
AROUND = 70


@dataclass(frozen=True, slots=True)
class GuideHit:
    """A heading whose text has all the words; `before`, `hit`, `after` are the words around the first."""

    chapter: Chapter
    heading: Heading
    before: str
    hit: str
    after: str


def search(chapters: Iterable[Chapter], words: str) -> tuple[GuideHit, ...]:
    """Return at most `MAX_HITS` hits: those with a word in their heading first, otherwise in reading order.

    () without words.
    """
    wanted = _fold(words).split()
    if not wanted:
        return ()
    hits = list(_hits(chapters, wanted))
    hits.sort(key=lambda hit: not any(word in _fold(hit.heading.text) for word in wanted))
    return tuple(hits[:MAX_HITS])


def _hits(chapters: Iterable[Chapter], wanted: list[str]) -> Iterator[GuideHit]:
    """Yield each heading whose text has all the words."""
    for chapter in chapters:
        for part in chapter.parts:
            told = _fold(f"{part.heading.text} {part.plain}")
            if all(word in told for word in wanted):
                yield GuideHit(chapter, part.heading, *_around(part.plain, wanted[0]))


def _around(text: str, word: str) -> tuple[str, str, str]:
    """Return the text before the word, the word as it stands there, and the text after it.

    ("", "", beginning of the text) if the word stands in the heading only.
    """
    at = _fold(text).find(word)
    if at < 0:
        return "", "", _with_ellipsis(text[: 2 * AROUND], text)
    first, end = max(0, at - AROUND), at + len(word)
    before = ("…" if first else "") + text[first:at]
    return before, text[at:end], _with_ellipsis(text[end : end + AROUND], text[end:])


def _with_ellipsis(piece: str, whole: str) -> str:
    """Return the piece, with an ellipsis if it is not the whole text."""
    return piece if len(piece) == len(whole) else f"{piece}…"


def _fold(text: str) -> str:
    """Return the text without accents and case, one letter for one, so that positions in both agree."""
    return "".join(_letter(sign) for sign in unicodedata.normalize("NFC", text))


def _letter(sign: str) -> str:
    """Return one letter without accent and case; itself if that would be several letters."""
    base = unicodedata.normalize("NFD", sign)[0].casefold()
    return base if len(base) == 1 else sign
