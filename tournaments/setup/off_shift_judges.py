"""Tables whose judge is off shift, and a judge who could take over."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Persona, Player
from core.text import name_key
from matches.models import AT_TABLE, Seat
from tournaments.models import Tournament
from tournaments.setup.staff import able_judges
from tournaments.tables.look_after import tables_by_judge
from tournaments.tables.shifts import Shift, off_shift_codes

Barred = Collection[tuple[str, int]]
"""A table (label) and a person (player key) who must not judge there now."""


@dataclass(frozen=True, slots=True)
class OffShiftJudge:
    """The judge of a table who is off shift.

    `shift` is over (`is_over`) or has not begun. `stand_in` is a judge on shift who may judge at this table
    and has the fewest tables; None if there is none.
    """

    name: str
    shift: Shift
    is_over: bool
    stand_in: Persona | None


def find_off_shift_judges(
    tournament: Tournament,
    moment: datetime,
    judges: Mapping[str, Persona],
    shifts: Mapping[str, Shift],
    *,
    reader: Player,
) -> dict[str, OffShiftJudge]:
    """Return the off-shift judge of each table by its label; {} if all are on shift, without a query.

    `judges` are by table label, `shifts` by persona code. The reader is neither reported nor proposed.
    """
    away = off_shift_codes(shifts, moment)
    gone = {
        label: judge for label, judge in judges.items() if judge.code in away and judge.player_id != reader.pk
    }
    if not gone:
        return {}
    there = [judge for judge in _judges_on_shift(tournament, away) if judge.player_id != reader.pk]
    barred = _barred(tournament)
    return {
        label: OffShiftJudge(
            judge.player.name,
            shifts[judge.code],
            shifts[judge.code].ends <= moment,
            next((one for one in there if (label, one.player_id) not in barred), None),
        )
        for label, judge in gone.items()
    }


def _judges_on_shift(tournament: Tournament, away: frozenset[str]) -> list[Persona]:
    """Return the judges on shift (not in `away`), those with fewest tables first, then by name."""
    staff = able_judges(tournament, away).select_related("persona__player")
    people = {one.persona.code: one.persona for one in staff}
    held = tables_by_judge(tournament)
    return sorted(
        people.values(), key=lambda judge: (len(held.get(judge.code, ())), name_key(judge.player.name))
    )


def _barred(tournament: Tournament) -> Barred:
    """Return (table label, player's primary key) of each player who must not judge at that table."""
    return set(_iter_barred(tournament))


def _iter_barred(tournament: Tournament) -> Iterator[tuple[str, int]]:
    """Yield the players who sit at each table, and the judges with a conflict of interest there."""
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id, match__state__in=AT_TABLE)
    for judge in ("persona__player", "persona__not_judged_by__judge__player"):
        known = seats.filter(**{f"{judge}__isnull": False, "match__table__isnull": False})
        yield from known.values_list("match__table__label", judge)
