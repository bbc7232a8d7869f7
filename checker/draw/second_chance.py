"""The second chance of a draw: losers play on, for a title of their own or a seat in the final."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from checker.draw import lots, promises, second_lots
from checker.draw.final_seat import bracket_alone, sides_from_second_chance
from checker.reading.lines import Data
from checker.state import Match, State

NONE, FINAL_SEAT = "none", "final_seat"
ROUND_1, BEFORE_FINAL = "round_1", "before_final"
SHORTEST_FINAL, LEAST_FOR_FINAL_SEAT = 2, 3


def find_matches(matches: Sequence[Data]) -> set[str]:
    """Return the matches of the second chance among the objects of a draw.

    They take the loser of a numbered side, or all their sides come from such matches.
    """
    feeds = {match["match"]: [seat["from"] for seat in match["seats"] if seat["from"]] for match in matches}
    found = {code for code, sources in feeds.items() if any("side" in source for source in sources)}
    sources_left = {code: len(sources) for code, sources in feeds.items() if code not in found}
    fed = defaultdict[str, list[str]](list)
    for taker in sources_left:
        for source in feeds[taker]:
            fed[source["match"]].append(taker)
    queue = [*found]
    for code in queue:  # grows
        for taker in fed[code]:
            sources_left[taker] -= 1
            if not sources_left[taker]:
                queue.append(taker)
    return set(queue)


def is_chosen(state: State) -> bool:
    """Whether the house rules ask for a second chance."""
    return bool(state.option("second_chance", NONE) != NONE)


def has_final_seat(state: State) -> bool:
    """Whether the winner of the second chance takes one more seat in the final."""
    return bool(state.option("second_chance", NONE) == FINAL_SEAT)


def _losers_before_final(state: State) -> bool:
    """Whether losers of every round before the final have a second chance, not those of round 1 alone."""
    return bool(state.option("second_chance_losers", ROUND_1) == BEFORE_FINAL)


def setup_faults(state: State) -> Iterator[str]:
    """Yield which terms contradict the second chance that they choose, or its seat in the final."""
    if is_chosen(state) and state.setup["stages"]:
        yield "a second chance with a stage before the bracket"
    if has_final_seat(state) and state.setup["ranked"]:
        yield "a ranked tournament whose second chance leads to the final"
    if has_final_seat(state) and state.setup["table"]["max"] < LEAST_FOR_FINAL_SEAT:
        yield "a second chance that leads to the final, at tables of two"
    if is_chosen(state) and _losers_before_final(state) and state.option("third_place_match", False):
        yield "a match for the third place, and a second chance for the losers of the semifinals"


def form_faults(state: State, data: Data) -> Iterator[str]:
    """Yield faults of all but the lots: whether there is a second chance, its matches, what feeds them."""
    chosen = is_chosen(state)
    if chosen != ("second_chance" in data) or chosen != bool(state.second_chance):
        yield f"a second chance is {'' if chosen else 'not '}chosen, and the draw says something else"
    elif chosen and (tables := _table_counts(state)) is None:
        yield "a second chance where none is possible"
    elif chosen:
        yield from _order_faults(state, data)
        due = second_lots.matches(None, _losers_to_come(state), tables or [], _other_match_counts(state))
        yield from _feeding_faults(state, data, due)
    yield from _final_seat_faults(state)


def _final_seat_faults(state: State) -> Iterator[str]:
    """Yield faults unless its winner takes the last seat of the final, or none if the terms give none."""
    taken = [
        (match, side) for match in state.bracket for side in sorted(sides_from_second_chance(state, match))
    ]
    tables = _table_counts(state) if has_final_seat(state) else None
    if tables is None:
        yield from (f"{match.code}: the second chance leads to its side {side}" for match, side in taken)
        return
    final = max(state.bracket, key=lambda match: match.round)
    rounds = max(match.round for match in bracket_alone(state))
    if taken != [(final, max(final.sides))] or final.sources[max(final.sides)] != _final_source_due(state):
        yield f"{final.code}: the last seat of the final is not for the winner of the second chance"
    if final.round != max(rounds, len(tables) + 2):
        yield f"{final.code}: the final is of round {final.round}"


def _final_source_due(state: State) -> tuple[str, str]:
    """Return (last match of the second chance, `winner`); two empty texts if it has no match."""
    return (_sorted_matches(state)[-1].code, "winner") if _sorted_matches(state) else ("", "")


def lot_faults(state: State, data: Data) -> Iterator[str]:
    """Yield differences from the second chance drawn again from the seed.

    Nothing without a seed, in the first format, or if none is possible.
    """
    tables = _table_counts(state) if is_chosen(state) else None
    if tables is None or data["seed"] is None or not state.is_second_format:
        return
    seed, codes = str(data["seed"]), _codes_by_place(state)
    due = second_lots.matches(seed, _losers_to_come(state), tables, _other_match_counts(state))
    for match in _sorted_matches(state):
        if promises.sides_of(match) != _with_match_codes(due.get((match.round, match.number), []), codes):
            yield f"{match.code}: others follow from the seed for the second chance"
        if [seat.suit for seat in match.seats.values()] != promises.suits_due(
            state, partial(lots.suits, seed), match
        ):
            yield f"{match.code}: other suits follow from the seed"


def size_faults(state: State, rounds: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield rounds of a published second chance with tables outside the bounds; its final may be short."""
    least, most = state.setup["table"]["min"], state.setup["table"]["max"]
    for number, sizes in enumerate(rounds, 1):
        lowest = SHORTEST_FINAL if number == len(rounds) else least
        if min(sizes) < lowest or max(sizes) > most:
            yield f"round {number} of the second chance has tables {sizes!r:.60}"


def _table_counts(state: State) -> list[int] | None:
    """Return how many tables each round of the second chance has, byes too; None if none is possible."""
    least, most = state.setup["table"]["min"], state.setup["table"]["max"]
    losers = [len(coming) for coming in _losers_to_come(state)]
    if not losers or _feeds_third_place(state) or (has_final_seat(state) and _is_final_full(state)):
        return None
    if _losers_before_final(state):
        return second_lots.fewest_tables(losers, least, most)
    return second_lots.tables_for_round_1(losers[0], least, most)


def _is_final_full(state: State) -> bool:
    """Whether the final has no seat for one more, or a match for third place beside it."""
    final = max(bracket_alone(state), key=lambda match: match.round)
    third = any(take == "loser" for match in state.bracket for _, take in match.sources.values())
    return third or len(final.sides) >= state.setup["table"]["max"]


def _feeds_third_place(state: State) -> bool:
    """Whether losers who play on in the second chance meet for the third place."""
    early = {match.code for row in _rounds_with_losers(state) for match in row}
    return any(
        code in early and take == "loser" for match in state.bracket for code, take in match.sources.values()
    )


def _rounds_with_losers(state: State) -> list[list[Match]]:
    """Return the matches, by number, of each round whose losers play on; [] if the bracket has one round."""
    alone = sorted(bracket_alone(state), key=lambda match: (match.round, match.number))
    before_final = max((match.round for match in alone), default=1) - 1
    last = before_final if _losers_before_final(state) else min(1, before_final)
    return [[match for match in alone if match.round == at] for at in range(1, last + 1)]


def _losers_to_come(state: State) -> list[list[second_lots.Slot]]:
    """Return for each round of the second chance the losers who come to it."""
    return second_lots.slots([[len(match.sides) for match in row] for row in _rounds_with_losers(state)])


def _other_match_counts(state: State) -> Counter[int]:
    """Return round → number of matches that the bracket has there."""
    return Counter(match.round for match in state.bracket)


def _sorted_matches(state: State) -> list[Match]:
    """Return the matches of the second chance by round and number."""
    found = (match for match in state.drawn_matches if match.code in state.second_chance)
    return sorted(found, key=lambda match: (match.round, match.number))


def _codes_by_place(state: State) -> dict[str, str]:
    """Return place → match; a place is round and number, as `1.2`."""
    return {f"{match.round}.{match.number}": match.code for match in state.drawn_matches}


def _with_match_codes(sides: lots.Sides, codes: dict[str, str]) -> lots.Sides:
    """Return sides whose sources have the codes of their matches; `codes` by place."""
    return [promises.with_match_code(side, codes) for side in sides]


def _order_faults(state: State, data: Data) -> Iterator[str]:
    """Yield a fault if its matches do not come after all others of the line, by round and number."""
    given = [match for match in data["matches"] if match["match"] in state.second_chance]
    places = [(match["round"], match["number"]) for match in given]
    if data["matches"][-len(given) :] != given or places != sorted(places):
        yield "the matches of the second chance do not come after the others, in order"


def _feeding_faults(state: State, data: Data, due: dict[tuple[int, int], lots.Sides]) -> Iterator[str]:
    """Yield differences from the matches `due`, except which loser comes where; each has to come once."""
    matches, codes = _sorted_matches(state), _codes_by_place(state)
    if [(match.round, match.number) for match in matches] != sorted(due):
        yield f"the second chance has other matches than the {len(due)} that follow, or other numbers"
        return
    sizes = [
        [len(due[place]) for place in sorted(due) if place[0] == at] for at in sorted({at for at, _ in due})
    ]
    if data["second_chance"] != sizes:
        yield f"the second chance is said to have tables {data['second_chance']!r:.60}, {sizes!r:.60} follow"
    for match in matches:
        here = _with_match_codes(due[match.round, match.number], codes)
        if [_hide_loser(side) for side in promises.sides_of(match)] != [_hide_loser(side) for side in here]:
            yield f"{match.code}: its sides do not come from where they have to"
        if match.entries:
            yield f"{match.code}: an entry is drawn into the second chance"
    coming = (slot for row in _losers_to_come(state) for slot in row)
    wanted = Counter(f"{codes.get(f'{at}.{number}')} {side}" for at, number, side in coming)
    taken = (source for match in matches for _, source in promises.sides_of(match))
    if Counter(source for source in taken if _is_loser_of_side(source)) != wanted:
        yield "the second chance does not take each loser who plays on exactly once"


def _is_loser_of_side(source: str | None) -> bool:
    """Whether a source is the loser of a numbered side, as `m1 3`."""
    return source is not None and source.rpartition(" ")[2].isdecimal()


def _hide_loser(side: lots.DrawnSide) -> lots.DrawnSide:
    """Return the side without which loser it takes, so that the lots do not matter."""
    return side._replace(source="a loser") if _is_loser_of_side(side.source) else side
