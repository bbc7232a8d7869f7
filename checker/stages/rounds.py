"""The line of a drawn round: who is in it, its seed, and the round computed again."""

from collections.abc import Iterator, Sequence

from checker.draw import bracket, lots, promises
from checker.reading.lines import Data, Line
from checker.stages import pairing, played
from checker.state import Match, State


def drawn(state: State, line: Line) -> None:
    """Check a drawn round, and add its matches; the next draw is promised in this act, if one can follow."""
    if state.plan is None or (state.draw is not None and not state.is_stage_open):
        state.fault(line, "stage", "a round is drawn where no stage is planned, or it is closed")
        return
    promises.due(state, line)
    codes = [given["entry"] for given in line.data["order"]]
    state.faults(line, "stage", _in_turn(state, line.data))
    if state.stage.rounds == 0:
        state.faults(line, "gate", bracket.gate(state))
    state.faults(line, "draw", bracket.order_faults(state, codes))
    state.faults(line, "draw", _seed(state, line.data))
    wrong = list(_broken(state, line.data["matches"]))
    state.faults(line, "bracket", wrong)
    if not wrong:
        state.faults(line, "draw", _recomputed(state, line.data, codes))
    _add(state, line.data, codes)


def _in_turn(state: State, data: Data) -> Iterator[str]:
    """Check the number of the round, and that every match before it is over."""
    number, plan = state.stage.rounds + 1, state.plan or {}
    if (data["stage"], data["round"]) != (1, number):
        yield f"round {data['round']} of stage {data['stage']} is drawn, round {number} is next"
    if number > plan["rounds"]:
        yield f"{number} rounds are drawn, {plan['rounds']} are planned"
    yield from still_open(state)


def still_open(state: State) -> Iterator[str]:
    """Yield the matches that have no sheet yet."""
    yield from (f"{match.code} has no sheet yet" for match in state.matches.values() if match.sheet is None)


def _seed(state: State, data: Data) -> Iterator[str]:
    """Check the secret and what follows from it."""
    if data["algorithm"] != pairing.ALGORITHM:
        yield f"the algorithm {data['algorithm']!r:.40} is unknown"
    if lots.promised(data["secret"]) != state.promise:
        yield "the secret is not the promised one"
    said = {given["entry"]: given["points"] for given in data["order"]}
    if pairing.derive_seed(data["secret"], said, data["word"]) != data["seed"]:
        yield "another seed follows from secret, entries, points and word"


def _broken(state: State, matches: list[Data]) -> Iterator[str]:
    """Find ids that were used before or occur twice, and seats with the same number."""
    codes = [match["match"] for match in matches]
    if len(codes) > len(set(codes)) or state.match_codes & set(codes):
        yield "a match has an id that another one had"
    for match in matches:
        numbers = [seat["seat"] for seat in match["seats"]]
        if len(numbers) > len(set(numbers)):
            yield f"{match['match']} has the seats {numbers}"


def _recomputed(state: State, data: Data, codes: list[str]) -> Iterator[str]:
    """Compare order, points, tables, seats and suits with those that follow from the seed."""
    known, table = played.known(state, codes), state.setup["table"]
    order = [(entry.code, str(entry.points)) for entry in pairing.ranked(data["seed"], known)]
    if [(given["entry"], given["points"]) for given in data["order"]] != order:
        yield "another order, or other points, follow from seed and sheets"
    apart = (state.plan or {})["apart"]
    found = pairing.paired(data["seed"], known, table["min"], table["max"], apart=apart)
    tables = found.tables if found else []
    said = [(match["round"], match["number"]) for match in data["matches"]]
    if said != [(data["round"], number) for number in range(1, len(tables) + 1)]:
        yield f"the round has {len(said)} matches, {len(tables)} follow, numbered from 1"
    for match, due in zip(data["matches"], tables, strict=False):
        if match["seats"] != _seats(state, data["seed"], match, due):
            yield f"{match['match']}: others, other seats or suits follow from the seed"


def _seats(state: State, seed: str, match: Data, table: list[str]) -> list[Data]:
    """Return the seats of a table: the first player of each side, then in pairs the second."""
    turns = range(2 if state.pairs else 1)
    suits: Sequence[str | None] = [None] * len(table) * len(turns)
    if state.game.suits and len(table) > 1:
        suits = lots.suits(seed, (match["round"], match["number"]), state.game.suits, len(suits))
    people = {code: state.entries[code].players for code in table}
    sitting = [
        (side, code, people[code][turn] if state.pairs else None)
        for turn in turns
        for side, code in enumerate(table, 1)
    ]
    return [
        {"seat": seat, "side": side, "suit": suit, "entry": code, "player": player, "from": None}
        for seat, ((side, code, player), suit) in enumerate(zip(sitting, suits, strict=False), 1)
    ]


def _add(state: State, data: Data, codes: list[str]) -> None:
    """Put the round into the state."""
    matches: list[Match] = [bracket.built(given) for given in data["matches"]]
    state.match_codes.update(match.code for match in matches)
    state.stage.rounds += 1
    for match in matches:
        state.plant(match)
    state.touched.update(match.code for match in matches)
    sizes = [len(match.sides) for match in matches]
    state.draw = {"order": codes, "rounds": [sizes]}
    promises.used(state)
