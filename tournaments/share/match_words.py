"""Rounds, matches and people in the words of bulletins."""

from collections.abc import Iterable, Iterator

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _

from matches.models import MatchState
from tournaments.match_views.match import MatchView, SideView
from tournaments.match_views.selectors import (
    RoundView,
    all_rounds,
    round_name,
    round_sizes,
    second_chance_sizes,
)
from tournaments.models import Tournament
from tournaments.share.bulletin import BulletinLine


def open_rounds(tournament: Tournament) -> tuple[RoundView, ...]:
    """Return the rounds with a match that has not ended and whose players are known, the first round first.

    There are several while a late match of a round is played beside the next round.
    """
    return tuple(one for one in all_rounds(tournament) if any(open_matches(one)))


def open_matches(one: RoundView) -> list[MatchView]:
    """Return the ready, called and playing matches of a round, by table."""
    is_open = {MatchState.READY, MatchState.CALLED, MatchState.PLAYING}
    return sorted((match for match in one.matches if match.state in is_open), key=_table_order)


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


def _table_order(match: MatchView) -> tuple[bool, int, str, int]:
    """Return the key that sorts matches by table as people count (2 before 10), without a table last."""
    label = match.table_label or ""
    return not label, len(label), label, match.number


def where_played(match: MatchView) -> str:
    """Return where a match is played: `Table 3`, or `Match 1.2` before it has a table and after its end."""
    return where_last_played(match._replace(table_label=None) if match.state == MatchState.ENDED else match)


def where_last_played(match: MatchView) -> str:
    """Return `Table 3`, also after the end of the match; `Match 1.2` if it had no table."""
    if match.table_label:
        return _("Table %(label)s") % {"label": match.table_label}
    return _("Match %(match)s") % {"match": f"{match.round}.{match.number}"}


def with_second_chance(match: MatchView, words: str) -> str:
    """Return the words about a match, followed by `Second chance` if it is one of that bracket."""
    return f"{words} · {_('Second chance')}" if match.second_chance else words


def seated_names(match: MatchView) -> Iterator[BulletinLine]:
    """Yield a line for each seated person with the suit, partners together, the second after `&`."""
    sides: set[int] = set()
    for seat in sorted(match.seats, key=lambda seat: (seat.side, seat.number)):
        if seat.name:
            yield BulletinLine(f"& {seat.name}" if seat.side in sides else seat.name, seat.suit)
            sides.add(seat.side)


def side_words(side: SideView) -> str:
    """Return the names of a side, or where its players come from."""
    return join_names(side.names) or side.feed or _("empty seat")


def outcome_lines(match: MatchView) -> Iterator[BulletinLine]:
    """Yield a line for each side of an ended match, in order of place; sides without one last."""
    by_place = sorted(match.sides, key=lambda side: (side.place is None, side.place or 0, side.number))
    for side in by_place:
        words = side_words(side)
        if side.absent:
            words = _("%(names)s (did not come)") % {"names": words}
        yield BulletinLine(f"{side.place}. {words}" if side.place else words, is_strong=side.is_winner)


def points_words(points_decimal: str) -> str:
    """Return `12,5 pts` as the language writes decimals; `points_decimal` has a point."""
    return _("%(points)s pts") % {"points": floatformat(points_decimal, -2)}


def with_no_break_spaces(words: str) -> str:
    """Return the words with no-break spaces, so that pictures and paper keep them on one line."""
    return words.replace(" ", "\u00a0")


def join_names(names: Iterable[str]) -> str:
    """Return the names of an entry as `Ana & Bruno`."""
    return " & ".join(names)


def names_of_rounds(tournament: Tournament, rounds: Iterable[RoundView]) -> str:
    """Return the names of the rounds as a heading, separated by dots."""
    return " · ".join(name_of_round(tournament, one.number) for one in rounds)


def name_of_round(tournament: Tournament, number: int) -> str:
    """Return the name of the round with this number, which may be of the second chance alone."""
    found = (round_sizes(tournament), second_chance_sizes(tournament))
    return next(round_name(one, sizes) for sizes in found for one in sizes if one.number == number)
