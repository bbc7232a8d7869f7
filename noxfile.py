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
    """Run all tests of the laptop mode on each promised Python, with the locked packages.

    They use SQLite and no browser.
    """
    run_tests(session)


@nox.session(python=PYTHONS[-2])
def next_django(session: nox.Session) -> None:
    """Run the same tests with the newest Django in place of the locked one, on the last Python but one."""
    run_tests(session, NEXT_DJANGO)


def run_tests(session: nox.Session, *newer: str) -> None:
    """Install the locked packages, upgrade the `newer` ones without their dependencies, and run the tests."""
    session.install("--require-hashes", "--only-binary", ":all:", "--requirement", "requirements-dev.txt")
    if newer:
        session.install("--upgrade", "--no-deps", *newer)
    session.run("python", "-m", "tests", "--laptop")
