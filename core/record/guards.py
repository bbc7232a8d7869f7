"""Triggers on the record: lines are only appended, each one chained to the line before; the head follows.

A line's keys are in order, so its text ends with the previous line's hash, its number and its kind
(docs/record.md). `line_digest` is SHA-256 in hex: a function of PostgreSQL, and on SQLite of our connections.
"""

from core.db.triggers import Guard, differs

GENESIS = "0" * 64
DIGEST_ON_POSTGRESQL = """
CREATE OR REPLACE FUNCTION line_digest(line text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
SELECT encode(sha256(convert_to(line, 'UTF8')), 'hex')
$$
"""
PREVIOUS = f"""COALESCE(
    (SELECT line_digest(l.text) FROM core_recordline l
        WHERE l.ledger_id = NEW.ledger_id AND l.seq = NEW.seq - 1),
    CASE WHEN NEW.seq = 0 THEN '{GENESIS}' ELSE 'missing' END
)"""
BEFORE_DIGEST = '"prev":"'
AFTER_DIGEST = """'","seq":' || NEW.seq || ',"type":"' || NEW.type || '"}'"""
FROM_THE_END = f"length(NEW.text) - length({AFTER_DIGEST}) - {len(GENESIS) + len(BEFORE_DIGEST) - 1}"
GUARDS = (
    Guard(
        "record_line_is_next",
        "INSERT",
        "core_recordline",
        "a line of a record comes after its last one: next number, hash of the line before",
        exists=f"SELECT 1 WHERE substr(NEW.text, {FROM_THE_END}) "
        f"<> '{BEFORE_DIGEST}' || {PREVIOUS} || {AFTER_DIGEST}",
    ),
    Guard("record_line_kept", "UPDATE", "core_recordline", "a line of a record is never changed"),
    Guard(
        "record_line_stays",
        "DELETE",
        "core_recordline",
        "lines of a record are never deleted while there is its tournament",
        exists="SELECT 1 FROM tournaments_tournament t WHERE t.ledger_id = OLD.ledger_id",
    ),
    Guard(
        "head_follows_lines",
        "UPDATE OF head_seq, head_hash",
        "core_ledger",
        "the head of a record moves forward only, and to its last line",
        differs("head_seq", "head_hash"),
        "SELECT 1 WHERE NEW.head_seq <= OLD.head_seq OR NOT EXISTS (SELECT 1 FROM core_recordline l "
        "WHERE l.ledger_id = NEW.id AND l.seq = NEW.head_seq AND line_digest(l.text) = NEW.head_hash)",
    ),
)
