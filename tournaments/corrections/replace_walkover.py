"""A played result replaces an earlier walkover, as long as no later match was played (F15).

The judge's sheet becomes the next version without a correction. Once a later match has begun with another
entry, the sheet is refused, and the coordinator corrects.
"""

from matches.models import Match
from matches.models import Sheet as SheetRow
from matches.sheets import PLAYED_AFTER_WALKOVER
from rulesets.kernel.sheet import EndedBy, Sheet
from tournaments.act import ActContext
from tournaments.corrections.correct import correct_within
from tournaments.corrections.remedies import has_begun
from tournaments.corrections.snapshots import later_matches
from tournaments.models import Correction, Remedy
from tournaments.sheets.disqualifications import reinstated_by

GIVEN = (EndedBy.WALKOVER, EndedBy.NONE_ADVANCES)
"""Results that a played game may replace."""
WITHOUT_PLAY = (*GIVEN, EndedBy.RULING, EndedBy.BYE)


def may_replace_walkover(row: SheetRow, sheet: Sheet) -> bool:
    """Return whether this sheet of a played game may replace the recorded walkover.

    Only if two sides or more have entries, no later match with an entry has begun, and it reinstates no
    entry.
    """
    if row.ended_by not in GIVEN or sheet.ended_by in WITHOUT_PLAY:
        return False
    if row.match.sides.filter(entry__isnull=False).count() < 2 or reinstated_by(row.match, sheet).exists():
        return False  # only the coordinator reinstates a disqualified entry
    return all(_is_untouched(later) for later in later_matches(row.match))


def replace_walkover(ctx: ActContext, match: Match, sheet: Sheet, submission_key: str) -> Correction:
    """Store the played game as a correction of the walkover, and seat its winner.

    Later matches that no entry reached wait again. Raises what `correct_within` does.
    """
    decided = {later.code: Remedy.REPLAY.value for later in later_matches(match) if has_begun(later)}
    return correct_within(ctx, match, sheet, PLAYED_AFTER_WALKOVER, decided, submission_key=submission_key)


def _is_untouched(match: Match) -> bool:
    """Return whether a match has not begun, or ended only because no entry reached it."""
    return not has_begun(match) or not match.sides.filter(entry__isnull=False).exists()
