"""Whom a member of the staff must not judge: noted by themselves or by who coordinates, and lifted again.

It is beside the record and for the staff alone. It forbids nothing: such a match is in no judge's list
as theirs, and who records it all the same confirms that they do (ADR 0063).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from accounts.models import Persona, Player
from core.errors import Refused, Stale, Violation
from matches.models import Match, Member, Seat
from tournaments.act import ActContext, acting_on, shown_otherwise
from tournaments.models import JudgeConflict, Staff, State, Tournament


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Whom a judge is not to judge, by their code of the record and their name."""

    person: str
    name: str


def note_conflict(
    tournament: Tournament, *, judge: str, person: str, by: Player, now: datetime, seen: int | None = None
) -> None:
    """That judge (code) is not to judge that person (code), who is or was entered here; twice is once.

    Raises `Refused`: `judge_unknown`, `not_entered_here`, `conflict_with_oneself`; `Stale` `finished`.
    """
    with acting_on(tournament, by=by, need="judge", now=now, seen=seen) as ctx:
        _require_own(ctx, judge)
        first, second = _check(ctx.tournament, judge, person)
        facts = {"tournament": ctx.tournament, "by": ctx.persona, "at": now}
        if JudgeConflict.objects.get_or_create(judge=first, person=second, defaults=facts)[1]:
            shown_otherwise(ctx)


def lift_conflict(
    tournament: Tournament, *, judge: str, person: str, by: Player, now: datetime, seen: int | None = None
) -> None:
    """That judge may judge that person after all; twice is once. Raises `Stale` `finished`."""
    with acting_on(tournament, by=by, need="judge", now=now, seen=seen) as ctx:
        _require_own(ctx, judge)
        found = JudgeConflict.objects.filter(tournament=ctx.tournament)
        if found.filter(judge__code=judge, person__code=person).delete()[0]:
            shown_otherwise(ctx)


def conflicts_of(tournament: Tournament) -> dict[str, tuple[ConflictView, ...]]:
    """Whom each judge (code) is not to judge, by name; one query."""
    found: dict[str, tuple[ConflictView, ...]] = {}
    rows = JudgeConflict.objects.filter(tournament=tournament).order_by("person__player__folded", "pk")
    for judge, code, name in rows.values_list("judge__code", "person__code", "person__player__name"):
        found[judge] = (*found.get(judge, ()), ConflictView(code, name))
    return found


def conflicts_at(tournament: Tournament) -> Mapping[tuple[str, int], tuple[str, ...]]:
    """By match (code) and judge (key of the player): the names of those there whom they are not to judge."""
    found: dict[tuple[str, int], tuple[str, ...]] = {}
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id, persona__not_judged_by__isnull=False)
    rows = seats.order_by("match", "persona__player__folded")
    for code, judge, name in rows.values_list(
        "match__code", "persona__not_judged_by__judge__player", "persona__player__name"
    ):
        found[code, judge] = (*found.get((code, judge), ()), name)
    return found


def not_to_judge(match: Match, player: Player) -> tuple[str, ...]:
    """Who sits in the match whom that judge is not to judge, by name."""
    seats = Seat.objects.filter(match=match, persona__not_judged_by__judge__player=player)
    return tuple(seats.order_by("persona__player__folded").values_list("persona__player__name", flat=True))


def judged_by_others(tournament: Tournament, player: Player) -> frozenset[str]:
    """The matches (codes) in which they play or must not judge a person."""
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id)
    found = seats.filter(Q(persona__player=player) | Q(persona__not_judged_by__judge__player=player))
    return frozenset(found.values_list("match__code", flat=True))


def _require_own(ctx: ActContext, judge: str) -> None:
    if ctx.tournament.state == State.FINISHED:
        raise Stale("finished")
    if ctx.persona is None or ctx.persona.code != judge:
        ctx.require("coordinate")


def _check(tournament: Tournament, judge: str, person: str) -> tuple[Persona, Persona]:
    """The two people; everything that is wrong at once."""
    staff = Staff.objects.filter(tournament=tournament, persona__code=judge).select_related("persona").first()
    entered = Member.objects.filter(entry__ledger=tournament.ledger_id, persona__code=person)
    member = entered.select_related("persona").first()
    if staff is None or member is None:
        raise Refused(list(_unknown(staff, member)))
    if staff.persona == member.persona:
        raise Refused([Violation("conflict_with_oneself", field="person")])
    return staff.persona, member.persona


def _unknown(staff: Staff | None, member: Member | None) -> Iterator[Violation]:
    if staff is None:
        yield Violation("judge_unknown", {}, "judge")
    if member is None:
        yield Violation("not_entered_here", field="person")
