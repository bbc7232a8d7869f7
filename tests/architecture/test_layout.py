"""The names that others rely on, and requirements that cannot drift."""

import re
import tomllib

import pytest
import yaml
from django.conf import settings

from tests.servers.process import ROOT
from tests.thorough import TESTS, THOROUGH, is_thorough
from tools.scripts.wheels import PYTHONS

REQUIRED = (
    "manage.py", "config", "core", "accounts", "rulesets", "matches", "tournaments", "records",
    "scheduling", "simulation", "operating", "laptop", "web", "api", "templates", "static", "locale",
    "tests", "docs",
    "requirements.txt", "requirements-dev.txt", "pyproject.toml", "LICENSE", "start.py", "Makefile",
    "Dockerfile", "compose.yaml", "README.md", "CHANGELOG.md", ".ci/run",
)  # fmt: skip
PIN = re.compile(r"^([a-z0-9._-]+)(?:\[[a-z, -]+\])?==([^ ;\\]+)", re.MULTILINE | re.IGNORECASE)


def locked(name: str) -> dict[str, str]:
    """Package → version of a locked file."""
    return dict(PIN.findall((ROOT / name).read_text()))


def test_the_required_names_exist() -> None:
    assert [name for name in REQUIRED if not (ROOT / name).exists()] == []


def test_what_is_called_thorough_is_there() -> None:
    assert [name for name in THOROUGH if not (TESTS / name).exists()] == []
    assert is_thorough(TESTS / "web" / "test_access.py")
    assert not is_thorough(TESTS / "rules" / "test_messages.py")


def test_the_project_says_what_is_true_of_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    said = {name.rpartition(" :: ")[2] for name in project["classifiers"] if "Programming Language" in name}
    assert said == {".".join(map(str, python)) for python in PYTHONS}
    assert f"Framework :: Django :: {locked('requirements.txt')['django'][:3]}" in project["classifiers"]
    assert [
        name for name in (project["readme"], *project["license-files"]) if not (ROOT / name).exists()
    ] == []


def test_a_forge_runs_our_own_commands_on_every_python() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))["jobs"]
    pythons = {tuple(job["strategy"]["matrix"]["python"]) for job in jobs.values() if "strategy" in job}
    assert pythons == {tuple(".".join(map(str, python)) for python in PYTHONS)}
    assert {name for name, job in jobs.items() if "strategy" not in job} == {"image"}
    commands = [step["run"] for step in jobs["tests"]["steps"] if "run" in step]
    assert commands == ["make check", "make test", "make test-rest"]
    assert "python start.py --setup" in [step.get("run") for step in jobs["windows"]["steps"]]


def test_the_version_stands_in_one_place() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert version == settings.VERSION
    sources = [*ROOT.glob("config/*.py"), *ROOT.glob("core/*.py"), ROOT / "manage.py", ROOT / "start.py"]
    assert [path.name for path in sources if f'"{version}"' in path.read_text(encoding="utf-8")] == []
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_readme_names_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "make run" in readme
    assert "make test" in readme


@pytest.mark.parametrize(
    "name",
    [
        "requirements.txt",
        "requirements-dev.txt",
        "requirements-planner.txt",
        "tools/docs/requirements-docs.txt",
    ],
)
def test_every_locked_package_has_its_hashes(name: str) -> None:
    entries = (ROOT / name).read_text().replace("\\\n", "").splitlines()
    named = [entry for entry in entries if entry.strip() and not entry.lstrip().startswith("#")]
    assert named
    assert [entry.split()[0] for entry in named if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_tests_run_with_the_versions_that_the_product_runs_with() -> None:
    product, development = locked("requirements.txt"), locked("requirements-dev.txt")
    assert {name: development.get(name) for name in product} == product


def test_the_planner_is_added_to_the_product_without_changing_it() -> None:
    product, planner = locked("requirements.txt"), locked("requirements-planner.txt")
    both = planner.keys() & product.keys()
    assert "python-dateutil" in both
    assert {name: planner[name] for name in both} == {name: product[name] for name in both}


def test_every_requirement_of_the_product_is_locked_and_says_why_it_is_there() -> None:
    text = "".join((ROOT / name).read_text() for name in ("requirements.in", "requirements-build.in"))
    lines = [line for line in text.splitlines() if line[:1].isalpha()]
    names = [re.split(r"[\[=<>~ #;]", line)[0] for line in lines]
    assert set(names) <= set(locked("requirements.txt"))
    assert [line for line in lines if not re.search(r"# \w+", line)] == []


def test_a_release_is_made_by_our_own_commands() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))[
        "jobs"
    ]
    commands = [step["run"] for step in jobs["files"]["steps"] if "run" in step]
    made = [command for command in commands if command.startswith("make ")]
    assert made == ["make check", "make test", "make test-rest", "make dist client check.pyz sbom"]
    assert jobs["image"]["needs"] == "files"


def test_each_hook_before_a_commit_is_a_target_of_make() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0][
        "hooks"
    ]
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    entries = [hook["entry"].split() for hook in hooks]
    assert {program for program, *_ in entries} == {"make"}
    assert {name for _, *names in entries for name in names} <= set(targets)
