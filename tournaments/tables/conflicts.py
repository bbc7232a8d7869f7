"""Conflicts of interest: people whom a judge must not judge.

The judge or a coordinator notes and lifts them. They are not in the record, and only the staff sees them.
They forbid nothing: such a match is not in the judge's list, and a judge who records it anyway must confirm
that (ADR 0063).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from accounts.models import Persona, Player
from core.errors import Refused, Violation
from matches.models import Match, Member, Seat
from tournaments.act import ActContext, acting_on, bump_page_version
from tournaments.models import JudgeConflict, Staff, Tournament


@dataclass(frozen=True, slots=True)
class ConflictView:
    """A person whom a judge must not judge: persona code and name."""

    person: str
    name: str


def note_conflict(
    tournament: Tournament, *, judge: str, person: str, by: Player, now: datetime, seen: int | None = None
) -> None:
    """Note that a judge (code) must not judge a person (code) who is or was entered here.

    Idempotent. Raises `Refused`: `judge_unknown`, `not_entered_here`, `conflict_with_oneself`; `Stale`
    `finished`; `Forbidden` unless the judge or a coordinator notes it.
    """
    with acting_on(tournament, by=by, need="judge", now=now, seen=seen) as ctx:
        _require_right(ctx, judge)
        first, second = _find_both(ctx.tournament, judge, person)
        facts = {"tournament": ctx.tournament, "by": ctx.persona, "at": now}
        if JudgeConflict.objects.get_or_create(judge=first, person=second, defaults=facts)[1]:
            bump_page_version(ctx)


def lift_conflict(
    tournament: Tournament, *, judge: str, person: str, by: Player, now: datetime, seen: int | None = None
) -> None:
    """Lift the conflict of a judge with a person (codes). Idempotent.

    Raises `Stale` `finished`; `Forbidden` unless the judge or a coordinator lifts it.
    """
    with acting_on(tournament, by=by, need="judge", now=now, seen=seen) as ctx:
        _require_right(ctx, judge)
        found = JudgeConflict.objects.filter(tournament=ctx.tournament)
        if found.filter(judge__code=judge, person__code=person).delete()[0]:
            bump_page_version(ctx)


def conflicts_of(tournament: Tournament) -> dict[str, tuple[ConflictView, ...]]:
    """Return conflicts by judge (code), each judge's in order of names; one query."""
    found: dict[str, tuple[ConflictView, ...]] = {}
    rows = JudgeConflict.objects.filter(tournament=tournament).order_by("person__player__folded", "pk")
    for judge, code, name in rows.values_list("judge__code", "person__code", "person__player__name"):
        found[judge] = (*found.get(judge, ()), ConflictView(code, name))
    return found


def conflicts_at(tournament: Tournament) -> Mapping[tuple[str, int], tuple[str, ...]]:
    """Return the names of people whom a judge must not judge, by match (code) and judge (player key).

    All matches of the tournament, also ended ones; one query.
    """
    found: dict[tuple[str, int], tuple[str, ...]] = {}
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id, persona__not_judged_by__isnull=False)
    rows = seats.order_by("match", "persona__player__folded")
    for code, judge, name in rows.values_list(
        "match__code", "persona__not_judged_by__judge__player", "persona__player__name"
    ):
        found[code, judge] = (*found.get((code, judge), ()), name)
    return found


def names_in_conflict(match: Match, player: Player) -> tuple[str, ...]:
    """Return the names of people in the match whom that judge must not judge, in order; () without any."""
    seats = Seat.objects.filter(match=match, persona__not_judged_by__judge__player=player)
    return tuple(seats.order_by("persona__player__folded").values_list("persona__player__name", flat=True))


def barred_matches(tournament: Tournament, player: Player) -> frozenset[str]:
    """Return the matches (codes) that this player must not judge: they play there or have a conflict."""
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id)
    found = seats.filter(Q(persona__player=player) | Q(persona__not_judged_by__judge__player=player))
    return frozenset(found.values_list("match__code", flat=True))


def _require_right(ctx: ActContext, judge: str) -> None:
    """Raise `Forbidden` unless the judge (code) themselves or a coordinator acts; `Stale` `finished`."""
    ctx.require_not_finished()
    if ctx.persona is None or ctx.persona.code != judge:
        ctx.require("coordinate")


def _find_both(tournament: Tournament, judge: str, person: str) -> tuple[Persona, Persona]:
    """Return judge and person.

    Raises `Refused` `judge_unknown`, `not_entered_here` or `conflict_with_oneself`.
    """
    staff = Staff.objects.filter(tournament=tournament, persona__code=judge).select_related("persona").first()
    entered = Member.objects.filter(entry__ledger=tournament.ledger_id, persona__code=person)
    member = entered.select_related("persona").first()
    if staff is None or member is None:
        raise Refused(list(_check_both_known(staff, member)))
    if staff.persona == member.persona:
        raise Refused([Violation("conflict_with_oneself", field="person")])
    return staff.persona, member.persona


def _check_both_known(staff: Staff | None, member: Member | None) -> Iterator[Violation]:
    """Yield `judge_unknown` or `not_entered_here` for who was not found."""
    if staff is None:
        yield Violation("judge_unknown", {}, "judge")
    if member is None:
        yield Violation("not_entered_here", field="person")
