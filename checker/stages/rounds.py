"""The lines of a drawn round: who is in it, its seed, the round computed again; and of one taken back."""

from collections.abc import Iterator, Sequence

from checker.draw import bracket, lots, promises
from checker.reading.lines import Data, Line
from checker.stages import groups, pairing, played
from checker.stages.hall import StageEntry
from checker.state import Match, State

ALGORITHMS = {"swiss": pairing.ALGORITHM, "groups": groups.ALGORITHM}


def add_round(state: State, line: Line) -> None:
    """Check a drawn round, and store its matches and groups; nothing if no stage is planned, or it is closed.

    The act then owes the next promise, if another draw can follow.
    """
    if state.plan is None or (state.draw is not None and not state.is_stage_open):
        state.note_fault(line, "stage", "a round is drawn where no stage is planned, or it is closed")
        return
    promises.require_commitment(state, line)
    codes = [given["entry"] for given in line.data["order"]]
    state.note_faults(line, "stage", _turn_faults(state, line.data))
    if state.stage.rounds == 0:
        state.note_faults(line, "gate", bracket.ranked_draw_faults(state))
    state.note_faults(line, "draw", bracket.order_faults(state, codes))
    state.note_faults(line, "draw", _seed_faults(state, line.data))
    _deal_groups(state, line, codes)
    wrong = list(_id_faults(state, line.data["matches"]))
    state.note_faults(line, "bracket", wrong)
    if not wrong:
        state.note_faults(line, "draw", _recompute(state, line.data, codes))
    _store_round(state, line.data, codes)


def _turn_faults(state: State, data: Data) -> Iterator[str]:
    """Yield a fault if another round is next, or the last was drawn; and matches that are not over."""
    number = state.stage.rounds + 1
    if (data["stage"], data["round"]) != (1, number):
        yield f"round {data['round']} of stage {data['stage']} is drawn, round {number} is next"
    if number > state.rounds_to_play:
        yield f"{number} rounds are drawn, {state.rounds_to_play} are to be played"
    yield from open_match_faults(state)


def open_match_faults(state: State) -> Iterator[str]:
    """Yield a fault for each match that has no sheet yet."""
    yield from (f"{match.code} has no sheet yet" for match in state.matches.values() if match.sheet is None)


def _seed_faults(state: State, data: Data) -> Iterator[str]:
    """Yield faults of the algorithm, the secret and the seed that follows from it."""
    if data["algorithm"] != ALGORITHMS[(state.plan or {})["kind"]]:
        yield f"the algorithm {data['algorithm']!r:.40} is unknown, or of another kind of stage"
    if lots.promised(data["secret"]) != state.promise:
        yield "the secret is not the promised one"
    said = {given["entry"]: given["points"] for given in data["order"]}
    if pairing.derive_seed(data["secret"], said, data["word"]) != data["seed"]:
        yield "another seed follows from secret, entries, points and word"


def _deal_groups(state: State, line: Line, codes: list[str]) -> None:
    """Deal and store the groups in round 1 of a stage of groups; note a fault if the line has others.

    In any other round only a fault if the line has groups.
    """
    plan, data = state.plan or {}, line.data
    said = data.get("groups")
    if plan["kind"] == "swiss" or state.stage.rounds:
        if said is not None:
            state.note_fault(line, "draw", "groups are dealt with round 1 of groups, and in no other")
        return
    order = pairing.rank_entries(data["seed"], played.stage_entries(state, codes))
    clubs = {entry.code: entry.group for entry in order} if plan["apart"] else None
    state.stage.groups = groups.deal_groups([entry.code for entry in order], plan["groups"], clubs)
    if said != state.stage.groups:
        state.note_fault(line, "draw", "other groups follow from the seed")


def _id_faults(state: State, matches: list[Data]) -> Iterator[str]:
    """Yield ids that were used before or occur twice, and seats with the same number."""
    codes = [match["match"] for match in matches]
    if len(codes) > len(set(codes)) or state.match_codes & set(codes):
        yield "a match has an id that another one had"
    for match in matches:
        numbers = [seat["seat"] for seat in match["seats"]]
        if len(numbers) > len(set(numbers)):
            yield f"{match['match']} has the seats {numbers}"


def _recompute(state: State, data: Data, codes: list[str]) -> Iterator[str]:
    """Compute the round from its seed; yield each difference of order, points, tables, seats and suits."""
    known = played.stage_entries(state, codes)
    order = [(entry.code, str(entry.points)) for entry in pairing.rank_entries(data["seed"], known)]
    if [(given["entry"], given["points"]) for given in data["order"]] != order:
        yield "another order, or other points, follow from seed and sheets"
    tables = _tables_due(state, data, known)
    said = [(match["round"], match["number"]) for match in data["matches"]]
    if said != [(data["round"], number) for number in range(1, len(tables) + 1)]:
        yield f"the round has {len(said)} matches, {len(tables)} follow, numbered from 1"
    for match, due in zip(data["matches"], tables, strict=False):
        if match["seats"] != _seats_due(state, data["seed"], match, due):
            yield f"{match['match']}: others, other seats or suits follow from the seed"


def _tables_due(state: State, data: Data, known: Sequence[StageEntry]) -> list[list[str]]:
    """Return the entries at each table that follow from the seed; [] if no round is possible."""
    seed, least, most = data["seed"], state.setup["table"]["min"], state.setup["table"]["max"]
    if state.stage.groups is not None:
        return groups.pair_round(seed, known, state.stage.groups, state.stage.rounds + 1, most)
    found = pairing.pair_round(seed, known, least, most, apart=(state.plan or {})["apart"])
    return found.tables if found else []


def _seats_due(state: State, seed: str, match: Data, table: list[str]) -> list[Data]:
    """Return the seats of a table as objects of the line: the first player of each side, then the second.

    `table`: its entries by side.
    """
    turns = range(2 if state.has_pairs else 1)
    suits: Sequence[str | None] = [None] * len(table) * len(turns)
    if state.game.suits and len(table) > 1:
        suits = lots.suits(seed, (match["round"], match["number"]), state.game.suits, len(suits))
    sitting = [
        (side, code, _member(state, code, turn) if state.has_pairs else None)
        for turn in turns
        for side, code in enumerate(table, 1)
    ]
    return [
        {"seat": seat, "side": side, "suit": suit, "entry": code, "player": player, "from": None}
        for seat, ((side, code, player), suit) in enumerate(zip(sitting, suits, strict=False), 1)
    ]


def _member(state: State, code: str, turn: int) -> str | None:
    """Return the player of a pair who sits in a turn, from 0; None if the entry has too few people."""
    return dict(enumerate(state.entries[code].players)).get(turn)


def _store_round(state: State, data: Data, codes: list[str]) -> None:
    """Store the matches of the round and its draw; the promise is used up."""
    matches: list[Match] = [bracket.build_match(given) for given in data["matches"]]
    state.match_codes.update(match.code for match in matches)
    state.stage.rounds += 1
    for match in matches:
        state.add_match(match)
    state.touched.update(match.code for match in matches)
    sizes = [len(match.sides) for match in matches]
    state.draw = {"order": codes, "rounds": [sizes]}
    promises.use_up(state)


def withdraw_round(state: State, line: Line) -> None:
    """Remove the latest round, even if it has begun or the line names another, which are faults.

    A first round, and any of a closed stage, stays with a fault. Otherwise the act then owes a new promise.
    """
    number = state.stage.rounds
    if not state.is_stage_open or number < 2:
        state.note_fault(line, "stage", "only a round after the first of an open stage is taken back alone")
        return
    if (line.data["stage"], line.data["round"]) != (1, number):
        said = f"round {line.data['round']} of stage {line.data['stage']}"
        state.note_fault(line, "stage", f"{said} is taken back, round {number} is the latest")
    gone = {code: match for code, match in state.matches.items() if match.round == number}
    begun = [
        code for code, match in gone.items() if len(match.sides) > 1 and (match.started or match.version)
    ]
    state.note_faults(line, "stage", (f"{code} has begun, and its round is taken back" for code in begun))
    state.matches = {code: match for code, match in state.matches.items() if code not in gone}
    state.touched -= set(gone)
    state.stage.rounds = number - 1
    state.draw = _draw_before(state)
    promises.require_new_commitment(state)


def _draw_before(state: State) -> Data:
    """Return order and sizes of the round that is the latest now, as `State.draw` has them."""
    tables = [match.drawn for match in state.matches.values() if match.round == state.stage.rounds]
    return {
        "order": [code for table in tables for code in table],
        "rounds": [[len(table) for table in tables]],
    }
