"""Deck lists as people write them, read leniently: `3 Arqueiro`, `3x Arqueiro`, `Arqueiro x3`, `Arqueiro`.

A card may bear *marks* in square brackets at its end, `2 Dragão [muito raro]`, or stand under a heading
that says them, `Produtores:`; another heading ends it. Which words are marks is the game's affair.
Blank lines and lines that begin with `#` or `//` are notes; one bullet before a line (`-`, `*`, `•` and a
blank) is taken off. Names compare without regard to case, blanks and Unicode form. Nothing here raises
for bad input.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.errors import Violation
from core.text import fold, tidy_text
from rulesets.kernel.title_words import invisible

MAX_LINES = 1000
LONGEST_LINE = 200
MAX_COPIES_READ = 999
_COUNT_FIRST = re.compile(r"(?P<count>[0-9]{1,9})\s*[x×]?\s+(?P<name>.+)", re.IGNORECASE)
_COUNT_LAST = re.compile(r"(?P<name>.+?)\s+[x×]\s*(?P<count>[0-9]{1,9})", re.IGNORECASE)
_BULLET = re.compile(r"^[-*•] ")
_NO_WHOLE_COUNT = re.compile(r"[-+−–±]|[0-9]*[.,][0-9]")
_MARKED = re.compile(r"(?P<name>[^\[\]]+?)\s*\[(?P<marks>[^\[\]]+)\]")


@dataclass(frozen=True, slots=True)
class DeckCard:
    """So many copies of one card, as written on one line (from 1) of the list; `marks` are keys."""

    name: str
    copies: int
    marks: frozenset[str] = frozenset()
    line: int = 0


@dataclass(frozen=True, slots=True)
class DeckReport:
    """What the rules say of a deck: its cards, name by name, all violations and all warnings."""

    cards: tuple[DeckCard, ...]
    violations: tuple[Violation, ...] = ()
    warnings: tuple[Violation, ...] = ()

    @property
    def stands(self) -> bool:
        """Return whether the deck may be played; warnings do not forbid it."""
        return not self.violations

    @property
    def size(self) -> int:
        """Return how many cards the deck has."""
        return sum(card.copies for card in self.cards)


def read_deck(text: str, words: Mapping[str, str]) -> tuple[tuple[DeckCard, ...], tuple[Violation, ...]]:
    """Return the cards of a list, line by line, and a violation for each line that cannot be read.

    `words` maps what people write (folded) to the keys of marks; a game without marks gives none, and
    brackets are then part of the name. A list without a line to read is `deck_empty`; one of more than
    `MAX_LINES` lines is not read at all (`deck_too_many_lines`).
    """
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        facts = {"lines": len(lines), "most": MAX_LINES}
        return (), (Violation("deck_too_many_lines", facts, "deck"),)
    read = list(_parse_lines(lines, words))
    if not read:
        return (), (Violation("deck_empty", {}, "deck"),)
    cards = tuple(item for item in read if isinstance(item, DeckCard))
    return cards, tuple(item for item in read if isinstance(item, Violation))


def merge_by_name(cards: Iterable[DeckCard]) -> tuple[DeckCard, ...]:
    """Return one card for each name, in the order of the list, with all copies and all marks of its lines."""
    by_name: dict[str, DeckCard] = {}
    for card in cards:
        key = fold(card.name)
        known = by_name.get(key)
        copies = card.copies + (known.copies if known else 0)
        marks = card.marks | (known.marks if known else frozenset())
        first = known or card
        by_name[key] = DeckCard(first.name, copies, marks, first.line)
    return tuple(by_name.values())


def check_marks(cards: Sequence[DeckCard]) -> Iterator[Violation]:
    """Yield a violation for each line whose card has other marks than on its first line."""
    first: dict[str, DeckCard] = {}
    for card in cards:
        known = first.setdefault(fold(card.name), card)
        if known.marks != card.marks:
            facts = {"card": known.name, "line": card.line, "first_line": known.line}
            yield Violation("card_marked_differently", facts, f"deck.{card.line}")


def _parse_lines(lines: Sequence[str], words: Mapping[str, str]) -> Iterator[DeckCard | Violation]:
    """Yield each line as a card, or why it cannot be read.

    Headings, comments and empty lines yield nothing.
    """
    heading: frozenset[str] = frozenset()
    for number, raw in enumerate(lines, start=1):
        line = _BULLET.sub("", tidy_text(raw))
        if not line or line.startswith(("#", "//")):
            continue
        if words and line.endswith(":"):
            heading = _parse_marks(line.removesuffix(":"), words) or frozenset()
        else:
            yield _parse_card(line, number, heading, words)


def _parse_card(
    line: str, number: int, heading: frozenset[str], words: Mapping[str, str]
) -> DeckCard | Violation:
    """Parse one line of a deck list as a card, or return why it cannot be read."""
    path = f"deck.{number}"
    if len(line) > LONGEST_LINE:
        return Violation("deck_line_too_long", {"line": number, "most": LONGEST_LINE}, path)
    if hidden := invisible(line):
        return Violation("deck_line_has_invisible", {"line": number, "characters": hidden}, path)
    if _NO_WHOLE_COUNT.match(line):
        return Violation("deck_count_not_whole", {"line": number}, path)
    marked = _MARKED.fullmatch(line) if words else None
    marks = _parse_marks(marked["marks"], words) if marked else frozenset()
    if marks is None:
        return Violation(
            "deck_mark_unknown", {"line": number, "mark": marked["marks"] if marked else ""}, path
        )
    plain = marked["name"] if marked else line
    counted = _COUNT_FIRST.fullmatch(plain) or _COUNT_LAST.fullmatch(plain)
    name, copies = (counted["name"], int(counted["count"])) if counted else (plain, 1)
    if not 1 <= copies <= MAX_COPIES_READ or plain.isdecimal():
        return Violation("deck_line_unreadable", {"line": number}, path)
    return DeckCard(tidy_text(name), copies, marks | heading, number)


def _parse_marks(text: str, words: Mapping[str, str]) -> frozenset[str] | None:
    """Return the keys of all marks named in a text, `produtor, raro`; None if one of them is no mark."""
    said = [fold(part) for part in re.split(r"[,;]", text)]
    return frozenset(words[part] for part in said) if all(part in words for part in said) else None
