"""What the database itself holds of a tournament: its course, what is over, its people; and all guards.

A new or changed guard needs a migration with `core.db.guards.add` (like `0013_guards`); a test sees that all
of `GUARDS` are there after the last one.
"""

from collections.abc import Iterator

from core.db.guards import Guard, GuardTrigger
from core.record import guards as record
from matches import guards as matches
from matches.guards import differs, of_one_ledger

COURSE = (
    "preparing>drawn", "preparing>cancelled",
    "drawn>preparing", "drawn>running", "drawn>finished", "drawn>cancelled",
    "running>finished", "running>cancelled",
    "finished>running",
)  # fmt: skip
OF_TOURNAMENT = "JOIN tournaments_tournament own ON own.id = NEW.tournament_id"
IS_OVER = "t.state IN ('finished', 'cancelled')"
CLOSED = "the tournament is over: nothing of it changes before it is reopened"
ERASABLE = "t.state = 'drawn'"


def tournament_of(row: str, table: str) -> str:
    """The joins from a row, `NEW` or `OLD`, to its tournament `t`, up to the condition."""
    by_ledger = "SELECT 1 FROM tournaments_tournament t"
    match table:
        case "matches_match":
            return f"{by_ledger} WHERE t.ledger_id = {row}.ledger_id AND "
        case "matches_sheetline":
            return (
                f"{by_ledger} JOIN matches_match m ON m.ledger_id = t.ledger_id JOIN matches_sheet s "
                f"ON s.match_id = m.id WHERE s.id = {row}.sheet_id AND "
            )
        case "tournaments_placing":
            return f"{by_ledger} WHERE t.id = {row}.tournament_id AND "
        case _:
            return (
                f"{by_ledger} JOIN matches_match m ON m.ledger_id = t.ledger_id "
                f"WHERE m.id = {row}.match_id AND "
            )


def closed(name: str, table: str, *columns: str) -> Iterator[Guard]:
    """That no such row comes, goes, or changes in these columns, where the tournament is over."""
    coming = tournament_of("NEW", table) + IS_OVER
    yield Guard(f"{name}_closed", table, "INSERT", CLOSED, exists=coming, binds_old_rows=False)
    changed, exists = differs(*columns) if columns else "", tournament_of("OLD", table) + IS_OVER
    yield Guard(f"{name}_unchanged", table, "UPDATE", CLOSED, changed, exists)


def erased(name: str, table: str) -> Guard:
    """That it goes only with a draw that is taken back."""
    exists = f"{tournament_of('OLD', table)}NOT ({ERASABLE})"
    says = "what was played is never deleted; only a draw that nobody began is taken back"
    return Guard(f"{name}_stays_put", table, "DELETE", says, exists=exists)


RESULTS = (
    *closed("match", "matches_match", "state", "winner_id", "started_at", "ended_at"),
    *closed("side", "matches_side", "entry_id", "drawn_id", "filled", "place", "score", "absent"),
    *closed("seat", "matches_seat", "persona_id", "suit"),
    *closed("sheet", "matches_sheet"),
    *closed("sheet_line", "matches_sheetline"),
    *closed("placing", "tournaments_placing"),
    erased("match", "matches_match"),
    erased("side", "matches_side"),
    erased("seat", "matches_seat"),
    erased("sheet", "matches_sheet"),
    erased("sheet_line", "matches_sheetline"),
    Guard(
        "placing_stays_put",
        "tournaments_placing",
        "DELETE",
        CLOSED,
        exists=tournament_of("OLD", "tournaments_placing") + IS_OVER,
    ),
)
ANOTHER = "o.role = 'organizer' AND o.tournament_id = OLD.tournament_id AND o.id <> OLD.id"
NOBODY_ELSE = (
    "SELECT 1 FROM tournaments_tournament t WHERE t.id = OLD.tournament_id AND t.binned_at IS NULL "
    f"AND NOT EXISTS (SELECT 1 FROM tournaments_staff o WHERE {ANOTHER})"
)
LAST = "somebody organizes a tournament: its last organizer stays"
WAS_PUBLIC = """
    SELECT 1 WHERE OLD.binned_at IS NULL OR OLD.announced_at IS NOT NULL OR OLD.state <> 'preparing'
    OR EXISTS (SELECT 1 FROM tournaments_draw d WHERE d.tournament_id = OLD.id)
"""
OWN = (
    Guard(
        "tournament_goes_its_course",
        "tournaments_tournament",
        "UPDATE",
        "a tournament goes its course: preparing, drawn, running, finished; reopened it runs",
        f"{differs('state')} AND OLD.state || '>' || NEW.state NOT IN {COURSE!r}",
    ),
    Guard(
        "finished_is_all_played",
        "tournaments_tournament",
        "UPDATE",
        "a tournament is finished when every match has ended",
        f"NEW.state = 'finished' AND ({differs('state')})",
        "SELECT 1 FROM matches_match m WHERE m.ledger_id = NEW.ledger_id AND m.state <> 'ended'",
    ),
    Guard(
        "announced_for_good",
        "tournaments_tournament",
        "UPDATE",
        "what was announced is public for good",
        "OLD.announced_at IS NOT NULL AND NEW.announced_at IS NULL",
    ),
    Guard(
        "tournament_keeps_its_record",
        "tournaments_tournament",
        "UPDATE",
        "a tournament keeps its record",
        differs("ledger_id"),
    ),
    Guard(
        "public_is_never_deleted",
        "tournaments_tournament",
        "DELETE",
        "only what never was public is deleted, out of the bin",
        exists=WAS_PUBLIC,
    ),
    Guard("draw_stays_on_record", "tournaments_draw", "DELETE", "a published draw stays on record"),
    Guard(
        "last_organizer_stays",
        "tournaments_staff",
        "DELETE",
        LAST,
        "OLD.role = 'organizer'",
        NOBODY_ELSE,
    ),
    Guard(
        "last_organizer_remains_one",
        "tournaments_staff",
        "UPDATE",
        LAST,
        f"OLD.role = 'organizer' AND ({differs('role', 'tournament_id')})",
        NOBODY_ELSE,
    ),
    *of_one_ledger("tournaments_staff", "persona", "accounts_persona", OF_TOURNAMENT),
    *of_one_ledger("tournaments_placing", "entry", "matches_entry", OF_TOURNAMENT),
    *of_one_ledger("tournaments_correction", "match", "matches_match", OF_TOURNAMENT),
    *of_one_ledger("tournaments_ruling", "match", "matches_match", OF_TOURNAMENT),
)
GUARDS: tuple[GuardTrigger, ...] = (*record.GUARDS, *matches.GUARDS, *RESULTS, *OWN)
