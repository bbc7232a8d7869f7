"""The steps of a tournament from creation to finish, and which are done."""

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
    "draw_round": "play",
    "close_stage": "play",
    "finish": "finish",
}
"""The step to which each act of `tournaments.now.selectors.ACTS` belongs."""

IN_STAGE = ("draw_round", "close_stage")
"""Acts after which more matches may follow."""


@dataclass(frozen=True, slots=True)
class StepView:
    """One of `STEPS`: done, next (`is_next`), or still to come."""

    code: str
    is_done: bool
    is_next: bool


def steps(tournament: Tournament, view: NowView) -> tuple[StepView, ...]:
    """Return all `STEPS` in order. A cancelled or finished tournament has no next step."""
    coming = _STEP_OF.get(view.next_act)
    return tuple(StepView(code, _is_done(code, tournament, view), code == coming) for code in STEPS)


def _is_done(code: str, tournament: Tournament, view: NowView) -> bool:
    """Return whether a step is done. The draw ends both entering and check-in."""
    if code == "create":
        return True
    if code == "announce":
        return tournament.announced_at is not None
    if code == "play":
        is_played = view.total > 0 and view.ended_count == view.total
        return is_played and view.next_act not in IN_STAGE
    if code == "finish":
        return tournament.state == State.FINISHED
    return view.total > 0
