"""Enter players until the draw: by themselves, by hand, and many at once."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from accounts.models import Player
from accounts.names import clean_name
from core.errors import Forbidden, Refused, Stale, Violation, refuse_all
from core.record.codes import SECURE_RANDOM
from matches.models import Entry, Member
from tournaments.act import ActContext, acting_on
from tournaments.entries.known_players import live_names, team_size
from tournaments.entries.rules import check_entries
from tournaments.entries.write_entries import ResolvedEntry, require_room, resolve_people, write_entries
from tournaments.inputs import NewEntry
from tournaments.models import State, Tournament


def add_entry(
    tournament: Tournament,
    *,
    entry: NewEntry,
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Entry:
    """Add one entry by hand; violations name `names.0`, `club`, `seed`.

    Raises `Stale` `entries_closed` after the draw, `Refused` `full` and what `resolve_people` does.
    """
    try:
        with acting_on(tournament, by=by, need="judge", now=now, seen=seen, rng=rng) as ctx:
            return _add(ctx, [entry], by, rng)[0]
    except Refused as refused:
        raise Refused(replace(v, field=v.field.removeprefix("rows.0.")) for v in refused.violations) from None


def import_entries(
    tournament: Tournament,
    *,
    entries: Sequence[NewEntry],
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> list[Entry]:
    """Add all entries or none, as one import that `undo_import` can remove; return them in order.

    Violations name fields as `rows.3.names.0`. Raises what `add_entry` does.
    """
    with acting_on(tournament, by=by, need="judge", now=now, seen=seen, rng=rng) as ctx:
        number = ctx.act.seq + 1
        added = _add(ctx, entries, by, rng)
        Entry.objects.filter(pk__in=[entry.pk for entry in added]).update(import_seq=number)
        return added


def enter_self(
    tournament: Tournament,
    *,
    by: Player,
    now: datetime,
    partner_name: str = "",
    namesake: bool = False,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Entry:
    """Enter the signed-in player, in pairs with a partner, once the tournament is announced.

    `namesake`: entries under one of these names are other people. The partner is a new person, since a player
    must not see which people the organizers know. Raises `Forbidden` `not_announced` or `self_entry_closed`,
    `Refused` `you_are_entered`, and what `add_entry` does.
    """
    with acting_on(tournament, by=by, need="see", now=now, seen=seen, rng=rng) as ctx:
        if ctx.tournament.announced_at is None:
            raise Forbidden("not_announced")
        if not ctx.tournament.self_entry:
            raise Forbidden("self_entry_closed")
        _require_open(ctx.tournament, adding=1)
        _refuse_twice(ctx, by)
        return write_entries(ctx, [resolve_self_and_partner(ctx, by, partner_name, namesake=namesake)], rng)[
            0
        ]


def resolve_self_and_partner(
    ctx: ActContext, by: Player, partner_name: str, *, namesake: bool
) -> ResolvedEntry:
    """Return the entry of a player who enters, not written yet; in pairs, save a new person as partner.

    Raises `Refused` with everything wrong with the names; in pairs `names.1` is the partner's.
    """
    size = team_size(ctx.tournament)
    entry = NewEntry((by.name, partner_name)[:size], namesake=namesake)
    found = check_entries([entry], size, live_names(ctx.tournament))
    refuse_all(replace(violation, field=violation.field.removeprefix("rows.0.")) for violation in found)
    partner = [Player.without_account(clean_name(partner_name))] if size == 2 else []
    Player.objects.bulk_create(partner)
    return ResolvedEntry((by, *partner), by.club, None)


def _add(ctx: ActContext, entries: Sequence[NewEntry], by: Player, rng: random.Random) -> list[Entry]:
    """Save the entries and their new people. Raises what `add_entry` does, with paths as `rows.3.names.0`."""
    _require_open(ctx.tournament, adding=len(entries))
    return write_entries(ctx, resolve_people(ctx.tournament, entries, by.user), rng)


def _require_open(tournament: Tournament, *, adding: int) -> None:
    """Raise `Stale` `entries_closed` after the draw, `Refused` `full` if so many entries do not fit."""
    if tournament.state != State.PREPARING:
        raise Stale("entries_closed")
    require_room(tournament, adding=adding)


def _refuse_twice(ctx: ActContext, player: Player) -> None:
    """Raise `Refused` `you_are_entered` if the player is in a live entry."""
    if Member.objects.filter(persona__ledger=ctx.act.ledger, persona__player=player, live=True).exists():
        raise Refused([Violation("you_are_entered")])
