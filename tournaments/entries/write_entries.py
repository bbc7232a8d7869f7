"""Write entries: identify their people, check that each plays once, record a line each and changed groups."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.utils.translation import gettext

from accounts.models import Club, Persona, Player, User
from accounts.names import clean_name
from accounts.services import get_or_create_clubs
from core.errors import Refused, Violation, refuse_all
from core.models import Ledger
from core.record.codes import new_code
from core.record.line import digest
from matches.models import Entry, Member, Waiting, WaitingMember, WaitingState
from tournaments.act import ActContext, bump_namesake_version
from tournaments.entries.identity import identify
from tournaments.entries.known_players import live_players
from tournaments.entries.waiting_list import free_places
from tournaments.inputs import NewEntry
from tournaments.lines.entries import EntryAdded, EntryChanged
from tournaments.models import State, Tournament

ONE_ENTRY = "house:one_live_entry"
MAX_ENTRIES = 10_000
"""How many entries a tournament ever takes, also without a capacity, those that left included."""


@dataclass(frozen=True, slots=True)
class ResolvedEntry:
    """An entry whose people are identified or created, ready to be written."""

    players: tuple[Player, ...]
    club: Club | None
    seed: int | None


def resolve_people(
    tournament: Tournament, entries: Sequence[NewEntry], owner: User | None, *, size: int | None = None
) -> list[ResolvedEntry]:
    """Identify the people of the entries; save new people and clubs.

    Return the entries in order, not written. Raises `Refused` with everything wrong with the names and every
    question about who they are (`identify`), or `person_in_two_entries`.
    """
    found = identify(tournament, entries, size=size)
    refuse_all(found.violations)
    clubs = get_or_create_clubs({entry.club for entry in entries})
    new: list[Player] = []
    resolved = []
    for entry in entries:
        players: list[Player] = []
        for position, name in enumerate(entry.names):
            player = found.known.find(entry, position)
            if player is None:
                player = Player.without_account(clean_name(name), club=clubs.get(entry.club), added_by=owner)
                new.append(player)
            players.append(player)
        resolved.append(ResolvedEntry(tuple(players), clubs.get(entry.club), entry.seed))
    refuse_all(_check_in_no_other_entry(tournament, resolved))
    Player.objects.bulk_create(new)
    return resolved


def _check_in_no_other_entry(
    tournament: Tournament, resolved: Sequence[ResolvedEntry]
) -> Iterator[Violation]:
    """Yield `person_in_two_entries` for people in a live entry, or twice in these (`one_live_entry`)."""
    taken = live_players(tournament)
    for row, item in enumerate(resolved):
        for position, player in enumerate(item.players):
            if player.pk in taken:
                path = f"rows.{row}.names.{position}"
                yield Violation("person_in_two_entries", {"name": player.name}, path, ONE_ENTRY)
            taken |= {player.pk} - {None}


def require_room(tournament: Tournament, *, adding: int) -> None:
    """Raise `Refused` `full` if `adding` more entries exceed the capacity."""
    free = free_places(tournament)
    if free is not None and adding > free:
        raise Refused([Violation("full", {"capacity": tournament.capacity})])


def write_entries(
    ctx: ActContext, resolved: Sequence[ResolvedEntry], rng: random.Random, *, by: str | None = None
) -> list[Entry]:
    """Save entries with their people and record a line each; return them in order.

    `by` is the code of the line's author, None for the act's. Takes their people off the waiting list. Raises
    `Refused` `too_many_entries` beyond `MAX_ENTRIES`.
    """
    ledger = ctx.act.ledger
    number = Entry.objects.filter(ledger=ledger).aggregate(last=Max("number"))["last"] or 0
    if number + len(resolved) > MAX_ENTRIES:
        raise Refused([Violation("too_many_entries", {"most": MAX_ENTRIES})])
    entries, members, known = [], [], _personas(ctx, resolved)
    for item in resolved:
        number += 1
        personas = [known.get(player.pk) or _new_persona(ctx, player, rng) for player in item.players]
        entry = Entry(ledger=ledger, code=new_code("e", rng), seed=item.seed, number=number, club=item.club)
        _write_line(ctx, entry, personas, by)
        entries.append(entry)
        members += [Member(entry=entry, persona=p, position=i) for i, p in enumerate(personas, 1)]
    _stop_waiting(ctx, members)
    Persona.objects.bulk_create(m.persona for m in members if m.persona._state.adding)
    Entry.objects.bulk_create(entries)
    Member.objects.bulk_create(members)
    for entry in entries:
        bump_namesake_version(ctx, entry)
    return entries


def _stop_waiting(ctx: ActContext, members: Sequence[Member]) -> None:
    """Take entered people off the waiting list, together with their partners there."""
    known = [m.persona.pk for m in members if not m.persona._state.adding]
    waits = Waiting.objects.filter(members__persona__in=known, members__live=True)
    end_waits(list(waits.values_list("pk", flat=True)) if known else [], ctx.act.now)


def end_waits(keys: Sequence[int], now: datetime) -> None:
    """End the wait of these rows (primary keys) as left, without a place; nothing for no keys."""
    if keys:
        WaitingMember.objects.filter(waiting__in=keys).update(live=False)
        Waiting.objects.filter(pk__in=keys).update(state=WaitingState.LEFT, ended_at=now)


def _personas(ctx: ActContext, resolved: Sequence[ResolvedEntry]) -> dict[int, Persona]:
    """Return the existing personas of these people in this tournament, by the player's primary key."""
    people = [player.pk for item in resolved for player in item.players]
    found = Persona.objects.filter(ledger=ctx.act.ledger, player__in=people)
    return {persona.player_id: persona for persona in found}


def _new_persona(ctx: ActContext, player: Player, rng: random.Random) -> Persona:
    """Return a persona of the player with a new code, not saved yet."""
    return Persona(ledger=ctx.act.ledger, player=player, code=new_code("p", rng))


def _write_line(ctx: ActContext, entry: Entry, personas: Sequence[Persona], by: str | None) -> None:
    """Record that the entry was added."""
    players = [persona.code for persona in personas]
    ctx.act.write(EntryAdded(entry.code, players, entry.seed, group_of(entry.club)), by=by)
    ctx.touch(entry)


def group_of(club: Club | None) -> str | None:
    """Return an id of the club that is the same in every record and contains no name; None without a club."""
    return f"c{digest(club.name)[:10]}" if club else None


def record_changed_groups(ctx: ActContext, entries: Sequence[Entry]) -> None:
    """Record the group of each entry whose club was renamed or deleted since, so that the checker knows it.

    Renaming and deleting a club touch no record. After a draw the line has that as its reason.
    """
    recorded = _recorded_groups(ctx.act.ledger)
    is_drawn = ctx.tournament.state != State.PREPARING
    reason = gettext("The club was renamed or deleted.") if is_drawn else None
    for entry in entries:
        if (group := group_of(entry.club)) != recorded.get(entry.code):
            ctx.act.write(EntryChanged(entry=entry.code, reason=reason, group=group))
            ctx.touch(entry)
            entry.save(update_fields=["changed_seq"])


def _recorded_groups(ledger: Ledger) -> dict[str, str | None]:
    """Return the latest recorded group of each entry, by its code."""
    lines = ledger.lines.filter(type__in=[EntryAdded.type, EntryChanged.type]).order_by("seq")
    data = [json.loads(text)["data"] for text in lines.values_list("text", flat=True)]
    return {item["entry"]: item["group"] for item in data if "group" in item}
