"""Change an entry: the names of its people, their club and, before the draw, the seed.

The record contains no names, so a line without keys says only that a name changed. A person is the same in
every tournament: a new name shows everywhere, and once a person has an account, only they may change it.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from accounts.models import Club, Persona, Player
from accounts.name_versions import bump_versions_of
from accounts.names import clean_name, short_name
from accounts.services import delete_unused_players, get_or_create_clubs, rename
from core.errors import Refused, Stale, Violation, refuse_all
from core.record.codes import SECURE_RANDOM
from core.record.line import UNSAID, Unsaid
from core.text import name_key
from matches.models import Entry, EntryState, Member
from tournaments.act import ActContext, acting_on, refetch_entry, require_reason
from tournaments.entries.identity import identify_names
from tournaments.entries.known_players import live_names, team_size
from tournaments.entries.rules import check_entries
from tournaments.entries.write_entries import group_of
from tournaments.inputs import NewEntry
from tournaments.lines.entries import EntryChanged
from tournaments.models import Role, State, Tournament
from tournaments.policies import need_to_change_entries

ASKED_ONCE = ("already_entered", "looks_like_contact")
"""Codes that are not raised again for a name or club that stays as it is."""


@dataclass(frozen=True, slots=True)
class EntryChange:
    """The new values of an entry; a value that is not given stays. The last three are as in `NewEntry`.

    `club` "" and `seed` None remove what was there.
    """

    names: tuple[str, ...] | None = None
    club: str | None = None
    seed: int | Unsaid | None = UNSAID
    namesake: bool = False
    players: tuple[str, ...] = ()
    insists: bool = False


def change_entry(
    entry: Entry,
    *,
    change: EntryChange,
    by: Player,
    now: datetime,
    reason: str = "",
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Entry:
    """Change an entry: a judge may until the draw, the coordinator after it, with a reason.

    Return the fresh entry; one that does not change gets no record line. A new club becomes that of its
    people who had the old one or none. Raises `Refused`: `name_is_theirs`, `person_unclear`,
    `player_unknown`, `name_elsewhere`, `name_known_here`, `order_of_pair`, `seed_after_draw`,
    `reason_missing`, and everything wrong with names and club (`names.0`, `club`, `seed`); `Stale`
    `entry_left` or `finished`.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    with transaction.atomic():
        bump_versions_of(*entry.members.values_list("persona__player", flat=True))
        with acting_on(tournament, by=by, need="judge", now=now, rng=rng) as ctx:
            ctx.require(need_to_change_entries(ctx.tournament))
            fresh = refetch_entry(ctx, entry, seen)
            if fresh.state not in (EntryState.ENTERED, EntryState.CHECKED_IN):
                raise Stale("entry_left")
            _change(ctx, fresh, change, by, reason)
            return fresh


def renaming_obstacle(player: Player, tournament: Tournament, by: Player) -> Violation | None:
    """Return the reason why `by` may not rename this person (`name_is_theirs`, `name_elsewhere`), else None.

    A person with an account does it themself. A person who also takes part in other tournaments may be
    renamed only by an organizer of all of them, and not with a narrow API key.
    """
    if player.user_id is not None:
        return Violation("name_is_theirs", {"name": player.name})
    others = Persona.objects.filter(player=player).exclude(ledger=tournament.ledger_id)
    own = Tournament.objects.filter(staff__role=Role.ORGANIZER, staff__persona__player=by)
    if by.is_narrowed or others.exclude(ledger__in=own.values("ledger")).exists():
        return Violation("name_elsewhere", {"name": player.name}) if others.exists() else None
    return None


def _change(ctx: ActContext, entry: Entry, change: EntryChange, by: Player, reason: str) -> None:
    """Store what the change makes different: names, club and seed; nothing if nothing differs.

    Raises `Refused` with everything wrong, and `reason_missing` after the draw.
    """
    members = list(entry.members.select_related("persona__player").order_by("position"))
    before = _present_values(entry, members)
    wanted = _merge_values(before, change, members)
    if replace(wanted, namesake=False, players=(), insists=False) == before:
        return
    if ctx.tournament.state != State.PREPARING:
        require_reason(reason)
    refuse_all(_find_violations(ctx, entry, before, wanted))
    _rename_people(ctx, members, wanted, by)
    former = entry.club
    _store_values(ctx, entry, wanted, reason)
    if wanted.club != before.club:
        _save_club_of_people(ctx, entry, former, by)


def _present_values(entry: Entry, members: Sequence[Member]) -> NewEntry:
    """Return the entry's present values, which a change replaces in part."""
    names = tuple(member.persona.player.name for member in members)
    return NewEntry(names, club=entry.club.name if entry.club else "", seed=entry.seed)


def _merge_values(before: NewEntry, change: EntryChange, members: Sequence[Member]) -> NewEntry:
    """Return the entry as it should be, with names and club cleaned as they are stored."""
    names = before.names if change.names is None else tuple(map(_clean_or_strip, change.names))
    minors = [member.persona.player.is_minor for member in members]
    if len(names) == len(minors):
        names = tuple(
            short_name(name) if is_minor else name for name, is_minor in zip(names, minors, strict=True)
        )
    club = before.club if change.club is None else _clean_or_strip(change.club)
    seed = before.seed if isinstance(change.seed, Unsaid) else change.seed
    said = {"namesake": change.namesake, "insists": change.insists}
    return NewEntry(names, club=club, seed=seed, players=change.players, **said)


def _clean_or_strip(text: str) -> str:
    """Return the name as it is stored; one that cannot be stored is only stripped, for `check_entries`."""
    try:
        return clean_name(text)
    except Refused:
        return text.strip()


def _find_violations(
    ctx: ActContext, entry: Entry, before: NewEntry, wanted: NewEntry
) -> Iterator[Violation]:
    """Yield everything wrong with the new values, except who may be renamed."""
    taken = live_names(ctx.tournament, but=entry)
    for found in check_entries([wanted], team_size(ctx.tournament), taken):
        path = found.field.removeprefix("rows.0.")
        if not (found.code in ASKED_ONCE and _is_unchanged(before, wanted, path)):
            yield replace(found, field=path)
    yield from _exchange_violations(before.names, wanted.names)
    if wanted.seed != before.seed and ctx.tournament.state != State.PREPARING:
        yield Violation("seed_after_draw", field="seed")


def _exchange_violations(before: Sequence[str], wanted: Sequence[str]) -> Iterator[Violation]:
    """Yield `order_of_pair` for each name that moves to the partner, who would get the other's history."""
    pairs = [(name_key(old), name_key(new)) for old, new in zip(before, wanted, strict=False)]
    gone = {old for old, new in pairs if old != new}
    for at, (_, new) in enumerate(pairs):
        if new in gone:
            yield Violation("order_of_pair", {"name": wanted[at]}, f"names.{at}")


def _is_unchanged(before: NewEntry, wanted: NewEntry, path: str) -> bool:
    """Return whether the name or club at this path is unchanged, so its question was answered before."""
    if path == "club":
        return before.club == wanted.club
    position = int(path.rsplit(".", 1)[-1])
    return before.names[position : position + 1] == wanted.names[position : position + 1]


def _rename_people(ctx: ActContext, members: Sequence[Member], wanted: NewEntry, by: Player) -> None:
    """Store new names: rename each person, or put in their place the known player who has the name.

    Raises `Refused` with questions about who is meant, and every obstacle (`_obstacles`).
    """
    renamed = [at for at, member in enumerate(members) if wanted.names[at] != member.persona.player.name]
    known, questions = identify_names(ctx.tournament, wanted, renamed)
    refuse_all(questions)
    changed = [(at, members[at].persona, known.find(wanted, at)) for at in renamed]
    refuse_all(
        replace(found, field=f"names.{at}")
        for at, persona, person in changed
        for found in _obstacles(ctx, persona.player, person, by)
    )
    for at, persona, person in changed:
        if person is None or person == persona.player:
            rename(persona.player, name=wanted.names[at])
        else:
            _replace_player(persona, person)


def _obstacles(ctx: ActContext, player: Player, found: Player | None, by: Player) -> Iterator[Violation]:
    """Yield why this person cannot be renamed, or replaced by `found`."""
    if violation := renaming_obstacle(player, ctx.tournament, by):
        yield violation
    elif found is not None and found != player and _has_persona(ctx, found):
        yield Violation("name_known_here", {"name": found.name})


def _has_persona(ctx: ActContext, player: Player) -> bool:
    """Return whether the player has a persona in this tournament, even without an entry."""
    return Persona.objects.filter(ledger=ctx.act.ledger, player=player).exists()


def _replace_player(persona: Persona, player: Player) -> None:
    """Save that a persona is this player, known from other tournaments; delete its former one if unused."""
    before, persona.player = persona.player, player
    persona.save(update_fields=["player"])
    delete_unused_players([before.pk])


def _store_values(ctx: ActContext, entry: Entry, wanted: NewEntry, reason: str) -> None:
    """Save the entry with its new seed and club, and record `EntryChanged` with what differs."""
    seed, group = entry.seed, group_of(entry.club)
    entry.seed, entry.club = wanted.seed, get_or_create_clubs({wanted.club}).get(wanted.club)
    ctx.act.write(
        EntryChanged(
            entry=entry.code,
            reason=reason.strip() or None,
            seed=UNSAID if entry.seed == seed else entry.seed,
            group=UNSAID if group_of(entry.club) == group else group_of(entry.club),
        )
    )
    ctx.touch(entry)
    entry.save(update_fields=["seed", "club", "changed_seq"])


def _save_club_of_people(ctx: ActContext, entry: Entry, former: Club | None, by: Player) -> None:
    """Save the entry's new club as that of its people, `former` being its club before.

    Only for those who had its former club, or none, and whom `by` may rename.
    """
    for member in entry.members.select_related("persona__player"):
        player = member.persona.player
        was_of_it = player.club_id is None or (former is not None and player.club_id == former.pk)
        if was_of_it and renaming_obstacle(player, ctx.tournament, by) is None:
            Player.objects.filter(pk=player.pk).update(club=entry.club)
