"""A played result beats an earlier walkover, as long as nothing was played after it (F15).

The judge's sheet becomes the next version by itself. Once a later match has begun with another entry, it
is a correction: the judge is told, and the coordinator decides.
"""

from matches.models import Match
from matches.models import Sheet as SheetRow
from matches.sheets import PLAYED_AFTER_WALKOVER
from rulesets.kernel.sheet import EndedBy, Sheet
from tournaments.act import ActContext
from tournaments.corrections.correct import carry_out
from tournaments.corrections.plan_remedies import has_begun
from tournaments.corrections.snapshots import later_matches
from tournaments.models import Correction, Remedy
from tournaments.sheets.disqualifications import reinstated_by

GIVEN = (EndedBy.WALKOVER, EndedBy.NOBODY)
WITHOUT_PLAY = (*GIVEN, EndedBy.RULING, EndedBy.BYE)


def supersedes(row: SheetRow, sheet: Sheet) -> bool:
    """Whether the sheet tells of a game where the recorded one says that no side, or one, came."""
    if row.ended_by not in GIVEN or sheet.ended_by in WITHOUT_PLAY:
        return False
    if row.match.sides.filter(entry__isnull=False).count() < 2 or reinstated_by(row.match, sheet).exists():
        return False  # who was disqualified comes back by the coordinator's word only
    return all(_is_untouched(later) for later in later_matches(row.match))


def supersede(ctx: ActContext, match: Match, sheet: Sheet, submission_key: str) -> Correction:
    """Record the game: the next version, and who goes on by it."""
    decided = {later.code: Remedy.REPLAY.value for later in later_matches(match) if has_begun(later)}
    return carry_out(ctx, match, sheet, PLAYED_AFTER_WALKOVER, decided, submission_key=submission_key)


def _is_untouched(match: Match) -> bool:
    """Not begun, or over by itself because no entry came there."""
    return not has_begun(match) or not match.sides.filter(entry__isnull=False).exists()
