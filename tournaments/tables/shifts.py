"""Shifts of judges, set by themselves or a coordinator; not in the record."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Persona, Player
from core.errors import Refused, Violation
from tournaments.act import ActContext, acting_on, bump_page_version
from tournaments.models import JudgeShift, Staff, Tournament


@dataclass(frozen=True, slots=True)
class Shift:
    """When a judge is present: from `begins` until just before `ends`."""

    begins: datetime
    ends: datetime

    def has(self, moment: datetime) -> bool:
        """Return whether the moment lies in the shift."""
        return self.begins <= moment < self.ends


def set_shift(
    tournament: Tournament,
    *,
    judge: str,
    begins: datetime | None,
    ends: datetime | None,
    by: Player,
    now: datetime,
    seen: int | None = None,
) -> None:
    """Set the shift of a staff member (code); both times None: all day.

    Idempotent. Raises `Refused`: `judge_unknown`, `shift_half`, `shift_order`; `Stale` `finished`;
    `Forbidden` unless the person themselves or a coordinator sets it.
    """
    with acting_on(tournament, by=by, need="judge", now=now, seen=seen) as ctx:
        ctx.require_not_finished()
        if ctx.persona is None or ctx.persona.code != judge:
            ctx.require("coordinate")
        persona = require_staff_member(ctx, judge)
        JudgeShift.objects.filter(judge=persona).delete()
        if shift := _parse_shift(begins, ends):
            times = {"begins_at": shift.begins, "ends_at": shift.ends, "changed_at": now}
            JudgeShift.objects.create(tournament=ctx.tournament, judge=persona, **times)
        bump_page_version(ctx)


def shifts_of(tournament: Tournament) -> dict[str, Shift]:
    """Return the shift of each judge (code), without those present all day. One query."""
    rows = JudgeShift.objects.filter(tournament=tournament)
    return {code: Shift(*times) for code, *times in rows.values_list("judge__code", "begins_at", "ends_at")}


def off_shift_codes(shifts: Mapping[str, Shift], moment: datetime) -> frozenset[str]:
    """Return the judges (codes), of those with a shift, who are off shift at that moment."""
    return frozenset(code for code, shift in shifts.items() if not shift.has(moment))


def is_off_shift(judge: Persona, moment: datetime) -> bool:
    """Return whether that judge is off shift at that moment; without a shift they are present all day."""
    row = JudgeShift.objects.filter(judge=judge).first()
    return row is not None and not Shift(row.begins_at, row.ends_at).has(moment)


def require_staff_member(ctx: ActContext, code: str) -> Persona:
    """Return the persona of a staff member (code). Raises `Refused` `judge_unknown`."""
    staff = Staff.objects.filter(tournament=ctx.tournament, persona__code=code)
    found = staff.select_related("persona__player").first()
    if found is None:
        raise Refused([Violation("judge_unknown", {}, "judge")])
    return found.persona


def _parse_shift(begins: datetime | None, ends: datetime | None) -> Shift | None:
    """Return the shift; None for all day.

    Raises `Refused` `shift_half` if only one time is given, `shift_order` if they are reversed.
    """
    if begins is None and ends is None:
        return None
    if begins is None or ends is None:
        raise Refused([Violation("shift_half", field="ends" if begins else "begins")])
    if ends <= begins:
        raise Refused([Violation("shift_order", field="ends")])
    return Shift(begins, ends)
