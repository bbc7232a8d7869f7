"""The final classification and its points, from the sheets that count."""

from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from checker.ending.sides import places_by_side
from checker.reading.lines import Data
from checker.state import Match, State, winner

LAST = 10**9
PLACE_REASONS = ("round", "nobody_won", "absent", "table_place", "third_place", "table_score", "winner_place")


class RankKey(NamedTuple):
    """How far an entry came; the first part that differs decides, and less is better."""

    round: int
    """The last round that it reached, negated."""
    without_winner: int
    """1 if no entry won its last table."""
    absent: int
    table_place: int
    third_place: int
    """Its place in the match for third place; `LAST` without one."""


@dataclass(frozen=True)
class EntryRank:
    """How far an entry came. `score` None: uncounted."""

    entry: str
    key: RankKey
    score: int | None
    beaten_by: str | None
    """Who won its last table, or took the seat of a winner who withdrew."""


def classification_rows(state: State, *, pays: bool) -> list[Data]:
    """Return the rows of `tournament.finished` for the bracket; `pays`: with points for the season."""
    places: dict[str, int] = {}
    groups: list[tuple[tuple[int, ...], list[str]]] = []
    ordered = sorted(entry_ranks(state), key=lambda rank: rank.key)
    known = ChainMap(places, {rank.entry: len(ordered) for rank in ordered})
    for key, found in groupby(ordered, key=lambda rank: rank.key):
        for score, equal in _by_score(list(found)):
            for last, entries in _by_winner(equal, known):
                places.update(dict.fromkeys(entries, 1 + sum(len(group) for _, group in groups)))
                groups.append(((*key, score, last), sorted(entries)))
    return _rows(state, groups, pays)


def _by_winner(equal: Sequence[EntryRank], places: Mapping[str, int]) -> list[tuple[int, list[str]]]:
    """Return (place of the table's winner, entries) in groups, best first.

    The place is `LAST` if there is no winner, or the winner has no place.

    A winner with a place that comes later left after its win and is in this group: it stands behind those who
    went further. This happens in records of the first format only: in the second, if another entry took the
    winner's seat, the place of that entry counts.
    """
    by_winner: dict[int, list[str]] = {}
    for rank in equal:
        by_winner.setdefault(places.get(rank.beaten_by or "", LAST), []).append(rank.entry)
    return sorted(by_winner.items())


def _by_score(equal: Sequence[EntryRank]) -> list[tuple[int, list[EntryRank]]]:
    """Return (score negated, ranks) in groups, best first; one group of 0 if a score is unknown."""
    unknown = any(rank.score is None for rank in equal)
    scores = [0 if unknown else -(rank.score or 0) for rank in equal]
    return [
        (step, [rank for rank, own in zip(equal, scores, strict=True) if own == step])
        for step in sorted(set(scores))
    ]


def _rows(state: State, groups: Sequence[tuple[tuple[int, ...], list[str]]], pays: bool) -> list[Data]:
    """Return the rows of `tournament.finished`; `groups`: (key, entries who share a place), best first."""
    found: list[Data] = []
    place = 1
    for index, (key, entries) in enumerate(groups):
        after = groups[index + 1][0] if index + 1 < len(groups) else None
        points = points_of_place(state, place, len(entries), pays=pays)
        found.append({"place": place, "entries": entries, "points": points, "why": _place_reason(key, after)})
        place += len(entries)
    return found


def _place_reason(key: tuple[int, ...], after: tuple[int, ...] | None) -> str | None:
    """Return the rule in `PLACE_REASONS` that separates a place from the next one; None at the last."""
    if after is None:
        return None
    return next(why for why, one, other in zip(PLACE_REASONS, key, after, strict=True) if one != other)


def points_of_place(state: State, place: int, sharing: int, *, pays: bool) -> str:
    """Return the points, as `25` or `27/2`, of each of the entries sharing a place; `0` unless `pays`.

    By house rule `shared_points` the average of the places covered, or the points of the highest or the
    lowest; then times the multiplier.
    """
    if not pays:
        return "0"
    table = [Fraction(amount) for amount in state.setup["points"]]
    covered = [
        table[index] if index < len(table) else Fraction(0) for index in range(place - 1, place - 1 + sharing)
    ]
    mode = state.option("shared_points", "average")
    share = {"higher": covered[0], "lower": covered[-1]}.get(mode, sum(covered, Fraction(0)) / sharing)
    return str(share * int(state.setup["multiplier"]))


# --- how far each entry came --------------------------------------------------------------------------


def entry_ranks(state: State) -> list[EntryRank]:
    """Return the rank of every entry that has a place in the bracket, in no order; none if disqualified."""
    seated: dict[str, list[Match]] = {}
    for match in sorted(state.bracket, key=lambda match: match.round):
        for entry in match.entries:
            seated.setdefault(entry, []).append(match)
    found = [_rank_of(state, code, matches) for code, matches in seated.items() if _has_place(state, code)]
    known = entries_with_place(state)
    return [rank for rank in [*found, *_ranks_of_never_seated(state, seated)] if rank.entry in known]


def entries_with_place(state: State) -> set[str]:
    """Return the entries that came to a match of bracket or stage; no others get places.

    With the house rule `never_played_place` all entries, also those that left. Disqualified ones are among
    them, and get no place.
    """
    if state.option("never_played_place", False):
        return set(state.entries)
    counted = [match for code, match in state.matches.items() if code not in state.second_chance]
    seated = ((match, code) for match in counted for code in match.entries)
    return {code for match, code in seated if entry_came(state, match, code)}


def _has_place(state: State, code: str) -> bool:
    """Whether the entry is known and not disqualified."""
    return code in state.entries and state.entries[code].status != "disqualified"


def _ranks_of_never_seated(state: State, seated: Collection[str]) -> Iterator[EntryRank]:
    """Yield the ranks of entries that were drawn and left before round 1: as absent at that table."""
    for match in state.bracket:
        for code in match.drawn:
            if code not in seated and _has_place(state, code):
                yield _rank_of_absent(state, match, code)


def entry_came(state: State, match: Match, entry: str) -> bool:
    """Whether an entry has a line on the sheet of a match, and none of its members is absent."""
    return state.has_come(match, match.side_of(entry) or 0)


def _rank_of(state: State, entry: str, matches: list[Match]) -> EntryRank:
    """Return the rank of an entry by the last of its `matches`, which are in order of rounds."""
    ordinary = [match for match in matches if not is_third_place(match)]
    third = next((match for match in matches if is_third_place(match)), None)
    last = (ordinary or matches)[-1]
    reached = _missed_table(state, last, entry)
    if reached is not None:
        return _rank_of_absent(state, reached, entry)
    rank, score, absent = _at_table(state, last, entry)
    if rank == 1 and _has_promoted_loser(state, last, entry):
        rank = 2
    bronze = _at_table(state, third, entry)[0] if third else _place_if_third_missed(state, last, entry)
    key = RankKey(-last.round, _is_without_winner(state, last), int(absent), rank, bronze)
    return EntryRank(entry, key, score, _entry_to_rank_by(state, last))


def _rank_of_absent(state: State, match: Match, entry: str) -> EntryRank:
    """Return the rank of an entry that left before this match: that of those absent there."""
    place, third = _place_of_absent(state, match), _place_if_third_missed(state, match, entry)
    key = RankKey(-match.round, _is_without_winner(state, match), 1, place, third)
    return EntryRank(entry, key, 0, _entry_to_rank_by(state, match))


def _is_without_winner(state: State, match: Match) -> int:
    """Return 1 for a table that no entry won, else 0; always 0 in the first format."""
    return int(winner(match) is None and state.is_second_format)


def is_third_place(match: Match) -> bool:
    """Whether this is the match for third place, of the losers of the semifinals."""
    return any(take == "loser" for _, take in match.sources.values())


def _winner_goes_to(state: State, match: Match) -> tuple[Match, int] | None:
    """Return (match, side there) to which the winner goes on; None after the final."""
    return next(
        ((following, side) for following, side, take in state.sides_fed_by(match.code) if take == "winner"),
        None,
    )


def _missed_table(state: State, last: Match, entry: str) -> Match | None:
    """Return the table whose seat stays empty because the entry, its winner so far, withdrew; else None.

    `last`: its last match. The winner of a second chance may have reached the final so.
    """
    won = [last, *(state.matches[code] for code in sorted(state.second_chance))]
    for following in (_winner_goes_to(state, match) for match in won if winner(match) == entry):
        if following is not None and following[0].code not in state.second_chance:
            match, side = following
            return match if side not in match.kept and match.sides.get(side) is None else None
    return None


def _has_promoted_loser(state: State, last: Match, entry: str) -> bool:
    """Whether the entry won its last match and withdrew, and a loser took its next seat."""
    return winner(last) == entry and _promoted_entry(state, last) is not None


def _promoted_entry(state: State, last: Match) -> str | None:
    """Return the entry that took the seat of a winner who withdrew; None if none did."""
    following = _winner_goes_to(state, last)
    if winner(last) is None or following is None or following[1] in following[0].kept:
        return None
    seated = following[0].sides.get(following[1])
    return None if seated == winner(last) else seated


def _entry_to_rank_by(state: State, match: Match) -> str | None:
    """Return the entry whose final place ranks the losers of a table: its winner or who took that seat.

    In the first format always the winner; None without one.
    """
    promoted = _promoted_entry(state, match) if state.is_second_format else None
    return promoted or winner(match)


def _place_of_absent(state: State, match: Match) -> int:
    """Return the place at a table after all who came: that of those absent, and of a winner who withdrew."""
    lines: Sequence[Data] = match.sheet["lines"] if match.sheet else []
    absent = {
        side.number for side in state.game.sides(lines, state.sides_by_player(match)) if side.gone == "absent"
    }
    return 1 + sum(side not in absent for group in _placement(match) for side in group)


def _placement(match: Match) -> list[list[int]]:
    """Return the placement on the sheet, sides in groups by place; [] without a sheet."""
    return match.sheet["placement"] if match.sheet else []


def _place_if_third_missed(state: State, last: Match, entry: str) -> int:
    """Return the place in the third-place match of an entry that lost a semifinal and never sat there.

    `LAST` if there is no such match, or it won.
    """
    taking = [match for match, _, take in state.sides_fed_by(last.code) if take == "loser"]
    return _place_of_absent(state, taking[0]) if taking and winner(last) != entry else LAST


def _at_table(state: State, match: Match, entry: str) -> tuple[int, int | None, bool]:
    """Return (place, score, whether absent) of an entry at a table; (1, 0, False) without a sheet or lines.

    `LAST` is the place of an entry that the placement does not name.
    """
    side = match.side_of(entry) or 0
    if match.sheet is None or not match.sheet["lines"]:
        return (1, 0, False)
    sides = state.game.sides([*match.sheet["lines"], *match.replaced], state.sides_by_player(match))
    mine = next((x for x in sides if x.number == side), None)
    rank = places_by_side(_placement(match)).get(side, LAST)
    return (rank, mine.score, mine.gone == "absent") if mine else (rank, 0, False)
