"""The draw: who is in it, the bracket's shape, byes, seats, where each side comes from."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from checker.draw import promises, second_chance
from checker.draw.final_seat import bracket_alone
from checker.draw.shape_search import default_rounds
from checker.entering.decks import missing_deck_faults
from checker.reading.lines import Data, Line
from checker.state import Match, Seat, Stage, State, Take

Rounds = list[list[Match]]


def add_draw(state: State, line: Line) -> None:
    """Check a published draw, and store it with its matches.

    Nothing is stored if a draw stands or a stage comes first, no matches if their ids are faulty.
    """
    if not state.stage.owes_bracket and (state.draw is not None or state.plan):
        state.note_fault(line, "draw", "a draw stands already, or a stage comes first")
        return
    promises.require_commitment(state, line)
    state.note_faults(line, "gate", ranked_draw_faults(state))
    state.note_faults(line, "draw", _entry_faults(state, line.data))
    used = sorted({match["match"] for match in line.data["matches"]} & state.match_codes)
    state.note_faults(line, "bracket", (f"{code} was a match of an earlier draw" for code in used))
    state.match_codes.update(match["match"] for match in line.data["matches"])
    state.draw, state.stage.owes_bracket = line.data, False
    if broken := list(_id_faults(line.data["matches"])):
        state.note_faults(line, "bracket", broken)
        return
    for given in line.data["matches"]:
        state.add_match(build_match(given))
    state.second_chance = second_chance.find_matches(line.data["matches"])
    first = state.stage.rounds + 1
    state.touched.update(match.code for match in state.bracket if match.round == first)
    state.note_faults(line, "bracket", _partner_faults(line.data["matches"]))
    state.note_faults(line, "bracket", _bracket_faults(state, line.data))
    state.note_faults(line, "bracket", second_chance.form_faults(state, line.data))
    state.note_faults(
        line, "seat", (fault for match in state.drawn_matches for fault in seating_faults(state, match))
    )
    state.note_faults(line, "draw", promises.draw_faults(state, line))
    state.note_faults(line, "draw", second_chance.lot_faults(state, line.data))


def _id_faults(matches: list[Data]) -> Iterator[str]:
    """Yield ids and seat numbers that occur twice, and sources that do not exist."""
    codes = [match["match"] for match in matches]
    yield from (f"{code} is there twice" for code, times in Counter(codes).items() if times > 1)
    for match in matches:
        numbers = [seat["seat"] for seat in match["seats"]]
        if len(numbers) != len(set(numbers)):
            yield f"{match['match']} has the seats {numbers}"
        for seat in match["seats"]:
            if seat["from"] and seat["from"]["match"] not in codes:
                yield f"{match['match']} waits for {seat['from']['match']}, which is no match"


def withdraw_draw(state: State, line: Line) -> None:
    """Remove draw, matches and stage, even with a fault: no draw, or a match started or with a sheet.

    Byes do not count. In the second format the act then owes a new commitment.
    """
    decided = any(match.version for match in state.matches.values() if len(match.sides) > 1)
    if state.draw is None or state.started or decided:
        state.note_fault(line, "draw", "only a draw of which no match has started can be withdrawn")
    state.draw = None
    state.matches, state.feeds, state.touched, state.stage = {}, {}, set(), Stage()
    state.second_chance = set()
    promises.require_new_commitment(state)


def redraw_round(state: State, line: Line) -> None:
    """Replace the matches of a round of the bracket after its first, none of which has begun; the ids stay.

    Else, or with a second chance, note a fault and change nothing. Other faults do not prevent it.
    """
    number = line.data["round"]
    if state.second_chance:
        state.note_fault(line, "draw", f"round {number} is redrawn, and losers have a second chance")
        return
    old = {code: match for code, match in state.matches.items() if match.round == number}
    new = {given["match"]: build_match(given) for given in line.data["matches"]}
    before, after = old.values(), new.values()
    has_begun = any(match.is_frozen for match in before)
    if number < state.stage.rounds + 2 or set(new) != set(old) or has_begun:
        state.note_fault(line, "draw", f"round {number} cannot be redrawn like this")
        return
    if _count_sources(before) != _count_sources(after) or _side_counts(before) != _side_counts(after):
        state.note_fault(line, "bracket", f"round {number} redrawn takes other entries, or has other tables")
    state.note_faults(line, "bracket", _partner_faults(line.data["matches"]))
    state.matches.update(new)
    _rebuild_feeds(state)
    state.note_faults(line, "seat", (fault for match in after for fault in seating_faults(state, match)))
    state.touched.update(new)


def _rebuild_feeds(state: State) -> None:
    """Rebuild `state.feeds` from the sources of all matches."""
    state.feeds = {}
    for match in state.matches.values():
        for side, (source, take) in match.sources.items():
            state.feeds.setdefault(source, []).append((match.code, side, take))


def _count_sources(matches: Iterable[Match]) -> Counter[tuple[str, Take]]:
    """Count how often these matches take each source: (match, its winner or loser)."""
    return Counter(source for match in matches for source in match.sources.values())


def _side_counts(matches: Iterable[Match]) -> dict[str, int]:
    """Return match → number of its sides."""
    return {match.code: len(match.sides) for match in matches}


def build_match(given: Data) -> Match:
    """Return the match that its object in a line of a draw or a round describes."""
    seats = {
        seat["seat"]: Seat(
            seat["seat"], seat["side"], seat["suit"], seat["entry"], seat["player"], seat["entry"] is not None
        )
        for seat in given["seats"]
    }
    sources = {
        seat["side"]: (seat["from"]["match"], seat["from"].get("side") or seat["from"]["take"])
        for seat in given["seats"]
        if seat["from"]
    }
    owners = {seat["side"]: seat["entry"] for seat in given["seats"] if not seat["from"]}
    drawn = tuple(dict.fromkeys(entry for entry in owners.values() if entry))
    return Match(given["match"], given["round"], given["number"], seats, sources, owners, drawn)


def _partner_faults(matches: Iterable[Data]) -> Iterator[str]:
    """Yield sides of pairs whose two seats hold different entries, or come from different places."""
    for match in matches:
        for first, second in combinations(match["seats"], 2):
            same = (first["entry"], first["from"]) == (second["entry"], second["from"])
            if first["side"] == second["side"] and not same:
                yield f"{match['match']}: the seats of side {first['side']} hold two entries"


def ranked_draw_faults(state: State) -> Iterator[str]:
    """Yield what a ranked tournament lacks for its draw (4.6); nothing in an unranked one."""
    if not state.setup["ranked"]:
        return
    people = sum(len(entry.players) for entry in state.entries.values() if entry.is_live and entry.checked_in)
    if people < 8:
        yield f"ranked with {people} people checked in"
    if not state.announced:
        yield "ranked and never announced"
    if not any(role == "coordinator" for role, _ in state.staff):
        yield "ranked without a coordinator"
    if state.confirmed is False:
        yield "ranked, and its terms changed after they were confirmed"


def _entry_faults(state: State, data: Data) -> Iterator[str]:
    """Yield faults of a bracket's method and entries: all who are here, or who go on from the stage."""
    if (data["method"] == "stage") != (state.stage.places is not None):
        yield f"a bracket by the method {data['method']}"
    if state.stage.places is None:
        yield from order_faults(state, data["order"])
    elif sorted(data["order"]) != sorted(state.stage.going):
        yield "the bracket has other entries than those that go on from the stage"


def order_faults(state: State, order: list[str]) -> Iterator[str]:
    """Yield entries drawn twice, drawn but not checked in, or the reverse, and players without a deck list.

    While groups are open, only their members have to be drawn.
    """
    present = {code for code, entry in state.entries.items() if entry.is_live and entry.checked_in}
    if state.are_groups_open:
        present = {code for code in present if state.stage.group_of(code)}
    yield from (f"{code} is drawn twice" for code, times in Counter(order).items() if times > 1)
    yield from (f"{code} is drawn and not here" for code in order if code not in present)
    yield from (f"{code} is here and not drawn" for code in sorted(present - set(order)))
    yield from (
        fault
        for code in order
        if code in present
        for fault in missing_deck_faults(state, state.entries[code])
    )


# --- the bracket --------------------------------------------------------------------------------------


def _bracket_faults(state: State, data: Data) -> Iterator[str]:
    """Yield faults of the whole bracket: numbers, sizes, shape, round 1, who feeds whom."""
    rounds = _matches_by_round(state, data)
    yield from _numbering_faults(rounds, data["rounds"])
    entries = len(data["order"])
    if state.setup["table"]["max"] == 2:
        yield from _duel_faults(state, rounds, data["order"])
        if data["shape"] != "default":
            yield "tables of two have one shape, and it is said to be chosen"
    else:
        yield from _table_faults(state, rounds, entries, data["shape"])
    yield from _first_round_faults(rounds, data["order"])
    yield from _feeding_faults(state, rounds)


def _matches_by_round(state: State, data: Data) -> Rounds:
    """Return the matches of each round of the bracket by number, without the final's second-chance seat.

    A round that `rounds` of the line announces and that has no match is [].
    """
    before = state.stage.rounds
    alone = bracket_alone(state)
    last = max((match.round for match in alone), default=0)
    return [
        sorted((match for match in alone if match.round == number), key=lambda match: match.number)
        for number in range(before + 1, max(last, before + len(data["rounds"])) + 1)
    ]


def _numbering_faults(rounds: Rounds, said: list[list[int]]) -> Iterator[str]:
    """Yield rounds whose matches are not numbered from 1, or whose sizes are not those `said` in the line."""
    for number, matches in enumerate(rounds, 1):
        if [match.number for match in matches] != list(range(1, len(matches) + 1)):
            yield f"the matches of round {number} are not numbered 1 to {len(matches)}"
    sizes = [[len(match.sides) for match in matches] for matches in rounds]
    if sizes != said:
        yield f"the rounds are said to have tables {said!r:.60}, and have {sizes!r:.60}"


def _third_place_matches(state: State) -> int:
    """Return 1 if a match for third place is due beside the final, else 0.

    It is due if the house rule asks for it, at tables of two, with four entries or more.
    """
    enough = state.draw is not None and len(state.draw["order"]) >= 4
    return int(enough and state.option("third_place_match", False) and state.setup["table"]["max"] == 2)


def _duel_faults(state: State, rounds: Rounds, order: list[str]) -> Iterator[str]:
    """Yield faults at tables of two: a power of two with byes to the best, the first two apart."""
    depth = max(1, (len(order) - 1).bit_length())
    third = _third_place_matches(state)
    wanted = [2 ** (depth - number) + (third if number == depth else 0) for number in range(1, depth + 1)]
    if [len(matches) for matches in rounds] != wanted:
        yield f"{len(order)} entries in duels need rounds of {wanted}"
        return
    byes = [match for match in rounds[0] if len(match.sides) == 1]
    free = 2**depth - len(order)
    if {code for match in byes for code in match.entries} != set(order[:free]):
        yield f"the byes do not go to the first {free} of the order"
    if any(len(match.sides) != 2 for matches in rounds[1:] for match in matches):
        yield "a bye after round 1"
    if depth > 1 and _semifinal_of(state, rounds, order[0]) == _semifinal_of(state, rounds, order[1]):
        yield "the first two of the order are in the same half"


def _semifinal_of(state: State, rounds: Rounds, entry: str) -> str | None:
    """Return the match of the last round but one that an entry reaches if it wins; None if none."""
    code = next((match.code for match in rounds[0] if entry in match.entries), None)
    for _ in rounds:  # a path that is longer leads in a circle
        if code is None or state.matches[code].round - state.stage.rounds >= len(rounds) - 1:
            break
        code = next(
            (following.code for following, _, take in state.sides_fed_by(code) if take == "winner"), None
        )
    return code


def _table_faults(state: State, rounds: Rounds, entries: int, shape: str) -> Iterator[str]:
    """Yield faults of the rounds at tables of more than two: sizes, bounds, how many play on.

    `shape`: `default` if they are said to be the recommended ones, else `chosen`.
    """
    least, most = state.setup["table"]["min"], state.setup["table"]["max"]
    sizes = [sorted(len(match.sides) for match in matches) for matches in rounds]
    final = 2 if state.option("short_final", default=False) else least
    if (shape == "default") != (sizes == default_rounds(entries, least, most, final)):
        yield f"{sizes!r:.60} for {entries} entries is said to be {shape}"
    yield from _size_faults(state, sizes)
    playing = [entries, *(len(tables) for tables in sizes)]
    if [sum(tables) for tables in sizes] != playing[:-1] or playing[-1] != 1:
        yield "the tables of a round do not take all who come to it, or the last round is not one table"


def has_bracket(state: State, entries: int) -> bool:
    """Return whether a bracket is possible for so many entries; at tables of two it always is."""
    least, most = state.setup["table"]["min"], state.setup["table"]["max"]
    final = 2 if state.option("short_final", default=False) else least
    return most == 2 or default_rounds(entries, least, most, final) is not None


def _size_faults(state: State, sizes: Iterable[list[int]]) -> Iterator[str]:
    """Yield rounds with tables that differ by more than one, or are outside the bounds of the tournament.

    `sizes`: for each round the number of sides at its tables, ascending.
    """
    least, most, rounds = state.setup["table"]["min"], state.setup["table"]["max"], list(sizes)
    for number, tables in enumerate(rounds, 1):
        lowest = 2 if number == len(rounds) and state.option("short_final", default=False) else least
        if most == 2 and number == 1 and 2 in tables:
            lowest = 1  # byes
        if not tables or tables[-1] - tables[0] > 1 or tables[0] < lowest or tables[-1] > most:
            yield f"round {number} has tables {tables!r:.60}"


def draw_faults_after_change(state: State) -> Iterator[str]:
    """Yield tables of the latest draw that no longer fit the changed terms; nothing without a draw.

    While groups are open, only whether a table is too large.
    """
    if state.draw is not None and not state.are_groups_open:
        yield from _size_faults(state, (sorted(tables) for tables in state.draw["rounds"]))
        yield from second_chance.size_faults(state, state.draw.get("second_chance", []))
    elif state.draw is not None and max(state.draw["rounds"][0]) > state.setup["table"]["max"]:
        yield f"a table of the groups has {max(state.draw['rounds'][0])} sides"


def _first_round_faults(rounds: Rounds, order: list[str]) -> Iterator[str]:
    """Yield a fault if round 1 does not seat each entry once, or a later round has entries."""
    seated = Counter(code for matches in rounds[:1] for match in matches for code in match.sides.values())
    if seated != Counter(order):
        yield "round 1 does not seat each entry of the order exactly once"
    if any(seat.entry for matches in rounds[1:] for match in matches for seat in match.seats.values()):
        yield "an entry is drawn into a later round"


def _feeding_faults(state: State, rounds: Rounds) -> Iterator[str]:
    """Yield faults unless each winner is taken once by the next round, losers for third place only."""
    for number, matches in enumerate(rounds, 1):
        taken = Counter(source for match in matches for source in match.sources.values())
        before = [match.code for match in rounds[number - 2]] if number > 1 else []
        wanted = Counter[tuple[str, Take]]((code, "winner") for code in before)
        if number == len(rounds) and _third_place_matches(state):
            wanted.update((code, "loser") for code in before)
            if any({take for _, take in match.sources.values()} != {_take_due(match)} for match in matches):
                yield "the final takes the winners, the match for the third place the losers"
        if taken != wanted:
            yield f"round {number} does not take each winner of the round before exactly once"
        if number > 1 and any(set(match.sides) != set(match.sources) for match in matches):
            yield f"round {number} has a side that comes from nowhere"


def _take_due(match: Match) -> str:
    """Return what a match of the last round takes: match 1 is the final, match 2 for the third place."""
    return "winner" if match.number == 1 else "loser"


# --- the seats of one match ---------------------------------------------------------------------------


def seating_faults(state: State, match: Match) -> Iterator[str]:
    """Yield faults of the seats of a drawn match: numbers, sides, suits, players of pairs."""
    code, seats = match.code, match.seats
    sides = sorted(set(match.sides))
    if sides != list(range(1, len(sides) + 1)) or list(seats) != list(range(1, len(seats) + 1)):
        yield f"{code}: seats or sides are not numbered from 1"
    wanted = sides * 2 if state.has_pairs else sides
    if [seat.side for seat in seats.values()] != wanted:
        yield f"{code}: the sides sit {[seat.side for seat in seats.values()]}, not {wanted}"
    yield from suit_faults(state, match, complete=len(sides) > 1)
    if state.has_pairs:
        yield from member_faults(state, match)
    elif any(seat.player for seat in seats.values()):
        yield f"{code}: a seat names a player outside Duplas"


def suit_faults(state: State, match: Match, *, complete: bool) -> Iterator[str]:
    """Yield faults of the suits of a match: one twice, or any in a game without suits.

    `complete`: a seat without a suit is a fault too.
    """
    given = [seat.suit for seat in match.seats.values() if seat.suit]
    if not state.game.suits:
        yield from (f"{match.code}: there are no suits in {state.game.word}" for suit in given)
        return
    if len(given) != len(set(given)):
        yield f"{match.code}: a suit is there twice"
    if complete and len(given) < len(match.seats):
        yield f"{match.code}: a seat has no suit"


def member_faults(state: State, match: Match) -> Iterator[str]:
    """Yield pairs of which not both members sit, each once."""
    for side, code in match.sides.items():
        seated = [seat.player for seat in match.seats_of(side)]
        entered = state.entries[code].players if code in state.entries else [None, None]
        if sorted(map(str, seated)) != sorted(map(str, entered)):
            yield f"{match.code}: side {side} seats {seated}, {code} is {entered}"
