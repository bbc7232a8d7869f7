"""A table asks for a judge or for the coordinator, and a member of the staff goes.

May touch tables, from whose phones people ask.
"""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from core.errors import Forbidden, Impossible, Refused, Stale, Violation
from core.record.codes import SECURE_RANDOM, new_code
from matches.models import AT_TABLE, HelpCall, Match, PhysicalTable, Whom
from tournaments.act import ActContext, acting_on, bump_page_version
from tournaments.models import Tournament
from tournaments.policies import Need
from tournaments.tables.cards import Phone, find_valid_link, match_at


@dataclass(frozen=True, slots=True)
class HelpView:
    """A call of a table (its label), and the code of the match there, if any.

    `whom`: the role it asks for. `taken_by` is the name of the staff member who accepted it, or empty;
    `is_mine`: the reader accepted it.
    """

    code: str
    whom: str
    table: str
    match: str | None
    at: datetime
    taken_at: datetime | None
    taken_by: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class AnsweredCalls:
    """The number of accepted calls, and the median of the seconds until they were accepted."""

    count: int
    seconds: int

    @property
    def minutes(self) -> int:
        """Return the median in minutes, rounded up, at least one."""
        return max(1, -(-self.seconds // 60))


def open_calls_for_help(tournament: Tournament, reader: Player | None = None) -> tuple[HelpView, ...]:
    """Return open calls: those the reader accepted, those not accepted, then the others; oldest first."""
    calls = HelpCall.objects.filter(table__ledger=tournament.ledger_id, done_at=None)
    shown = [_view(call, reader) for call in calls.select_related("table", "match", "taken_by__player")]
    return tuple(sorted(shown, key=lambda call: (not call.is_mine, bool(call.taken_by), call.at)))


def open_calls_at(table: PhysicalTable) -> dict[str, HelpView]:
    """Return the open calls of a table, by the role it called for; `is_mine` is always False."""
    calls = HelpCall.objects.filter(table=table, done_at=None)
    return {
        call.whom: _view(call, None) for call in calls.select_related("table", "match", "taken_by__player")
    }


def summarize_answered_calls(tournament: Tournament) -> AnsweredCalls | None:
    """Return the statistics of all accepted calls; None before the first."""
    calls = HelpCall.objects.filter(table__ledger=tournament.ledger_id, taken_at__isnull=False)
    spans = [taken - at for taken, at in calls.values_list("taken_at", "at") if taken]
    return AnsweredCalls(len(spans), _median_seconds(spans)) if spans else None


def _median_seconds(spans: list[timedelta]) -> int:
    return round(median(span.total_seconds() for span in spans))


def next_call(calls: tuple[HelpView, ...], *, coordinates: bool) -> HelpView | None:
    """Return the first call that is not accepted and that the reader may answer, or None.

    `coordinates`: whether the reader is a coordinator. Judges answer only calls for a judge.
    """
    free = (call for call in calls if not call.taken_by)
    return next((call for call in free if coordinates or call.whom == Whom.JUDGE), None)


def _view(call: HelpCall, reader: Player | None) -> HelpView:
    taker = call.taken_by.player if call.taken_by else None
    return HelpView(
        code=call.code,
        whom=call.whom,
        table=call.table.label,
        match=call.match.code if call.match else None,
        at=call.at,
        taken_at=call.taken_at,
        taken_by=taker.name if taker else "",
        is_mine=taker is not None and reader is not None and taker.pk == reader.pk,
    )


MAX_CALLS = 6
WITHIN = timedelta(minutes=10)
"""A table may call six times in ten minutes at most, answered or not."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The caller: a phone that came through a table's card, or a player at a match of this tournament."""

    tournament: Tournament
    phone: Phone | None = None
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """The open act, and the table that calls."""

    ctx: ActContext
    table: PhysicalTable
    match: Match | None


def ask_for_help(asker: Asker, *, whom: str, now: datetime, rng: random.Random = SECURE_RANDOM) -> HelpCall:
    """Call for a judge or the coordinator (`whom`, of `Whom`), and return the call.

    While a call of this table for the same role is open, return that one. Raises `Refused`
    `help_whom_unknown` or `help_too_often`; `Forbidden` `card_not_valid`, or `not_at_this_match` for a player
    who sits at no table; `Stale` `finished`.
    """
    with _at_table(asker, now) as place:
        if whom not in Whom.values:
            raise Refused([Violation("help_whom_unknown", field="whom")])
        asked = HelpCall.objects.filter(table=place.table)
        if known := asked.filter(whom=whom, done_at=None).first():
            return known
        if asked.filter(at__gt=now - WITHIN).count() >= MAX_CALLS:
            raise Refused([Violation("help_too_often", {"most": MAX_CALLS, "minutes": 10})])
        bump_page_version(place.ctx)
        return HelpCall.objects.create(
            code=new_code("h", rng), table=place.table, match=place.match, whom=whom, at=now
        )


def withdraw_call(asker: Asker, *, whom: str, now: datetime) -> None:
    """Withdraw the table's call. Idempotent.

    Raises `Forbidden` `card_not_valid` or `not_at_this_match`; `Stale` `finished`.
    """
    with _at_table(asker, now) as place:
        waiting = HelpCall.objects.filter(table=place.table, whom=whom, done_at=None)
        if waiting.update(done_at=now):
            bump_page_version(place.ctx)


@contextmanager
def _at_table(asker: Asker, now: datetime) -> Iterator[_Place]:
    """Open an act at the caller's table.

    Raises `Forbidden` `card_not_valid`, or `not_at_this_match` if they sit at no table; `Stale` `finished`.
    """
    with acting_on(asker.tournament, by=asker.player, need="see", now=now) as ctx:
        ctx.require_not_finished()
        yield _place_of_card(ctx, asker.phone, now) if asker.phone else _place_of_seat(ctx, asker.player)


def _place_of_card(ctx: ActContext, phone: Phone, now: datetime) -> _Place:
    """Return the table of the phone's card. Raises `Forbidden` `card_not_valid`."""
    link = find_valid_link(phone.link, now)
    return _Place(ctx, link.table, match_at(link.table))


def _place_of_seat(ctx: ActContext, player: Player | None) -> _Place:
    """Return the table at which the player sits now. Raises `Forbidden` `not_at_this_match`."""
    at_table = Match.objects.filter(ledger=ctx.act.ledger, state__in=AT_TABLE, table__isnull=False)
    match = at_table.filter(seats__persona__player=player).select_related("table").first()
    if player is None or match is None or match.table is None:
        raise Forbidden("not_at_this_match")
    return _Place(ctx, match.table, match)


def accept_call(tournament: Tournament, code: str, *, by: Player, now: datetime) -> HelpCall:
    """Accept the call; the first of two staff members gets it.

    Idempotent. Raises `Stale` `help_taken` with the name of the other, or `help_done`; `Forbidden` for a
    judge if the table asked for the coordinator, and `not_found`.
    """
    with _acting_on_call(tournament, code, by, now) as (ctx, call):
        if call.done_at is not None:
            raise Stale("help_done")
        if call.taken_by_id is not None and call.taken_by_id != _acting_persona_key(ctx):
            raise Stale("help_taken", {"name": call.taken_by.player.name if call.taken_by else ""})
        if call.taken_by_id is None:
            call.taken_at, call.taken_by = now, ctx.persona
            call.save(update_fields=["taken_at", "taken_by"])
            bump_page_version(ctx)
        return call


def release_call(tournament: Tournament, code: str, *, by: Player, now: datetime) -> HelpCall:
    """Release the call, so that it waits again, with its original time.

    Idempotent. A coordinator may release calls of others. Raises `Stale` `help_done`; `Forbidden` for a judge
    if another person accepted the call or the table asked for the coordinator, and `not_found`.
    """
    with _acting_on_call(tournament, code, by, now) as (ctx, call):
        if call.done_at is not None:
            raise Stale("help_done")
        if call.taken_by_id is None:
            return call
        if call.taken_by_id != _acting_persona_key(ctx):
            ctx.require("coordinate")
        call.taken_at, call.taken_by = None, None
        call.save(update_fields=["taken_at", "taken_by"])
        bump_page_version(ctx)
        return call


def resolve_call(tournament: Tournament, code: str, *, by: Player, now: datetime) -> HelpCall:
    """Resolve the call: a staff member has helped the table; one not accepted yet counts as theirs.

    Idempotent. Raises `Forbidden` for a judge if the table asked for the coordinator, and `not_found`.
    """
    with _acting_on_call(tournament, code, by, now) as (ctx, call):
        if call.done_at is None:
            if call.taken_by is None:
                call.taken_at, call.taken_by = now, ctx.persona
            call.done_at = now
            call.save(update_fields=["taken_at", "taken_by", "done_at"])
            bump_page_version(ctx)
        return call


def role_to_answer(whom: str) -> Need:
    """Return the permission needed to answer a call for this role."""
    return "coordinate" if whom == Whom.COORDINATOR else "judge"


@contextmanager
def _acting_on_call(
    tournament: Tournament, code: str, by: Player, now: datetime
) -> Iterator[tuple[ActContext, HelpCall]]:
    """Open an act on a call for help, open or not.

    Raises `Forbidden`, `not_found` if there is none, `forbidden` if the actor may not answer it.
    """
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        calls = HelpCall.objects.select_related("table", "taken_by__player")
        call = calls.filter(code=code, table__ledger=ctx.act.ledger).first()
        if call is None:
            raise Forbidden("not_found")
        ctx.require(role_to_answer(call.whom))
        yield ctx, call


def _acting_persona_key(ctx: ActContext) -> int:
    """Return the key of the acting persona. Raises `Impossible` for the system."""
    if ctx.persona is None:
        raise Impossible("an answer without a person")
    return ctx.persona.pk


HELP_SENTENCES: Mapping[str, Promise] = {
    "help_whom_unknown": _("A table asks for a judge or for the coordinator."),
    "help_too_often": _(
        "This table has asked %(most)s times within %(minutes)s minutes. Help is coming; wave if it is "
        "urgent."
    ),
    "help_taken": _("%(name)s is already on the way there."),
    "help_done": _("Someone has already been there."),
}
