"""Which files of tests take longest: they come first, and `make test` leaves them to `make test-rest`."""

from pathlib import Path

TESTS = Path(__file__).resolve().parent
LONGEST = ("journeys/", "infrastructure/")
"""Whole days, and what starts programs."""
THOROUGH = (
    *LONGEST, "golden/", "endorsement/test_altered.py", "endorsement/test_every_value.py",
    "endorsement/test_groups_agree.py",
    "endorsement/test_sound_records.py", "records/test_signed_heads.py",
    "records/test_simulated.py", "api/test_access.py", "api/test_calls_by_chance.py", "api/test_rights.py",
    "api/test_whose_it_is.py", "api/test_wild_json.py", "fifth/", "services/test_breaks.py",
    "services/test_database_guards.py", "services/test_draw_memory.py", "services/test_folded.py",
    "services/test_passwords.py", "services/test_shared_halls.py", "services/test_shared_tables.py",
    "services/test_simulate_command.py", "services/test_simulating_everything.py",
    "services/test_simulation.py", "web/test_access.py", "web/test_broken_rows.py",
    "web/test_corrections.py", "web/test_corrections_after.py", "web/test_design.py", "web/test_limits.py",
    "web/test_live.py", "web/test_navigation.py", "web/test_passwords.py", "web/test_people_decide.py",
    "web/test_response_cache_acts.py", "web/test_response_cache_all.py", "web/test_response_cache_door.py",
    "web/test_whose_it_is.py",
)  # fmt: skip
"""What goes through all there is of something (routes, callers, values, ways), or through days by chance: a
twentieth of the tests takes half of the time."""
SLOWER = {
    "api": """
        accessible accounts bad_input clubs corrections counting decisions description door endings
        generated_client kingdoms leagues matches pictures planning queries reports shared_halls
        stages tokens types
    """,
    "architecture": "code games glossary reliability",
    "bracket": "passing_over seeding swiss_rounds_twice",
    "concurrency": "limits_at_once the_day_at_once",
    "endorsement": "checker checker_file lots",
    "planning": "plans",
    "records": "damage round_document stages",
    "rules": "every_game kingdom_sheets kingdoms properties",
    "services": """
        acceptance accessible blocked_matches bracket_poster calling_by_hand correcting
        correcting_final_seat correcting_second_chance counting day_facts day_only
        disqualified_winners disqualifying extras forecasting groups_stage help late_entries merging
        notices_by_mail notices_by_push notices_not_sent offline_pack paper_tables picture_process
        pictures ranked_stages reinstating replacing reporting second_chance second_chance_of_all
        secrets_in_files share_picture sheets site_webhooks sittings swiss_leaving swiss_news
        swiss_planning swiss_stage two_timetables types undoing_clocks undoing_one_side walkovers
        withdrawing withdrawn_rounds without_points
    """,
    "web": """
        backups blocked_matches calendars clubs day_statements draw_memory draws embed endings
        export groups_rounds kingdoms league metrics no_show off_shift_judges offline_browser
        other_sheets pictures pins planning players printing reloading reports response_cache_days
        season second_chance_pages share_changes shared_halls sheet_refusals sheet_rows
        staff_statements static_files swiss_day swiss_pages swiss_rounds table_count
        tournament_request types withdrawn_rounds
    """,
}
"""Files of some seconds whose tests take longest each (November 2026): without them the tests that are left
take less than half of the time."""
BY_CHANCE = (
    "golden/", "infrastructure/test_odd_codes.py", "records/test_simulated.py", "services/test_breaks.py",
    "services/test_shared_halls.py", "services/test_shared_tables.py",
    "services/test_simulating_everything.py", "services/test_two_timetables.py",
)  # fmt: skip
"""Days and values by chance, whose further variants try the rules and not the database: all of them are tried
on SQLite, and the first of each on PostgreSQL, where the slice plays whole days too."""


_SLOWER = {f"{room}/test_{name}.py" for room, names in SLOWER.items() for name in names.split()}


def is_thorough(path: Path) -> bool:
    """Whether a file is one of `THOROUGH` or `SLOWER`, or in such a folder."""
    return _within(path).startswith(THOROUGH) or _within(path) in _SLOWER


def is_by_chance(path: Path) -> bool:
    """Whether a file is one of `BY_CHANCE`, or in such a folder."""
    return _within(path).startswith(BY_CHANCE)


def is_longest(path: Path) -> bool:
    """Whether a file is in one of `LONGEST`."""
    return _within(path).startswith(LONGEST)


def _within(path: Path) -> str:
    return path.relative_to(TESTS).as_posix() if path.is_relative_to(TESTS) else path.name
