"""One record, two checkers that know nothing of each other: the product's and ours. They have to agree."""

from dataclasses import dataclass
from pathlib import Path

from checker import Head, Unreadable, check
from endorsement.play.console import Console

SOUND, DISCREPANCIES, UNREADABLE = 0, 1, 3


@dataclass(frozen=True)
class Verdicts:
    """What both said of a file."""

    ours: int
    theirs: int
    our_words: tuple[str, ...]
    their_words: tuple[str, ...]

    @property
    def agree(self) -> bool:
        """Whether both say the same: sound, faulty or unreadable."""
        return self.ours == self.theirs

    @property
    def sound(self) -> bool:
        """Whether both find nothing."""
        return self.agree and self.ours == SOUND


def ours(file: Path, head: Head | None = None) -> tuple[int, tuple[str, ...]]:
    """Our verdict and its lines."""
    try:
        found = check(file, head)
    except Unreadable as problem:
        return UNREADABLE, (str(problem),)
    return (DISCREPANCIES if found else SOUND), tuple(map(str, found))


def both(file: Path, console: Console, head: Head | None = None) -> Verdicts:
    """Ask both."""
    given = ("--head", f"{head.seq}:{head.sha256}") if head else ()
    theirs, printed = console.run("check_record", str(file), *given)
    code, words = ours(file, head)
    return Verdicts(code, theirs, words, tuple(printed.splitlines()))
