"""Read deck lists that people paste or upload, and judge them by their game. Pure."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.errors import Refused, Violation
from rulesets.kernel.decks import DeckReport
from rulesets.kernel.extras import ChecksDecks
from tournaments.uploads import MAX_BYTES, decode_or_refuse

__all__ = ["MAX_BYTES", "CheckedDeck", "digest_of", "judge_deck"]

_WORDS = {
    "file_empty": "deck_empty",
    "file_not_text": "deck_not_text",
    "encoding_unsure": "deck_not_text",
    "file_too_large": "deck_too_large",
}


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """A deck list as it was read (with the line numbers of the report), and the game's report."""

    text: str
    report: DeckReport

    @property
    def refusals(self) -> tuple[Violation, ...]:
        """Return everything that prevents the deck from being played, in the order of its lines."""
        return tuple(sorted(self.report.violations, key=line_of))


def judge_deck(checker: ChecksDecks, data: bytes | str) -> CheckedDeck:
    """Read and judge a list in any encoding.

    Never raises. Adds to the game's codes: `deck_too_large` (bytes), `deck_not_text`, `deck_empty`.
    """
    try:
        text, _ = decode_or_refuse(data)
    except Refused as refusal:
        return CheckedDeck("", DeckReport((), tuple(_with_deck_codes(refusal))))
    return CheckedDeck(text, checker.check_deck(text))


def line_of(violation: Violation) -> int:
    """Return the line of the list that a violation is about, from 1; 0 for the whole deck."""
    number = violation.field.partition(".")[2]
    return int(number) if number.isdecimal() else 0


def digest_of(text: str, salt: str) -> str:
    """Return SHA-256 of salt, line feed and list, which the record has of a private deck."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def _with_deck_codes(refusal: Refused) -> Iterator[Violation]:
    """Yield the violations of an unreadable text with the codes of decks."""
    for violation in refusal.violations:
        yield replace(violation, code=_WORDS.get(violation.code, violation.code), field="deck")
