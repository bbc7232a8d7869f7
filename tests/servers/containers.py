"""Reads the Dockerfile, .dockerignore and compose.yaml without a container engine."""

import json
import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.servers.process import ROOT

ASSIGNMENT = re.compile(r"[A-Z_]+=")


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction of a Dockerfile, continued lines joined."""

    word: str
    rest: str


def dockerfile(root: Path = ROOT) -> list[Step]:
    """The instructions in order, comments left out."""
    lines = [line for line in (root / "Dockerfile").read_text().splitlines() if not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines()
    return [Step(*line.split(maxsplit=1)) for line in joined if line.strip()]


def commands(steps: list[Step]) -> list[list[str]]:
    """Every command that the image's build and start run, as words; assignments before it included."""
    ran = [shlex.split(part) for step in steps if step.word == "RUN" for part in step.rest.split("&&")]
    started = [json.loads(step.rest) for step in steps if step.word in {"CMD", "ENTRYPOINT"}]
    return [*ran, *started]


def without_assignments(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """The variables set before a command, and the command."""
    given = {}
    while words and ASSIGNMENT.match(words[0]):
        name, value = words[0].split("=", 1)
        given[name], words = value, words[1:]
    return given, words


def allowed(root: Path = ROOT) -> list[str]:
    """The names that .dockerignore lets into the build."""
    return [line[1:] for line in (root / ".dockerignore").read_text().splitlines() if line.startswith("!")]


def copy_context(target: Path, root: Path = ROOT) -> None:
    """Copy what `COPY . ./` would bring into the image."""
    skip = shutil.ignore_patterns("__pycache__", "*.mo", "fonts", "zone_names.json")
    for name in allowed(root):
        source = root / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=skip)
        else:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)


def compose(root: Path = ROOT) -> dict[str, Any]:
    """compose.yaml with its anchors and merges resolved."""
    found = yaml.safe_load((root / "compose.yaml").read_text())
    assert isinstance(found, dict)
    return found
