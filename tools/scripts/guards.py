"""`python -m tools.scripts.guards [WORD …]`: check that each guard is needed, in some minutes.

Each guard is taken out of a copy of this tree, and the test named beside it has to fail there. A word
chooses the guards whose name has it. `--write` puts the table into docs/reliability.md.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.scripts.catalog import ROOT

DOCUMENT = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- guards: written by python -m tools.scripts.guards --write -->", "<!-- end of guards -->"
FAILED = 1  # pytest's code where tests ran and some failed
MIGRATION = """from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("{app}", "{last}")]
    operations = [migrations.RemoveConstraint("{model}", "{name}")]
"""


@dataclass(frozen=True)
class Guard:
    """A piece of code that protects, and the test that has to fail without it.

    To remove it, `old` becomes `new` in `file`. `on_servers`: the test needs PostgreSQL and Redis.
    """

    name: str
    file: str
    old: str
    new: str
    test: str
    on_servers: bool = False

    def remove(self, tree: Path) -> None:
        """Remove it from a copy of the repository; nothing if `old` is not there."""
        path = tree / self.file
        path.write_text(path.read_text().replace(self.old, self.new))


@dataclass(frozen=True)
class Constraint:
    """A constraint of the database, and the test that has to fail without it."""

    name: str
    app: str
    model: str
    on_servers: bool = False

    @property
    def test(self) -> str:
        """The id of its case in the test of all constraints."""
        return f"tests/services/test_constraints.py::test_it_is_refused[{self.name}]"

    def remove(self, tree: Path) -> None:
        """Add a migration that drops it to a copy of the repository."""
        folder = tree / self.app / "migrations"
        last = max(path.stem for path in folder.glob("0*.py"))
        text = MIGRATION.format(app=self.app, last=last, model=self.model, name=self.name)
        (folder / "9999_without.py").write_text(text)


TWO = "tests/concurrency/test_two_at_once.py"
INSIDE = "tests/api/test_killed_inside.py"
JOBS = "tests/services/test_jobs.py"
MESSAGES = "tests/services/test_job_messages.py"
GUARDS: tuple[Guard | Constraint, ...] = (
    Guard(
        "the tournament's lock", "core/record/act.py", ".select_for_update(no_key=True)", "",
        f"{TWO}::test_two_judges_with_different_sheets_one_wins_the_other_sees_it", on_servers=True,
    ),
    Guard(
        "compare-and-set on the version", "tournaments/act.py",
        "if seen is not None and not thing.changed_seq <= seen <= head:", "if False:",
        "tests/api/test_conditions.py::test_a_sheet_decided_on_an_older_state_of_the_match_is_412",
    ),
    Guard(
        "a second sheet never replaces the first", "tournaments/play/play.py",
        '    raise Stale("already_recorded"', '    Stale("already_recorded"',
        f"{TWO}::test_two_judges_with_different_sheets_one_wins_the_other_sees_it",
    ),
    Guard(
        "the claim on the idempotency key", "core/http/idempotency.py",
        "return _store(claim, act()) if claim else _stored_answer(key)", "return act()",
        "tests/api/test_idempotency.py::test_a_retry_gets_the_stored_answer_byte_for_byte",
    ),
    Guard(
        "answer and effect in one transaction", "core/http/idempotency.py",
        "    with all_or_nothing():\n        claim = _claim", "    if True:\n        claim = _claim",
        f"{INSIDE}::test_killed_at_each_point_it_is_all_or_nothing_and_the_retry_makes_it_whole",
    ),
    Guard(
        "an act is one transaction", "core/record/act.py",
        "with transaction.atomic(savepoint=not _WHOLE.get()):", "if True:",
        f"{INSIDE}::test_without_a_key_an_act_is_all_or_nothing_too",
    ),
    Guard(
        "an intent in the transaction of its cause", "core/jobs/outbox.py",
        "        cursor.execute(WAIT_ONCE", "        transaction.on_commit(lambda: None)\n        return\n"
        "        cursor.execute(WAIT_ONCE",
        f"{INSIDE}::test_killed_at_each_point_it_is_all_or_nothing_and_the_retry_makes_it_whole",
    ),
    Guard(
        "the sweep of the outbox", "core/tasks.py",
        "for job_id in outbox.due_jobs(now):", "for job_id in ():",
        f"{JOBS}::test_without_a_clock_a_sweep_by_hand_does_what_is_due",
    ),
    Guard(
        "a job is claimed once", "core/jobs/outbox.py",
        "        if mine.select_for_update().first() is None:",
        "        if False:",
        f"{JOBS}::test_who_comes_to_after_a_takeover_leaves_the_job_alone",
    ),
    Guard(
        "a claim runs out", "core/jobs/outbox.py",
        "begun = Q(state=JobState.RUNNING, claimed_until__lte=now)", "begun = Q(pk=None)",
        f"{JOBS}::test_what_a_dead_worker_had_claimed_is_due_within_seconds",
    ),
    Guard(
        "web processes sweep if nobody does", "core/fallback.py",
        "    sweep_now(now, by=WEB)\n    return True", "    return True",
        f"{MESSAGES}::test_where_nobody_sweeps_a_web_process_does",
    ),
    Guard(
        "web processes run what is overdue", "core/fallback.py",
        "for job in outbox.overdue_jobs(since))", "for job in ())",
        f"{MESSAGES}::test_what_no_worker_began_a_web_process_runs_soon_and_says_so",
    ),
    Guard(
        "quarantine of what kills its worker", "core/jobs/outbox.py",
        "if job.state == JobState.RUNNING and job.attempts >= MAX_ATTEMPTS:", "if False:",
        f"{JOBS}::test_what_always_kills_its_worker_is_put_aside_too",
    ),
    Guard(
        "reject on worker lost", "config/settings.py",
        "CELERY_TASK_REJECT_ON_WORKER_LOST = True", "CELERY_TASK_REJECT_ON_WORKER_LOST = False",
        "tests/concurrency/test_killed_workers.py::test_a_job_whose_process_died_at_once_is_done_by_another",
        on_servers=True,
    ),
    Guard(
        "tried again after a deadlock", "core/db/transactions.py", "for _ in range(TIMES):", "for _ in ():",
        "tests/api/test_trying_again.py::test_it_is_tried_three_times_more_and_has_one_effect",
    ),
    Guard(
        "so is a page that is posted to",
        "web/http/write_queue.py", 'if request.method != "POST":', "if True:",
        "tests/web/test_write_queue.py::test_a_judges_sheet_is_tried_again_and_recorded_once",
    ),
    Guard(
        "what was recorded is not done again", "core/record/act.py",
        "return lambda: _COMMITTED.get() == before", "return lambda: _COMMITTED.get() >= before",
        "tests/web/test_write_queue.py::test_what_was_recorded_is_not_done_again_for_what_comes_after_it",
    ),
    Guard(
        "writers on SQLite take turns", "core/db/fair_lock.py",
        "self._waiting.popleft().set()", "self._waiting.pop().set()",
        "tests/infrastructure/test_turns.py::test_the_turn_goes_to_who_asked_first",
    ),
    Guard(
        "a token is of the account's epoch", "accounts/tokens.py",
        "token.epoch == user.epoch and ", "",
        "tests/services/test_passwords.py::test_a_new_password_ends_sessions_and_keys",
    ),
    Guard(
        "a better hash is no new password", "accounts/models/account.py",
        "return check_password(raw_password, self.password, rehash)",
        "return super().check_password(raw_password)",
        "tests/services/test_passwords.py::test_a_better_hash_of_the_same_password_ends_nothing",
    ),
    Guard(
        "the scope of a token", "api/base_view.py",
        "        require_scope(request.auth, scope_for(method, self.right(method), self.reads))\n", "",
        "tests/api/test_tokens.py::test_each_write_takes_a_token_of_its_scope",
    ),
    Guard(
        "a narrow token makes no coordinator", "tournaments/policies.py",
        "return Role.JUDGE if role and player.is_narrowed else role", "return role",
        "tests/api/test_tokens.py::test_a_token_of_a_judge_makes_no_coordinator",
    ),
    Guard(
        "the right, before a stored answer", "api/base_view.py",
        "self.tournament(NEEDS.get(right, \"see\"))", "self.tournament()",
        "tests/api/test_tokens.py::test_a_judge_no_longer_gets_no_stored_answer",
    ),
    Guard(
        "the right, before what is wrong", "api/base_view.py",
        "isinstance(exc, INPUT_ERRORS)", "False",
        "tests/api/test_whose_it_is.py::test_nobody_is_told_what_is_wrong_with_what_is_not_theirs",
    ),
    Guard(
        "the lock of a shared hall", "tournaments/tables/shared_hall.py",
        ".select_for_update(no_key=True, of=(\"self\",))", "",
        "tests/concurrency/test_the_day_at_once.py::test_two_that_call_to_many_tables_at_once_take_turns",
        on_servers=True,
    ),
    Constraint("record_line_seq_once", "core", "recordline"),
    Constraint("job_waits_once", "core", "job"),
    Constraint("stored_answer_once", "core", "storedanswer"),
    Constraint("sheet_version_once", "matches", "sheet"),
    Constraint("one_current_sheet", "matches", "sheet"),
    Constraint("report_once_a_match", "matches", "sheet"),
    Constraint("later_version_has_reason", "matches", "sheet"),
    Constraint("person_in_one_live_entry", "matches", "member"),
    Constraint("one_match_at_a_table", "matches", "match"),
    Constraint("one_table_a_person", "matches", "sitting"),
    Constraint("one_match_at_a_shared_table", "matches", "takentable"),
    Constraint("suit_once_a_match", "matches", "seat"),
    Constraint("person_once_a_match", "matches", "seat"),
    Constraint("entry_once_a_round", "matches", "side"),
    Constraint("one_standing_draw", "tournaments", "draw"),
    Constraint("staff_role_once", "tournaments", "staff"),
)  # fmt: skip


def copy_tree(folder: Path) -> Path:
    """Copy all files that git tracks, and the compiled translations; link the virtual environment."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    for compiled in ROOT.glob("locale/*/LC_MESSAGES/*.mo"):
        shutil.copy2(compiled, folder / compiled.relative_to(ROOT))
    (folder / ".venv").symlink_to((ROOT / ".venv").resolve())
    return folder


def is_missed(guard: Guard | Constraint) -> bool:
    """Return whether its test fails in a copy without it; print the output if the test could not run."""
    with tempfile.TemporaryDirectory(prefix="chama-guard-") as name:
        tree = copy_tree(Path(name))
        guard.remove(tree)
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", guard.test]
        if guard.on_servers:
            command = [sys.executable, "-m", "tests.servers", *command]
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    if done.returncode not in (0, FAILED):
        print(done.stdout[-2000:], done.stderr[-2000:], file=sys.stderr)
    return done.returncode == FAILED


def table_rows() -> Iterator[str]:
    """Yield the lines of a Markdown table of the guards."""
    yield "| without | this test fails |"
    yield "|---|---|"
    for guard in GUARDS:
        name = f"`{guard.name}`" if isinstance(guard, Constraint) else guard.name
        file, _, test = guard.test.partition("::")
        yield f"| {name} | `{file}`: {test.removeprefix('test_').replace('_', ' ').split('[')[0]} |"


def insert_table(document: str) -> str:
    """Return the document with the table of guards as it is now."""
    before, rest = document.split(BEGIN)
    listed = "\n".join(table_rows())
    return f"{before}{BEGIN}\n\n{listed}\n\n{END}{rest.split(END)[1]}"


def main(arguments: Sequence[str]) -> int:
    """Remove each chosen guard and run its test; return 0 if every test fails, else 1."""
    if "--write" in arguments:
        DOCUMENT.write_text(insert_table(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    chosen = [guard for guard in GUARDS if not arguments or any(word in guard.name for word in arguments)]
    idle = []
    for guard in chosen:
        missed = is_missed(guard)
        print(f"{'fails' if missed else 'DOES NOT FAIL'}  {guard.name}  {guard.test}", flush=True)
        idle += [] if missed else [guard.name]
    print(f"{len(chosen)} guards taken away, {len(chosen) - len(idle)} missed by their test")
    return 1 if idle else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
