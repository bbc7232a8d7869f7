"""What the checker says of a record that the product wrote."""

from dataclasses import dataclass
from pathlib import Path

from checker import Head, Unreadable, check


@dataclass(frozen=True)
class RecordVerdict:
    """The findings of a file, a line each; one line that says why where it is no record."""

    words: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is found."""
        return not self.words


def judged(file: Path, head: Head | None = None) -> RecordVerdict:
    """Check a record file, with the head that the product gave."""
    try:
        return RecordVerdict(tuple(map(str, check(file, head))))
    except Unreadable as problem:
        return RecordVerdict((f"unreadable: {problem}",))
