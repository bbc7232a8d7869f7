"""The steps of a tournament from its creation to its end, and how far each of them is."""

from dataclasses import dataclass

from tournaments.models import State, Tournament
from tournaments.now.selectors import NowView

STEPS = ("create", "announce", "entries", "check_in", "draw", "play", "finish")
_STEP_OF = {
    "announce": "announce",
    "check_in": "check_in",
    "prepare": "draw",
    "draw": "draw",
    "play": "play",
    "finish": "finish",
}
"""The step to which each act of `tournaments.now.selectors.ACTS` belongs."""


@dataclass(frozen=True, slots=True)
class StepView:
    """One of `STEPS`: behind us, the one that is on (`is_next`), or still to come."""

    code: str
    is_done: bool
    is_next: bool


def steps(tournament: Tournament, view: NowView) -> tuple[StepView, ...]:
    """All steps in their order. Of a cancelled tournament none is next."""
    coming = _STEP_OF.get(view.next_act)
    return tuple(StepView(code, _is_done(code, tournament, view), code == coming) for code in STEPS)


def _is_done(code: str, tournament: Tournament, view: NowView) -> bool:
    """People can enter and come until the draw; it ends both."""
    if code == "create":
        return True
    if code == "announce":
        return tournament.announced_at is not None
    if code == "play":
        return view.total > 0 and view.ended_count == view.total
    if code == "finish":
        return tournament.state == State.FINISHED
    return view.total > 0
