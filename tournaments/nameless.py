"""Keep names of people out of the record, which is public permanently (ADR 0052)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from accounts.models import Persona
from accounts.name_detection import KnownAs, find_name, find_whole_name
from core.errors import Violation, refuse_all
from core.record.line import NewLine
from tournaments.lines.integrity import IntegrityNoted
from tournaments.lines.tournament import ChosenFacts, TournamentAnnounced, TournamentChanged


@dataclass(slots=True)
class NameFilter:
    """A check of each line of an act before it is written; the record's people are read once.

    `ledger` is the key of the record.
    """

    ledger: int
    _known: list[KnownAs] | None = field(default=None)

    def __call__(self, line: NewLine) -> None:
        """Raise `Refused` `names_somebody` if a line's words name a person of this record."""
        refuse_all(self._check_line(line))

    def _check_line(self, line: NewLine) -> Iterator[Violation]:
        """Yield a violation for each typed text that names a person of the record."""
        for typed in _typed_texts(line):
            name = typed.finder(typed.text, self._people())
            if name:
                yield Violation("names_somebody", {"name": name}, typed.where)

    def _people(self) -> list[KnownAs]:
        """Return name and account of each person of the record; cached on this object."""
        if self._known is None:
            columns = ("player__name", "player__user__username")
            rows = Persona.objects.filter(ledger=self.ledger).values_list(*columns).order_by("pk")
            self._known = [KnownAs(name, username or "") for name, username in rows]
        return self._known


@dataclass(frozen=True, slots=True)
class _TypedText:
    """A text of a line, the field where it was typed, and the function that finds names in it."""

    text: str
    where: str = "reason"
    finder: Callable[[str, Sequence[KnownAs]], str] = find_name


def _typed_texts(line: NewLine) -> Iterator[_TypedText]:
    """Yield the reason, channel and title of a line, as far as it has them and a person typed them.

    The product's own words and blank reasons are left out.
    """
    if isinstance(line, IntegrityNoted):
        typed = line.words if line.words != type(line).__dataclass_fields__["words"].default else ""
        yield from [_TypedText(typed)] if typed else []
        return
    if isinstance(line, TournamentAnnounced):
        yield _TypedText(line.channel, "channel")
    if isinstance(line, ChosenFacts | TournamentChanged) and isinstance(line.title, str):
        yield _TypedText(line.title, "name", find_whole_name)
    reason = getattr(line, "reason", None)
    if isinstance(reason, str) and reason:
        yield _TypedText(reason)
