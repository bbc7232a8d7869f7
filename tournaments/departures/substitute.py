"""Substitute a member of a pair before its first match (house rule `pair_substitute`)."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Persona, Player
from accounts.services import get_or_create_persona
from core.errors import Refused, Stale, Violation, refuse_all
from core.record.codes import SECURE_RANDOM
from matches.models import Entry, EntryState, MatchState, Member, Seat
from tournaments.act import ActContext, acting_on, bump_namesake_version, refetch_entry, require_reason
from tournaments.decks.hand_in import waive_within
from tournaments.decks.selectors import people_owing_decks
from tournaments.entries.known_players import team_size
from tournaments.entries.write_entries import resolve_people
from tournaments.inputs import NewEntry
from tournaments.lines.entries import EntryChanged, EntryCheckedOut
from tournaments.models import State, Tournament
from tournaments.policies import need_to_change_entries
from tournaments.rules_of import rules_of
from tournaments.seats.advance import write_partner
from tournaments.seats.due_seats import open_sides

RULE = "house:pair_substitute"


@dataclass(frozen=True, slots=True)
class Substitute:
    """The new member: a name, and who that is, as in `NewEntry`: a player's code, or a `namesake`."""

    name: str
    player: str = ""
    namesake: bool = False


def substitute(
    entry: Entry,
    *,
    leaving: str,
    coming: Substitute,
    by: Player,
    now: datetime,
    reason: str = "",
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Entry:
    """Replace one member of a pair (`leaving`, by code) that has not played yet, also on its seats.

    A judge may until the draw, the coordinator after it, with a reason. If the new member owes a deck, a
    checked-in pair is checked out; after the draw the deck is waived. Raises `Refused`:
    `substitute_needs_pair`, `substitute_off`, `substitute_too_late`, `not_of_this_entry`, `reason_missing`,
    and everything wrong with the name; `Stale` `entry_left` or `finished`.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    with acting_on(tournament, by=by, need="judge", now=now, rng=rng) as ctx:
        ctx.require(need_to_change_entries(ctx.tournament))
        if ctx.tournament.state != State.PREPARING:
            require_reason(reason)
        fresh = refetch_entry(ctx, entry, seen)
        if fresh.state not in (EntryState.ENTERED, EntryState.CHECKED_IN):
            raise Stale("entry_left")
        refuse_all(substitute_obstacles(ctx.tournament, fresh))
        member = _require_member(fresh, leaving)
        _exchange_member(ctx, fresh, member, _get_or_create_persona(ctx, member, coming, by, rng), reason)
        return fresh


def substitute_obstacles(tournament: Tournament, entry: Entry) -> Iterator[Violation]:
    """Yield everything that prevents a substitute in this entry now."""
    if team_size(tournament) != 2:
        yield Violation("substitute_needs_pair", rule=RULE)
    if rules_of(tournament).option("pair_substitute") is False:
        yield Violation("substitute_off", rule=RULE)
    if has_played(entry):
        yield Violation("substitute_too_late", rule=RULE)


def has_played(entry: Entry) -> bool:
    """Return whether the entry sits at a match that began or was decided, byes excepted."""
    states = (MatchState.PLAYING, MatchState.ENDED)
    sides = entry.sides.filter(match__state__in=states).select_related("match")
    return any(side.match.sides.count() > 1 for side in sides)


def _require_member(entry: Entry, code: str) -> Member:
    """Return the member with this persona code. Raise `Refused` `not_of_this_entry`."""
    member = entry.members.select_related("persona__player").filter(persona__code=code).first()
    if member is None:
        raise Refused([Violation("not_of_this_entry", {"person": code}, "leaving")])
    return member


def _get_or_create_persona(
    ctx: ActContext, member: Member, coming: Substitute, by: Player, rng: random.Random
) -> Persona:
    """Return the persona of the new member, whom it creates if unknown.

    Raises `Refused` at the path `name`.
    """
    new = NewEntry((coming.name,), players=(coming.player,), namesake=coming.namesake)
    try:
        player = resolve_people(ctx.tournament, [new], by.user, size=1)[0].players[0]
    except Refused as refused:
        raise Refused(Violation(v.code, v.facts, "name", v.rule) for v in refused.violations) from None
    return get_or_create_persona(ctx.act.ledger, player, rng=rng)


def _exchange_member(ctx: ActContext, entry: Entry, member: Member, coming: Persona, reason: str) -> None:
    """Record and save the new member, also on the pair's seats at matches that have not begun."""
    leaving, member.persona, member.pineapple = member.persona, coming, False
    member.save(update_fields=["persona", "pineapple"])
    players = list(entry.members.order_by("position").values_list("persona__code", flat=True))
    ctx.act.write(EntryChanged(entry=entry.code, players=players, reason=reason.strip() or None))
    ctx.touch(entry)
    entry.save(update_fields=["changed_seq"])
    seats = Seat.objects.filter(side__in=open_sides(entry), persona=leaving)
    for seat in seats.select_related("match", "side__entry").order_by("number"):
        seat.persona = coming
        seat.save(update_fields=["persona"])
        write_partner(ctx, seat)
    bump_namesake_version(ctx, entry)
    _settle_deck_of_new_member(ctx, entry, reason)


def _settle_deck_of_new_member(ctx: ActContext, entry: Entry, reason: str) -> None:
    """Check the pair out, with its pineapples, if its new member owes a deck; after the draw waive the deck.

    `reason` is that of the waiver.
    """
    if ctx.tournament.state != State.PREPARING:
        waive_within(ctx, entry, reason)
    elif entry.state == EntryState.CHECKED_IN and people_owing_decks(ctx.tournament, [entry]):
        ctx.act.write(EntryCheckedOut(entry.code))
        ctx.touch(entry)
        entry.state = EntryState.ENTERED
        entry.save(update_fields=["state", "changed_seq"])
        entry.members.update(pineapple=False)
