"""The promised secret, the seed derived from it, and the whole draw recomputed from that seed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random

from checker.draw import lots
from checker.draw.final_seat import bracket_alone
from checker.reading.lines import Data, Line
from checker.state import Match, State

SuitDealer = Callable[[tuple[int, int], Sequence[str], int], list[str]]
"""Returns the suits of a match from (round, number), the suits of the game, and the number of seats."""


def shuffled_first_format(seed: int | None, codes: Iterable[str]) -> list[str]:
    """Return the codes in their random order of the first format; sorted without a seed."""
    mixed = sorted(codes)
    if seed is not None:
        Random(seed).shuffle(mixed)
    return mixed


def first_format_dealer(seed: int | None) -> SuitDealer:
    """Return the function that deals the suits of a match in the first format.

    Call it in the order of rounds and numbers: all matches share one generator.
    """
    chance = Random(f"marks {seed}")
    return lambda place, suits, seats: chance.sample(list(suits), min(seats, len(suits)))


LOST = "secret_lost"
BY_STRENGTH = ("season", "rating")


def store_commitment(state: State, line: Line) -> None:
    """Store the hash of a secret for the next draw; note each reason why it may not be promised now."""
    if line.role != "system":
        state.note_fault(line, "promise", f"{line.by} promises a secret")
    if not state.may_draw or (state.promise is not None and not state.lost):
        state.note_fault(line, "promise", "a secret is promised, or published, for this draw")
    if line.data["hash"] in state.promises:
        state.note_fault(line, "promise", "the same hash a second time")
    state.promise, state.lost, state.owes_promise = line.data["hash"], False, False
    state.promises.add(line.data["hash"])


def store_loss(state: State, line: Line) -> None:
    """Store that the secret is lost if the system notes it: the only reason to promise another one."""
    if line.data["what"] == LOST and line.role == "system":
        state.lost = True


def require_commitment(state: State, line: Line) -> None:
    """Note a fault if no secret is promised and a draw can follow; not in the first format."""
    if state.is_second_format and state.promise is None and state.may_draw:
        state.note_fault(line, "promise", f"{line.type} before any secret was promised")


def use_up(state: State) -> None:
    """Clear the promise, which a drawn round reveals; the act owes the next one, if a draw can follow."""
    state.promise, state.owes_promise = None, state.may_draw


def require_new_commitment(state: State) -> None:
    """Clear the promise, whose secret is public, and require another in this act; not in the first format."""
    state.promise, state.owes_promise = None, state.is_second_format


def draw_faults(state: State, line: Line) -> Iterator[str]:
    """Yield faults of secret, seed, order, sides and suits of a published draw."""
    data = line.data
    if data["method"] == "random" and data["seed"] is None:
        yield "a random draw keeps its seed"
    elif state.is_second_format:
        yield from _second_format_faults(state, data)
    elif data["method"] not in BY_STRENGTH:
        yield from _recompute(state, data)


def _second_format_faults(state: State, data: Data) -> Iterator[str]:
    """Yield faults of secret, seed and who is passed over; if there is a seed, also of the draw itself."""
    if data["secret"] is None:
        if data["method"] == "stage":
            yield "a draw after a stage uses the promised secret"
        if data["algorithm"] is not None or data["word"] is not None or isinstance(data["seed"], str):
            yield "a seed typed by hand has no algorithm, no word, and is a number"
    elif data["algorithm"] != lots.ALGORITHM or data["word"] is None or not isinstance(data["seed"], str):
        yield f"a derived seed has its word, its text and an algorithm; {data['algorithm']!r:.40} is unknown"
    else:
        yield from _seed_faults(state, data)
    said = list(_passed_over_faults(state, data))
    yield from said
    if data["seed"] is not None and not said:
        yield from _recompute(state, data)


def _passed_over_faults(state: State, data: Data) -> Iterator[str]:
    """Yield faults of the lists of entries that are passed over, since they had a short table recently."""
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


def _seed_faults(state: State, data: Data) -> Iterator[str]:
    """Yield faults if the secret was not promised, or if another seed follows from it."""
    if lots.promised(data["secret"]) != state.promise:
        yield "the secret is not the promised one"
    if lots.derive_seed(data["secret"], data["order"], data["word"]) != data["seed"]:
        yield "another seed follows from secret, entries and word"


def _recompute(state: State, data: Data) -> Iterator[str]:
    """Yield each difference from the draw recomputed; an order by strength is taken as it is."""
    order = data["order"]
    if data["method"] not in BY_STRENGTH and order not in _orders_due(state, data):
        yield "another order follows from the seed"
        return
    due_sides, before = lots.bracket(order, data["rounds"]), state.stage.rounds
    codes = {f"{match.round - before}.{match.number}": match.code for match in bracket_alone(state)}
    deal: SuitDealer = (
        partial(lots.suits, str(data["seed"]))
        if state.is_second_format
        else first_format_dealer(data["seed"])
    )
    for match in sorted(bracket_alone(state), key=lambda match: (match.round, match.number)):
        code, place = match.code, (match.round - before, match.number)
        if sides_of(match) != [with_match_code(side, codes) for side in due_sides.get(place, [])]:
            yield f"{code}: others follow from order and rounds"
        whole = state.matches[code]
        if [seat.suit for seat in whole.seats.values()] != suits_due(state, deal, whole):
            yield f"{code}: other suits follow from the seed"
        yield from _partner_order_faults(state, match)


def suits_due(state: State, deal: SuitDealer, match: Match) -> Sequence[str | None]:
    """Return the suits due at a match's seats; all None at a bye or in a game without suits."""
    if len(match.sides) < 2 or not state.game.suits:
        return [None] * len(match.seats)
    return deal((match.round, match.number), state.game.suits, len(match.seats))


def _orders_due(state: State, data: Data) -> Iterator[list[str]]:
    """Yield the one or two orders that the seed allows: clubs kept apart or not, with entries passed over."""
    entries = [state.entries[code] for code in data["order"] if code in state.entries]
    if data["method"] == "stage":
        yield _order_after_stage(state, data)
        return
    entered = [lots.DrawnEntry(entry.code, entry.group, entry.seed) for entry in entries]
    tables, groups = len(data["rounds"][0]), {entry.code: entry.group for entry in entries}
    first, lists = _order_by_lots(state, data, entered), data.get("passed_over", [])
    yield lots.passing_over(first, tables, lists, {})
    yield lots.passing_over(lots.kept_apart(first, tables, groups), tables, lists, groups)


def _order_after_stage(state: State, data: Data) -> list[str]:
    """Return the order by place in the stage, equal ones by lots; who met last is kept apart."""
    places = state.stage.places or {}
    entered = [lots.DrawnEntry(code, seed=places.get(code)) for code in data["order"]]
    order = lots.order(str(data["seed"]), entered, by_hand=True)
    return lots.kept_apart(order, len(data["rounds"][0]), state.stage.apart)


def _order_by_lots(state: State, data: Data, entered: Sequence[lots.DrawnEntry]) -> list[str]:
    """Return the order that follows from the seed, before entries are passed over or clubs kept apart."""
    by_hand = data["method"] == "manual"
    if state.is_second_format:
        return lots.order(str(data["seed"]), entered, by_hand=by_hand)
    mixed = shuffled_first_format(data["seed"], {entry.code for entry in entered})
    return lots.ranked(mixed, entered, by_hand=by_hand)


def sides_of(match: Match) -> lots.Sides:
    """Return the sides of a match; here a source has the code of its match, `m1 winner`."""
    waits = {side: f"{code} {take}" for side, (code, take) in match.sources.items()}
    return [lots.DrawnSide(match.owners.get(side), waits.get(side)) for side in sorted(match.sides)]


def with_match_code(side: lots.DrawnSide, codes: dict[str, str]) -> lots.DrawnSide:
    """Return a side whose source has the code of its match; `codes` by place, as `1.2`."""
    if side.source is None:
        return side
    place, _, take = side.source.partition(" ")
    return side._replace(source=f"{codes.get(place)} {take}")


def _partner_order_faults(state: State, match: Match) -> Iterator[str]:
    """Yield pairs that do not sit in the order of their players; nothing if entries are no pairs."""
    if not state.has_pairs:
        return
    for side, code in match.owners.items():
        seated = [seat.player for seat in match.seats_of(side)]
        if code in state.entries and seated != state.entries[code].players:
            yield f"{match.code}: {code} sits as {seated}, and was entered as {state.entries[code].players}"
