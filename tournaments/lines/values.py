"""Types of values in lines, as docs/record.md has them under “Values”."""

from dataclasses import dataclass

from core.record.line import Facts

Id = str
"""1 to 64 characters that identify a person or a thing in one record."""
Hash = str
"""64 lower-case hexadecimal digits."""
Points = str
"""An amount in lowest terms, `25` or `27/2`."""
Suit = str
"""`hearts`, `diamonds`, `clubs`, `spades`."""


@dataclass(frozen=True, slots=True)
class EditionFacts(Facts):
    """The rule texts in force: their id, and the hash of all of them."""

    id: str
    sha256: Hash


@dataclass(frozen=True, slots=True)
class Tables(Facts):
    """The least and the greatest number of entries at a table."""

    min: int
    max: int
