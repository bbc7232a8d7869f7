"""The bulletins of a tournament now, most useful first, in the active language."""

from collections.abc import Callable, Iterator, Sequence

from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.text import name_key
from matches.models import EntryState, MatchState
from tournaments.entries.selectors import entry_views
from tournaments.entries.waiting_list import free_places
from tournaments.entry_names import names_of
from tournaments.match_views.match import MatchView
from tournaments.match_views.selectors import RoundView, all_rounds, second_chance_winner
from tournaments.models import State, Tournament
from tournaments.setup.access_links import entry_code
from tournaments.setup.announcement_text import fee_words, venue_time
from tournaments.share.bulletin import Bulletin, BulletinLine, BulletinSection, Topic, list_sections
from tournaments.share.changes import corrected_matches, corrected_places, new_date
from tournaments.share.match_words import (
    byes_of,
    is_over,
    join_names,
    names_of_rounds,
    open_matches,
    open_rounds,
    outcome_lines,
    played_matches,
    points_words,
    seated_names,
    side_words,
    where_played,
    with_no_break_spaces,
    with_second_chance,
)
from tournaments.standings.selectors import StandingRow, season, standings_of
from tournaments.state_names import MATCH_STATES

ENTERED = frozenset({EntryState.ENTERED, EntryState.CHECKED_IN})
SEASON_ROWS = 10
BYES = 6  # in a section
MAX_PRIZES_LENGTH = 160  # characters
Maker = Callable[[Tournament], Bulletin | None]


def bulletins(tournament: Tournament) -> tuple[Bulletin, ...]:
    """Return the bulletins of the tournament's state that have something to say now, most useful first."""
    found = (make(tournament) for make in MAKERS[tournament.state])
    return tuple(bulletin for bulletin in found if bulletin)


def bulletin_of(tournament: Tournament, topic: Topic) -> Bulletin | None:
    """Return the bulletin of this topic; None if there is nothing to say about it now."""
    return next((found for found in bulletins(tournament) if found.topic == topic), None)


def invitation(tournament: Tournament) -> Bulletin:
    """Return the invitation: date, place, places left, fee and prizes."""
    facts = tuple(invitation_lines(tournament, _places_left(tournament)))
    return Bulletin(Topic.INVITATION, tournament.title, _("Come and play"), facts)


def invitation_lines(tournament: Tournament, places: Sequence[str] = ()) -> Iterator[str]:
    """Yield sentences: date, venue, `places` left, fee, code to enter, season, prizes, contact, if known."""
    yield from _when_and_where(tournament)
    yield from places
    if tournament.entry_fee is not None:
        yield _("Entry fee: %(fee)s") % {"fee": fee_words(tournament.entry_fee)}
    if code := entry_code(tournament):
        yield _("Code to enter: %(code)s") % {"code": code}
    if tournament.ranked:
        yield _("Ranked: counts for the season %(year)s.") % {"year": tournament.year}
    if prizes := " ".join(tournament.prizes.split()):
        yield _("Prizes: %(prizes)s") % {"prizes": Truncator(prizes).chars(MAX_PRIZES_LENGTH)}
    if tournament.contact:
        yield _("Contact: %(contact)s") % {"contact": tournament.contact}


def _when_and_where(tournament: Tournament) -> Iterator[str]:
    """Yield the sentences about date and venue, if they are known."""
    if when := venue_time(tournament):
        yield _("When: %(when)s") % {"when": when}
    if tournament.venue:
        yield _("Where: %(venue)s") % {"venue": tournament.venue}


def entries_bulletin(tournament: Tournament) -> Bulletin | None:
    """Return the bulletin of the entries, A–Z, after the draw of those checked in; None if there are none."""
    states = ENTERED if tournament.state == State.PREPARING else {EntryState.CHECKED_IN}
    entered = [entry for entry in entry_views(tournament) if entry.state in states]
    names = names_of(tournament)
    lines = [BulletinLine(join_names(names[entry.code])) for entry in entered]
    if not lines:
        return None
    heading = ngettext("%(count)d entry", "%(count)d entries", len(lines)) % {"count": len(lines)}
    return Bulletin(Topic.COMING, tournament.title, heading, (), list_sections(sorted(lines, key=_name_key)))


def pairings(tournament: Tournament) -> Bulletin | None:
    """Return the bulletin of who plays at which table in the open rounds, with byes; None without one."""
    rounds = open_rounds(tournament)
    if not rounds:
        return None
    matches = [match for one in rounds for match in open_matches(one)]
    sections = [
        BulletinSection(_section_label(match, matches), tuple(players_of(match))) for match in matches
    ]
    byes = (section for one in rounds for section in _bye_sections(one))
    heading = names_of_rounds(tournament, rounds)
    return Bulletin(Topic.PAIRINGS, tournament.title, heading, (), (*sections, *byes))


def _section_label(match: MatchView, matches: Sequence[MatchView]) -> str:
    """Return where the match is played, and whether it waits for a table that others have."""
    return " · ".join((with_second_chance(match, where_played(match)), *_waiting_words(match, matches)))


def _bye_sections(one: RoundView) -> Iterator[BulletinSection]:
    """Yield the entries with a bye, few in each section, because pages divide a list between sections."""
    lines = [BulletinLine(join_names(names)) for names in byes_of(one)]
    for first in range(0, len(lines), BYES):
        yield BulletinSection(capfirst(_("bye")), tuple(lines[first : first + BYES]))


def seats(tournament: Tournament) -> Bulletin | None:
    """Return the bulletin of each person's table in the open rounds, A–Z; None without one."""
    rounds = open_rounds(tournament)
    matches = [match for one in rounds for match in open_matches(one)]
    lines = [
        BulletinLine(f"{seat.name} · {_whereabouts(match, matches)}", seat.suit)
        for match in matches
        for seat in match.seats
        if seat.name
    ]
    byes = (name for one in rounds for names in byes_of(one) for name in names)
    lines += [BulletinLine(f"{name} · {_('bye')}") for name in byes]
    heading = _("%(round)s: where do I sit?") % {"round": names_of_rounds(tournament, rounds)}
    sections = list_sections(sorted(lines, key=_name_key))
    return Bulletin(Topic.SEATS, tournament.title, heading, (), sections) if lines else None


def _whereabouts(match: MatchView, matches: Sequence[MatchView]) -> str:
    """Return the table; if others have one and this match has none, that it waits. It stays on one line."""
    return with_no_break_spaces(next(_waiting_words(match, matches), where_played(match)))


def _waiting_words(match: MatchView, matches: Sequence[MatchView]) -> Iterator[str]:
    """Yield that the match waits for a table, if others of `matches` have one and it has none."""
    if not match.table_label and any(other.table_label for other in matches):
        yield str(MATCH_STATES[MatchState.READY])


def results(tournament: Tournament) -> Bulletin | None:
    """Return the bulletin of results of the latest round that is over and of those after it, newest first.

    None before the first result.
    """
    rounds = [one for one in all_rounds(tournament) if played_matches(one)]
    latest = max((at for at, one in enumerate(rounds) if is_over(one)), default=0)
    return results_of(tournament, rounds[latest:][::-1]) if rounds else None


def results_of(tournament: Tournament, rounds: Sequence[RoundView]) -> Bulletin:
    """Return the bulletin of the places at each table of these rounds, in this order."""
    heading = _("%(round)s: results") % {"round": names_of_rounds(tournament, rounds)}
    matches = (match for one in rounds for match in played_matches(one))
    sections = tuple(
        BulletinSection(with_second_chance(match, where_played(match)), tuple(outcome_lines(match)))
        for match in matches
    )
    return Bulletin(Topic.RESULTS, tournament.title, heading, (), sections)


def podium(tournament: Tournament) -> Bulletin | None:
    """Return the bulletin of the final standings, with points if ranked, and who won the second chance.

    None if there are no standings.
    """
    rows = standings_of(tournament)
    if not rows:
        return None
    has_points = tournament.ranked and not tournament.without_points
    lines = [_place_line(row, has_points=has_points) for row in rows]
    lead, sections = tuple(_second_chance_line(tournament)), list_sections(lines)
    return Bulletin(Topic.PODIUM, tournament.title, _("Final standings"), lead, sections)


def _second_chance_line(tournament: Tournament) -> Iterator[str]:
    """Yield who has the title of the second chance, if any."""
    if holder := second_chance_winner(tournament):
        yield _("Second chance: %(names)s") % {"names": join_names(holder.names)}


def own_result(tournament: Tournament, entry_code: str) -> Bulletin | None:
    """Return the bulletin of one entry's final place in the first person, which its people send.

    None before the end, or if it has no place.
    """
    if tournament.state != State.FINISHED:
        return None
    row = next(
        (row for row in standings_of(tournament) if row.entry_code == entry_code and not row.open), None
    )
    if row is None:
        return None
    is_pair = len(row.names) > 1
    heading = _("We finished in place %(place)s") if is_pair else _("I finished in place %(place)s")
    heading %= {"place": row.place}
    has_points = tournament.ranked and not tournament.without_points
    points = (points_words(row.points_decimal),) if has_points else ()
    holder = second_chance_winner(tournament)
    title = (_("Won the second chance"),) if holder and holder.entry == entry_code else ()
    return Bulletin(Topic.OWN_RESULT, tournament.title, heading, (join_names(row.names), *title, *points))


def season_table(tournament: Tournament) -> Bulletin | None:
    """Return the bulletin of the first ten of the season that the tournament counts for; None without one."""
    if not tournament.ranked or tournament.without_points:
        return None
    rows = season(tournament.game, tournament.year)[:SEASON_ROWS]
    lines = [
        BulletinLine(f"{row.rank}. {row.name} · {with_no_break_spaces(points_words(row.points_decimal))}")
        for row in rows
    ]
    heading = _("Season %(year)s") % {"year": tournament.year}
    return Bulletin(Topic.SEASON, tournament.title, heading, (), list_sections(lines)) if lines else None


def date_to_come(tournament: Tournament) -> Bulletin | None:
    """Return the bulletin of a moved date until the first table is called; None later or if not moved."""
    matches = (match for one in open_rounds(tournament) for match in open_matches(one))
    return None if any(match.table_label for match in matches) else new_date(tournament)


def cancellation(tournament: Tournament) -> Bulletin:
    """Return the bulletin that the tournament is cancelled: why, and when and where it would have been."""
    lead = (tournament.cancelled_because, *_when_and_where(tournament))
    return Bulletin(Topic.CANCELLED, tournament.title, _("Cancelled"), lead)


MAKERS: dict[str, Sequence[Maker]] = {  # by state, most useful first
    State.PREPARING: (new_date, invitation, entries_bulletin),
    State.DRAWN: (date_to_come, pairings, seats, entries_bulletin),
    State.RUNNING: (corrected_matches, pairings, seats, results, entries_bulletin),
    State.FINISHED: (corrected_places, podium, season_table, results),
    State.CANCELLED: (cancellation,),
}


def _places_left(tournament: Tournament) -> list[str]:
    """Return the sentence about free places; [] if any number may enter."""
    free = free_places(tournament)
    if free is None:
        return []
    if not free:
        return [_("All places are taken; there is a waiting list")]
    return [ngettext("%(free)d place left", "%(free)d places left", free) % {"free": free}]


def _name_key(line: BulletinLine) -> str:
    return name_key(line.text)


def players_of(match: MatchView) -> Iterator[BulletinLine]:
    """Yield each person with the suit; the entry's names if there are no seats yet."""
    people = list(seated_names(match))
    yield from people or (BulletinLine(side_words(side)) for side in match.sides)


def _place_line(row: StandingRow, *, has_points: bool) -> BulletinLine:
    """Return the line of a place: number, names, and points if there are any."""
    words = f"{row.place}. {join_names(row.names)}"
    words += f" · {with_no_break_spaces(points_words(row.points_decimal))}" if has_points else ""
    return BulletinLine(words, is_strong=row.place == 1)
