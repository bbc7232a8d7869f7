"""The most urgent act at this moment, as the primary button of the organizer's page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.match_views.match import MatchView
from tournaments.models import Role, Tournament
from tournaments.now.selectors import NowView
from tournaments.policies import Need, allows
from web.matches.context import can_start

NEEDS: dict[str, Need] = {"announce": "manage", "prepare": "coordinate", "draw": "coordinate"}
NEEDS |= {"tables": "coordinate", "finish": "coordinate", "open": "coordinate", "break": "coordinate"}
NEEDS |= {"draw_round": "coordinate", "close_stage": "coordinate"}
NEEDS |= {"none": "manage", "review": "coordinate", "blocked": "coordinate"}
StepAndMatch = tuple[str, MatchView | None]


@dataclass(frozen=True, slots=True)
class NextStep:
    """An act and the match that it is about, if any.

    Codes: `announce`, `invite` (there is no entry yet), `check_in`, `prepare`, `draw`, `open` (calls are not
    open yet), `contested` (players report different results), `review` (a recorded sheet is disputed),
    `break` (it goes on), `sheet` (it is missing), `late`, `tables` (none is open), `start`, `start_all`,
    `blocked` (people are at a table of another tournament past the grace time), `record`, `wait`,
    `draw_round`, `close_stage`, `finish`, `share`, `none`.
    `allowed`: this person may do it.
    """

    code: str
    match: MatchView | None
    allowed: bool


@dataclass(frozen=True, slots=True)
class DisputedMatches:
    """Matches on which the players report different results, and matches whose recorded sheet is disputed."""

    contested: Sequence[MatchView] = ()
    reviewed: Sequence[MatchView] = ()


def next_step(
    tournament: Tournament, role: Role | None, view: NowView, disputed: DisputedMatches
) -> NextStep:
    """Return the most urgent act. A dispute comes first; only coordinators review a recorded sheet."""
    reviews = allows(role, tournament, NEEDS["review"])
    code, match = next(step for step in _steps(view, disputed) if reviews or step[0] != "review")
    return NextStep(code, match, allows(role, tournament, NEEDS.get(code, "judge")))


def _steps(view: NowView, disputed: DisputedMatches) -> Iterator[StepAndMatch]:
    """Yield the codes of steps that are due, with their match, the most urgent first."""
    if view.next_act in ("play", "draw_round", "close_stage", "finish"):
        yield from (("contested", match) for match in disputed.contested)
        yield from (("review", match) for match in disputed.reviewed)
    if view.next_act == "play":
        yield from _steps_of_play(view)
    if view.next_act == "check_in" and not view.entries:
        yield "invite", None
    yield ("wait" if view.next_act == "play" else view.next_act), None


def _steps_of_play(view: NowView) -> Iterator[StepAndMatch]:
    """Yield the acts that are due while matches are open, most pressing first."""
    if view.pause:
        yield "break", None
    yield from (("sheet", match) for match in view.missing_sheets)
    yield from (("late", match) for match in view.late)
    if not view.open_tables and not view.playing:
        yield "tables", None
    if view.awaits_opening:
        yield "open", None
    if view.called:
        yield ("start_all" if sum(map(can_start, view.called)) > 1 else "start"), view.called[0]
    if view.blocked:
        yield "blocked", None
    if view.playing:
        yield "record", min(view.playing, key=_urgency_key)
    if view.opens_at:
        yield "open", None


def _urgency_key(match: MatchView) -> tuple[bool, str]:
    """Sort key: matches whose time was called come first, then those that run longest."""
    return match.time_called_at is None, match.started_at.isoformat() if match.started_at else ""
