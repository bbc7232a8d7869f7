"""The second chance of a draw: losers play on, for a title of their own or a seat in the final."""

from collections import Counter
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
    """Return the matches with a side that takes the loser of a side, or that all come from such matches."""
    feeds = {match["match"]: [seat["from"] for seat in match["seats"] if seat["from"]] for match in matches}
    found = {code for code, sources in feeds.items() if any("side" in source for source in sources)}
    while more := {code for code in feeds if code not in found and _all_from(feeds[code], found)}:
        found |= more
    return found


def _all_from(sources: Sequence[Data], matches: set[str]) -> bool:
    return bool(sources) and all(source["match"] in matches for source in sources)


def is_chosen(state: State) -> bool:
    """Whether the house rules ask for a second chance."""
    return bool(state.option("second_chance", NONE) != NONE)


def leads_to_final(state: State) -> bool:
    """Whether its winner takes one more seat in the final."""
    return bool(state.option("second_chance", NONE) == FINAL_SEAT)


def _losers_before_final(state: State) -> bool:
    """Whether losers of every round before the final come to it, and not those of round 1 alone."""
    return bool(state.option("second_chance_losers", ROUND_1) == BEFORE_FINAL)


def setup_faults(state: State) -> Iterator[str]:
    """Yield why the terms allow no second chance, or no seat in the final for its winner."""
    if is_chosen(state) and state.setup["stages"]:
        yield "a second chance with a stage before the bracket"
    if leads_to_final(state) and state.setup["ranked"]:
        yield "a ranked tournament whose second chance leads to the final"
    if leads_to_final(state) and state.setup["table"]["max"] < LEAST_FOR_FINAL_SEAT:
        yield "a second chance that leads to the final, at tables of two"
    if is_chosen(state) and _losers_before_final(state) and state.option("third_place_match", False):
        yield "a match for the third place, and a second chance for the losers of the semifinals"


def faults(state: State, data: Data) -> Iterator[str]:
    """Check whether the draw has a second chance if it is due, and its form, which no chance decides."""
    chosen = is_chosen(state)
    if chosen != ("second_chance" in data) or chosen != bool(state.second_chance):
        yield f"a second chance is {'' if chosen else 'not '}chosen, and the draw says something else"
    elif chosen and (tables := _tables(state)) is None:
        yield "a second chance where none is possible"
    elif chosen:
        yield from _order_faults(state, data)
        due = second_lots.matches(None, _slots(state), tables or [], _others(state))
        yield from _form_faults(state, data, due)
    yield from _final_faults(state)


def _final_faults(state: State) -> Iterator[str]:
    """Check that the winner takes the last seat of the final, which is of a later round; else no seat."""
    taken = [
        (match, side) for match in state.bracket for side in sorted(sides_from_second_chance(state, match))
    ]
    tables = _tables(state) if leads_to_final(state) else None
    if tables is None:
        yield from (f"{match.code}: the second chance leads to its side {side}" for match, side in taken)
        return
    final = max(state.bracket, key=lambda match: match.round)
    rounds = max(match.round for match in bracket_alone(state))
    if taken != [(final, max(final.sides))] or final.sources[max(final.sides)] != _last_winner(state):
        yield f"{final.code}: the last seat of the final is not for the winner of the second chance"
    if final.round != max(rounds, len(tables) + 2):
        yield f"{final.code}: the final is of round {final.round}"


def _last_winner(state: State) -> tuple[str, str]:
    return (_matches(state)[-1].code, "winner") if _matches(state) else ("", "")


def differences(state: State, data: Data) -> Iterator[str]:
    """Draw the second chance again from the seed, and compare; without a seed nothing can be compared."""
    tables = _tables(state) if is_chosen(state) else None
    if tables is None or data["seed"] is None or not state.is_second_format:
        return
    seed, codes = str(data["seed"]), _codes(state)
    due = second_lots.matches(seed, _slots(state), tables, _others(state))
    for match in _matches(state):
        if promises.sides(match) != _in_codes(due.get((match.round, match.number), []), codes):
            yield f"{match.code}: others follow from the seed for the second chance"
        if [seat.suit for seat in match.seats.values()] != promises.dealt(
            state, partial(lots.suits, seed), match
        ):
            yield f"{match.code}: other suits follow from the seed"


def sizes_fit(state: State, rounds: Sequence[Sequence[int]]) -> Iterator[str]:
    """Check tables of a second chance that stands against changed bounds; its final may be short."""
    least, most = state.setup["table"]["min"], state.setup["table"]["max"]
    for number, sizes in enumerate(rounds, 1):
        lowest = SHORTEST_FINAL if number == len(rounds) else least
        if min(sizes) < lowest or max(sizes) > most:
            yield f"round {number} of the second chance has tables {sizes!r:.60}"


def _tables(state: State) -> list[int] | None:
    """Return how many tables each round has, byes too; None if no second chance is possible."""
    least, most = state.setup["table"]["min"], state.setup["table"]["max"]
    losers = [len(coming) for coming in _slots(state)]
    if not losers or _feeds_third_place(state) or (leads_to_final(state) and _has_full_final(state)):
        return None
    if _losers_before_final(state):
        return second_lots.fewest_tables(losers, least, most)
    return second_lots.tables_for_round_1(losers[0], least, most)


def _has_full_final(state: State) -> bool:
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
    """Return the matches of each round of the bracket whose losers play on, by number; [] if it has one."""
    alone = sorted(bracket_alone(state), key=lambda match: (match.round, match.number))
    before_final = max((match.round for match in alone), default=1) - 1
    last = before_final if _losers_before_final(state) else min(1, before_final)
    return [[match for match in alone if match.round == at] for at in range(1, last + 1)]


def _slots(state: State) -> list[list[second_lots.Slot]]:
    """Return the losers to come to each round of the second chance."""
    return second_lots.slots([[len(match.sides) for match in row] for row in _rounds_with_losers(state)])


def _others(state: State) -> Counter[int]:
    """Return the number of matches of the bracket in each round."""
    return Counter(match.round for match in state.bracket)


def _matches(state: State) -> list[Match]:
    """Return the matches of the second chance by round and number."""
    found = (match for match in state.drawn_matches if match.code in state.second_chance)
    return sorted(found, key=lambda match: (match.round, match.number))


def _codes(state: State) -> dict[str, str]:
    """Return the match at each place, as `1.2`."""
    return {f"{match.round}.{match.number}": match.code for match in state.drawn_matches}


def _in_codes(sides: lots.Sides, codes: dict[str, str]) -> lots.Sides:
    return [promises.side_in_record(side, codes) for side in sides]


def _order_faults(state: State, data: Data) -> Iterator[str]:
    """The matches of the second chance come after all others, by round and number."""
    given = [match for match in data["matches"] if match["match"] in state.second_chance]
    places = [(match["round"], match["number"]) for match in given]
    if data["matches"][-len(given) :] != given or places != sorted(places):
        yield "the matches of the second chance do not come after the others, in order"


def _form_faults(state: State, data: Data, due: dict[tuple[int, int], lots.Sides]) -> Iterator[str]:
    """Compare all but who lost: matches, sizes, which winners come where, and that each loser comes once."""
    matches, codes = _matches(state), _codes(state)
    if [(match.round, match.number) for match in matches] != sorted(due):
        yield f"the second chance has other matches than the {len(due)} that follow, or other numbers"
        return
    sizes = [
        [len(due[place]) for place in sorted(due) if place[0] == at] for at in sorted({at for at, _ in due})
    ]
    if data["second_chance"] != sizes:
        yield f"the second chance is said to have tables {data['second_chance']!r:.60}, {sizes!r:.60} follow"
    for match in matches:
        here = _in_codes(due[match.round, match.number], codes)
        if [_without_slot(side) for side in promises.sides(match)] != [_without_slot(side) for side in here]:
            yield f"{match.code}: its sides do not come from where they have to"
        if match.entries:
            yield f"{match.code}: an entry is drawn into the second chance"
    coming = (slot for row in _slots(state) for slot in row)
    wanted = Counter(f"{codes.get(f'{at}.{number}')} {side}" for at, number, side in coming)
    taken = (source for match in matches for _, source in promises.sides(match))
    if Counter(source for source in taken if _is_slot(source)) != wanted:
        yield "the second chance does not take each loser who plays on exactly once"


def _is_slot(source: str | None) -> bool:
    return source is not None and source.rpartition(" ")[2].isdecimal()


def _without_slot(side: tuple[str | None, str | None]) -> tuple[str | None, str | None]:
    return (side[0], "a loser") if _is_slot(side[1]) else side
