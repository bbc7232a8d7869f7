-- Statements of whoever writes SQL by hand, under the guard of the database that refuses each of them.
-- <word> is a key of the scene in test_database_guards.py: open_… of a tournament that runs, those without
-- a prefix of one that is finished. What stands after "first" has to be there before.

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

-- head_from_the_beginning
INSERT INTO core_ledger (head_seq, head_hash, unrecorded) VALUES (4, 'x', 0);

-- head_follows_lines
UPDATE core_ledger SET head_seq = head_seq - 1 WHERE id = <ledger>;
UPDATE core_ledger SET head_seq = head_seq + 1 WHERE id = <ledger>;
UPDATE core_ledger SET head_hash = 'x' WHERE id = <ledger>;

-- record_stays
DELETE FROM core_ledger WHERE id = <ledger>;

-- matches_match_stays
UPDATE matches_match SET ledger_id = <other_ledger> WHERE id = <open>;

-- matches_entry_stays
UPDATE matches_entry SET ledger_id = <other_ledger> WHERE id = <open_entry>;

-- matches_physicaltable_stays
UPDATE matches_physicaltable SET ledger_id = <other_ledger>, label = 'x', position = 99 WHERE id =
<open_table>;

-- accounts_persona_stays
UPDATE accounts_persona SET ledger_id = <other_ledger> WHERE id = <open_person>;

-- matches_side_stays
UPDATE matches_side SET match_id = <match>, number = 8 WHERE id = <open_side>;

-- matches_seat_stays
UPDATE matches_seat SET match_id = <match>, number = 9, suit = '' WHERE id = <open_seat>;

-- matches_match_table_own
INSERT INTO matches_match (ledger_id, code, round, number, third_place, state, table_id, extra_minutes,
changed_seq) VALUES (<open_ledger>, 'x', 9, 9, FALSE, 'waiting', <table>, 0, 0);

-- matches_match_table_own_still
UPDATE matches_match SET table_id = <table> WHERE id = <open>;

-- matches_match_winner_own
INSERT INTO matches_match (ledger_id, code, round, number, third_place, state, winner_id, extra_minutes,
changed_seq) VALUES (<open_ledger>, 'x', 9, 9, FALSE, 'waiting', <entry>, 0, 0);

-- matches_match_winner_own_still
UPDATE matches_match SET winner_id = <entry> WHERE id = <open>;

-- matches_side_entry_own
INSERT INTO matches_side (match_id, number, round, entry_id, filled, exception, take, absent) VALUES
(<open>, 8, 9, <entry>, TRUE, '', '', FALSE);

-- matches_side_entry_own_still
UPDATE matches_side SET entry_id = <entry>, round = 9 WHERE id = <open_side>;

-- matches_side_drawn_own
INSERT INTO matches_side (match_id, number, round, drawn_id, filled, exception, take, absent) VALUES
(<open>, 8, 9, <entry>, TRUE, '', '', FALSE);

-- matches_side_drawn_own_still
UPDATE matches_side SET drawn_id = <entry> WHERE id = <open_side>;

-- matches_side_source_own
INSERT INTO matches_side (match_id, number, round, source_id, filled, exception, take, absent) VALUES
(<open>, 8, 9, <match>, FALSE, '', 'winner', FALSE);

-- matches_side_source_own_still
UPDATE matches_side SET source_id = <match>, take = 'winner' WHERE id = <open_side>;

-- matches_seat_persona_own
INSERT INTO matches_seat (match_id, side_id, number, suit, persona_id) VALUES (<open>, <open_side>, 9, '',
<person>);

-- matches_seat_persona_own_still
UPDATE matches_seat SET persona_id = <person> WHERE id = <open_seat>;

-- matches_seat_side_own
INSERT INTO matches_seat (match_id, side_id, number, suit) VALUES (<open>, <side>, 9, '');

-- matches_member_persona_own
INSERT INTO matches_member (entry_id, persona_id, position, live, pineapple) VALUES (<open_entry>, <person>,
2, FALSE, FALSE);

-- matches_member_persona_own_still
UPDATE matches_member SET persona_id = <person>, live = FALSE WHERE entry_id = <open_entry>;

-- matches_redraw_persona_own
INSERT INTO matches_redraw (match_id, persona_id, number, at) VALUES (<open>, <person>, 1,
CURRENT_TIMESTAMP);

-- matches_redraw_persona_own_still
-- first
INSERT INTO matches_redraw (match_id, persona_id, number, at) VALUES (<open>, <open_person>, 1,
CURRENT_TIMESTAMP);
UPDATE matches_redraw SET persona_id = <person>;

-- matches_sheet_winner_own
INSERT INTO matches_sheet (match_id, winner_id, version, is_current, rewritten, ended_by, cuts, placement,
scores, reason, report, recorded_at) VALUES (<open>, <entry>, 9, FALSE, FALSE, 'time', '[]', '[]', '{}',
'x', '', CURRENT_TIMESTAMP);

-- matches_sheet_recorded_by_own
INSERT INTO matches_sheet (match_id, recorded_by_id, version, is_current, rewritten, ended_by, cuts,
placement, scores, reason, report, recorded_at) VALUES (<open>, <person>, 9, FALSE, FALSE, 'time', '[]',
'[]', '{}', 'x', '', CURRENT_TIMESTAMP);

-- matches_sheet_recorded_by_own_still
UPDATE matches_sheet SET recorded_by_id = <person> WHERE id = <open_sheet>;

-- matches_sheetline_persona_own
INSERT INTO matches_sheetline (sheet_id, persona_id, position, counts, out) VALUES (<open_sheet>, <person>,
9, '{}', '');

-- sheet_kept
UPDATE matches_sheet SET placement = '[[9],[8]]' WHERE id = <open_sheet>;
UPDATE matches_sheet SET ended_by = 'ruling' WHERE id = <open_sheet>;
UPDATE matches_sheet SET version = 7, reason = 'x' WHERE id = <open_sheet>;

-- sheet_line_kept
UPDATE matches_sheetline SET counts = '{"intact": 6}' WHERE sheet_id = <open_sheet>;
UPDATE matches_sheetline SET out = 'absent' WHERE sheet_id = <open_sheet>;

-- sheet_line_counts
INSERT INTO matches_sheetline (sheet_id, persona_id, position, counts, out) VALUES (<open_sheet>,
<open_person>, 9, '{"intact": -5}', '');
INSERT INTO matches_sheetline (sheet_id, persona_id, position, counts, out) VALUES (<open_sheet>,
<open_person>, 9, '{"intact": 9999}', '');
INSERT INTO matches_sheetline (sheet_id, persona_id, position, counts, out) VALUES (<open_sheet>,
<open_person>, 9, '{"intact": 1.5}', '');
INSERT INTO matches_sheetline (sheet_id, persona_id, position, counts, out) VALUES (<open_sheet>,
<open_person>, 9, '{"intact": "6"}', '');
INSERT INTO matches_sheetline (sheet_id, persona_id, position, counts, out) VALUES (<open_sheet>,
<open_person>, 9, '{"intact": true}', '');

-- armies_need_commanders
INSERT INTO matches_sheetline (sheet_id, persona_id, position, counts, out) VALUES (<open_sheet>,
<open_person>, 9, '{"armies": 3}', '');

-- match_called_to_a_table
UPDATE matches_match SET table_id = NULL WHERE id = <called>;

-- match_played_by_people
UPDATE matches_match SET state = 'playing', started_at = CURRENT_TIMESTAMP WHERE id = <waiting>;

-- match_closed
INSERT INTO matches_match (ledger_id, code, round, number, third_place, state, extra_minutes, changed_seq)
VALUES (<ledger>, 'x', 9, 9, FALSE, 'waiting', 0, 0);

-- match_unchanged
UPDATE matches_match SET winner_id = NULL WHERE id = <match>;
UPDATE matches_match SET state = 'ready' WHERE id = <match>;

-- side_closed
INSERT INTO matches_side (match_id, number, round, filled, exception, take, absent) VALUES (<match>, 8, 9,
FALSE, '', '', FALSE);

-- side_unchanged
UPDATE matches_side SET place = 7 WHERE id = <side>;
UPDATE matches_side SET score = 77 WHERE id = <side>;
UPDATE matches_side SET entry_id = NULL WHERE id = <side>;

-- seat_closed
INSERT INTO matches_seat (match_id, side_id, number, suit) VALUES (<match>, <side>, 9, '');

-- seat_unchanged
UPDATE matches_seat SET persona_id = NULL WHERE side_id = <side>;

-- sheet_closed
INSERT INTO matches_sheet (match_id, version, is_current, rewritten, ended_by, cuts, placement, scores,
reason, report, recorded_at) VALUES (<match>, 9, FALSE, FALSE, 'time', '[]', '[]', '{}', 'x', '',
CURRENT_TIMESTAMP);

-- sheet_unchanged
UPDATE matches_sheet SET is_current = FALSE WHERE id = <sheet>;

-- sheet_line_closed
INSERT INTO matches_sheetline (sheet_id, persona_id, position, counts, out) VALUES (<sheet>, <judge>, 9,
'{}', '');

-- sheet_line_unchanged
UPDATE matches_sheetline SET position = position WHERE sheet_id = <sheet>;

-- placing_closed
INSERT INTO tournaments_placing (tournament_id, entry_id, place, points_numerator, points_denominator)
VALUES (<tournament>, <entry>, 1, 25, 1);

-- placing_unchanged
UPDATE tournaments_placing SET points_numerator = 99 WHERE tournament_id = <tournament>;

-- placing_stays_put
DELETE FROM tournaments_placing WHERE tournament_id = <tournament>;

-- match_stays_put
DELETE FROM matches_match WHERE id = <match>;
DELETE FROM matches_match WHERE id = <open>;

-- side_stays_put
DELETE FROM matches_side WHERE id = <side>;
DELETE FROM matches_side WHERE id = <open_side>;

-- seat_stays_put
DELETE FROM matches_seat WHERE side_id = <side>;

-- sheet_stays_put
DELETE FROM matches_sheet WHERE id = <sheet>;
DELETE FROM matches_sheet WHERE id = <open_sheet>;

-- sheet_line_stays_put
DELETE FROM matches_sheetline WHERE sheet_id = <sheet>;

-- tournament_goes_its_course
UPDATE tournaments_tournament SET state = 'preparing', finished_at = NULL WHERE id = <tournament>;
UPDATE tournaments_tournament SET state = 'drawn' WHERE id = <tournament>;
UPDATE tournaments_tournament SET state = 'cancelled', cancelled_at = CURRENT_TIMESTAMP, cancelled_because =
'x' WHERE id = <tournament>;
UPDATE tournaments_tournament SET state = 'drawn' WHERE id = <open_tournament>;
UPDATE tournaments_tournament SET state = 'finished', finished_at = CURRENT_TIMESTAMP WHERE id = <new>;

-- finished_is_all_played
UPDATE tournaments_tournament SET state = 'finished', finished_at = CURRENT_TIMESTAMP WHERE id =
<open_tournament>;

-- announced_for_good
UPDATE tournaments_tournament SET announced_at = NULL WHERE id = <tournament>;

-- tournament_keeps_its_record
UPDATE tournaments_tournament SET ledger_id = <free_ledger> WHERE id = <tournament>;

-- public_is_never_deleted
DELETE FROM tournaments_tournament WHERE id = <tournament>;
DELETE FROM tournaments_tournament WHERE id = <new>;

-- draw_stays_on_record
DELETE FROM tournaments_draw WHERE id = <draw>;

-- last_organizer_stays
DELETE FROM tournaments_staff WHERE tournament_id = <new>;

-- last_organizer_remains_one
UPDATE tournaments_staff SET role = 'judge' WHERE tournament_id = <new> AND role = 'organizer';

-- tournaments_staff_persona_own
INSERT INTO tournaments_staff (tournament_id, persona_id, role) VALUES (<new>, <person>, 'judge');

-- tournaments_staff_persona_own_still
UPDATE tournaments_staff SET persona_id = <person> WHERE tournament_id = <new>;

-- tournaments_placing_entry_own
INSERT INTO tournaments_placing (tournament_id, entry_id, place, points_numerator, points_denominator)
VALUES (<open_tournament>, <entry>, 1, 25, 1);

-- tournaments_placing_entry_own_still
-- first
INSERT INTO tournaments_placing (tournament_id, entry_id, place, points_numerator, points_denominator)
VALUES (<open_tournament>, <open_entry>, 1, 25, 1);
UPDATE tournaments_placing SET entry_id = <entry> WHERE tournament_id = <open_tournament>;

-- tournaments_correction_match_own
INSERT INTO tournaments_correction (tournament_id, match_id, version, seq, at, by_id, reason, effects,
before) VALUES (<open_tournament>, <match>, 5, 5, CURRENT_TIMESTAMP, <open_person>, 'x', '[]', '{}');

-- tournaments_correction_match_own_still
-- first
INSERT INTO tournaments_correction (tournament_id, match_id, version, seq, at, by_id, reason, effects,
before) VALUES (<open_tournament>, <open>, 5, 5, CURRENT_TIMESTAMP, <open_person>, 'x', '[]', '{}');
UPDATE tournaments_correction SET match_id = <match> WHERE tournament_id = <open_tournament>;

-- tournaments_ruling_match_own
INSERT INTO tournaments_ruling (tournament_id, match_id, code, words, at, seq) VALUES (<open_tournament>,
<match>, 'x', '', CURRENT_TIMESTAMP, 5);

-- tournaments_ruling_match_own_still
-- first
INSERT INTO tournaments_ruling (tournament_id, match_id, code, words, at, seq) VALUES (<open_tournament>,
<open>, 'x', '', CURRENT_TIMESTAMP, 5);
UPDATE tournaments_ruling SET match_id = <match> WHERE tournament_id = <open_tournament>;
