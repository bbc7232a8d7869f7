-- SQL written by hand, under the guard that refuses it. <word> is a key of the scene in
-- test_database_guards.py: open_… of a running tournament, without a prefix of a finished one.

-- record_line_is_next
INSERT INTO core_recordline (ledger_id, seq, type, at, text) VALUES (<ledger>, <next> + 1, 'x',
CURRENT_TIMESTAMP, '<far>');
INSERT INTO core_recordline (ledger_id, seq, type, at, text) VALUES (<ledger>, <next>, 'x',
CURRENT_TIMESTAMP, '<unchained>');
INSERT INTO core_recordline (ledger_id, seq, type, at, text) VALUES (<ledger>, <next>, 'y',
CURRENT_TIMESTAMP, '<good>');
INSERT INTO core_recordline (ledger_id, seq, type, at, text) VALUES (987654, 0, 'x', CURRENT_TIMESTAMP,
'<good>');

-- record_line_kept
UPDATE core_recordline SET text = 'x' WHERE ledger_id = <ledger> AND seq = 3;
UPDATE core_recordline SET seq = seq + 100 WHERE ledger_id = <ledger>;
UPDATE core_recordline SET ledger_id = <other_ledger> WHERE ledger_id = <ledger> AND seq = <head>;

-- record_line_stays
DELETE FROM core_recordline WHERE ledger_id = <ledger> AND seq = <head>;
DELETE FROM core_recordline WHERE ledger_id = <ledger>;

-- head_follows_lines
UPDATE core_ledger SET head_seq = head_seq - 1 WHERE id = <ledger>;
UPDATE core_ledger SET head_seq = head_seq + 1 WHERE id = <ledger>;
UPDATE core_ledger SET head_hash = 'x' WHERE id = <ledger>;

-- sheet_kept
UPDATE matches_sheet SET placement = '[[9],[8]]' WHERE id = <open_sheet>;
UPDATE matches_sheet SET ended_by = 'ruling' WHERE id = <open_sheet>;
UPDATE matches_sheet SET version = 7, reason = 'x' WHERE id = <open_sheet>;

-- sheet_line_kept
UPDATE matches_sheetline SET counts = '{"intact": 6}' WHERE sheet_id = <open_sheet>;
UPDATE matches_sheetline SET out = 'absent' WHERE sheet_id = <open_sheet>;

-- match_unchanged
UPDATE matches_match SET winner_id = NULL WHERE id = <match>;
UPDATE matches_match SET state = 'ready' WHERE id = <match>;

-- side_unchanged
UPDATE matches_side SET place = 7 WHERE id = <side>;
UPDATE matches_side SET score = 77 WHERE id = <side>;
UPDATE matches_side SET entry_id = NULL WHERE id = <side>;

-- sheet_closed
INSERT INTO matches_sheet (match_id, version, is_current, rewritten, ended_by, cuts, placement, scores,
reason, report, recorded_at) VALUES (<match>, 9, FALSE, FALSE, 'time', '[]', '[]', '{}', 'x', '',
CURRENT_TIMESTAMP);

-- sheet_unchanged
UPDATE matches_sheet SET is_current = FALSE WHERE id = <sheet>;

-- placing_closed
INSERT INTO tournaments_placing (tournament_id, entry_id, place, points_numerator, points_denominator)
VALUES (<tournament>, <entry>, 1, 25, 1);

-- placing_unchanged
UPDATE tournaments_placing SET points_numerator = 99 WHERE tournament_id = <tournament>;

-- placing_stays_put
DELETE FROM tournaments_placing WHERE tournament_id = <tournament>;

-- sheet_stays_put
DELETE FROM matches_sheet WHERE id = <sheet>;
DELETE FROM matches_sheet WHERE id = <open_sheet>;

-- sheet_line_stays_put
DELETE FROM matches_sheetline WHERE sheet_id = <sheet>;
