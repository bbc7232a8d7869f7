"""Entries: by the players themselves, by hand, and many at once; and leaving before the draw."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Max

from accounts.models import Club, Persona, Player, User
from accounts.names import clean_name
from accounts.services import clubs_named
from core.codes import SYSTEM, new_code
from core.errors import Forbidden, Refused, Stale, Violation, refuse_all
from core.record import digest
from matches.models import Entry, EntryState, Member
from tournaments.entry_rules import check_entries
from tournaments.facts import NewEntry
from tournaments.models import State, Tournament
from tournaments.selectors.people import known_players, live_names, team_size
from tournaments.services.acting import Scene, acting_on, check_seen


@dataclass(frozen=True, slots=True)
class Resolved:
    """An entry whose people are known or made, ready to be written."""

    players: tuple[Player, ...]
    club: Club | None
    seed: int | None


def add_entry(
    tournament: Tournament,
    *,
    entry: NewEntry,
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SYSTEM,
) -> Entry:
    """Add one entry by hand; violations name `names.0`, `club`, `seed`."""
    try:
        return import_entries(tournament, entries=[entry], by=by, now=now, seen=seen, rng=rng)[0]
    except Refused as refused:
        raise Refused(replace(v, field=v.field.removeprefix("rows.0.")) for v in refused.violations) from None


def import_entries(
    tournament: Tournament,
    *,
    entries: Sequence[NewEntry],
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SYSTEM,
) -> list[Entry]:
    """Add all of them or none; violations name `rows.3.names.0` and the like."""
    with acting_on(tournament, by=by, need="judge", now=now, seen=seen, rng=rng) as scene:
        _require_open(scene.tournament, adding=len(entries))
        refuse_all(check_entries(entries, team_size(scene.tournament), live_names(scene.tournament)))
        resolved = _resolve(scene.tournament, entries, by.user)
        return _write(scene, resolved, rng)


def enter_self(
    tournament: Tournament,
    *,
    by: Player,
    now: datetime,
    partner_name: str = "",
    seen: int | None = None,
    rng: random.Random = SYSTEM,
) -> Entry:
    """The signed-in player enters, with a partner in pairs; only from the announcement on."""
    with acting_on(tournament, by=by, need="see", now=now, seen=seen, rng=rng) as scene:
        if scene.tournament.announced_at is None:
            raise Forbidden("not_announced")
        _require_open(scene.tournament, adding=1)
        _refuse_twice(scene, by)
        size = team_size(scene.tournament)
        names = (by.name, partner_name)[:size]
        refuse_all(check_entries([NewEntry(names, namesake=True)], size, ()))
        partner = [Player.objects.create(name=clean_name(partner_name))] if size == 2 else []
        return _write(scene, [Resolved((by, *partner), by.club, None)], rng)[0]


def withdraw(entry: Entry, *, reason: str, by: Player, now: datetime, seen: int | None = None) -> None:
    """Take an entry out before the draw: by staff, or by one of its own players."""
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    own = Member.objects.filter(entry=entry, persona__player=by, live=True).exists()
    with acting_on(tournament, by=by, need="see" if own else "judge", now=now) as scene:
        fresh = Entry.objects.get(pk=entry.pk, ledger=scene.act.ledger)
        check_seen(fresh, seen, scene.act.seq)
        if scene.tournament.state != State.PREPARING:
            raise Stale("draw_published")
        if fresh.state == EntryState.WITHDRAWN:
            return
        scene.act.write("entry.withdrawn", entry=fresh.code, reason=reason.strip())
        fresh.state = EntryState.WITHDRAWN
        scene.touch(fresh)
        fresh.save(update_fields=["state", "changed_seq"])
        fresh.members.update(live=False)


def _require_open(tournament: Tournament, *, adding: int) -> None:
    """Entries close with the draw, and at the capacity."""
    if tournament.state != State.PREPARING:
        raise Stale("entries_closed")
    live = Entry.objects.filter(ledger_id=tournament.ledger_id).exclude(state=EntryState.WITHDRAWN)
    if tournament.capacity is not None and live.count() + adding > tournament.capacity:
        raise Refused([Violation("full", {"capacity": tournament.capacity})])


def _refuse_twice(scene: Scene, player: Player) -> None:
    if Member.objects.filter(persona__ledger=scene.act.ledger, persona__player=player, live=True).exists():
        raise Refused([Violation("you_are_entered")])


def _resolve(tournament: Tournament, entries: Sequence[NewEntry], owner: User | None) -> list[Resolved]:
    """Known people where code or name say so, new ones otherwise; new ones in one insert."""
    known, clubs = known_players(tournament, entries), clubs_named({entry.club for entry in entries})
    new: list[Player] = []
    resolved = []
    for entry in entries:
        players = []
        for position, name in enumerate(entry.names):
            player = None if entry.namesake else known.find(entry, position)
            if player is None:
                player = Player(name=clean_name(name), club=clubs.get(entry.club), added_by=owner)
                new.append(player)
            players.append(player)
        resolved.append(Resolved(tuple(players), clubs.get(entry.club), entry.seed))
    Player.objects.bulk_create(new)
    return resolved


def _write(scene: Scene, resolved: Sequence[Resolved], rng: random.Random) -> list[Entry]:
    """Store entries with their people and record one line each."""
    ledger = scene.act.ledger
    number = Entry.objects.filter(ledger=ledger).aggregate(last=Max("number"))["last"] or 0
    entries, members, known = [], [], _personas(scene, resolved)
    for item in resolved:
        number += 1
        personas = [known.get(player.pk) or _new_persona(scene, player, rng) for player in item.players]
        entry = Entry(ledger=ledger, code=new_code("e", rng), seed=item.seed, number=number, club=item.club)
        _record(scene, entry, personas)
        entries.append(entry)
        members += [Member(entry=entry, persona=p, position=i) for i, p in enumerate(personas, 1)]
    Persona.objects.bulk_create(m.persona for m in members if m.persona._state.adding)
    Entry.objects.bulk_create(entries)
    Member.objects.bulk_create(members)
    return entries


def _personas(scene: Scene, resolved: Sequence[Resolved]) -> dict[int, Persona]:
    """Who of these people has a code in this record already, by the player's key."""
    people = [player.pk for item in resolved for player in item.players]
    found = Persona.objects.filter(ledger=scene.act.ledger, player__in=people)
    return {persona.player_id: persona for persona in found}


def _new_persona(scene: Scene, player: Player, rng: random.Random) -> Persona:
    return Persona(ledger=scene.act.ledger, player=player, code=new_code("p", rng))


def _record(scene: Scene, entry: Entry, personas: Sequence[Persona]) -> None:
    scene.act.write(
        "entry.added",
        entry=entry.code,
        players=[persona.code for persona in personas],
        seed=entry.seed,
        group=_group(entry),
    )
    scene.touch(entry)


def _group(entry: Entry) -> str | None:
    """An id of the club that is the same everywhere and tells no name."""
    return f"c{digest(entry.club.name)[:10]}" if entry.club else None
