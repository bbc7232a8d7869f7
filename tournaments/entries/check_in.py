"""The door on the day: who is here, and who brought a pineapple."""

import random
from collections.abc import Collection
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from core.record.codes import SECURE_RANDOM
from matches.models import Entry, EntryState
from rulesets.registry import check_pineapples
from tournaments.act import ActContext, acting_on, check_seen
from tournaments.decks.hand_in import require_decks
from tournaments.decks.selectors import owing
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
    """Note that an entry is here; `pineapples` are the codes of its people who brought one.

    With the first of all the secret of the draw is promised. Doing it again with the same pineapples
    changes nothing. Raises `Refused` `deck_missing` where decks are
    due and one of its people has not handed in theirs.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        fresh = _present(ctx, entry, seen)
        _check_pineapples(ctx.tournament, fresh, pineapples)
        check_in_now(ctx, fresh, pineapples, rng)
        return fresh


def check_in_now(ctx: ActContext, entry: Entry, pineapples: Collection[str], rng: random.Random) -> None:
    """Check an entry in, within an act that has judged who does it."""
    if entry.state != EntryState.CHECKED_IN:
        require_decks(ctx, entry)
    _mark(ctx, entry, pineapples, rng)


def check_out(entry: Entry, *, by: Player, now: datetime, seen: int | None = None) -> Entry:
    """Take a check-in back."""
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        fresh = _present(ctx, entry, seen)
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
    """Everybody who is entered is here, but for whom a deck is missing; how many were not here yet."""
    with acting_on(tournament, by=by, need="judge", now=now, seen=seen) as ctx:
        _require_open(ctx.tournament)
        entered = Entry.objects.filter(ledger=ctx.act.ledger, state=EntryState.ENTERED)
        missing = owing(ctx.tournament, entered)
        entries = [entry for entry in entered if entry.code not in missing]
        if entries:
            commit(ctx, rng)
        for entry in entries:
            ctx.act.write(EntryCheckedIn(entry.code))
            ctx.touch(entry)
            entry.state = EntryState.CHECKED_IN
        Entry.objects.bulk_update(entries, ["state", "changed_seq"], batch_size=500)
        return len(entries)


def _mark(ctx: ActContext, entry: Entry, pineapples: Collection[str], rng: random.Random) -> None:
    """Write the check-in where it changes something."""
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


def _present(ctx: ActContext, entry: Entry, seen: int | None) -> Entry:
    """The entry as it is now, still able to be checked in or out."""
    _require_open(ctx.tournament)
    fresh = Entry.objects.get(pk=entry.pk, ledger=ctx.act.ledger)
    check_seen(fresh, seen, ctx.act.seq)
    if fresh.state in (EntryState.WITHDRAWN, EntryState.DISQUALIFIED):
        raise Stale("entry_left")
    return fresh


def _require_open(tournament: Tournament) -> None:
    if tournament.state != State.PREPARING:
        raise Stale("draw_published")


def _check_pineapples(tournament: Tournament, entry: Entry, pineapples: Collection[str]) -> None:
    """Only people of the entry bring them, and only where the variant is on."""
    wrong = [*check_pineapples(tournament.game, tournament.variants)] if pineapples else []
    own = set(entry.members.values_list("persona__code", flat=True))
    wrong += [
        Violation("not_of_this_entry", {"person": code}, "pineapples")
        for code in sorted(set(pineapples) - own)
    ]
    if wrong:
        raise Refused(wrong)
