"""The promised secret: one for each draw, before anybody is checked in; and the seed that came of it."""

from collections.abc import Mapping
from types import MappingProxyType

from records.checker.format.findings import Discrepancy, Findings, shown
from records.checker.replay.state import Line, State
from tournaments.bracket.commitment import hash_of, seed_of
from tournaments.bracket.lots import ALGORITHM, CounterLots, Lots, PythonLots

FIRST_DERIVED = "tournament-record/2"
LOST = "secret_lost"
TYPED: Mapping[str, object] = MappingProxyType({"algorithm": None, "secret": None, "word": None})
"""What a draw says whose seed was typed by hand, and one of a record that promises nothing."""


def promises(state: State) -> bool:
    """Whether this record's draws come from promised secrets."""
    return bool(state.facts["format"] == FIRST_DERIVED)


def committed(state: State, line: Line) -> Findings:
    """By nobody, a new one, once before each draw; another one only where the first is said to be lost."""
    if line.role != "system":
        yield Discrepancy(line.seq, "commitment_author", "nobody promises a secret but the system")
    if line.data["hash"] in state.promises:
        yield Discrepancy(line.seq, "commitment_twice", "this hash was promised before")
    if state.draw is not None:
        yield Discrepancy(line.seq, "commitment_late", "a draw stands")
    elif state.promise is not None and not state.act.secret_lost:
        yield Discrepancy(line.seq, "commitment_twice", "a secret is promised for this draw")


def check_promised(state: State, line: Line) -> Findings:
    """Nobody is checked in, and nothing is drawn, before a secret is promised."""
    if promises(state) and state.promise is None:
        yield Discrepancy(line.seq, "not_committed", f"{line.type} before a secret was promised")


def check_seed(state: State, line: Line) -> Findings:
    """The told secret is the promised one, and the seed follows; or it was typed by hand."""
    if not promises(state):
        return
    data = line.data
    if data["secret"] is None:
        if _told(line) != TYPED or isinstance(data["seed"], str):
            yield Discrepancy(line.seq, "seed_mixed", "typed by hand, or from a secret: not both")
    elif data["algorithm"] != ALGORITHM:
        yield Discrepancy(line.seq, "algorithm_unknown", shown(data["algorithm"]))
    elif data["word"] is None or not isinstance(data["seed"], str):
        yield Discrepancy(line.seq, "seed_mixed", "typed by hand, or from a secret: not both")
    else:
        yield from _derived(state, line)


def _derived(state: State, line: Line) -> Findings:
    data = line.data
    if hash_of(data["secret"]) != state.promise:
        yield Discrepancy(line.seq, "secret_differs", "the secret is not the promised one")
    if seed_of(data["secret"], data["order"], data["word"]) != data["seed"]:
        yield Discrepancy(line.seq, "seed_differs", "secret, entries and word give another seed")


def _told(line: Line) -> Mapping[str, object]:
    return {key: line.data[key] for key in TYPED}


def lots_of(state: State, line: Line) -> Lots | None:
    """What the draw was drawn with; None where a record of the second format tells no seed."""
    if not promises(state):
        return PythonLots(line.data["seed"])
    return None if line.data["seed"] is None else CounterLots(str(line.data["seed"]))
