"""“Mesa já”: an unranked evening, from names to called tables in one transaction (4.6)."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import count
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format

from accounts.models import Player
from core.errors import Refused, Violation
from core.record.act import all_or_nothing
from core.record.codes import SECURE_RANDOM
from rulesets.registry import FIRST_GAME, game_of
from scheduling.dispatcher import dispatch
from tournaments.bracket.shapes import default_shape
from tournaments.draw.publish import publish_draw
from tournaments.entries.check_in import check_in_all
from tournaments.entries.enter import import_entries
from tournaments.inputs import NewEntry, TournamentFacts
from tournaments.models import Tournament
from tournaments.setup.create import create_tournament
from tournaments.setup.type_choice import sizes_of

MAX_ENTRIES = 64
"""The most entries of an evening; more need a check-in."""
TITLE_LANGUAGE = "pt-br"  # of types and variants in titles


@dataclass(frozen=True, slots=True)
class Evening:
    """The entries and the tournament type (`kind`) of an evening; title and tables follow from them."""

    kind: str
    entries: Sequence[NewEntry]
    game: str = FIRST_GAME
    variants: tuple[str, ...] = ()
    kind_version: int | None = None


def play_now(
    evening: Evening, *, by: Player, now: datetime, rng: random.Random = SECURE_RANDOM
) -> Tournament:
    """Create the tournament, enter and check in everyone, draw, and call the tables of round 1.

    Each step is the usual act, so the tournament continues as any other. Raise `Refused`, and store nothing:
    `too_many_for_an_evening`, and what those acts refuse.
    """
    if len(evening.entries) > MAX_ENTRIES:
        size = {"entries": len(evening.entries), "most": MAX_ENTRIES}
        raise Refused([Violation("too_many_for_an_evening", size, "rows")])
    with all_or_nothing():
        facts = _evening_facts(evening, by, now)
        tables = default_shape(len(evening.entries), facts.table_low, facts.table_high).widest
        tournament = create_tournament(facts, by=by, now=now, tables=tables, rng=rng)
        import_entries(tournament, entries=evening.entries, by=by, now=now, rng=rng)
        check_in_all(tournament, by=by, now=now, rng=rng)
        publish_draw(tournament, by=by, now=now, rng=rng)
        dispatch(tournament.ledger_id, now=now)
        return Tournament.objects.get(pk=tournament.pk)


def _evening_facts(evening: Evening, by: Player, now: datetime) -> TournamentFacts:
    """Return the facts with defaults: today, and tables as large as the type allows."""
    today = now.astimezone(ZoneInfo(settings.DEFAULT_VENUE_ZONE)).date()
    facts = TournamentFacts(
        game=game_of(evening.game).key,
        kind=evening.kind,
        kind_version=evening.kind_version,
        variants=evening.variants,
        name=_free_name(evening, today),
        year=today.year,
        zone=settings.DEFAULT_VENUE_ZONE,
        self_entry=False,
    )
    sizes = sizes_of(facts, by)
    return replace(facts, table_low=sizes.low, table_high=sizes.high) if sizes else facts


def _free_name(evening: Evening, day: date) -> str:
    """Return the day as name; with a number if an evening of this type already has it."""
    alike = Tournament.objects.filter(game=evening.game, kind=evening.kind, year=day.year)
    taken = frozenset(alike.filter(name__endswith=name_of_day(day)).values_list("name", flat=True))
    return next(name for name in _evening_names(day) if name not in taken)


def _evening_names(day: date) -> Iterator[str]:
    """Yield names for the evening without end, the plain one first, then numbered ones from 2 on."""
    yield name_of_day(day)
    yield from (f"{number}ª mesa {name_of_day(day)}" for number in count(2))


def name_of_day(day: date) -> str:
    """Return the name between type and year, as in “Chama: Campeonato de 27 de novembro 2026”."""
    with translation.override(TITLE_LANGUAGE):
        return "de " + date_format(day, r"j \d\e F").lower()
