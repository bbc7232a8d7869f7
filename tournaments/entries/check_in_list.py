"""The check-in list: counts, search, one entry."""

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
    """Numbers of live entries and people (a pair is two), and of those checked in."""

    entries: int
    entries_present: int
    people: int
    people_present: int

    @property
    def entries_expected(self) -> int:
        """Return the number of entries not checked in yet."""
        return self.entries - self.entries_present


def count_presence(rows: Iterable[EntryView]) -> Presence:
    """Count the live entries and their people; withdrawn and disqualified ones are left out."""
    live = [row for row in rows if row.state in LIVE]
    here = [row for row in live if row.state == EntryState.CHECKED_IN]
    return Presence(len(live), len(here), _count_people(live), _count_people(here))


def search_entries(rows: Sequence[EntryView], text: str) -> list[EntryView]:
    """Return the entries whose names, club or number contain each word of `text`, in any accents and case."""
    words = name_key(text).split()
    return [row for row in rows if all(word in _search_text(row) for word in words)]


def sort_by_name(rows: Iterable[EntryView]) -> list[EntryView]:
    """Return the live entries sorted by name, ignoring accents."""
    return sorted((row for row in rows if row.state in LIVE), key=lambda row: (_name_keys(row), row.number))


def namesakes(rows: Iterable[EntryView]) -> frozenset[str]:
    """Return codes of live entries with a person whose name another person in a live entry has too."""
    named = [(person.key, row.code) for row in rows if row.state in LIVE for person in row.people]
    times = Counter(name for name, _ in named)
    return frozenset(code for name, code in named if times[name] > 1)


def own_entry(tournament: Tournament, player: Player) -> Entry | None:
    """Return the player's entry that is not withdrawn or disqualified, or None."""
    entries = Entry.objects.filter(ledger=tournament.ledger_id)
    return entries.filter(members__persona__player=player, members__live=True).first()


def entry_view(entry: Entry) -> EntryView:
    """Return one entry as the list shows it."""
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


def _count_people(rows: Iterable[EntryView]) -> int:
    return sum(len(row.people) for row in rows)


def _name_keys(row: EntryView) -> str:
    """Return the keys (`name_key`) of the entry's names, joined by a blank."""
    return " ".join(person.key for person in row.people)


def _search_text(row: EntryView) -> str:
    """Return names, club and number, folded like the words searched for."""
    return f"{_name_keys(row)} {name_key(f'{row.club} {row.number}')}"
