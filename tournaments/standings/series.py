"""A series: the public tournaments of one game and one name over the years, with their champions."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, F, QuerySet

from accounts.names import page_of
from core.db.folded import containing_words
from core.errors import Forbidden
from core.text import name_key, unaccented
from matches.models import Entry, EntryState, Member
from rulesets.registry import GAMES
from tournaments.entry_names import PublicPlayer
from tournaments.finding import visible_tournaments
from tournaments.models import Tournament

LONGEST_KEY = 160
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class SeriesEvent:
    """A tournament of the series, its number of entries, and its champions."""

    tournament: Tournament
    entries: int
    champions: tuple[PublicPlayer, ...]


class SeriesFound(NamedTuple):
    """A series found by a search; `many` is the number of its tournaments."""

    game: str
    name: str
    key: str
    many: int


def series_key(name: str) -> str:
    """Return the key that names of one series share: their words without accents, case and punctuation."""
    return "-".join(_WORD.findall(unaccented(name)))


def is_series(game: str, key: str) -> bool:
    """Return whether game and key are well-formed; the series need not exist."""
    return game in GAMES and 0 < len(key) <= LONGEST_KEY and key == series_key(key.replace("-", " "))


def editions(game: str, key: str) -> tuple[SeriesEvent, ...]:
    """Return every tournament of the series, latest first.

    Simulated ones appear only if there are no others. Four queries for any history. Raises `Forbidden`
    `not_found` if there is none.
    """
    found = list(_tournaments(game, key))
    if not found:
        raise Forbidden("not_found")
    shown = [one for one in found if not one.simulated] or found
    ledgers = [one.ledger_id for one in shown]
    entries, champions = _count_entries(ledgers), _champions(ledgers)
    return tuple(
        SeriesEvent(one, entries.get(one.ledger_id, 0), tuple(champions.get(one.ledger_id, ())))
        for one in shown
    )


def most_titles(found: Iterable[SeriesEvent], most: int) -> list[tuple[PublicPlayer, int]]:
    """Return at most `most` people who won more than once, with their number of titles."""
    counted = Counter(who for edition in found for who in edition.champions)
    return [(who, titles) for who, titles in counted.most_common(most) if titles > 1]


def series_among(found: Iterable[Tournament]) -> list[SeriesFound]:
    """Return the series with at least two public tournaments among these, largest first."""
    named: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in found:
        if one.is_public and (key := series_key(one.name)):
            named[one.game, key].append(one.name)
    several = (SeriesFound(game, names[0], key, len(names)) for (game, key), names in named.items())
    return sorted((one for one in several if one.many > 1), key=lambda one: -one.many)


def _tournaments(game: str, key: str) -> QuerySet[Tournament]:
    """Return the series' tournaments: the database filters by words, Python compares the keys."""
    of_game = visible_tournaments(None).filter(game=game)
    named = (
        containing_words(of_game, [name_key(word) for word in key.split("-")])
        .order_by()
        .values_list("pk", "name")
    )
    same = [pk for pk, name in named if series_key(name) == key]
    found = visible_tournaments(None).filter(pk__in=same).defer("announcement", "prizes", "special_rules")
    return found.order_by("-year", F("starts_at").desc(nulls_last=True), "-created_at")


def _count_entries(ledgers: Collection[int]) -> Mapping[int, int]:
    """Count the entries that were not withdrawn, by ledger key."""
    rows = Entry.objects.filter(ledger__in=ledgers).exclude(state=EntryState.WITHDRAWN).order_by()
    return dict(rows.values_list("ledger").annotate(Count("pk")))


def _champions(ledgers: Sequence[int]) -> Mapping[int, list[PublicPlayer]]:
    """Return the champions by ledger key, in the order of their entry."""
    first = Member.objects.filter(entry__ledger__in=ledgers, entry__placing__place=1)
    found: dict[int, list[PublicPlayer]] = defaultdict(list)
    fields = ("entry__ledger", "persona__player__name", "persona__player__code", "persona__player__has_page")
    for ledger, name, code, has_page in first.order_by("entry__number", "position").values_list(*fields):
        found[ledger].append(PublicPlayer(name, page_of(code, name, has_page)))
    return found
