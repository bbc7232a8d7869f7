"""A match on its way to a sheet: placed, started, time called, redraws (1.4.1, 4.7.1)."""

from records.checker.format.findings import Discrepancy, Findings, listed, shown
from records.checker.replay.state import Line, Match, State
from records.checker.rules.breaks import called
from records.checker.rules.chairs import grows, is_chair_more
from records.checker.rules.seats import check_holders
from records.checker.rules.verdicts import is_draw, players_at
from rulesets.registry import takes_pineapples

WITHOUT_PLAY = frozenset({"walkover", "nobody", "ruling"})


def placed(state: State, line: Line) -> Findings:
    """A match that is still to be played; its judge helps at this tournament."""
    yield from called(state, line)
    match = state.match(line.data["match"])
    judge = line.data["judge"]
    if match is None:
        yield unknown(line)
    elif match.current is not None:
        yield Discrepancy(line.seq, "match_decided", f"{match.id} has its sheet")
    if judge is not None and not any(person == judge for _, person in state.staff):
        yield Discrepancy(line.seq, "judge_unknown", f"{shown(judge)} has no role here")


def started(state: State, line: Line) -> Findings:
    """Once, with everybody known, at least two sides there, and a suit for every one of them."""
    match = state.match(line.data["match"])
    if match is None:
        yield unknown(line)
        return
    if match.started:
        yield Discrepancy(line.seq, "started_twice", f"{match.id} was started before")
    if match.current is not None and match.current.ended_by not in WITHOUT_PLAY:
        yield Discrepancy(line.seq, "match_decided", f"{match.id} has its sheet")
    if len(match.occupied) < 2:
        yield Discrepancy(line.seq, "opponents_missing", f"{match.id} has {len(match.occupied)} sides")
    yield from check_holders(state, line, match)
    yield from _marked(state, line, match)


def _marked(state: State, line: Line, match: Match) -> Findings:
    bare = [seat.number for seat in match.seats.values() if seat.entry is not None and seat.suit is None]
    if bare and state.game is not None and state.game.marks:
        yield Discrepancy(line.seq, "suit_missing", f"{match.id}: seats {listed(bare)}")


def pineapples_changed(state: State, line: Line) -> Findings:
    """Who of those at a match that nobody has begun brought one: each once, and not as it was noted."""
    match = state.match(line.data["match"])
    if match is None:
        yield unknown(line)
        return
    brought, seated = line.data["pineapples"], dict.fromkeys(p for _, p in players_at(state, match))
    if not takes_pineapples(state.facts["game"], state.facts["variants"]):
        yield Discrepancy(line.seq, "pineapples_off", "nobody brings one without the variant")
    if not match.is_open:
        yield Discrepancy(line.seq, "match_begun", f"{match.id} was begun or decided before")
    if len(set(brought)) < len(brought) or not set(seated).issuperset(brought):
        yield Discrepancy(line.seq, "pineapples_wrong", f"{listed(brought)}: once, and at this table only")
    entries = (state.entries[entry] for entry in match.occupied.values() if entry in state.entries)
    if set(brought) == {player for entry in entries for player in entry.pineapples if player in seated}:
        yield Discrepancy(line.seq, "change_of_nothing", "that is what was noted")


def time_called(state: State, line: Line) -> Findings:
    """Once, at a match that runs, in a tournament with a limit."""
    yield from called(state, line)
    match = state.match(line.data["match"])
    if match is None:
        yield unknown(line)
        return
    if state.facts["time_limit"] is None:
        yield Discrepancy(line.seq, "no_time_limit", "matches have no limit here")
    if not match.started:
        yield Discrepancy(line.seq, "match_not_started", f"{match.id} was not started")
    if match.time_called:
        yield Discrepancy(line.seq, "time_called_twice", f"{match.id} had its time called")


def extended(state: State, line: Line) -> Findings:
    """A match that runs, in a tournament with a limit."""
    match = state.match(line.data["match"])
    if match is None:
        yield unknown(line)
        return
    if state.facts["time_limit"] is None:
        yield Discrepancy(line.seq, "no_time_limit", "matches have no limit here")
    yield from _running(line, match)


def _running(line: Line, match: Match) -> Findings:
    if not match.started or match.current is not None:
        yield Discrepancy(line.seq, "match_not_running", f"{match.id} is not being played")


def redraw_noted(state: State, line: Line) -> Findings:
    """Somebody at a running match, at most twice."""
    match = state.match(line.data["match"])
    if match is None:
        yield unknown(line)
        return
    player = line.data["player"]
    yield from _running(line, match)
    if all(player not in state.entries[entry].players for entry in _seated(state, match)):
        yield Discrepancy(line.seq, "player_not_seated", f"{shown(player)} is not at {match.id}")
    for violation in state.game.check_redraw(match.redraws[player]) if state.game else ():
        yield Discrepancy(line.seq, violation.code, f"{shown(player)} had {match.redraws[player]} redraws")


def redraw_taken_back(state: State, line: Line) -> Findings:
    """One that was noted in the game that is played."""
    match = state.match(line.data["match"])
    if match is None:
        yield unknown(line)
        return
    yield from _running(line, match)
    if match.redraws[line.data["player"]] < 1:
        yield Discrepancy(line.seq, "no_redraw", f"{shown(line.data['player'])} has no redraw at {match.id}")


def _seated(state: State, match: Match) -> list[str]:
    return [entry for entry in match.occupied.values() if entry in state.entries]


def game_drawn(state: State, line: Line) -> Findings:
    """A running match of a game that knows draws, with lines that nobody won by."""
    match = state.match(line.data["match"])
    if match is None:
        yield unknown(line)
        return
    if state.game is None or not state.game.sheet_terms.has_draws:
        yield Discrepancy(line.seq, "game_knows_no_draw", f"{shown(state.facts['game'])} has a winner")
    elif not is_draw(state, match, line.data["lines"]):
        yield Discrepancy(line.seq, "game_not_drawn", f"the lines of {match.id} are no drawn game")
    yield from _running(line, match)


def game_resumed(state: State, line: Line) -> Findings:
    """A running match that was begun anew after a drawn game."""
    match = state.match(line.data["match"])
    if match is None:
        yield unknown(line)
        return
    if not match.drawn:
        yield Discrepancy(line.seq, "nothing_to_resume", f"no drawn game of {match.id} stands")
    yield from _running(line, match)


def game_seeded(state: State, line: Line) -> Findings:
    """A match that is being played."""
    match = state.match(line.data["match"])
    if match is None:
        yield unknown(line)
    elif not match.started or match.current is not None:
        yield Discrepancy(line.seq, "match_not_played", f"{match.id} is not being played")


def noted(state: State, line: Line) -> Findings:
    """A match and a seat that exist, or none."""
    name, number = line.data["match"], line.data["seat"]
    match = state.match(name) if name is not None else None
    if name is not None and match is None:
        yield unknown(line)
    elif match is not None and is_chair_more(state, line, match):
        yield from grows(state, line, match)
    elif number is not None and (match is None or number not in match.seats):
        yield Discrepancy(line.seq, "seat_unknown", f"no seat {number} at {shown(name)}")
    elif number is not None and state.since_2 and (name, number) in state.act.hands:
        yield Discrepancy(line.seq, "noted_twice", f"seat {number} of {shown(name)} is noted already")


def unknown(line: Line) -> Discrepancy:
    """A line about a match that the standing draw does not have."""
    return Discrepancy(line.seq, "match_unknown", f"no match {shown(line.data['match'])} in a standing draw")
