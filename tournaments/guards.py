"""Guards on results: a recorded sheet never changes, nor do the results of a closed tournament.

`when` is false for an ordinary result, so that recording one runs none of their queries.
"""

from core.db.triggers import Guard, differs
from core.record import guards as record

RECORDED = "what was recorded is never changed: a correction is another version"
CLOSED = "the tournament is over: its results change only after it is reopened"
PLAYED = "what was recorded is never deleted; only a draw or round that nobody began is withdrawn"
OF_MATCH = "FROM tournaments_tournament t JOIN matches_match m ON m.ledger_id = t.ledger_id"
OF_DRAW = (
    "FROM tournaments_draw d WHERE d.tournament_id = t.id AND d.first_round = m.round AND NOT d.withdrawn"
)
OF_BYE = f"OLD.ended_by <> 'bye' OR m.stage IS NULL OR EXISTS (SELECT 1 {OF_DRAW})"
"""The sheet of a bye goes with a round of a stage that is withdrawn; its draw is marked before."""
OF_SHEET = f"{OF_MATCH} JOIN matches_sheet s ON s.match_id = m.id"
IS_CLOSED = "t.state IN ('finished', 'cancelled')"
SHEET = (
    "match_id", "version", "rewritten", "ended_by", "winner_id", "declared_side", "cuts", "placement",
    "scores", "recorded_at",
)  # fmt: skip
LINE = ("sheet_id", "persona_id", "position", "counts", "out", "out_order")


def _closed(label: str, event: str, table: str, when: str, found: str) -> Guard:
    """Return a guard that refuses `event` if the tournament that `found` finds is finished or cancelled.

    `found`: SQL from FROM on, with a condition, in which `t` is the tournament.
    """
    return Guard(label, event, table, CLOSED, when, f"SELECT 1 {found} AND {IS_CLOSED}")


def _placings(label: str, event: str, row: str) -> Guard:
    """Return a guard that refuses `event` on placings of a closed tournament."""
    found = f"FROM tournaments_tournament t WHERE t.id = {row}.tournament_id"
    return _closed(label, event, "tournaments_placing", "TRUE", found)


def _never_deleted(label: str, table: str, found: str) -> Guard:
    """Return a guard that refuses to delete rows for which `found` (SQL as in `_closed`) finds a tournament.

    It allows it while that tournament is drawn and has not begun.
    """
    return Guard(label, "DELETE", table, PLAYED, exists=f"SELECT 1 {found} AND t.state <> 'drawn'")


GUARDS = (
    *record.GUARDS,
    Guard("sheet_kept", "UPDATE", "matches_sheet", RECORDED, differs(*SHEET)),
    Guard("sheet_line_kept", "UPDATE", "matches_sheetline", RECORDED, differs(*LINE)),
    _never_deleted(
        "sheet_stays_put", "matches_sheet", f"{OF_MATCH} WHERE m.id = OLD.match_id AND ({OF_BYE})"
    ),
    _never_deleted("sheet_line_stays_put", "matches_sheetline", f"{OF_SHEET} WHERE s.id = OLD.sheet_id"),
    _closed(
        "sheet_closed", "INSERT", "matches_sheet", "NEW.version > 1",
        f"{OF_MATCH} WHERE m.id = NEW.match_id",
    ),
    _closed(
        "sheet_unchanged", "UPDATE", "matches_sheet", differs("is_current"),
        f"{OF_MATCH} WHERE m.id = OLD.match_id",
    ),
    _closed(
        "match_unchanged", "UPDATE", "matches_match",
        f"OLD.state = 'ended' AND {differs('state', 'winner_id')}",
        "FROM tournaments_tournament t WHERE t.ledger_id = OLD.ledger_id",
    ),
    _closed(
        "side_unchanged", "UPDATE", "matches_side",
        f"OLD.place IS NOT NULL AND {differs('entry_id', 'place', 'score', 'absent')}",
        f"{OF_MATCH} WHERE m.id = OLD.match_id",
    ),
    _placings("placing_closed", "INSERT", "NEW"),
    _placings("placing_unchanged", "UPDATE", "OLD"),
    _placings("placing_stays_put", "DELETE", "OLD"),
)  # fmt: skip
