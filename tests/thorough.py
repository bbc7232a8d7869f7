"""Which files of tests take longest: they come first, and `make test-fast` leaves them out."""

from pathlib import Path

TESTS = Path(__file__).resolve().parent
LONGEST = ("journeys/", "infrastructure/")
"""Whole days, and what starts programs."""
THOROUGH = (
    *LONGEST, "golden/", "endorsement/test_every_value.py", "endorsement/test_sound_records.py",
    "records/test_altered.py", "records/test_every_value.py", "records/test_signed_heads.py",
    "records/test_simulated.py", "api/test_access.py", "api/test_calls_by_chance.py", "api/test_rights.py",
    "api/test_whose_it_is.py", "api/test_wild_json.py", "fifth/", "services/test_breaks.py",
    "services/test_database_guards.py", "services/test_draw_memory.py", "services/test_folded.py",
    "services/test_passwords.py", "services/test_shared_halls.py", "services/test_shared_tables.py",
    "services/test_simulate_command.py", "services/test_simulating_everything.py",
    "services/test_simulation.py", "web/test_access.py", "web/test_at_once.py", "web/test_broken_rows.py",
    "web/test_corrections.py", "web/test_corrections_after.py", "web/test_design.py", "web/test_limits.py",
    "web/test_live.py", "web/test_navigation.py", "web/test_passwords.py", "web/test_people_decide.py",
    "web/test_ready_acts.py", "web/test_ready_all.py", "web/test_whose_it_is.py",
)  # fmt: skip
"""What goes through all there is of something (routes, callers, values, ways), or through days by chance: a
twentieth of the tests takes half of the time."""


def is_thorough(path: Path) -> bool:
    """Whether a file is one of `THOROUGH`, or in such a folder."""
    return _within(path).startswith(THOROUGH)


def is_longest(path: Path) -> bool:
    """Whether a file is in one of `LONGEST`."""
    return _within(path).startswith(LONGEST)


def _within(path: Path) -> str:
    return path.relative_to(TESTS).as_posix() if path.is_relative_to(TESTS) else path.name
