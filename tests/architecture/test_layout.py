"""The names that others rely on, and requirements that cannot drift."""

import re

import pytest

from tests.servers.process import ROOT

REQUIRED = (
    "manage.py", "config", "core", "accounts", "rulesets", "matches", "tournaments", "scheduling", "web",
    "api", "templates", "static", "locale", "tests", "docs", "requirements.txt", "requirements-dev.txt",
    "pyproject.toml", "Makefile", "Dockerfile", "compose.yaml", "README.md", "CHANGELOG.md", ".ci/run",
)  # fmt: skip
PIN = re.compile(r"^([a-z0-9._-]+)(?:\[[a-z,-]+\])?==([^ ;\\]+)", re.MULTILINE | re.IGNORECASE)


def locked(name: str) -> dict[str, str]:
    """Package → version of a locked file."""
    return dict(PIN.findall((ROOT / name).read_text()))


def test_the_required_names_exist() -> None:
    assert [name for name in REQUIRED if not (ROOT / name).exists()] == []


def test_the_readme_names_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "make run" in readme
    assert "make test" in readme


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_locked_package_has_its_hashes(name: str) -> None:
    entries = (ROOT / name).read_text().replace("\\\n", "").splitlines()
    named = [entry for entry in entries if entry.strip() and not entry.lstrip().startswith("#")]
    assert named
    assert [entry.split()[0] for entry in named if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_tests_run_with_the_versions_that_the_product_runs_with() -> None:
    product, development = locked("requirements.txt"), locked("requirements-dev.txt")
    assert {name: development.get(name) for name in product} == product


def test_every_requirement_of_the_product_is_locked_and_says_why_it_is_there() -> None:
    lines = [line for line in (ROOT / "requirements.in").read_text().splitlines() if line[:1].isalpha()]
    names = [re.split(r"[\[=<>~ #;]", line)[0] for line in lines]
    assert set(names) <= set(locked("requirements.txt"))
    assert [line for line in lines if not re.search(r"# \w+", line)] == []
