"""What the database itself holds of matches: all of one tournament, counts within bounds, sheets for good."""

from collections.abc import Iterator

from core.db.guards import Guard, GuardTrigger

OF_MATCH = "JOIN matches_match own ON own.id = NEW.match_id"
OF_ENTRY = "JOIN matches_entry own ON own.id = NEW.entry_id"
OF_SHEET = "JOIN matches_sheet s ON s.id = NEW.sheet_id JOIN matches_match own ON own.id = s.match_id"
MOST_COUNTED = 999
BADLY_COUNTED = {
    "postgresql": f"""
        SELECT 1 FROM jsonb_each(NEW.counts) c
        WHERE CASE jsonb_typeof(c.value) WHEN 'number'
            THEN (c.value)::numeric NOT BETWEEN 0 AND {MOST_COUNTED} OR (c.value)::numeric % 1 <> 0
            ELSE TRUE END
    """,
    "sqlite": f"""
        SELECT 1 FROM json_each(NEW.counts) c
        WHERE c.type <> 'integer' OR c.value NOT BETWEEN 0 AND {MOST_COUNTED}
    """,
}
ARMIES_ALONE = {
    "postgresql": "SELECT 1 WHERE NEW.counts ->> 'armies' IS NOT NULL "
    "AND NEW.counts ->> 'commanders' IS NULL",
    "sqlite": "SELECT 1 WHERE json_extract(NEW.counts, '$.armies') IS NOT NULL "
    "AND json_extract(NEW.counts, '$.commanders') IS NULL",
}


def differs(*columns: str) -> str:
    """That one of the columns is changed."""
    return " OR ".join(f"NEW.{column} IS DISTINCT FROM OLD.{column}" for column in columns)


def of_one_ledger(
    table: str, column: str, other: str, joined: str = "", *, is_kept: bool = False
) -> Iterator[Guard]:
    """That a row points to one of its own tournament; `joined` finds the ledger of the row where it has none.

    `is_kept`: it never points elsewhere later, which another guard holds.
    """
    name, says = f"{table}_{column}_own", f"its {column} belongs to another tournament"
    ledger = "own.ledger_id" if joined else "NEW.ledger_id"
    other_of = f"SELECT 1 FROM {other} o {joined} WHERE o.id = NEW.{column}_id AND o.ledger_id <> {ledger}"
    known = f"NEW.{column}_id IS NOT NULL"
    yield Guard(name, table, "INSERT", says, known, other_of)
    if not is_kept:
        yield Guard(
            f"{name}_still", table, "UPDATE", says, f"{known} AND ({differs(f'{column}_id')})", other_of
        )


def stays_with(table: str, *columns: str) -> Guard:
    """That a row never goes over to another tournament, match or sheet."""
    says = f"it stays with its {' and '.join(columns)}"
    return Guard(f"{table}_stays", table, "UPDATE", says, differs(*(f"{column}_id" for column in columns)))


SHEET_FACTS = (
    "match_id", "version", "rewritten", "ended_by", "winner_id", "declared_side", "cuts", "placement",
    "scores", "recorded_at",
)  # fmt: skip
GUARDS: tuple[GuardTrigger, ...] = (
    *of_one_ledger("matches_match", "table", "matches_physicaltable"),
    *of_one_ledger("matches_match", "winner", "matches_entry"),
    *of_one_ledger("matches_side", "entry", "matches_entry", OF_MATCH),
    *of_one_ledger("matches_side", "drawn", "matches_entry", OF_MATCH),
    *of_one_ledger("matches_side", "source", "matches_match", OF_MATCH),
    *of_one_ledger("matches_seat", "persona", "accounts_persona", OF_MATCH),
    *of_one_ledger("matches_member", "persona", "accounts_persona", OF_ENTRY),
    *of_one_ledger("matches_redraw", "persona", "accounts_persona", OF_MATCH),
    *of_one_ledger("matches_sheet", "winner", "matches_entry", OF_MATCH, is_kept=True),
    *of_one_ledger("matches_sheet", "recorded_by", "accounts_persona", OF_MATCH),
    *of_one_ledger("matches_sheetline", "persona", "accounts_persona", OF_SHEET, is_kept=True),
    Guard(
        "matches_seat_side_own",
        "matches_seat",
        "INSERT",
        "its side belongs to another match",
        exists="SELECT 1 FROM matches_side o WHERE o.id = NEW.side_id AND o.match_id <> NEW.match_id",
    ),
    stays_with("matches_match", "ledger"),
    stays_with("matches_entry", "ledger"),
    stays_with("matches_physicaltable", "ledger"),
    stays_with("accounts_persona", "ledger"),
    stays_with("matches_side", "match"),
    stays_with("matches_seat", "match", "side"),
    Guard(
        "sheet_kept",
        "matches_sheet",
        "UPDATE",
        "what was recorded is never changed: a correction is another version",
        differs(*SHEET_FACTS),
    ),
    Guard(
        "sheet_line_kept",
        "matches_sheetline",
        "UPDATE",
        "what was recorded is never changed: a correction is another version",
        differs("sheet_id", "persona_id", "position", "counts", "out", "out_order"),
    ),
    Guard(
        "sheet_line_counts",
        "matches_sheetline",
        "INSERT",
        f"counts are whole numbers from 0 to {MOST_COUNTED}",
        "NEW.counts IS NOT NULL",
        BADLY_COUNTED,
    ),
    Guard(
        "armies_need_commanders",
        "matches_sheetline",
        "INSERT",
        "armies are counted at commanders",
        "NEW.counts IS NOT NULL",
        ARMIES_ALONE,
    ),
    Guard(
        "match_called_to_a_table",
        "matches_match",
        "UPDATE",
        "a match is called to a table",
        "NEW.state = 'called' AND NEW.table_id IS NULL",
    ),
    Guard(
        "match_played_by_people",
        "matches_match",
        "UPDATE",
        "a match is played by at least two, and no seat waits for anybody",
        f"NEW.state = 'playing' AND ({differs('state')})",
        "SELECT 1 WHERE 2 > (SELECT count(*) FROM matches_side s WHERE s.match_id = NEW.id "
        "AND s.entry_id IS NOT NULL) OR EXISTS (SELECT 1 FROM matches_side s WHERE s.match_id = NEW.id "
        "AND NOT s.filled)",
    ),
)
