"""The promised secret, the seed derived from it, and the whole draw recomputed from that seed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random

from checker.draw import lots
from checker.draw.final_seat import bracket_alone
from checker.reading.lines import Data, Line
from checker.state import Match, State

Dealer = Callable[[tuple[int, int], Sequence[str], int], list[str]]


def shuffled(seed: int | None, codes: Iterable[str]) -> list[str]:
    """Return the sorted codes in their random order; without a seed they stay sorted."""
    mixed = sorted(codes)
    if seed is not None:
        Random(seed).shuffle(mixed)
    return mixed


def dealer(seed: int | None) -> Dealer:
    """Return the function that deals the suits of a match, called in the order of rounds and numbers.

    All matches share one generator.
    """
    chance = Random(f"marks {seed}")
    return lambda place, suits, seats: chance.sample(list(suits), min(seats, len(suits)))


LOST = "secret_lost"
BY_STRENGTH = ("season", "rating")


def committed(state: State, line: Line) -> None:
    """Store a commitment; faults unless by the system, one for each draw, a new hash, and a draw follows."""
    if line.role != "system":
        state.note_fault(line, "promise", f"{line.by} promises a secret")
    if not state.may_draw or (state.promise is not None and not state.lost):
        state.note_fault(line, "promise", "a secret is promised, or published, for this draw")
    if line.data["hash"] in state.promises:
        state.note_fault(line, "promise", "the same hash a second time")
    state.promise, state.lost, state.owes_promise = line.data["hash"], False, False
    state.promises.add(line.data["hash"])


def lost(state: State, line: Line) -> None:
    """Note that the secret was lost, the only reason to promise another one."""
    if line.data["what"] == LOST and line.role == "system":
        state.lost = True


def due(state: State, line: Line) -> None:
    """Note a fault unless a secret is promised, as before any check-in and before a draw."""
    if state.is_second_format and state.promise is None and state.may_draw:
        state.note_fault(line, "promise", f"{line.type} before any secret was promised")


def used(state: State) -> None:
    """Use up the promise, as a drawn round reveals it; the act owes the next one, if a draw can follow."""
    state.promise, state.owes_promise = None, state.may_draw


def withdrawn(state: State) -> None:
    """Require a new promise in the same act: the secret of a withdrawn draw is public."""
    state.promise, state.owes_promise = None, state.is_second_format


def drawn(state: State, line: Line) -> Iterator[str]:
    """Yield faults of seed, order, seats and suits of a published draw."""
    data = line.data
    if data["method"] == "random" and data["seed"] is None:
        yield "a random draw keeps its seed"
    elif state.is_second_format:
        yield from _promised(state, data)
    elif data["method"] not in BY_STRENGTH:
        yield from _again(state, data)


def _promised(state: State, data: Data) -> Iterator[str]:
    """Check a draw of the second format: seed and secret, who is passed over, and the draw itself."""
    if data["secret"] is None:
        if data["method"] == "stage":
            yield "a draw after a stage uses the promised secret"
        if data["algorithm"] is not None or data["word"] is not None or isinstance(data["seed"], str):
            yield "a seed typed by hand has no algorithm, no word, and is a number"
    elif data["algorithm"] != lots.ALGORITHM or data["word"] is None or not isinstance(data["seed"], str):
        yield f"a derived seed has its word, its text and an algorithm; {data['algorithm']!r:.40} is unknown"
    else:
        yield from _derived(state, data)
    said = list(_passed_over_faults(state, data))
    yield from said
    if data["seed"] is not None and not said:
        yield from _again(state, data)


def _passed_over_faults(state: State, data: Data) -> Iterator[str]:
    """Check the lists of entries that had a short table recently and are passed over for another."""
    lists = data.get("passed_over", [])
    codes = [code for part in lists for code in part]
    if codes and not (state.setup["ranked"] and data["method"] == "random"):
        yield "an entry is passed over though the lots of a season decide nothing"
    if codes and min(data["rounds"][0]) == max(data["rounds"][0]):
        yield "an entry is passed over for a short table, and there is none"
    if len(codes) > len(set(codes)) or set(codes) - set(data["order"]):
        yield "who is passed over is drawn, and named once"
    if any(sorted(part) != part for part in lists):
        yield "who is passed over stands in the order of the codes"


def _derived(state: State, data: Data) -> Iterator[str]:
    """Yield faults if the secret was not promised, or if another seed follows from it."""
    if lots.promised(data["secret"]) != state.promise:
        yield "the secret is not the promised one"
    if lots.derive_seed(data["secret"], data["order"], data["word"]) != data["seed"]:
        yield "another seed follows from secret, entries and word"


def _again(state: State, data: Data) -> Iterator[str]:
    """Recompute the draw and yield each difference; an order by strength is taken as it is."""
    order = data["order"]
    if data["method"] not in BY_STRENGTH and order not in _orders(state, data):
        yield "another order follows from the seed"
        return
    due_sides, before = lots.bracket(order, data["rounds"]), state.stage.rounds
    codes = {f"{match.round - before}.{match.number}": match.code for match in bracket_alone(state)}
    deal = partial(lots.suits, str(data["seed"])) if state.is_second_format else dealer(data["seed"])
    for match in sorted(bracket_alone(state), key=lambda match: (match.round, match.number)):
        code, place = match.code, (match.round - before, match.number)
        if sides(match) != [side_in_record(side, codes) for side in due_sides.get(place, [])]:
            yield f"{code}: others follow from order and rounds"
        whole = state.matches[code]
        if [seat.suit for seat in whole.seats.values()] != dealt(state, deal, whole):
            yield f"{code}: other suits follow from the seed"
        yield from _partners(state, match)


def dealt(state: State, deal: Dealer, match: Match) -> Sequence[str | None]:
    """Return the suits of a match's seats; none at a bye or in a game without suits."""
    if len(match.sides) < 2 or not state.game.suits:
        return [None] * len(match.seats)
    return deal((match.round, match.number), state.game.suits, len(match.seats))


def _orders(state: State, data: Data) -> Iterator[list[str]]:
    """Yield the orders that the seed allows: with entries passed over, clubs kept apart or not."""
    entries = [state.entries[code] for code in data["order"] if code in state.entries]
    if data["method"] == "stage":
        yield _by_stage(state, data)
        return
    entered = [lots.DrawnEntry(entry.code, entry.group, entry.seed) for entry in entries]
    tables, groups = len(data["rounds"][0]), {entry.code: entry.group for entry in entries}
    first, lists = _first_order(state, data, entered), data.get("passed_over", [])
    yield lots.passing_over(first, tables, lists, {})
    yield lots.passing_over(lots.kept_apart(first, tables, groups), tables, lists, groups)


def _by_stage(state: State, data: Data) -> list[str]:
    """Return the order by place in the stage, equal ones by lots; who met last is kept apart, no club is."""
    places = state.stage.places or {}
    entered = [lots.DrawnEntry(code, seed=places.get(code)) for code in data["order"]]
    order = lots.order(str(data["seed"]), entered, by_hand=True)
    return lots.kept_apart(order, len(data["rounds"][0]), state.stage.apart)


def _first_order(state: State, data: Data, entered: Sequence[lots.DrawnEntry]) -> list[str]:
    """Return the order that follows from the seed alone."""
    by_hand = data["method"] == "manual"
    if state.is_second_format:
        return lots.order(str(data["seed"]), entered, by_hand=by_hand)
    mixed = shuffled(data["seed"], {entry.code for entry in entered})
    return lots.ranked(mixed, entered, by_hand=by_hand)


def sides(match: Match) -> list[tuple[str | None, str | None]]:
    """Return for each side its drawn entry, or None, and what feeds it, `m1 winner`, or None."""
    waits = {side: f"{code} {take}" for side, (code, take) in match.sources.items()}
    return [(match.owners.get(side), waits.get(side)) for side in sorted(match.sides)]


def side_in_record(
    side: tuple[str | None, str | None], codes: dict[str, str]
) -> tuple[str | None, str | None]:
    """Return a side of the due bracket in the words of the record."""
    entry, source = side
    if source is None:
        return side
    place, _, take = source.partition(" ")
    return entry, f"{codes.get(place)} {take}"


def _partners(state: State, match: Match) -> Iterator[str]:
    """Yield pairs whose first player does not sit first."""
    if not state.pairs:
        return
    for side, code in match.owners.items():
        seated = [seat.player for seat in match.seats_of(side)]
        if code in state.entries and seated != state.entries[code].players:
            yield f"{match.code}: {code} sits as {seated}, and was entered as {state.entries[code].players}"
