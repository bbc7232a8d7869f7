"""What the database itself holds of a record: lines are only ever added, each after the head, which follows.

A line's text ends with the hash of the line before, its number and its kind, since its keys are in order
(docs/record.md): so a trigger can see that it goes on where the record ends. It moves the head too, whose
other changes are refused. Nobody can write beyond the head, set it back, or change what is written.
"""

from collections.abc import Iterator

from core.db.guards import PREFIX, Guard, GuardTrigger, function, refusal

NOT_NEXT = "a line of a record comes after its last one: next number, hash of the line before"
NAME = "record_line_is_next"
ENDING = """'"prev":"' || {hash} || '","seq":' || {line}.seq || ',"type":"' || {line}.type || '"}}'"""
GENESIS = "0" * 64

APPEND_SQLITE = f"""
    SELECT {refusal(NAME, NOT_NEXT, "sqlite")} WHERE NOT EXISTS (
        SELECT 1 FROM core_ledger h WHERE h.id = NEW.ledger_id AND NEW.seq = h.head_seq + 1
        AND substr(NEW.text, -length({ENDING.format(hash="h.head_hash", line="NEW")}))
            = {ENDING.format(hash="h.head_hash", line="NEW")}
    );
    UPDATE core_ledger SET head_seq = NEW.seq, head_hash = line_digest(NEW.text) WHERE id = NEW.ledger_id;
"""
DECLARE = "line record; ledger bigint; at_seq integer; at_hash text; ending text;"
APPEND_POSTGRESQL = f"""
    FOR line IN SELECT a.ledger_id, a.seq, a.type, a.text FROM added a ORDER BY a.ledger_id, a.seq LOOP
        IF ledger IS DISTINCT FROM line.ledger_id THEN
            UPDATE core_ledger SET head_seq = at_seq, head_hash = at_hash WHERE id = ledger;
            ledger := line.ledger_id;
            SELECT h.head_seq, h.head_hash INTO at_seq, at_hash FROM core_ledger h
                WHERE h.id = ledger FOR UPDATE;
        END IF;
        ending := {ENDING.format(hash="at_hash", line="line")};
        IF at_seq IS NULL OR line.seq <> at_seq + 1 OR right(line.text, length(ending)) <> ending THEN
            {refusal(NAME, NOT_NEXT, "postgresql")}
        END IF;
        at_seq := line.seq;
        at_hash := encode(sha256(convert_to(line.text, 'UTF8')), 'hex');
    END LOOP;
    UPDATE core_ledger SET head_seq = at_seq, head_hash = at_hash WHERE id = ledger;
    RETURN NULL;
"""


class Append:
    """The head follows each line that is added, and a line that does not go on from it is refused.

    PostgreSQL looks once a statement, so that a long import costs no more than its lines.
    """

    name, table, says = NAME, "core_recordline", NOT_NEXT

    def created(self, vendor: str) -> Iterator[str]:
        """The statements that make it."""
        if vendor == "postgresql":
            yield function(self.name, APPEND_POSTGRESQL, DECLARE)
            yield (
                f"CREATE TRIGGER {PREFIX}{self.name} AFTER INSERT ON {self.table} REFERENCING NEW TABLE "
                f"AS added FOR EACH STATEMENT EXECUTE FUNCTION {PREFIX}{self.name}()"
            )
        else:
            yield f"CREATE TRIGGER {PREFIX}{self.name} AFTER INSERT ON {self.table} BEGIN {APPEND_SQLITE} END"

    def breaches(self, vendor: str) -> str:
        """Lines beyond the head, and last ones that the head does not know."""
        return f"""
            SELECT l.id FROM core_recordline l JOIN core_ledger h ON h.id = l.ledger_id
            WHERE l.seq > h.head_seq OR (l.seq = h.head_seq AND {HASH[vendor]} <> h.head_hash) ORDER BY l.id
        """


HASH = {"postgresql": "encode(sha256(convert_to(l.text, 'UTF8')), 'hex')", "sqlite": "line_digest(l.text)"}
HEAD_MOVED = "NEW.head_seq IS DISTINCT FROM OLD.head_seq OR NEW.head_hash IS DISTINCT FROM OLD.head_hash"
GUARDS: tuple[GuardTrigger, ...] = (
    Append(),
    Guard("record_line_kept", "core_recordline", "UPDATE", "a line of a record is never changed"),
    Guard(
        "record_line_stays",
        "core_recordline",
        "DELETE",
        "lines of a record are never deleted while there is its tournament",
        exists="SELECT 1 FROM tournaments_tournament t WHERE t.ledger_id = OLD.ledger_id",
    ),
    Guard(
        "head_from_the_beginning",
        "core_ledger",
        "INSERT",
        "a new record has no line yet",
        when=f"NEW.head_seq <> -1 OR NEW.head_hash <> '{GENESIS}'",
        binds_old_rows=False,
    ),
    Guard(
        "head_follows_lines",
        "core_ledger",
        "UPDATE OF head_seq, head_hash",
        "the head of a record moves forward only, and to its last line",
        when=HEAD_MOVED,
        exists={
            vendor: "SELECT 1 WHERE NEW.head_seq <= OLD.head_seq OR NOT EXISTS ("
            f"SELECT 1 FROM core_recordline l WHERE l.ledger_id = NEW.id AND l.seq = NEW.head_seq "
            f"AND {hashed} = NEW.head_hash)"
            for vendor, hashed in HASH.items()
        },
    ),
    Guard(
        "record_stays",
        "core_ledger",
        "DELETE",
        "a record is not deleted while it has lines",
        exists="SELECT 1 FROM core_recordline l WHERE l.ledger_id = OLD.id",
    ),
)
