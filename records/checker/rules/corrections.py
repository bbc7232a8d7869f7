"""Corrections: a remedy for every seat that another winner would change, and undoing them."""

from collections.abc import Mapping
from typing import Any

from records.checker.format.findings import Discrepancy, Findings, listed, shown
from records.checker.replay.play import snapshots_of
from records.checker.replay.state import Line, Look, Match, State, Undo
from records.checker.rules.playing import unknown

Data = Mapping[str, Any]


def applied(state: State, line: Line) -> Findings:
    """Everything wrong with one `correction.applied`, which follows the version that it is about."""
    match = state.match(line.data["match"])
    if match is None:
        yield unknown(line)
        return
    current = match.current
    if current is None or current.at != line.at or line.data["version"] != match.version:
        what = f"{match.id}: version {line.data['version']} was not recorded in this act"
        yield Discrepancy(line.seq, "correction_out_of_place", what)
    if any(done.match == match.id and done.version == match.version for done in state.corrections.values()):
        yield Discrepancy(line.seq, "correction_twice", f"{match.id}: version {match.version} is explained")
    for effect in line.data["effects"]:
        yield from _effect(state, line, effect, match)
    if state.since_2 and current is not None and current.by != line.by:
        yield Discrepancy(line.seq, "author_wrong", f"{match.id}: the version is by {shown(current.by)}")
    yield from _named_once(line, match)
    yield from _every_target(state, line, match)


def _named_once(line: Line, match: Match) -> Findings:
    """Each match once; what is undone is undone whole, and nothing else with it."""
    named = [effect["match"] for effect in line.data["effects"]]
    undone = {effect.get("of") for effect in line.data["effects"]}
    if len(named) > len(set(named)):
        yield Discrepancy(line.seq, "remedy_wrong", f"{match.id}: {listed(named)} are named twice")
    if len(undone) > 1:
        yield Discrepancy(line.seq, "remedy_wrong", f"{match.id}: several things are undone at once")


def _every_target(state: State, line: Line, match: Match) -> Findings:
    """Each match whose seat would change is named."""
    named = {effect["match"] for effect in line.data["effects"]}
    fed = {(target.id, seat.number) for target, seat in state.fed_seats(match.id)}
    targets = {name for name, _ in fed.intersection(state.act.watched)}
    if forgotten := targets - named:
        yield Discrepancy(line.seq, "remedy_missing", f"{match.id}: no remedy for {listed(forgotten)}")


def _effect(state: State, line: Line, effect: Data, match: Match) -> Findings:
    target = state.match(effect["match"])
    if effect["remedy"] == "undo":
        yield from _undo(state, line, effect)
    elif target is None or target.id not in {fed.id for fed, _ in state.fed_seats(match.id)}:
        yield Discrepancy(line.seq, "remedy_wrong", f"{shown(effect['match'])} is not fed from here")
    else:
        yield from _fits(state, line, effect, target)


def _fits(state: State, line: Line, effect: Data, target: Match) -> Findings:
    """Before the match its seat is filled anew; after that somebody chose what to do."""
    remedy = effect["remedy"]
    if effect.get("of") is not None:
        yield Discrepancy(line.seq, "remedy_wrong", "only an undo is of another line")
    if (remedy == "reseat") != target.is_open:
        what = f"{remedy}, and {target.id} has {'not ' if target.is_open else ''}begun"
        yield Discrepancy(line.seq, "remedy_wrong", what)
    if remedy == "replace" and _had_won(state, line, target):
        yield Discrepancy(line.seq, "remedy_wrong", f"who is to be replaced won {target.id}")


def _had_won(state: State, line: Line, target: Match) -> bool:
    replaced = {seat.entry for found, seat in state.fed_seats(line.data["match"]) if found is target}
    return target.current is not None and target.current.winner in replaced - {None}


def _undo(state: State, line: Line, effect: Data) -> Findings:
    """An earlier correction of the same match, not undone before."""
    correction = state.corrections.get(effect["of"]) if effect.get("of") is not None else None
    undone = correction is not None and correction.seq in state.undone
    if correction is None or correction.match != line.data["match"] or undone:
        yield Discrepancy(
            line.seq, "undo_of_nothing", f"line {shown(effect.get('of'))} is no correction of it"
        )
        return
    named = sorted(one["match"] for one in line.data["effects"])
    due = sorted(correction.effects) or [correction.match]
    if named != due:
        yield Discrepancy(line.seq, "remedy_wrong", f"{listed(named)} instead of {listed(due)}")


def check_undone(state: State) -> Findings:
    """At the end of an act: what was undone looks as it did before."""
    for undo in state.act.undone:
        correction = undo.correction
        touched = {*correction.named, *correction.voided}
        before = {name: look for name, look in correction.before.items() if name in touched}
        now = snapshots_of(state, before)
        wrong = [name for name, look in before.items() if not _as_before(state, undo, name, look, now[name])]
        if wrong:
            what = f"{listed(wrong)} not as before line {correction.seq}"
            yield Discrepancy(undo.seq, "undo_differs", what)


def _as_before(state: State, undo: Undo, name: str, before: Look, now: Look) -> bool:
    """The same sheet and people; where nobody played, what another part of the bracket fills is its own."""
    match, inside = state.match(name), {undo.correction.match}
    if state.draw is not None:
        inside.update(state.draw.later(undo.correction.match))
    if match is None or before[1] != now[1]:
        return False
    seats = (match.seats[number] for number in sorted(match.seats))
    return all(
        was == is_ or (seat.source not in inside and (before[1] is None or not was[2]))
        for seat, was, is_ in zip(seats, before[0], now[0], strict=True)
    )
