"""Check entries in and out, and note who brought a pineapple."""

import random
from collections.abc import Collection
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from core.record.codes import SECURE_RANDOM
from matches.models import Entry, EntryState
from rulesets.registry import check_pineapples
from tournaments.act import ActContext, acting_on, check_seen, refetch
from tournaments.decks.hand_in import require_decks
from tournaments.decks.selectors import people_owing_decks
from tournaments.entries.commit_draw import commit
from tournaments.lines.entries import EntryCheckedIn, EntryCheckedOut
from tournaments.models import State, Tournament


def check_in(
    entry: Entry,
    *,
    by: Player,
    now: datetime,
    pineapples: Collection[str] = (),
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Entry:
    """Check an entry in; `pineapples` are the codes of its people who brought one.

    Return the fresh entry. The first check-in of a tournament commits the secret of the draw. Idempotent with
    the same pineapples; others replace them. Raises `Refused` `deck_missing` if decks are due and one of its
    people has not handed one in, `pineapples_off`, `not_of_this_entry`; `Stale` `draw_published`,
    `entry_left`.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        fresh = _refetch_present(ctx, entry, seen)
        _check_pineapples(ctx.tournament, fresh, pineapples)
        check_in_now(ctx, fresh, pineapples, rng)
        return fresh


def check_in_now(ctx: ActContext, entry: Entry, pineapples: Collection[str], rng: random.Random) -> None:
    """Check an entry in, within an act that has checked who may do it. Raises `Refused` `deck_missing`."""
    if entry.state != EntryState.CHECKED_IN:
        require_decks(ctx, entry)
    _store_check_in(ctx, entry, pineapples, rng)


def check_out(entry: Entry, *, by: Player, now: datetime, seen: int | None = None) -> Entry:
    """Take back a check-in and its pineapples, if there is one; return the fresh entry.

    Raises `Stale` `draw_published`, `entry_left`.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        fresh = _refetch_present(ctx, entry, seen)
        if fresh.state == EntryState.CHECKED_IN:
            ctx.act.write(EntryCheckedOut(fresh.code))
            ctx.touch(fresh)
            fresh.state = EntryState.ENTERED
            fresh.save(update_fields=["state", "changed_seq"])
            fresh.members.update(pineapple=False)
        return fresh


def check_in_all(
    tournament: Tournament,
    *,
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> int:
    """Check in every entered entry except those that owe a deck; return how many.

    Commits the secret of the draw if none is committed. Raises `Stale` `draw_published`, or `stale`.
    """
    with acting_on(tournament, by=by, need="judge", now=now, seen=seen) as ctx:
        _require_open(ctx.tournament)
        entered = Entry.objects.filter(ledger=ctx.act.ledger, state=EntryState.ENTERED)
        missing = people_owing_decks(ctx.tournament, entered)
        entries = [entry for entry in entered if entry.code not in missing]
        if entries:
            commit(ctx, rng)
        for entry in entries:
            ctx.act.write(EntryCheckedIn(entry.code))
            ctx.touch(entry)
            entry.state = EntryState.CHECKED_IN
        Entry.objects.bulk_update(entries, ["state", "changed_seq"], batch_size=500)
        return len(entries)


def _store_check_in(ctx: ActContext, entry: Entry, pineapples: Collection[str], rng: random.Random) -> None:
    """Record and save the check-in and the secret of the draw; nothing if it changes nothing."""
    members = list(entry.members.select_related("persona"))
    brought = sorted(m.persona.code for m in members if m.persona.code in pineapples)
    before = sorted(m.persona.code for m in members if m.pineapple)
    if entry.state == EntryState.CHECKED_IN and brought == before:
        return
    commit(ctx, rng)
    ctx.act.write(EntryCheckedIn(entry.code, brought))
    ctx.touch(entry)
    entry.state = EntryState.CHECKED_IN
    entry.save(update_fields=["state", "changed_seq"])
    entry.members.update(pineapple=False)
    entry.members.filter(persona__code__in=brought).update(pineapple=True)


def _refetch_present(ctx: ActContext, entry: Entry, seen: int | None) -> Entry:
    """Read the entry again under the lock.

    Raises `Stale` `draw_published`, `entry_left`, or `stale`; `Forbidden` `not_found` if its import was
    undone.
    """
    _require_open(ctx.tournament)
    fresh = refetch(entry, ctx.act.ledger)
    check_seen(fresh, seen, ctx.act.seq)
    if fresh.state in (EntryState.WITHDRAWN, EntryState.DISQUALIFIED):
        raise Stale("entry_left")
    return fresh


def _require_open(tournament: Tournament) -> None:
    """Raise `Stale` `draw_published` unless the tournament is being prepared."""
    if tournament.state != State.PREPARING:
        raise Stale("draw_published")


def _check_pineapples(tournament: Tournament, entry: Entry, pineapples: Collection[str]) -> None:
    """Raise `Refused` `pineapples_off` if the variant is off, `not_of_this_entry` for codes of others."""
    wrong = [*check_pineapples(tournament.game, tournament.variants)] if pineapples else []
    own = set(entry.members.values_list("persona__code", flat=True))
    wrong += [
        Violation("not_of_this_entry", {"person": code}, "pineapples")
        for code in sorted(set(pineapples) - own)
    ]
    if wrong:
        raise Refused(wrong)
