"""Triggers that track who is at a table, and let no person be at two.

They do the same on both databases. On PostgreSQL two transactions that call one person at the same time wait
for each other at the unique row; the second one is refused.
"""

from core.db.triggers import Trigger

AT_TABLE = "('called', 'playing')"
COMES = f"NEW.state IN {AT_TABLE} AND OLD.state NOT IN {AT_TABLE}"
LEAVES = f"OLD.state IN {AT_TABLE} AND NEW.state NOT IN {AT_TABLE}"
ARRIVE = """
    INSERT INTO matches_sitting (player_id, match_id, since)
    SELECT p.player_id, m.id, COALESCE(m.called_at, m.started_at)
    FROM matches_match m
    JOIN matches_seat s ON s.match_id = m.id
    JOIN accounts_persona p ON p.id = s.persona_id
    WHERE m.state IN ('called', 'playing') AND {where}
    ORDER BY p.player_id;
"""
LEAVE = "DELETE FROM matches_sitting WHERE match_id = OLD.{match}{whose};"
WHOSE = " AND player_id = (SELECT player_id FROM accounts_persona WHERE id = OLD.persona_id)"


TRIGGERS = (
    Trigger(
        "sitting_called", "UPDATE OF state", "matches_match", COMES, ARRIVE.format(where="m.id = NEW.id")
    ),
    Trigger(
        "sitting_over", "UPDATE OF state", "matches_match", LEAVES, LEAVE.format(match="id", whose="")
    ),
    Trigger(
        "sitting_seat_left", "UPDATE OF persona_id", "matches_seat",
        "OLD.persona_id IS NOT NULL AND (NEW.persona_id IS NULL OR NEW.persona_id <> OLD.persona_id)",
        LEAVE.format(match="match_id", whose=WHOSE),
    ),
    Trigger(
        "sitting_seat_taken", "UPDATE OF persona_id", "matches_seat",
        "NEW.persona_id IS NOT NULL AND (OLD.persona_id IS NULL OR NEW.persona_id <> OLD.persona_id)",
        ARRIVE.format(where="s.id = NEW.id"),
    ),
    Trigger(
        "sitting_seat_made", "INSERT", "matches_seat", "NEW.persona_id IS NOT NULL",
        ARRIVE.format(where="s.id = NEW.id"),
    ),
    Trigger(
        "sitting_seat_gone", "DELETE", "matches_seat", "OLD.persona_id IS NOT NULL",
        LEAVE.format(match="match_id", whose=WHOSE),
    ),
    Trigger(
        "sitting_merged", "UPDATE OF player_id", "accounts_persona", "NEW.player_id <> OLD.player_id",
        "UPDATE matches_sitting SET player_id = NEW.player_id WHERE player_id = OLD.player_id"
        " AND match_id IN (SELECT id FROM matches_match WHERE ledger_id = NEW.ledger_id);",
    ),
)  # fmt: skip
