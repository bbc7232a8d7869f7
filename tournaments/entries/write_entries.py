"""Write entries: identify or create their people, check that each plays once, record a line each."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Persona, Player, User
from accounts.names import clean_name
from accounts.services import get_or_create_clubs
from core.errors import Refused, Violation, refuse_all
from core.record.codes import new_code
from core.record.line import digest
from matches.models import Entry, Member, Waiting, WaitingMember, WaitingState
from tournaments.act import ActContext, bump_namesake_version
from tournaments.entries.identity import identify
from tournaments.entries.known_players import live_players
from tournaments.entries.lists.values import Meaning, ParsedList
from tournaments.entries.waiting_list import free_places
from tournaments.inputs import NewEntry
from tournaments.lines.entries import EntryAdded
from tournaments.models import ListColumns, Tournament

ONE_ENTRY = "house:one_live_entry"


@dataclass(frozen=True, slots=True)
class ResolvedEntry:
    """An entry whose people are identified or created, ready to be written."""

    players: tuple[Player, ...]
    club: Club | None
    seed: int | None


def resolve_people(
    tournament: Tournament, entries: Sequence[NewEntry], owner: User | None, *, size: int | None = None
) -> list[ResolvedEntry]:
    """Identify the people of the entries; create new people and clubs.

    Return the entries in order, not written. Raises `Refused` with everything wrong with the names and every
    question about who they are (`identify`).
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
    refuse_all(_in_two_entries(tournament, resolved))
    Player.objects.bulk_create(new)
    return resolved


def _in_two_entries(tournament: Tournament, resolved: Sequence[ResolvedEntry]) -> Iterator[Violation]:
    """Yield `person_in_two_entries` for people in a live entry, or twice in these (`one_live_entry`)."""
    taken = live_players(tournament)
    for row, item in enumerate(resolved):
        for position, player in enumerate(item.players):
            if player.pk in taken:
                path = f"rows.{row}.names.{position}"
                yield Violation("person_in_two_entries", {"name": player.name}, path, ONE_ENTRY)
            taken |= {player.pk} - {None}


def require_room(tournament: Tournament, *, adding: int) -> None:
    """Raise `Refused` `full` if the entries exceed the capacity."""
    free = free_places(tournament)
    if free is not None and adding > free:
        raise Refused([Violation("full", {"capacity": tournament.capacity})])


def write_entries(
    ctx: ActContext, resolved: Sequence[ResolvedEntry], rng: random.Random, *, by: str | None = None
) -> list[Entry]:
    """Save entries with their people and record a line each; return them in order.

    `by` is the code of the line's author, None for the act's. Takes their people off the waiting list.
    """
    ledger = ctx.act.ledger
    number = Entry.objects.filter(ledger=ledger).aggregate(last=Max("number"))["last"] or 0
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


MAX_REMEMBERED = 50


def remembered_columns(by: Player | None) -> Mapping[str, tuple[Meaning, ...]]:
    """Return what this account said that columns mean, by `headings_key`; {} without an account."""
    if by is None or by.user_id is None:
        return {}
    rows = ListColumns.objects.filter(user=by.user_id).values_list("headings", "meanings")
    return {headings: tuple(map(Meaning, meanings.split(","))) for headings, meanings in rows}


def remember_columns(parsed: ParsedList, *, by: Player, now: datetime) -> None:
    """Save what the columns of a list with headings mean; delete the oldest beyond the limit.

    Does nothing without an account or headings.
    """
    if by.user_id is None or not parsed.headings_key:
        return
    values = {"meanings": ",".join(parsed.meanings), "used_at": now}
    ListColumns.objects.update_or_create(user_id=by.user_id, headings=parsed.headings_key, defaults=values)
    newest = ListColumns.objects.filter(user=by.user_id).order_by("-used_at", "-pk")
    too_many = list(newest.values_list("pk", flat=True)[MAX_REMEMBERED:])
    ListColumns.objects.filter(pk__in=too_many).delete()


LIST_SENTENCES: Mapping[str, str | Promise] = {  # of lists, decks and the companion, by code
    "file_empty": _("There are no names on this list. Paste it again, or choose another file."),
    "file_too_large": _("The list is too large: at most %(most)s bytes fit. Send it in parts."),
    "file_not_text": _("This file is not a list. Send XLSX, ODS, CSV or text, or paste the list."),
    "sheet_unreadable": _("This spreadsheet cannot be read. Save it again as XLSX, ODS or CSV."),
    "sheet_too_costly": _(
        "This spreadsheet is too large to read here. Save the sheet with the names as CSV."
    ),
    "encoding_unsure": _("Some letters may be wrong, first in line %(line)s. Choose the correct reading."),
    "columns_unclear": _("It is not clear what the columns are. Check them, then read the list again."),
    "columns_wrong_number": _("The list has %(found)s columns, but %(given)s were named."),
    "two_people_in_row": _("“%(name)s” looks like two people. Put each on a separate line."),
    "contact_left_out": _("“%(contact)s” looks like contact details and would be public: left out."),
    "brackets_left_out": _("Left out: “%(text)s”"),
    "under_reserves": _("Listed under “%(title)s”. Delete the line if this person is not taking part."),
    "more_than_places": _("%(adding)s entries on the list, %(free)s free places. Nothing is saved."),
    "too_many_for_an_evening": _(
        "An evening takes at most %(most)s entries, not %(entries)s. "
        "Create a tournament with check-in instead."
    ),
    "too_many_rows": _("The list has %(found)s rows; at most %(most)s fit at once. Send it in parts."),
    "column_name_missing": _("Which column holds the names? Choose it below, then read the list again."),
    "column_twice": _("The column “%(column)s” repeats another one. Keep one of them."),
    "quotes_unbalanced": _("A quotation mark opens here and never closes. Remove it or close it."),
    "too_many_cells": _("This row has %(found)s cells, the list has %(most)s columns."),
    "person_unclear": _("Is “%(name)s” the same person as %(who)s?"),
    "player_unknown": _("No one here has the code “%(player)s”."),
    "twice_on_list": _("“%(name)s” already appears earlier on this list. If this is another person, say so."),
    "name_is_theirs": _("%(name)s has an account, so only they can change the name, on their own page."),
    "separates_account": _(
        "%(name)s has an account. Only the site’s administration can split it into two people."
    ),
    "name_elsewhere": _(
        "%(name)s also takes part in tournaments of other organizers, so the name cannot be changed here."
    ),
    "name_known_here": _(
        "%(name)s takes part in this tournament in another way. Withdraw this entry and add %(name)s again."
    ),
    "seed_after_draw": _("The seed counts for the draw only; it cannot be changed after it."),
    "deck_not_text": _("This file is not plain text. Paste the list, or save it as text or CSV."),
    "deck_too_large": _("The list is too large: at most %(most)s bytes fit."),
    "game_without_decks": _("This game has no deck building."),
    "deck_missing": _("A checked deck is still missing: %(names)s."),
    "no_deck_missing": _("No deck is missing here."),
    "kingdoms_not_over": _("The game is not over, and time was not called between two battles."),
    "nothing_to_decide_now": _("No vassal has to decide now."),
    "nothing_to_pick_now": _("No player has cards to pick now."),
    "undo_by_judge": _("Something was rolled or turned up there: only a judge can take that back."),
    "kingdoms_too_long": _("This game has %(most)d acts; the app stores no more."),
    "kingdoms_moved": _("Someone acted before you. Here is the game as it is now."),
    "kingdoms_begun": _("The game of this match has already begun."),
    "kingdoms_not_begun": _("The game of this match has not begun yet."),
    "seed_not_a_whole_number": _("“%(value)s” is not a seed. Use 1, 2, 3 … or leave it empty."),
}
