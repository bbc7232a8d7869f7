"""Rows of a list that repeat an entry or an earlier row: everything read from them is the same."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Persona, Player
from accounts.name_versions import bump_versions_of
from accounts.splitting import split
from core.errors import Forbidden, Refused, Violation
from core.text import fold, name_key
from matches.models import EntryState
from tournaments.act import acting_on, enqueue_dispatch
from tournaments.entries.lists.values import Meaning, ParsedList
from tournaments.entries.selectors import EntryView
from tournaments.inputs import NewEntry
from tournaments.models import Tournament

LIVE = (EntryState.ENTERED, EntryState.CHECKED_IN)
Facts = tuple[object, ...]
"""Values that are compared as a whole: the names of an entry, or its other columns."""


def repeated_lines(parsed: ParsedList, entered: Sequence[EntryView]) -> frozenset[int]:
    """Return the lines (from 1) of rows that repeat a live entry or an earlier row.

    Such a row names the same people and has the same values in every column that was read.
    """
    read = [
        meaning
        for meaning in (Meaning.CLUB, Meaning.SEED)
        if not parsed.columns or meaning in parsed.meanings
    ]
    seen: dict[Facts, set[Facts]] = defaultdict(set)
    for view in entered:
        if view.state in LIVE:
            seen[_people_key(view.names)].add(_facts(view.club, view.seed, read))
    return frozenset(_repeated(parsed, seen, read))


def _repeated(parsed: ParsedList, seen: dict[Facts, set[Facts]], read: Sequence[Meaning]) -> Iterator[int]:
    """Yield the lines of rows that an earlier row or live entry already has; adds each row to `seen`."""
    for row in parsed.rows:
        if row.entry:
            who, facts = _people_key(row.entry.names), _facts_of_entry(row.entry, read)
            if facts in seen[who]:
                yield row.line
            seen[who].add(facts)


def _people_key(names: Sequence[str]) -> Facts:
    """Return the keys (`name_key`) of the names, sorted, so that partners may stand in either order."""
    return tuple(sorted(map(name_key, names)))


def _facts_of_entry(entry: NewEntry, read: Sequence[Meaning]) -> Facts:
    return _facts(entry.club, entry.seed, read)


def _facts(club: str, seed: int | None, read: Sequence[Meaning]) -> Facts:
    """Return the values of the columns that were read, for a comparison."""
    values = {Meaning.CLUB: fold(club), Meaning.SEED: seed}
    return tuple(values[meaning] for meaning in read)


def separate_person(tournament: Tournament, *, person: str, by: Player, now: datetime) -> Player:
    """Split a person: give their part in this tournament to a new person of the same name; return that one.

    `person` is the persona's code. Other tournaments keep the first person. Raises `Refused`
    `separates_account` if they have an account, `split_nothing` if they neither play nor help here, and
    `split_all` if they play nowhere else. Raises `Forbidden` `not_found` if no person has that code.
    """
    with transaction.atomic():
        persona = Persona.objects.filter(ledger=tournament.ledger_id, code=person).first()
        if persona is not None:
            bump_versions_of(persona.player_id)
        with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
            fresh = (
                Persona.objects.filter(ledger=ctx.act.ledger, code=person).select_related("player").first()
            )
            if fresh is None:
                raise Forbidden("not_found")
            if fresh.player.user_id is not None:
                raise Refused([Violation("separates_account", {"name": fresh.player.name}, "person")])
            found = split(fresh.player, [person])
            enqueue_dispatch(ctx)
            return found
