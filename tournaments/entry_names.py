"""Display names of entries and their people, in one query."""

from collections.abc import Collection
from typing import NamedTuple

from accounts.names import page_of
from core.text import name_key
from matches.models import Entry, Member
from matches.namesakes import BESIDE, shown_name, with_namesakes
from tournaments.models import Tournament


class PublicPlayer(NamedTuple):
    """A player's name as pages show it, and the code of their public page, empty for none."""

    name: str
    page: str


def words_of_name(typed: str) -> list[str]:
    """Return the typed words without case and accents."""
    return name_key(typed).split()


def has_all_words(names: Collection[str], words: Collection[str]) -> bool:
    """Return whether the names contain each word (`words_of_name`), in any order, also within a name."""
    plain = name_key(" ".join(names))
    return all(word in plain for word in words)


def names_of(tournament: Tournament, codes: Collection[str] | None = None) -> dict[str, tuple[str, ...]]:
    """Return the names of each entry's people by its code, in order, as `shown_name` has them.

    `codes`: only of these entries.
    """
    people = people_of(tournament, codes)
    return {code: tuple(player.name for player in named) for code, named in people.items()}


def people_of(
    tournament: Tournament, codes: Collection[str] | None = None
) -> dict[str, tuple[PublicPlayer, ...]]:
    """Return what `names_of` does, each name with the person's public page."""
    found: dict[str, tuple[PublicPlayer, ...]] = {}
    members = Member.objects.filter(entry__ledger=tournament.ledger_id)
    members = members if codes is None else members.filter(entry__code__in=codes)
    rows = with_namesakes(members).order_by("entry_id", "position")
    fields = (
        "entry__code",
        "position",
        *(f"persona__player__{field}" for field in ("code", "name", "has_page")),
        *BESIDE,
    )
    for entry, _, code, name, has_page, *beside in rows.values_list(*fields):
        shown = PublicPlayer(shown_name(name, *beside), page_of(code, name, has_page))
        found[entry] = (*found.get(entry, ()), shown)
    return found


def names_of_entry(entry: Entry) -> tuple[str, ...]:
    """Return the names of one entry's people in order, as `shown_name` has them."""
    rows = with_namesakes(entry.members.all()).order_by("position")
    named = rows.values_list("persona__player__name", *BESIDE)
    return tuple(shown_name(name, *beside) for name, *beside in named)


def names_of_all_people(tournament: Tournament) -> dict[str, str]:
    """Return the name of each person who is or was entered, by persona code, A–Z, as `shown_name` has it."""
    rows = with_namesakes(Member.objects.filter(entry__ledger=tournament.ledger_id))
    named = rows.order_by("persona__player__folded", "persona__code", "live").values_list(
        "persona__code", "persona__player__name", *BESIDE
    )
    return {code: shown_name(name, *beside) for code, name, *beside in named}
