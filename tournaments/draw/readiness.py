"""What a draw needs and offers: checked-in entries, missing requirements, possible shapes."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from catalogue.selectors import catalogue_status
from core.errors import Refused, Violation
from matches.models import Entry, EntryState
from rulesets import editions
from rulesets.registry import kind_under, table_warnings
from tournaments.bracket.shapes import Shape, shapes
from tournaments.decks.selectors import people_owing_decks
from tournaments.draw.requirements import Readiness, draw_requirements
from tournaments.draw.second_chance import can_have_second_chance, has_second_chance, undrawn_bracket
from tournaments.models import Role, Staff, Tournament
from tournaments.regulation.selectors import is_confirmed
from tournaments.rules_of import rules_of

MAX_NAMED = 10


def checked_in(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries that will be drawn."""
    return Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.CHECKED_IN)


def check_ready(tournament: Tournament) -> tuple[Violation, ...]:
    """Return everything that is missing before the draw."""
    entries = checked_in(tournament).count()
    owed = people_owing_decks(tournament, checked_in(tournament)).values()
    staff = Staff.objects.filter(tournament=tournament, role=Role.COORDINATOR)
    current = editions.current(tournament.game)
    kind = kind_under(rules_of(tournament))
    status = catalogue_status(tournament.game, kind)
    required = draw_requirements(
        Readiness(
            ranked=tournament.ranked,
            entries=entries,
            people=entries * kind.team_size,
            announced=tournament.announced_at is not None,
            has_coordinator=staff.exists(),
            edition=tournament.edition_hash,
            current_edition=current.sha256,
            is_confirmed=tournament.ranked and is_confirmed(tournament),
            kind=kind.title_word,
            kind_accepted=status.is_accepted,
            kind_current=status.is_current,
            without_deck=tuple(name for names in owed for name in names)[:MAX_NAMED],
        )
    )
    return (*required, *_lacking_second_chance(tournament, entries))


def _lacking_second_chance(tournament: Tournament, entries: int) -> Iterator[Violation]:
    """Yield `no_second_chance` if one is chosen, and no shape for so many entries can have one."""
    if not has_second_chance(tournament):
        return
    try:
        offered = offered_shapes(tournament, entries)
    except Refused:
        return  # too few entries, or no shape: another requirement says so
    if not any(can_have_second_chance(tournament, offer.shape) for offer in offered):
        yield Violation("no_second_chance", {"entries": entries}, "shape")


@dataclass(frozen=True, slots=True)
class Offer:
    """A shape to choose, with its number of matches, rounds and tables; a plan has its duration
    (`scheduling.what_if`). `warnings` speak against it, but it may be chosen.

    Matches and tables are those of the third-place match and the second chance too.
    """

    shape: Shape
    matches: int
    rounds: int
    tables_needed: int
    is_default: bool
    warnings: tuple[Violation, ...] = ()


def allows_short_final(tournament: Tournament) -> bool:
    """Return whether the final may have fewer entries than the smallest table (house rule `short_final`)."""
    return bool(rules_of(tournament).option("short_final"))


def offered_shapes(tournament: Tournament, entries: int | None = None) -> tuple[Offer, ...]:
    """Return shapes for the entries checked in (or a number of `entries`), the proposed one first.

    Raises `Refused` with `no_shape` or `too_few_entries`.
    """
    count = checked_in(tournament).count() if entries is None else entries
    short, kind = allows_short_final(tournament), kind_under(rules_of(tournament))
    found = shapes(count, tournament.table_low, tournament.table_high, short_final=short)
    brackets = [undrawn_bracket(tournament, shape) for shape in found]
    return tuple(
        Offer(
            shape=shape,
            matches=len(bracket.played),
            rounds=len(shape.rounds),
            tables_needed=bracket.widest,
            is_default=index == 0,
            warnings=table_warnings(tournament.game, kind, tournament.variants, shape.rounds),
        )
        for index, (shape, bracket) in enumerate(zip(found, brackets, strict=True))
    )
