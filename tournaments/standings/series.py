"""A series: the public tournaments of one game and one name over the years, and who won each."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, F, QuerySet

from accounts.names import page_of
from core.db.folded import bearing
from core.errors import Forbidden
from core.text import name_key, unaccented
from matches.models import Entry, EntryState, Member
from rulesets.registry import GAMES
from tournaments.finding import visible_tournaments
from tournaments.models import Tournament
from tournaments.standings.profile import Opponent

LONGEST_KEY = 160
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class SeriesEvent:
    """A tournament of the series, how many entries it has, and the people who won it."""

    tournament: Tournament
    entries: int
    champions: tuple[Opponent, ...]


class SeriesFound(NamedTuple):
    """A series that a search came upon, with how many of its tournaments."""

    game: str
    name: str
    key: str
    many: int


def series_key(name: str) -> str:
    """What names of one series have in common: their words, without accents, case and signs; "" for none."""
    return "-".join(_WORD.findall(unaccented(name)))


def is_series(game: str, key: str) -> bool:
    """Whether a series may be called so; not whether there is one."""
    return game in GAMES and 0 < len(key) <= LONGEST_KEY and key == series_key(key.replace("-", " "))


def editions(game: str, key: str) -> tuple[SeriesEvent, ...]:
    """Every tournament of the series, the latest first; `Forbidden` `not_found` where there is none.

    What was simulated is left out where anything else is there. Four queries for any history.
    """
    found = list(_tournaments(game, key))
    if not found:
        raise Forbidden("not_found")
    shown = [one for one in found if not one.simulated] or found
    ledgers = [one.ledger_id for one in shown]
    entries, champions = _entries(ledgers), _champions(ledgers)
    return tuple(
        SeriesEvent(one, entries.get(one.ledger_id, 0), tuple(champions.get(one.ledger_id, ())))
        for one in shown
    )


def most_titles(found: Iterable[SeriesEvent], most: int) -> list[tuple[Opponent, int]]:
    """Who won more than once, and how often, at most so many."""
    counted = Counter(who for edition in found for who in edition.champions)
    return [(who, titles) for who, titles in counted.most_common(most) if titles > 1]


def series_among(found: Iterable[Tournament]) -> list[SeriesFound]:
    """The series of which these hold two public tournaments or more, those with most of them first."""
    named: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in found:
        if one.is_public and (key := series_key(one.name)):
            named[one.game, key].append(one.name)
    several = (SeriesFound(game, names[0], key, len(names)) for (game, key), names in named.items())
    return sorted((one for one in several if one.many > 1), key=lambda one: -one.many)


def _tournaments(game: str, key: str) -> QuerySet[Tournament]:
    """The database finds those whose titles bear the words; which of them are called so is seen here."""
    of_game = visible_tournaments(None).filter(game=game)
    named = bearing(of_game, [name_key(word) for word in key.split("-")]).order_by().values_list("pk", "name")
    same = [pk for pk, name in named if series_key(name) == key]
    found = visible_tournaments(None).filter(pk__in=same).defer("announcement", "prizes", "special_rules")
    return found.order_by("-year", F("starts_at").desc(nulls_last=True), "-created_at")


def _entries(ledgers: Collection[int]) -> Mapping[int, int]:
    rows = Entry.objects.filter(ledger__in=ledgers).exclude(state=EntryState.WITHDRAWN).order_by()
    return dict(rows.values_list("ledger").annotate(Count("pk")))


def _champions(ledgers: Sequence[int]) -> Mapping[int, list[Opponent]]:
    """By the record, the people of the first place in the order of their entry."""
    first = Member.objects.filter(entry__ledger__in=ledgers, entry__placing__place=1)
    found: dict[int, list[Opponent]] = defaultdict(list)
    fields = ("entry__ledger", "persona__player__name", "persona__player__code", "persona__player__has_page")
    for ledger, name, code, has_page in first.order_by("entry__number", "position").values_list(*fields):
        found[ledger].append(Opponent(name, page_of(code, name, has_page)))
    return found
