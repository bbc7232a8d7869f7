"""What of a sound record cannot be stored: the format allows longer texts, larger numbers and any year.

SQLite would store most of it and PostgreSQL fail, so that the import refuses it on both. Pages cannot show
a moment of the years 1 and 9999 in another time zone.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from django.db.models import Model

from accounts.models import Persona
from checker.reading.lines import Line
from core.errors import Violation
from matches.models import Entry, Match, PhysicalTable, Sheet
from tournaments.lines.matches import MatchExtended
from tournaments.models import Penalty, Tournament
from tournaments.play.clock import MOST_EXTRA_MINUTES


def _max_length(model: type[Model], name: str) -> int | None:
    """Return how many characters a column takes; None for any number."""
    found: int | None = getattr(model._meta.get_field(name), "max_length", None)
    return found


MAX_LENGTHS: Mapping[str, int | None] = {
    "entry": _max_length(Entry, "code"),
    "match": _max_length(Match, "code"),
    "penalty": _max_length(Penalty, "code"),
    "by": _max_length(Persona, "code"),
    "person": _max_length(Persona, "code"),
    "player": _max_length(Persona, "code"),
    "players": _max_length(Persona, "code"),
    "place": _max_length(PhysicalTable, "label"),
    "report": _max_length(Sheet, "report"),
    "kind": _max_length(Tournament, "kind"),
    "id": _max_length(Tournament, "edition"),
}
"""How long a text under a key of a line may be, at any depth: the length of its column."""
MAX_NUMBERS: Mapping[tuple[str, str], int] = {
    ("tournament.created", "time_limit"): 2**15 - 1,
    ("tournament.changed", "time_limit"): 2**15 - 1,
    ("entry.added", "seed"): 2**31 - 1,
    ("entry.changed", "seed"): 2**31 - 1,
}
"""The largest number that the column takes, by type of line and key; the checker bounds all others."""
TIMES = ("at", "begins", "ends")
"""The keys of moments that are stored."""
YEARS = "1900", "2999"
NUL = "\0"


def find_unstorable(lines: Sequence[Line], words: Mapping[str, str]) -> tuple[Violation, ...]:
    """Return a violation for the first value under each key that cannot be stored, for each reason.

    The codes are `record_text_too_long`, `record_nul`, `record_number_too_large`, `record_time_out_of_range`
    and `record_extra_time_too_long`; `people_nul` for each of `words` with a NUL. `words` are names and words
    of rulings, by id.
    """
    found: dict[tuple[str, str], Violation] = {}
    for violation in chain(*map(_unstorable, lines), _too_many_extensions(lines)):
        found.setdefault((violation.code, violation.facts["key"]), violation)
    nameless = (Violation("people_nul", {"id": key}) for key, said in words.items() if NUL in said)
    return (*found.values(), *nameless)


def _unstorable(line: Line) -> Iterator[Violation]:
    """Yield a violation for each value of the line that cannot be stored."""
    for key, value in (("at", line.at), ("by", line.person), *_values("", line.data)):
        facts = {"line": line.seq, "key": key}
        if isinstance(value, str):
            longest = MAX_LENGTHS.get(key)
            if longest is not None and len(value) > longest:
                yield Violation("record_text_too_long", {**facts, "most": longest})
            if NUL in value:
                yield Violation("record_nul", facts)
            if key in TIMES and not YEARS[0] <= value[:4] <= YEARS[1]:
                yield Violation("record_time_out_of_range", facts)
        elif isinstance(value, int) and value > (most := MAX_NUMBERS.get((line.type, key), value)):
            yield Violation("record_number_too_large", {**facts, "most": most})


def _too_many_extensions(lines: Sequence[Line]) -> Iterator[Violation]:
    """Yield a violation for each extension with which those of its match, in all its games, are too long."""
    minutes: Counter[str] = Counter()
    for line in lines:
        if line.type == MatchExtended.type:
            minutes[line.data["match"]] += line.data["minutes"]
            if minutes[line.data["match"]] > MOST_EXTRA_MINUTES:
                facts = {"line": line.seq, "key": "minutes", "most": MOST_EXTRA_MINUTES}
                yield Violation("record_extra_time_too_long", facts)


def _values(key: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield each plain value within `value` with the nearest key above it; keys themselves as values too."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield key, name
            yield from _values(name, inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _values(key, inner)
    else:
        yield key, value
