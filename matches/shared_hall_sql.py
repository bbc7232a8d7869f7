"""Triggers that track which tables of a shared hall are taken (ADR 0046).

A match at a table is one that is called or played and has a table. For a tournament without a shared hall
they write nothing. On PostgreSQL two transactions that call to one table at the same time wait for each other
at the unique row; the second one is refused.
"""

from core.db.triggers import Trigger
from matches.sitting_sql import AT_TABLE

THERE = f"NEW.state IN {AT_TABLE} AND NEW.table_id IS NOT NULL"
WAS_ELSEWHERE = f"(OLD.state NOT IN {AT_TABLE} OR OLD.table_id IS NULL OR OLD.table_id <> NEW.table_id)"
WAS_THERE = f"OLD.state IN {AT_TABLE} AND OLD.table_id IS NOT NULL"
IS_GONE = f"(NEW.state NOT IN {AT_TABLE} OR NEW.table_id IS NULL)"
TAKE = """
    INSERT INTO matches_takentable (hall_id, label, match_id, since)
    SELECT s.hall_id, t.label, m.id, COALESCE(m.called_at, m.started_at)
    FROM matches_hallshare s
    JOIN matches_match m ON m.ledger_id = s.ledger_id
    JOIN matches_physicaltable t ON t.id = m.table_id
    WHERE m.state IN ('called', 'playing') AND {where}
    ORDER BY t.label;
"""
FREE = "DELETE FROM matches_takentable WHERE match_id = {row}.id;"
FREE_ALL = (
    "DELETE FROM matches_takentable"
    " WHERE match_id IN (SELECT id FROM matches_match WHERE ledger_id = OLD.ledger_id);"
)
TAKE_ONE = TAKE.format(where="m.id = NEW.id AND s.ledger_id = NEW.ledger_id")
TAKE_ALL = TAKE.format(where="s.ledger_id = NEW.ledger_id")
TRIGGERS = (
    Trigger(
        "taken_by_call", "UPDATE OF state, table_id", "matches_match", f"{THERE} AND {WAS_ELSEWHERE}",
        FREE.format(row="NEW") + TAKE_ONE,
    ),
    Trigger(
        "taken_until_now", "UPDATE OF state, table_id", "matches_match", f"{WAS_THERE} AND {IS_GONE}",
        FREE.format(row="OLD"),
    ),
    Trigger("taken_from_the_first", "INSERT", "matches_match", THERE, TAKE_ONE),
    Trigger("taken_on_joining", "INSERT", "matches_hallshare", "NEW.hall_id IS NOT NULL", TAKE_ALL),
    Trigger("taken_until_leaving", "DELETE", "matches_hallshare", "OLD.hall_id IS NOT NULL", FREE_ALL),
    Trigger(
        "taken_on_changing_halls", "UPDATE", "matches_hallshare",
        "NEW.hall_id <> OLD.hall_id OR NEW.ledger_id <> OLD.ledger_id", FREE_ALL + TAKE_ALL,
    ),
    Trigger(
        "taken_under_another_label", "UPDATE OF label", "matches_physicaltable", "NEW.label <> OLD.label",
        "UPDATE matches_takentable SET label = NEW.label"
        " WHERE match_id IN (SELECT id FROM matches_match WHERE table_id = NEW.id);",
    ),
)  # fmt: skip
