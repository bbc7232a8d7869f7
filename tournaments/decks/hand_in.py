"""Hand in deck lists, by a player or the staff, and waive them.

Only a list that the rules accept is stored. The record has its acceptance and the hash of salt and list; the
list stays private until the tournament is finished.
"""

import random
from collections.abc import Mapping
from datetime import datetime

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Persona, Player
from core.errors import Refused, Stale, Violation, refuse_all
from core.record.codes import SECURE_RANDOM
from matches.models import DeckList, DeckWaiver, Entry, EntryState, Member
from rulesets.kernel.extras import ChecksDecks
from rulesets.registry import deck_checker
from tournaments.act import ActContext, acting_on, refetch_entry, require_reason
from tournaments.decks.lists import CheckedDeck, digest_of, judge_deck
from tournaments.decks.selectors import people_owing_decks
from tournaments.lines.entries import DeckAccepted, DeckWaived
from tournaments.models import State, Tournament


def hand_in(
    entry: Entry,
    *,
    person: str,
    data: bytes | str,
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> DeckList:
    """Store the deck of one person (code) of an entry, and return it; the same list again changes nothing.

    Players hand in their own until the draw; a judge hands in for others, after the draw only if none was
    handed in. Raises `Refused` with everything that the rules say against the list, `game_without_decks` or
    `not_of_this_entry`; `Stale` `draw_published`, `entry_left`, `finished`.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    own = Member.objects.filter(entry=entry, persona__code=person, persona__player=by, live=True).exists()
    with acting_on(tournament, by=by, need="see" if own else "judge", now=now, rng=rng) as ctx:
        fresh = _refetch_live(ctx, entry, seen)
        persona = _require_person(fresh, person)
        before = DeckList.objects.filter(entry=fresh, persona=persona, is_current=True).first()
        _require_time(ctx, before)
        judged = judge_deck(_require_checker(ctx.tournament), data)
        refuse_all(judged.refusals)
        if before is not None and before.text == judged.text:
            return before
        return _store_deck(ctx, fresh, persona, judged, rng)


def waive(entry: Entry, *, reason: str, by: Player, now: datetime, seen: int | None = None) -> DeckWaiver:
    """Store that an entry may check in without decks: by the coordinator, with a reason.

    Idempotent. Raises `Refused` `reason_missing`, `no_deck_missing`; `Stale` `entry_left` or `finished`.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
        fresh = _refetch_live(ctx, entry, seen)
        known = DeckWaiver.objects.filter(entry=fresh).first()
        if known is not None:
            return known
        require_reason(reason)
        if not people_owing_decks(ctx.tournament, [fresh]):
            raise Refused([Violation("no_deck_missing")])
        return _store_waiver(ctx, fresh, reason)


def waive_within(ctx: ActContext, entry: Entry, reason: str) -> None:
    """Waive the decks that an entry owes, within an open act; nothing if it owes none."""
    if people_owing_decks(ctx.tournament, [entry]):
        _store_waiver(ctx, entry, reason)


def require_decks(ctx: ActContext, entry: Entry) -> None:
    """Raise `Refused` `deck_missing` with the names of the entry's people who owe a deck, if any."""
    for names in people_owing_decks(ctx.tournament, [entry]).values():
        raise Refused([Violation("deck_missing", {"names": names, "entry": entry.code}, "deck")])


def _refetch_live(ctx: ActContext, entry: Entry, seen: int | None) -> Entry:
    """Return the entry under the lock. Raises `Stale` `entry_left`, `finished` or `stale`."""
    fresh = refetch_entry(ctx, entry, seen)
    if fresh.state in (EntryState.WITHDRAWN, EntryState.DISQUALIFIED):
        raise Stale("entry_left")
    return fresh


def _require_person(entry: Entry, code: str) -> Persona:
    """Return the persona with this code who is a member of the entry. Raise `Refused` `not_of_this_entry`."""
    member = entry.members.select_related("persona").filter(persona__code=code).first()
    if member is None:
        raise Refused([Violation("not_of_this_entry", {"person": code}, "person")])
    return member.persona


def _require_time(ctx: ActContext, before: DeckList | None) -> None:
    """Raise `Stale` `draw_published` after the draw, unless the staff adds a missing deck (no `before`)."""
    if ctx.tournament.state == State.PREPARING:
        return
    if ctx.act.by.startswith("player:") or before is not None:
        raise Stale("draw_published")


def _require_checker(tournament: Tournament) -> ChecksDecks:
    """Return the game's deck checker. Raises `Refused` `game_without_decks`."""
    checker = deck_checker(tournament.game)
    if checker is None:
        raise Refused([Violation("game_without_decks", {"game": tournament.game})])
    return checker


def _store_deck(
    ctx: ActContext, entry: Entry, persona: Persona, judged: CheckedDeck, rng: random.Random
) -> DeckList:
    """Store the list as the next version and record its digest."""
    earlier = DeckList.objects.filter(entry=entry, persona=persona)
    latest: int = earlier.aggregate(latest=Max("version"))["latest"] or 0
    earlier.update(is_current=False)
    salt = f"{rng.getrandbits(128):032x}"
    sha256 = digest_of(judged.text, salt)
    ctx.act.write(DeckAccepted(entry.code, persona.code, sha256))
    _save_version(ctx, entry)
    return DeckList.objects.create(
        entry=entry,
        persona=persona,
        version=latest + 1,
        text=judged.text,
        salt=salt,
        sha256=sha256,
        size=judged.report.size,
        warnings=[_warning_as_json(warning) for warning in judged.report.warnings],
        handed_in_by=ctx.persona,
        handed_in_at=ctx.act.now,
    )


def _store_waiver(ctx: ActContext, entry: Entry, reason: str) -> DeckWaiver:
    """Record and store the waiver of an entry's decks."""
    ctx.act.write(DeckWaived(entry.code, reason.strip()))
    _save_version(ctx, entry)
    return DeckWaiver.objects.create(entry=entry, reason=reason.strip(), by=ctx.persona, at=ctx.act.now)


def _save_version(ctx: ActContext, entry: Entry) -> None:
    """Save the entry's new record number."""
    ctx.touch(entry)
    entry.save(update_fields=["changed_seq"])


def _warning_as_json(warning: Violation) -> dict[str, object]:
    """Return a warning as its row stores it; `violation_from` reads it."""
    return {
        "code": warning.code,
        "facts": dict(warning.facts),
        "field": warning.field,
        "rule": warning.rule,
    }


DECK_SENTENCES: Mapping[str, str | Promise] = {
    "deck_not_text": _("This file is not plain text. Paste the list, or save it as text or CSV."),
    "deck_too_large": _("The list is too large: at most %(most)s bytes fit."),
    "game_without_decks": _("This game has no deck building."),
    "deck_missing": _("A checked deck is still missing: %(names)s."),
    "no_deck_missing": _("No deck is missing here."),
}
