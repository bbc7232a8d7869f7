"""`make test-pythons`: run the laptop's tests on each promised Python that is here, and on the next Django.

A Python that is missing is skipped with a warning; `make check` proves that all packages have wheels for it.
"""

import nox

PYTHONS = nox.project.python_versions(nox.project.load_toml("pyproject.toml"))
NEXT_DJANGO = "django>=6"  # pyproject.toml promises the one before; Django 6 needs Python 3.12

nox.options.envdir = ".venvs"
nox.options.default_venv_backend = "uv"
nox.options.reuse_venv = "yes"
nox.options.error_on_missing_interpreters = False


@nox.session(python=PYTHONS)
def laptop(session: nox.Session) -> None:
    """Run every test on SQLite without a browser, with the packages of the lock."""
    run_tests(session)


@nox.session(python=PYTHONS[-2])
def next_django(session: nox.Session) -> None:
    """Run the same tests with the newest Django in place of the locked one."""
    run_tests(session, NEXT_DJANGO)


def run_tests(session: nox.Session, *newer: str) -> None:
    """Install the lock, upgrade the given packages without their dependencies, and test."""
    session.install("--require-hashes", "--only-binary", ":all:", "--requirement", "requirements-dev.txt")
    if newer:
        session.install("--upgrade", "--no-deps", *newer)
    session.run("python", "-m", "tests", "--laptop")
