"""The waiting list of a full tournament: join, leave, reorder, move up.

It is not in the record. When an act frees a place, the system enters the next person in that same act; so the
list is used only while every place is taken.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import Max

from accounts.models import Persona, Player
from accounts.services import get_or_create_persona
from core.errors import Forbidden, Refused, Stale, Violation, refuse_all
from core.record.act import SYSTEM_ACTOR as THE_SYSTEM
from core.record.codes import SECURE_RANDOM, new_code
from core.text import name_key
from matches.models import Entry, Member, Waiting, WaitingMember, WaitingState
from tournaments.act import ActContext, acting_on, bump_page_version
from tournaments.entries.enter import resolve_self_and_partner
from tournaments.entries.waiting_list import is_full, waiting_rows
from tournaments.entries.write_entries import ResolvedEntry, end_waits, resolve_people, write_entries
from tournaments.inputs import NewEntry
from tournaments.models import State, Tournament
from tournaments.policies import Need


def wait_self(
    tournament: Tournament,
    *,
    by: Player,
    now: datetime,
    partner_name: str = "",
    namesake: bool = False,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Waiting:
    """Put the signed-in player on the waiting list, in pairs with a partner.

    Raises `Forbidden` `not_announced` or `self_entry_closed`; `Stale` `entries_closed`; `Refused` `not_full`
    if there is a place, `you_are_entered`, `you_are_waiting`, and everything wrong with the partner's name.
    """
    with acting_on(tournament, by=by, need="see", now=now, seen=seen, rng=rng) as ctx:
        if ctx.tournament.announced_at is None:
            raise Forbidden("not_announced")
        if not ctx.tournament.self_entry:
            raise Forbidden("self_entry_closed")
        _require_full(ctx.tournament)
        _refuse_twice(ctx, by)
        return _store_waiting(ctx, resolve_self_and_partner(ctx, by, partner_name, namesake=namesake), rng)


def put_on_list(
    tournament: Tournament,
    *,
    entry: NewEntry,
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Waiting:
    """Put a person or pair on the list, by the staff; violations name `names.0`, `club`, `seed`.

    Raises `Stale` `entries_closed`; `Refused` `not_full`, `waits_already`, and what `resolve_people` does.
    """
    with acting_on(tournament, by=by, need="judge", now=now, seen=seen, rng=rng) as ctx:
        _require_full(ctx.tournament)
        try:
            refuse_all(_check_names_not_waiting(ctx, entry))
            resolved = resolve_people(ctx.tournament, [entry], by.user)[0]
        except Refused as refused:
            found = (replace(v, field=v.field.removeprefix("rows.0.")) for v in refused.violations)
            raise Refused(found) from None
        refuse_all(_check_people_not_waiting(ctx, resolved))
        return _store_waiting(ctx, resolved, rng)


def leave_list(waiting: Waiting, *, by: Player, now: datetime) -> None:
    """Take people off the list, by one of them or by the staff. Idempotent. Raises `Stale` `moved_up`."""
    with acting_on(waiting, by=by, need=role_to_leave(waiting, by), now=now) as ctx:
        fresh = Waiting.objects.get(pk=waiting.pk)
        if fresh.state == WaitingState.ENTERED:
            raise Stale("moved_up")
        if fresh.state == WaitingState.WAITING:
            end_waits([fresh.pk], now)
            bump_page_version(ctx)


def role_to_leave(waiting: Waiting, by: Player | None) -> Need:
    """Return the permission needed to take these people off the list: `see` for themselves, else `judge`."""
    return "see" if by is not None and waiting.members.filter(persona__player=by).exists() else "judge"


def move_to(waiting: Waiting, *, place: int, by: Player, now: datetime) -> None:
    """Move a person to another place on the list, 1 for the next; beyond the end is the end.

    By the staff. Raises `Refused` `place_out_of_range`, `Stale` `waits_no_more`.
    """
    with acting_on(waiting, by=by, need="judge", now=now) as ctx:
        rows = list(waiting_rows(ctx.tournament))
        moved = next((row for row in rows if row.pk == waiting.pk), None)
        if moved is None:
            raise Stale("waits_no_more")
        if place < 1:
            raise Refused([Violation("place_out_of_range", {"low": 1}, "place")])
        others = [row for row in rows if row.pk != waiting.pk]
        _save_order(ctx, [*others[: place - 1], moved, *others[place - 1 :]])
        bump_page_version(ctx)


def fill_places(ctx: ActContext, rng: random.Random = SECURE_RANDOM) -> list[Entry]:
    """Enter people from the list, in order, while there are free places; return the new entries.

    Does nothing after the draw. A person who was entered otherwise since is taken off the list.
    """
    if ctx.tournament.state != State.PREPARING:
        return []
    moved = []
    for waiting in waiting_rows(ctx.tournament):
        if is_full(ctx.tournament):
            break
        if entry := _enter_waiting(ctx, waiting, rng):
            moved.append(entry)
    return moved


def _enter_waiting(ctx: ActContext, waiting: Waiting, rng: random.Random) -> Entry | None:
    """Enter these people and end their wait. If one was entered otherwise, only end it and return None."""
    people = [member.persona for member in waiting.members.select_related("persona__player")]
    if Member.objects.filter(persona__in=people, live=True).exists():
        end_waits([waiting.pk], ctx.act.now)
        return None
    resolved = ResolvedEntry(tuple(persona.player for persona in people), waiting.club, waiting.seed)
    entry = write_entries(ctx, [resolved], rng, by=THE_SYSTEM)[0]
    Waiting.objects.filter(pk=waiting.pk).update(
        state=WaitingState.ENTERED, entry=entry, ended_at=ctx.act.now
    )
    WaitingMember.objects.filter(waiting=waiting).update(live=False)
    return entry


def _require_full(tournament: Tournament) -> None:
    """Raise `Stale` `entries_closed` after the draw, `Refused` `not_full` while there is a place."""
    if tournament.state != State.PREPARING:
        raise Stale("entries_closed")
    if not is_full(tournament):
        raise Refused([Violation("not_full")])


def _refuse_twice(ctx: ActContext, player: Player) -> None:
    """Raise `Refused` `you_are_entered` or `you_are_waiting`."""
    here = {"persona__ledger": ctx.act.ledger, "persona__player": player, "live": True}
    if Member.objects.filter(**here).exists():
        raise Refused([Violation("you_are_entered")])
    if WaitingMember.objects.filter(**here).exists():
        raise Refused([Violation("you_are_waiting")])


def _check_names_not_waiting(ctx: ActContext, entry: NewEntry) -> Iterator[Violation]:
    """Yield `waits_already` for names on the list, unless the entry says that they are other people."""
    waits = WaitingMember.objects.filter(persona__ledger=ctx.act.ledger, live=True)
    names = {name_key(name) for name in waits.values_list("persona__player__name", flat=True)}
    for position, name in enumerate(entry.names):
        if name_key(name) in names and not entry.answer(position):
            yield Violation("waits_already", {"name": name}, f"names.{position}")


def _check_people_not_waiting(ctx: ActContext, resolved: ResolvedEntry) -> Iterator[Violation]:
    """Yield `waits_already` for each person of the entry who is on the list."""
    waits = WaitingMember.objects.filter(persona__ledger=ctx.act.ledger, live=True)
    people = set(waits.values_list("persona__player", flat=True))
    for position, player in enumerate(resolved.players):
        if player.pk in people:
            yield Violation("waits_already", {"name": player.name}, f"names.{position}")


def _store_waiting(ctx: ActContext, resolved: ResolvedEntry, rng: random.Random) -> Waiting:
    """Save the people at the end of the waiting list; return the new row."""
    ledger = ctx.act.ledger
    people: list[Persona] = [get_or_create_persona(ledger, player, rng=rng) for player in resolved.players]
    waiting = Waiting.objects.create(
        ledger=ledger,
        code=new_code("w", rng),
        position=_last_position(ctx) + 1,
        club=resolved.club,
        seed=resolved.seed,
        since=ctx.act.now,
    )
    WaitingMember.objects.bulk_create(
        WaitingMember(waiting=waiting, persona=persona, position=number)
        for number, persona in enumerate(people, start=1)
    )
    bump_page_version(ctx)
    return waiting


def _save_order(ctx: ActContext, rows: Sequence[Waiting]) -> None:
    """Save new positions of the rows in this order, higher than all positions given before."""
    for position, row in enumerate(rows, start=_last_position(ctx) + 1):
        row.position = position
    Waiting.objects.bulk_update(rows, ["position"])


def _last_position(ctx: ActContext) -> int:
    """Return the highest position ever given on the list, 0 if there was none."""
    return Waiting.objects.filter(ledger=ctx.act.ledger).aggregate(last=Max("position"))["last"] or 0
