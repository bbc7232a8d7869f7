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
from accounts.services import delete_unused, get_or_create_clubs, rename
from core.errors import Refused, Stale, Violation, refuse_all
from core.record.codes import SECURE_RANDOM
from core.record.line import UNSAID, Unsaid
from matches.models import Entry, EntryState, Member
from tournaments.act import ActContext, acting_on, refetch_entry, require_reason
from tournaments.entries.identity import identify_names
from tournaments.entries.known_players import live_names, team_size
from tournaments.entries.rules import check_entries
from tournaments.entries.write_entries import group_of
from tournaments.inputs import NewEntry
from tournaments.lines.entries import EntryChanged
from tournaments.models import Role, State, Tournament
from tournaments.policies import to_change_entries

ASKED_ONCE = ("already_entered", "looks_like_contact")


@dataclass(frozen=True, slots=True)
class EntryChange:
    """The new values of an entry; a value that is not given stays. The last three are as in `NewEntry`."""

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

    An entry that does not change gets no record line. Raises `Refused`: `name_is_theirs`, `person_unclear`,
    `name_elsewhere`, `name_known_here`, `seed_after_draw`, `reason_missing`, and everything wrong with names
    and club (`names.0`, `club`, `seed`); `Stale` `entry_left` or `finished`.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    with transaction.atomic():
        bump_versions_of(*entry.members.values_list("persona__player", flat=True))
        with acting_on(tournament, by=by, need="judge", now=now, rng=rng) as ctx:
            ctx.require(to_change_entries(ctx.tournament))
            fresh = refetch_entry(ctx, entry, seen)
            if fresh.state not in (EntryState.ENTERED, EntryState.CHECKED_IN):
                raise Stale("entry_left")
            _change(ctx, fresh, change, by, reason)
            return fresh


def may_rename(player: Player, tournament: Tournament, by: Player) -> Violation | None:
    """Return why `by` may not rename this person, or None if they may.

    A person with an account does it themself. A person who also takes part in other tournaments may be
    renamed only by an organizer of all of them.
    """
    if player.user_id is not None:
        return Violation("name_is_theirs", {"name": player.name})
    others = Persona.objects.filter(player=player).exclude(ledger=tournament.ledger_id)
    own = Tournament.objects.filter(staff__role=Role.ORGANIZER, staff__persona__player=by)
    if by.is_narrowed or others.exclude(ledger__in=own.values("ledger")).exists():
        return Violation("name_elsewhere", {"name": player.name}) if others.exists() else None
    return None


def _change(ctx: ActContext, entry: Entry, change: EntryChange, by: Player, reason: str) -> None:
    members = list(entry.members.select_related("persona__player").order_by("position"))
    before = _as_it_is(entry, members)
    wanted = _wanted(before, change, members)
    if replace(wanted, namesake=False, players=(), insists=False) == before:
        return
    if ctx.tournament.state != State.PREPARING:
        require_reason(reason)
    refuse_all(_wrong(ctx, entry, before, wanted))
    _name(ctx, members, wanted, by)
    left = entry.club
    _record(ctx, entry, wanted, reason)
    if wanted.club != before.club:
        _give_club(ctx, entry, left, by)


def _as_it_is(entry: Entry, members: Sequence[Member]) -> NewEntry:
    """Return the entry's present values, which a change replaces in part."""
    names = tuple(member.persona.player.name for member in members)
    return NewEntry(names, club=entry.club.name if entry.club else "", seed=entry.seed)


def _wanted(before: NewEntry, change: EntryChange, members: Sequence[Member]) -> NewEntry:
    """Return the entry as it should be, with names and club cleaned as they are stored."""
    names = before.names if change.names is None else tuple(map(_cleaned, change.names))
    minors = [member.persona.player.is_minor for member in members]
    if len(names) == len(minors):
        names = tuple(
            short_name(name) if is_minor else name for name, is_minor in zip(names, minors, strict=True)
        )
    club = before.club if change.club is None else _cleaned(change.club)
    seed = before.seed if isinstance(change.seed, Unsaid) else change.seed
    said = {"namesake": change.namesake, "insists": change.insists}
    return NewEntry(names, club=club, seed=seed, players=change.players, **said)


def _cleaned(text: str) -> str:
    """Return the clean name; a name that is refused only without blanks at its ends."""
    try:
        return clean_name(text)
    except Refused:
        return text.strip()


def _wrong(ctx: ActContext, entry: Entry, before: NewEntry, wanted: NewEntry) -> Iterator[Violation]:
    """Yield everything wrong with the new values, except who may be renamed."""
    taken = live_names(ctx.tournament, but=entry)
    for found in check_entries([wanted], team_size(ctx.tournament), taken):
        path = found.field.removeprefix("rows.0.")
        if not (found.code in ASKED_ONCE and _stays(before, wanted, path)):
            yield replace(found, field=path)
    if wanted.seed != before.seed and ctx.tournament.state != State.PREPARING:
        yield Violation("seed_after_draw", field="seed")


def _stays(before: NewEntry, wanted: NewEntry, path: str) -> bool:
    """Return whether the name or club at this path is unchanged, so its question was answered before."""
    if path == "club":
        return before.club == wanted.club
    position = int(path.rsplit(".", 1)[-1])
    return before.names[position : position + 1] == wanted.names[position : position + 1]


def _name(ctx: ActContext, members: Sequence[Member], wanted: NewEntry, by: Player) -> None:
    """Give each person the new name, or replace the person by the known player who has it."""
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
            _stand_for(persona, person)


def _obstacles(ctx: ActContext, player: Player, found: Player | None, by: Player) -> Iterator[Violation]:
    """Yield why this person cannot be renamed, or replaced by `found`."""
    if violation := may_rename(player, ctx.tournament, by):
        yield violation
    elif found is not None and found != player and _is_here(ctx, found):
        yield Violation("name_known_here", {"name": found.name})


def _is_here(ctx: ActContext, player: Player) -> bool:
    return Persona.objects.filter(ledger=ctx.act.ledger, player=player).exists()


def _stand_for(persona: Persona, player: Player) -> None:
    """Point a persona at a player known from other tournaments; delete its former player if unused."""
    before, persona.player = persona.player, player
    persona.save(update_fields=["player"])
    delete_unused([before.pk])


def _record(ctx: ActContext, entry: Entry, wanted: NewEntry, reason: str) -> None:
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


def _give_club(ctx: ActContext, entry: Entry, left: Club | None, by: Player) -> None:
    """Move people of the entry's former club, or of none, to its new club."""
    for member in entry.members.select_related("persona__player"):
        player = member.persona.player
        was_of_it = player.club_id is None or (left is not None and player.club_id == left.pk)
        if was_of_it and may_rename(player, ctx.tournament, by) is None:
            Player.objects.filter(pk=player.pk).update(club=entry.club)
