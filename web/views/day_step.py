"""The one sensible act of this moment, as the primary button of the organizer's page."""

from dataclasses import dataclass

from tournaments.models import Role, Tournament
from tournaments.policies import Need, allows
from tournaments.selectors.bracket import MatchView
from tournaments.selectors.now import NowView

NEEDS: dict[str, Need] = {"announce": "manage", "prepare": "coordinate", "draw": "coordinate"}
NEEDS |= {"tables": "coordinate", "finish": "coordinate", "none": "manage"}


@dataclass(frozen=True, slots=True)
class Step:
    """An act and the match that it is about, if any.

    Codes: `announce`, `check_in`, `prepare`, `draw`, `sheet` (it is missing), `late`, `tables` (none is
    open), `start`, `record`, `wait`, `finish`, `share`, `none`. `allowed`: this person may do it.
    """

    code: str
    match: MatchView | None
    allowed: bool


def next_step(tournament: Tournament, role: Role | None, view: NowView) -> Step:
    """What the day asks for most; while matches are open, the match that needs somebody first."""
    code, match = _at_the_tables(view) if view.next_act == "play" else (view.next_act, None)
    return Step(code, match, allows(role, tournament, NEEDS.get(code, "judge")))


def _at_the_tables(view: NowView) -> tuple[str, MatchView | None]:
    if view.missing_sheets:
        return "sheet", view.missing_sheets[0]
    if view.late:
        return "late", view.late[0]
    if not view.open_tables and not view.playing:
        return "tables", None
    if view.called:
        return "start", view.called[0]
    if view.playing:
        return "record", min(view.playing, key=_age)
    return "wait", None


def _age(match: MatchView) -> tuple[bool, str]:
    """Matches whose time was called first, then those that run longest."""
    return match.time_called_at is None, match.started_at.isoformat() if match.started_at else ""
