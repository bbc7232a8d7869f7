"""Which judge looks after which tables: taken by themselves, or given by who coordinates.

It says whose list a table is on; any judge may still start a match there and record its sheet.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Persona, Player
from core.errors import Refused, Stale, Violation
from matches.models import AT_TABLE, Match, PhysicalTable
from tournaments.act import ActContext, acting_on, shown_otherwise
from tournaments.models import Staff, State, Tournament

MOST_NAMED = 200
PART = re.compile(r"(\d{1,4})\s*[-–]\s*(\d{1,4})")


@dataclass(frozen=True, slots=True)
class Overseer:
    """Somebody who may look after tables, and how many of the open ones are theirs."""

    code: str
    name: str
    tables: tuple[str, ...]


def look_after(
    tournament: Tournament, *, tables: Sequence[str], person: str | None, by: Player, now: datetime
) -> int:
    """Give these tables (labels) to somebody of the staff, by their code; None: to nobody. How many changed.

    A judge takes tables and gives back their own; the rest is for who coordinates. Raises `Forbidden`,
    `Refused` `table_unknown`, `judge_unknown`, or `judge_plays_there` where they are in the match at the
    table (F80), and `Stale` `finished`.
    """
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        if ctx.tournament.state == State.FINISHED:
            raise Stale("finished")
        found = _tables(ctx, tables)
        judge = _judge(ctx, person)
        if not _is_ones_own(ctx, found, judge):
            ctx.require("coordinate")
        if judge is not None:
            _refuse_own_match(judge, found)
        others = [table.pk for table in found if table.judge_id != (judge.pk if judge else None)]
        if others:
            PhysicalTable.objects.filter(pk__in=others).update(judge=judge)
            shown_otherwise(ctx)
        return len(others)


def tables_in(text: str) -> tuple[str, ...]:
    """Labels as people write them: `1-4, 9`, `A B`. Raises `Refused` `tables_too_many`."""
    labels = dict.fromkeys(
        label for part in re.split(r"[,;\s]+", _closed(text)) for label in _spelled_out(part)
    )
    if len(labels) > MOST_NAMED:
        raise Refused([Violation("tables_too_many", {"most": MOST_NAMED}, "tables")])
    return tuple(labels)


def overseers(tournament: Tournament) -> tuple[Overseer, ...]:
    """Everybody of the staff, by name, with the tables that they look after; two queries."""
    rows = PhysicalTable.objects.filter(ledger=tournament.ledger_id, judge__isnull=False)
    held = list(rows.order_by("position").values_list("judge", "label"))
    staff = Staff.objects.filter(tournament=tournament).select_related("persona__player")
    people = {row.persona_id: row.persona for row in staff}
    found = (
        Overseer(persona.code, persona.player.name, tuple(label for key, label in held if key == persona.pk))
        for persona in people.values()
    )
    return tuple(sorted(found, key=lambda one: (one.name.casefold(), one.code)))


def looked_after(tournament: Tournament) -> dict[str, Persona]:
    """Who looks after which table, by its label."""
    rows = PhysicalTable.objects.filter(ledger=tournament.ledger_id, judge__isnull=False)
    return {table.label: table.judge for table in rows.select_related("judge__player") if table.judge}


def _closed(text: str) -> str:
    """Without blanks around a dash."""
    return PART.sub(r"\1-\2", text)


def _spelled_out(part: str) -> Iterator[str]:
    span = PART.fullmatch(part)
    if span is None:
        yield from [part] if part else []
        return
    first, last = int(span[1]), int(span[2])
    yield from (str(number) for number in range(first, min(last, first + MOST_NAMED) + 1))


def _tables(ctx: ActContext, labels: Sequence[str]) -> list[PhysicalTable]:
    found = list(PhysicalTable.objects.filter(ledger=ctx.act.ledger, label__in=list(labels)))
    missing = [label for label in labels if label not in {table.label for table in found}]
    if missing or not labels:
        raise Refused([Violation("table_unknown", {"table": ", ".join(missing)}, "tables")])
    return found


def _judge(ctx: ActContext, person: str | None) -> Persona | None:
    if person is None:
        return None
    staff = Staff.objects.filter(tournament=ctx.tournament, persona__code=person)
    found = staff.select_related("persona__player").first()
    if found is None:
        raise Refused([Violation("judge_unknown", field="person")])
    return found.persona


def _is_ones_own(ctx: ActContext, tables: Sequence[PhysicalTable], judge: Persona | None) -> bool:
    """Whether somebody takes tables for themselves, or gives back what is theirs."""
    own = ctx.persona.pk if ctx.persona else None
    if judge is not None:
        return judge.pk == own
    return all(table.judge_id in (own, None) for table in tables)


def _refuse_own_match(judge: Persona, tables: Sequence[PhysicalTable]) -> None:
    """Nobody looks after a match that they play in (F80)."""
    here = Match.objects.filter(table__in=tables, state__in=AT_TABLE, seats__persona__player=judge.player)
    labels = sorted(here.values_list("table__label", flat=True))
    if labels:
        facts = {"name": judge.player.name, "table": ", ".join(labels)}
        raise Refused([Violation("judge_plays_there", facts, "tables")])
