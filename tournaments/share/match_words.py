"""Rounds, matches and people in the words of bulletins."""

from collections.abc import Iterable, Iterator

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _

from matches.models import MatchState
from tournaments.match_views.match import MatchView, SideView
from tournaments.match_views.selectors import RoundView, all_rounds, round_name, round_sizes
from tournaments.models import Tournament
from tournaments.share.bulletin import BulletinLine


def current_round(tournament: Tournament) -> RoundView | None:
    """Return the first round with a match that has not ended and whose players are known."""
    return next((one for one in all_rounds(tournament) if any(open_matches(one))), None)


def open_matches(one: RoundView) -> list[MatchView]:
    """Return the ready, called and playing matches of a round, by table."""
    is_open = {MatchState.READY, MatchState.CALLED, MatchState.PLAYING}
    return sorted((match for match in one.matches if match.state in is_open), key=_by_table)


def played_matches(one: RoundView) -> list[MatchView]:
    """Return the matches of a round that have a result, without byes."""
    return [match for match in one.matches if match.state == MatchState.ENDED and not match.is_bye]


def byes_of(one: RoundView) -> Iterator[tuple[str, ...]]:
    """Yield the names of each entry that has a bye in the round."""
    for match in one.matches:
        if match.is_bye:
            yield from (side.names for side in match.sides if side.names)


def is_over(one: RoundView) -> bool:
    """Return whether every match of the round has ended."""
    return all(match.state == MatchState.ENDED for match in one.matches)


def _by_table(match: MatchView) -> tuple[bool, int, str, int]:
    label = match.table_label or ""
    return not label, len(label), label, match.number


def place_of(match: MatchView) -> str:
    """Return `Table 3`, or the match if it has no table yet or no longer."""
    return given_place(match._replace(table_label=None) if match.state == MatchState.ENDED else match)


def given_place(match: MatchView) -> str:
    """Return `Table 3`, also after the end, or the match if it had no table."""
    if match.table_label:
        return _("Table %(label)s") % {"label": match.table_label}
    return _("Match %(match)s") % {"match": f"{match.round}.{match.number}"}


def seated_names(match: MatchView) -> Iterator[BulletinLine]:
    """Yield each person, partners together, the second with a sign before the name."""
    sides: set[int] = set()
    for seat in sorted(match.seats, key=lambda seat: (seat.side, seat.number)):
        if seat.name:
            yield BulletinLine(f"& {seat.name}" if seat.side in sides else seat.name, seat.suit)
            sides.add(seat.side)


def side_words(side: SideView) -> str:
    """Return the names of a side, or where its players come from."""
    return joined_names(side.names) or side.feed or _("empty seat")


def outcome(match: MatchView) -> Iterator[BulletinLine]:
    """Yield each side of an ended match by its place."""
    by_place = sorted(match.sides, key=lambda side: (side.place is None, side.place or 0, side.number))
    for side in by_place:
        words = side_words(side)
        if side.absent:
            words = _("%(names)s (did not come)") % {"names": words}
        yield BulletinLine(f"{side.place}. {words}" if side.place else words, is_strong=side.is_winner)


def points_words(points_decimal: str) -> str:
    """Return points as the language writes decimals."""
    return _("%(points)s pts") % {"points": floatformat(points_decimal, -2)}


def unbroken(words: str) -> str:
    """Return the words with no-break spaces, so that pictures and paper keep them on one line."""
    return words.replace(" ", "\u00a0")


def joined_names(names: Iterable[str]) -> str:
    """Return the names of an entry."""
    return " & ".join(names)


def name_of_round(tournament: Tournament, number: int) -> str:
    """Return the name of the round with this number."""
    sizes = round_sizes(tournament)
    return next(round_name(one, sizes) for one in sizes if one.number == number)
