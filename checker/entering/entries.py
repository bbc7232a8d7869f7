"""Lines about the tournament's terms, its staff and its entries."""

from collections.abc import Iterator

from checker.draw import bracket, promises, second_chance
from checker.entering import decks, titles
from checker.games import Game
from checker.reading import words
from checker.reading.lines import Data, Line
from checker.reading.terms import is_blank, one_of
from checker.state import Entry, Match, State

MOST_GOING_ON = 256
NO_TERMS = {"name", "year", "title"}
"""What may change without the regulation being confirmed again."""


def create(state: State, line: Line) -> None:
    """Store the terms of line 0 and note their faults; on another line only a fault, nothing is stored."""
    if line.seq != 0 or state.setup:
        state.note_fault(line, "setup", "tournament.created is line 0 and nowhere else")
        return
    state.setup, state.creator = {"stages": [], **line.data}, line.by
    state.note_faults(line, "setup", _term_faults(state))


def change_terms(state: State, line: Line) -> None:
    """Store changed terms; note faults of the new terms, of the draw under them, and of late changes.

    Not stored if they change format, game or software, or name an unknown type.
    A line without keys means a change of what no record holds: place, time, capacity, special rules.
    """
    new = {key: value for key, value in line.data.items() if key != "reason"}
    if any(state.setup.get(key) == value for key, value in new.items() if key != "title"):
        state.note_fault(line, "setup", "a change that changes nothing")
    if state.draw is not None and is_blank(line.data.get("reason")):
        state.note_fault(line, "setup", "a change after the draw without a reason")
    state.note_faults(line, "setup", _late_change_faults(state, new))
    if {"format", "game", "software"} & set(new):
        state.note_fault(line, "setup", "format, game and software never change")
        return
    if state.game.kind({**state.setup, **new}) is None:
        state.note_fault(line, "setup", "a type that the record does not define")
        return
    state.setup.update(new)
    if state.confirmed and set(new) - NO_TERMS:
        state.confirmed = False
    state.note_faults(line, "setup", _term_faults(state))
    state.note_faults(line, "bracket", bracket.draw_faults_after_change(state))
    if state.draw is not None and "ranked" in new:
        state.note_faults(line, "gate", bracket.ranked_draw_faults(state))


def _late_change_faults(state: State, new: Data) -> Iterator[str]:
    """Yield terms that change later than they may."""
    late = [key for key in words.FIXED_ONCE_STARTED if key in new]
    if state.started and late:
        yield f"{', '.join(late)} changed after the first match started"
    if state.draw is not None and "stages" in new:
        yield "stages changed after a draw"


def _term_faults(state: State) -> Iterator[str]:
    """Yield what is wrong with the terms of the tournament as they are now."""
    yield from _setup_faults(state.game, state.setup)
    yield from _stage_faults(state)
    yield from second_chance.setup_faults(state)


def _setup_faults(game: Game, setup: Data) -> Iterator[str]:
    """Yield faults of type, title, points, variants, table sizes and house rules."""
    kind = game.kind(setup)
    if kind is None:
        yield from game.kind_faults(setup)
        yield f"{setup['kind']!r} is no type of {game.word}, and the record does not define it"
        return
    yield from game.kind_faults(setup)
    yield from _title_faults(game, kind.word, setup)
    title = game.title(kind.word, setup["name"], setup["variants"], setup["year"])
    if setup["title"] != title:
        yield f"the title is {setup['title']!r}, its parts say {title!r}"
    if setup["points"] != list(words.POINTS):
        yield f"points are {setup['points']}"
    variants = [key for key in game.variants if key in setup["variants"]]
    if setup["variants"] != variants:
        yield f"variants are {setup['variants']}, not in catalogue order and each once"
    least, most = setup["table"]["min"], setup["table"]["max"]
    if not kind.tables[0] <= least <= most <= kind.tables[1]:
        yield f"tables of {least} to {most}"
    yield from _house_rule_faults(game, setup["house_rules"])


def _stage_faults(state: State) -> Iterator[str]:
    """Yield what is wrong with the stages: several, not of a ranked type, places in duels, no bracket."""
    stages = state.setup["stages"]
    if len(stages) > 1:
        yield f"{len(stages)} stages before the bracket"
    accepted = (state.setup.get("definition") or {}).get("stages", ())
    for kind in [stage["kind"] for stage in stages if state.setup["ranked"]]:
        if kind not in accepted:
            yield f"a ranked tournament with {kind} before the bracket, which its type does not name"
    if state.setup["table"]["max"] < 3 and any("points" in stage for stage in stages):
        yield "places count before the bracket, and no table has more than two"
    for going in [stage["advance"] * stage.get("groups", 1) for stage in stages if stage["advance"]]:
        if not 2 <= going <= MOST_GOING_ON or not bracket.has_bracket(state, going):
            yield f"{going} entries go on to a bracket, and there is none for so many"


def _title_faults(game: Game, word: str, setup: Data) -> Iterator[str]:
    """Yield faults of the name in a title, and of the word of a composed type."""
    if setup.get("definition"):
        yield from titles.word_faults(word)
    others = [kind.word for kind in game.kinds.values() if kind.word != word]
    yield from titles.name_faults(setup["name"], word, others, game.variants.values())


def _house_rule_faults(game: Game, chosen: Data) -> Iterator[str]:
    """Yield house rules that the game does not have, or with a value that is no choice, or the default."""
    options = {**words.OPTIONS, **game.options}
    for code, value in chosen.items():
        default, choices = options.get(code, (None, ()))
        if not one_of(*choices)(value) or value == default:
            yield f"house rule {code} is {value!r:.80}"


def announce(state: State, line: Line) -> None:
    """Store that the announcement was published, which a ranked draw requires."""
    state.announced = True


def confirm_regulation(state: State, line: Line) -> None:
    """Store that the regulation is confirmed; a fault if not under the edition in force.

    Also if another than organizer or coordinator confirms it.
    """
    if line.role not in ("organizer", "coordinator"):
        state.note_fault(line, "author", f"a {line.role} confirms no regulation")
    if line.data["rules"] != state.setup["rules"]:
        state.note_fault(line, "setup", "the regulation is not that of the edition in force")
    state.confirmed = True


def cancel(state: State, line: Line) -> None:
    """Store that the tournament is cancelled, which is final."""
    state.cancelled = True


def assign_role(state: State, line: Line) -> None:
    """Store that a person has a role; a fault if they had it."""
    role = (line.data["role"], line.data["person"])
    if role in state.staff:
        state.note_fault(line, "staff", f"{role[1]} is {role[0]} already")
    state.staff.add(role)


def remove_role(state: State, line: Line) -> None:
    """Remove a role of a person; a fault if they did not have it."""
    role = (line.data["role"], line.data["person"])
    if role not in state.staff:
        state.note_fault(line, "staff", f"{role[1]} is not {role[0]}")
    state.staff.discard(role)


# --- entries ------------------------------------------------------------------------------------------


def add(state: State, line: Line) -> None:
    """Store a new entry; faults if its id is known or groups are dealt, and of its players."""
    code, players = line.data["entry"], line.data["players"]
    if code in state.entries:
        state.note_fault(line, "entry", f"{code} is there already")
    entry = Entry(code, list(players), line.data["group"], line.data["seed"])
    state.entries[code] = entry
    state.register(entry)
    if state.draw is not None:
        state.arriving.add(code)
    if state.are_groups_open:
        state.note_fault(line, "entry", f"{code} is added, and the groups are dealt")
    state.note_faults(line, "entry", _player_faults(state, entry))


def _player_faults(state: State, entry: Entry) -> Iterator[str]:
    """Yield faults of an entry: a wrong number of players, or one who is in another live entry."""
    wanted = 2 if state.has_pairs else 1
    if len(set(entry.players)) != wanted or len(entry.players) != wanted:
        yield f"{entry.code} has the players {entry.players}"
    others = {other.code: other for person in entry.players for other in state.entries_of(person)}
    for other in others.values():
        if other is not entry and other.is_live:
            yield f"a player of {entry.code} is in {other.code} too"


def change(state: State, line: Line) -> None:
    """Store changed players, seed or group of a live entry, even with faults; new players touch its matches.

    Faults: a value that stays, new players once it has played, no reason after the draw. For an unknown entry
    or one that left only a fault. A line without them says that a name changed, which no record has.
    """
    entry = _entry_or_fault(state, line)
    if entry is None or not _is_live_or_fault(state, line, entry):
        return
    if state.draw is not None and is_blank(line.data.get("reason")):
        state.note_fault(line, "entry", "a change after the draw without a reason")
    state.note_faults(line, "entry", _unchanged_faults(entry, line.data))
    if "players" in line.data:
        if _has_played(state, entry):
            state.note_fault(line, "entry", f"{entry.code} has played: no substitute")
        entry.players = list(line.data["players"])
        state.register(entry)
        state.note_faults(line, "entry", _player_faults(state, entry))
        _touch_matches(state, entry)
    entry.group = line.data.get("group", entry.group)
    entry.seed = line.data.get("seed", entry.seed)


def _unchanged_faults(entry: Entry, data: Data) -> Iterator[str]:
    """Yield a fault if fields of an `entry.changed` line leave the entry as it is."""
    before = {"players": entry.players, "seed": entry.seed, "group": entry.group}
    if same := [key for key in before if key in data and data[key] == before[key]]:
        yield f"{entry.code} changes nothing in {same}"


def _has_played(state: State, entry: Entry) -> bool:
    """Whether the entry sits at a match that was started and has no sheet yet, or one with lines."""
    sheets = (
        match.sheet for match in state.matches.values() if match.started and entry.code in match.entries
    )
    return any(sheet is None or sheet["lines"] for sheet in sheets)


def check_in(state: State, line: Line) -> None:
    """Store that an entry is checked in, with its pineapples, or with others than before.

    Faults without a promised secret or a deck, and of pineapples. Nothing is stored if the entry is unknown
    or not live.
    """
    entry = _entry_or_fault(state, line)
    if entry and _is_live_or_fault(state, line, entry):
        if not set(line.data["pineapples"]) <= set(entry.players):
            state.note_fault(line, "entry", f"{entry.code} brings a pineapple of another entry")
        promises.require_commitment(state, line)
        if not entry.checked_in:
            state.note_faults(line, "deck", decks.missing_deck_faults(state, entry))
        state.note_faults(line, "entry", _pineapple_faults(state, entry, line.data["pineapples"]))
        entry.checked_in, entry.pineapples = True, set(line.data["pineapples"])


def _pineapple_faults(state: State, entry: Entry, pineapples: list[str]) -> Iterator[str]:
    """Yield faults of a check-in: pineapples twice or without their variant, or nothing new."""
    if len(set(pineapples)) < len(pineapples):
        yield f"a player of {entry.code} brings two pineapples, which count once"
    if pineapples and "calouro-do-chacrinha" not in state.setup["variants"]:
        yield f"{entry.code} brings a pineapple, which do not count here"
    if entry.checked_in and entry.pineapples == set(pineapples):
        yield f"{entry.code} is checked in like that already"


def check_out(state: State, line: Line) -> None:
    """Remove a check-in and its pineapples; a fault if there is none."""
    entry = _entry_or_fault(state, line)
    if entry and _is_live_or_fault(state, line, entry):
        if not entry.checked_in:
            state.note_fault(line, "entry", f"{entry.code} was not checked in")
        if line.data["pineapples"]:
            state.note_fault(line, "entry", f"{entry.code} is not here and brings a pineapple")
        entry.checked_in, entry.pineapples = False, set()


def withdraw(state: State, line: Line) -> None:
    """Store that an entry is withdrawn; its seats are checked after the act, if the match has not begun."""
    _leave(state, line, "withdrawn")


def disqualify(state: State, line: Line) -> None:
    """Store that an entry is disqualified, and what the act then owes.

    It owes the sheets of its open matches, and new versions of those it won and did not go on from.
    """
    code = line.data["entry"]
    was_live = state.is_live(code)
    _leave(state, line, "disqualified")
    if state.is_second_format and is_blank(line.data["reason"]):
        state.note_fault(line, "entry", f"{code} is disqualified without a reason")
    if state.is_second_format and line.role == "judge":
        state.accused.append((code, line.by))
    playing = (match for match in state.matches.values() if match.started and match.sheet is None)
    state.unfinished.update(match.code for match in playing if code in match.entries)
    for match in state.drawn_matches if was_live or state.is_second_format else ():
        won = match.sheet is not None and match.sheet["winner"] == code and len(match.entries) > 1
        if won and all(
            _can_lose_seat(following, side, code)
            for following, side, take in state.sides_fed_by(match.code)
            if take == "winner"
        ):
            state.leaving.append((code, match.code))


def _can_lose_seat(following: Match, side: int, code: str) -> bool:
    """Whether an entry can still lose the seat that its win gave: that match has not begun, none took it."""
    return not following.is_frozen and side not in following.kept and following.sides[side] in (None, code)


def _leave(state: State, line: Line, status: str) -> None:
    """Store the status with which an entry left, and touch its matches; a fault if it has that status.

    Or if it is disqualified: who withdrew may still be disqualified, but not the reverse.
    """
    entry = _entry_or_fault(state, line)
    if entry is None:
        return
    if entry.status in ("disqualified", status):
        state.note_fault(line, "entry", f"{entry.code} is {entry.status} already")
    entry.status = status
    _touch_matches(state, entry)


def reinstate(state: State, line: Line) -> None:
    """Store that an entry that left plays again, even after a disqualification; a fault if it had not left.

    Also if one of its players is in another live entry now.
    """
    entry = _entry_or_fault(state, line)
    if entry is None:
        return
    if entry.is_live:
        state.note_fault(line, "entry", f"{entry.code} is in the tournament")
    entry.status = "live"
    state.note_faults(line, "entry", _player_faults(state, entry))
    _touch_matches(state, entry)


def _touch_matches(state: State, entry: Entry) -> None:
    """Add the matches of the entry, and those they feed, to `touched`: checked after the act."""
    for match in state.matches.values():
        if entry.code in match.entries or entry.code in match.owners.values():
            state.touched.add(match.code)
            state.touch_fed_matches(match.code)


def _entry_or_fault(state: State, line: Line) -> Entry | None:
    """Return the entry that a line names; None, with a fault, if there is none."""
    entry = state.entries.get(line.data["entry"])
    if entry is None:
        state.note_fault(line, "entry", f"there is no entry {line.data['entry']}")
    return entry


def _is_live_or_fault(state: State, line: Line, entry: Entry) -> bool:
    """Return whether the entry is neither withdrawn nor disqualified, and note a fault if it is."""
    if not entry.is_live:
        state.note_fault(line, "entry", f"{entry.code} is {entry.status}")
    return entry.is_live
