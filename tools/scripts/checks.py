"""`make check`, the part that needs Django: migrations, deployment, the API file, translations.

Every check runs, then all that is wrong is told at once; the exit code is the number of failed checks.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tools.scripts import messages

ROOT = Path(__file__).resolve().parents[2]
RELEASED_MIGRATIONS = ROOT / "tools" / "scripts" / "released_migrations.sha256"
"""Written at each release: `sha256sum */migrations/0*.py > tools/scripts/released_migrations.sha256`."""
API_FILE = ROOT / "docs" / "openapi.yaml"
PRODUCTION = {
    "SECRET_KEY": "only for this check, and long enough for it: 0123456789 abcdefghijklmnop",
    "SIGNING_KEY": "5" * 64,
    "ALLOWED_HOSTS": "tournaments.example.org",
    "DATABASE_URL": "postgres://chama@127.0.0.1/chama",
    "CELERY_BROKER_URL": "redis://127.0.0.1/0",
    "DEBUG": "false",
    "HTTPS": "true",
}
WITHOUT_SERVERS = {**PRODUCTION, "DATABASE_URL": "sqlite://:memory:"}
AS_DOCUMENTED = {**WITHOUT_SERVERS, "HTTPS": "false"}  # under https the session's cookie has a longer name


def run_manage(*arguments: str, environ: Mapping[str, str] | None = None) -> bool:
    """Run a management command, with its output on this terminal; return whether it succeeded."""
    command = [sys.executable, "manage.py", *arguments]
    return (
        subprocess.run(command, cwd=ROOT, env={**os.environ, **(environ or {})}, check=False).returncode == 0
    )


def migrations_are_complete() -> bool:
    """Return whether no model differs from its migrations; Django prints what does."""
    return run_manage("makemigrations", "--check", "--dry-run", environ=WITHOUT_SERVERS)


def edited_migrations(listed: str) -> list[str]:
    """Return the paths of released migrations that were edited or removed.

    `listed`: lines of `sha256sum`, a hash and a path each.
    """
    lines = [line.split() for line in listed.splitlines()]
    return [path for sha256, path in lines if _sha256(ROOT / path) != sha256]


def _sha256(path: Path) -> str:
    """Return the hash of a text with Unix line ends; "" if there is no such file."""
    return hashlib.sha256(path.read_text(encoding="utf-8").encode()).hexdigest() if path.exists() else ""


def released_migrations_are_unedited() -> bool:
    """Return whether no migration of a release was edited, since databases have it; print those that were."""
    edited = edited_migrations(RELEASED_MIGRATIONS.read_text(encoding="utf-8"))
    if edited:
        print(f"add a migration instead of editing one of a release: {', '.join(edited)}")
    return not edited


def deployment_is_safe() -> bool:
    """Return whether Django's deployment checks pass, without a warning, with a server's environment."""
    return run_manage("check", "--deploy", "--fail-level", "WARNING", environ=PRODUCTION)


def api_file_is_current() -> bool:
    """Return whether `docs/openapi.yaml` is what the code generates, without a warning; print if not."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "openapi.yaml"
        if not run_manage(
            "spectacular", "--validate", "--fail-on-warn", "--file", str(made), environ=AS_DOCUMENTED
        ):
            return False
        same = API_FILE.exists() and made.read_bytes() == API_FILE.read_bytes()
    if not same:
        print("docs/openapi.yaml is not what the code says: run `make openapi` and read the difference.")
    return same


def translations_are_complete() -> bool:
    """Return whether all catalogs are complete; print what is missing or unused."""
    return messages.check() == 0


CHECKS = (
    migrations_are_complete, released_migrations_are_unedited, deployment_is_safe, api_file_is_current,
    translations_are_complete,
)  # fmt: skip


def main() -> int:
    """Run every check; print and count those that failed."""
    failed = [check.__name__.replace("_", " ") for check in CHECKS if not check()]
    for name in failed:
        print(f"NOT SO: {name}")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
