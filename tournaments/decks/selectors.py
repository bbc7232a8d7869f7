"""Decks that were handed in, people who still owe one, and who may read which."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import Player
from core.errors import Violation
from matches.models import DeckList, DeckWaiver, Entry, Member
from matches.namesakes import shown_name_of, with_namesakes
from rulesets.registry import deck_checker, decks_are_due
from tournaments.models import State, Tournament
from tournaments.policies import may
from tournaments.rules_of import rules_of


@dataclass(frozen=True, slots=True)
class Deck:
    """An accepted deck; `text` and `salt` are empty if it came with an imported record."""

    version: int
    text: str
    salt: str
    sha256: str
    size: int
    warnings: tuple[Violation, ...]
    handed_in_by: str
    handed_in_at: datetime


@dataclass(frozen=True, slots=True)
class PersonsDeck:
    """One person of an entry, with their deck if it was handed in."""

    persona_code: str
    name: str
    is_own: bool
    deck: Deck | None


def has_decks(tournament: Tournament) -> bool:
    """Return whether the game has deck building."""
    return deck_checker(tournament.game) is not None


def needs_decks(tournament: Tournament) -> bool:
    """Return whether a check-in needs an accepted deck."""
    return decks_are_due(rules_of(tournament))


def decks_missing(tournament: Tournament) -> Mapping[str, tuple[str, ...]]:
    """Return the shown names of people who still owe a deck, by entry code; {} if no deck is due.

    A person whose entry has a waiver owes none.
    """
    return people_owing_decks(tournament, Entry.objects.filter(ledger=tournament.ledger_id))


def people_owing_decks(tournament: Tournament, entries: Iterable[Entry]) -> Mapping[str, tuple[str, ...]]:
    """Return what `decks_missing` does for these entries; two queries.

    {} without a query if no deck is due.
    """
    if not needs_decks(tournament):
        return {}
    members = with_namesakes(Member.objects.filter(entry__in=entries, entry__deck_waiver=None, live=True))
    there = set(
        DeckList.objects.filter(entry__in=entries, is_current=True).values_list("entry_id", "persona_id")
    )
    found: dict[str, list[str]] = {}
    for member in members.select_related("entry__club", "persona__player").order_by("entry_id", "position"):
        if (member.entry_id, member.persona_id) not in there:
            found.setdefault(member.entry.code, []).append(shown_name_of(member, member.entry))
    return {code: tuple(names) for code, names in found.items()}


def readable_decks(tournament: Tournament, entry: Entry, player: Player | None) -> tuple[PersonsDeck, ...]:
    """Return the people of an entry whose decks this person may read, () for none.

    All for the staff, and for the public once the tournament is finished; before that only one's own (F78).
    """
    return decks_for(tournament, entry, player, is_staff=may(tournament, player, "judge"))


def decks_for(
    tournament: Tournament, entry: Entry, player: Player | None, *, is_staff: bool
) -> tuple[PersonsDeck, ...]:
    """Return what `readable_decks` does; the caller knows whether the reader is staff."""
    is_open = tournament.state == State.FINISHED or is_staff
    members = with_namesakes(entry.members.select_related("persona__player")).order_by("position")
    decks = DeckList.objects.filter(entry=entry, is_current=True).select_related("handed_in_by__player")
    by_person = {deck.persona_id: deck for deck in decks}
    return tuple(
        PersonsDeck(
            persona_code=member.persona.code,
            name=shown_name_of(member, entry),
            is_own=is_own,
            deck=_deck(by_person.get(member.persona_id)),
        )
        for member in members
        if (is_own := player is not None and member.persona.player_id == player.pk) or is_open
    )


def waiver_of(entry: Entry) -> DeckWaiver | None:
    """Return the waiver with which this entry may play without decks, or None."""
    return DeckWaiver.objects.filter(entry=entry).first()


def _deck(row: DeckList | None) -> Deck | None:
    """Return the stored deck as pages show it; None for no deck."""
    if row is None:
        return None
    return Deck(
        version=row.version,
        text=row.text,
        salt=row.salt,
        sha256=row.sha256,
        size=row.size,
        warnings=tuple(violation_from(plain) for plain in row.warnings),
        handed_in_by=row.handed_in_by.player.name if row.handed_in_by else "",
        handed_in_at=row.handed_in_at,
    )


def violation_from(plain: Mapping[str, Any]) -> Violation:
    """Return a stored warning as a violation."""
    return Violation(plain["code"], plain["facts"], plain["field"], plain["rule"])
