"""Who is here: the counts of the door, the search, one entry on its own."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from accounts.models import Player
from core.text import name_key
from matches.models import Entry, EntryState
from tournaments.entries.selectors import EntryView, PersonView
from tournaments.models import Tournament

LIVE = (EntryState.ENTERED, EntryState.CHECKED_IN)


@dataclass(frozen=True, slots=True)
class Presence:
    """Live entries and people (a pair is two), and how many of both are checked in."""

    entries: int
    entries_present: int
    people: int
    people_present: int

    @property
    def entries_expected(self) -> int:
        """Entries that are not here yet."""
        return self.entries - self.entries_present


def presence(rows: Iterable[EntryView]) -> Presence:
    """The counts of these entries."""
    live = [row for row in rows if row.state in LIVE]
    here = [row for row in live if row.state == EntryState.CHECKED_IN]
    return Presence(len(live), len(here), _people(live), _people(here))


def matching(rows: Sequence[EntryView], text: str) -> list[EntryView]:
    """The entries whose names, club or number hold every word of `text`, in any accents and case."""
    words = name_key(text).split()
    return [row for row in rows if all(word in _haystack(row) for word in words)]


def by_name(rows: Iterable[EntryView]) -> list[EntryView]:
    """The live entries as people look for them: by name, accents aside."""
    return sorted((row for row in rows if row.state in LIVE), key=lambda row: (_keys(row), row.number))


def namesakes(rows: Iterable[EntryView]) -> frozenset[str]:
    """Codes of the entries that hold a person whose name is entered more than once."""
    named = [(person.key, row.code) for row in rows if row.state in LIVE for person in row.people]
    times = Counter(name for name, _ in named)
    return frozenset(code for name, code in named if times[name] > 1)


def own_entry(tournament: Tournament, player: Player) -> Entry | None:
    """The live entry that the player belongs to, or None."""
    entries = Entry.objects.filter(ledger=tournament.ledger_id)
    return entries.filter(members__persona__player=player, members__live=True).first()


def entry_view(entry: Entry) -> EntryView:
    """One entry as the list shows it."""
    members = entry.members.select_related("persona__player").order_by("position")
    return EntryView(
        code=entry.code,
        number=entry.number,
        state=entry.state,
        seed=entry.seed,
        club=entry.club.name if entry.club else "",
        people=tuple(
            PersonView(m.persona.code, m.persona.player.code, m.persona.player.name, m.pineapple)
            for m in members
        ),
        seq=entry.changed_seq,
        club_number=entry.club_id,
    )


def _people(rows: Iterable[EntryView]) -> int:
    return sum(len(row.people) for row in rows)


def _keys(row: EntryView) -> str:
    return " ".join(person.key for person in row.people)


def _haystack(row: EntryView) -> str:
    return f"{_keys(row)} {name_key(f'{row.club} {row.number}')}"
