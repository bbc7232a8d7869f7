"""How far each entry got: the facts that the final classification compares (domain.md §2). Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.standings.terms import Policy, Score, Table, TableResult

BEST_LOSER = 2


@dataclass(frozen=True, slots=True)
class EntryEnd:
    """Where an entry's tournament ended, or where it stands now.

    `table_place` counts from 1 at its last table. `third_place` is the place at the third-place match; the
    same for all entries not in it, and 0 if there is none. `score` is None if the cards at the last table,
    `table`, were not counted. `winner` won that table or took the winner's seat; None if there is none.
    `nobody_won`: the table ended without a winner.
    """

    entry: str
    round: int
    playing: bool = False
    nobody_won: bool = False
    absent: bool = False
    table_place: int = 0
    third_place: int = 0
    score: Score | None = 0
    winner: str | None = None
    table: Table | None = None


def standings(
    results: Sequence[TableResult],
    entries: Collection[str],
    withdrawn: Mapping[str, Table | None],
    policy: Policy,
    complete: bool,
) -> Iterator[EntryEnd]:
    """Yield one end for each entry that has a place or may still get one."""
    course = _Course(results, withdrawn, complete)
    played = _find_played(results) | policy.played_before
    for entry in entries:
        end = course.end_of(entry)
        if end and (end.playing or entry in played or policy.place_never_played):
            unwon = end.nobody_won and policy.nobody_won_last
            yield _set_third_place(replace(end, nobody_won=unwon), course.third, policy)


def place_at(result: TableResult, entry: str) -> int:
    """Return an entry's place at a table; shared places count 1, 2, 2, 4.

    An entry not named there stands with the absent, or last if no one was absent.
    """
    place = 1
    for sharing in result.placement:
        if entry in sharing or (not _is_placed_at(result, entry) and result.absent.issuperset(sharing)):
            return place
        place += len(sharing)
    return place


def _is_placed_at(result: TableResult, entry: str) -> bool:
    """Return whether the table's placement has the entry."""
    return any(entry in sharing for sharing in result.placement)


def _last_table_by_entry(results: Iterable[TableResult]) -> dict[str, TableResult]:
    """Return the table of the highest round that places each entry."""
    last: dict[str, TableResult] = {}
    for result in results:
        for sharing in result.placement:
            for entry in sharing:
                if entry not in last or last[entry].round < result.round:
                    last[entry] = result
    return last


def _find_played(results: Iterable[TableResult]) -> set[str]:
    """Return the entries that were present at a table; byes do not count."""
    return {
        entry
        for result in results
        if not result.bye
        for sharing in result.placement
        for entry in sharing
        if entry not in result.absent
    }


class _Course:
    """The tables of a tournament, and the entries that left before they were out."""

    def __init__(
        self, results: Sequence[TableResult], withdrawn: Mapping[str, Table | None], complete: bool
    ) -> None:
        self.tables = {(result.round, result.number): result for result in results if not result.third_place}
        self.third = next((result for result in results if result.third_place), None)
        self.last = _last_table_by_entry(self.tables.values())
        self.final = max((table[0] for table in self.tables), default=0) if complete else 0
        self.withdrawn = withdrawn
        self.complete = complete

    def end_of(self, entry: str) -> EntryEnd | None:
        """Return where the entry's tournament ended, or that it is still playing; None without a place."""
        last, reached = self.last.get(entry), self._reached(entry)
        if reached and (last is None or last.round < reached[0]):
            return _end_before_match(entry, reached, self.tables)
        if last is None:
            return None if self.complete or entry in self.withdrawn else EntryEnd(entry, 1, playing=True)
        return self._after(entry, last)

    def _after(self, entry: str, last: TableResult) -> EntryEnd:
        """Return where an entry stands after the last table at which it has a line."""
        ended = _end_at_table(entry, last)
        if last.round == self.final or entry not in _could_advance(last):
            return ended
        if entry in self.withdrawn:
            return replace(ended, table_place=max(ended.table_place, BEST_LOSER))
        replaced = last.goes_on is not None and entry not in last.goes_on
        return ended if self.complete or replaced else EntryEnd(entry, last.round + 1, playing=True)

    def _reached(self, entry: str) -> Table | None:
        """Return the match that the entry had reached when it left before it was out.

        None if it did not, if a loser was promoted into its seat, or for the third-place match.
        """
        reached = self.withdrawn.get(entry)
        third = (self.third.round, self.third.number) if self.third else None
        return None if reached == third else reached


def _could_advance(last: TableResult) -> Collection[str | None]:
    """Return the entries that could advance: the winner, and the loser promoted in its place, if any."""
    if last.goes_on is None:
        return {last.winner}
    return {last.winner, *last.goes_on} if last.goes_on else ()


def _end_at_table(entry: str, last: TableResult) -> EntryEnd:
    """Return the end of an entry whose last table is this one."""
    return EntryEnd(
        entry,
        last.round,
        nobody_won=last.winner is None,
        absent=entry in last.absent,
        table_place=place_at(last, entry),
        score=last.scores.get(entry, 0),
        winner=last.counts_as,
        table=(last.round, last.number),
    )


def _end_before_match(entry: str, reached: Table, tables: Mapping[Table, TableResult]) -> EntryEnd:
    """Return the end of an entry that left before its match: last there, as by walkover."""
    table = tables.get(reached)
    place = place_at(table, entry) if table else 1
    winner = table.counts_as if table else None
    left = EntryEnd(entry, reached[0], absent=True, table_place=place, winner=winner)
    return replace(left, nobody_won=table is not None and table.winner is None)


def _set_third_place(end: EntryEnd, third: TableResult | None, policy: Policy) -> EntryEnd:
    """Return the end with the entry's place at the third-place match; unchanged if that decides nothing."""
    if not third or not policy.third_place_match:
        return end
    return replace(end, third_place=place_at(third, end.entry))
