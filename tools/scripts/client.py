"""`python -m tools.scripts.client`: generate the API's client for Python as a wheel in `dist`.

It is made from `docs/openapi.yaml` and not committed. Its version is the product's, since a client belongs to
the API that it was made from.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from tools.scripts.environment import ROOT

PACKAGE = "chama_tournaments"
DOCS = ROOT / "docs"
DEPENDENCIES = ["httpx>=0.23.1,<0.29", "attrs>=22.2"]  # what the generator's code needs
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "chama-tournaments"
version = "{version}"
description = "Client of the Chama tournaments API, generated from its description"
license = "MIT"
license-files = ["LICENSE"]
requires-python = ">=3.11"
dependencies = {dependencies}

[tool.hatch.build.targets.wheel]
core-metadata-version = "2.4"
packages = ["{package}"]
"""


def product_version() -> str:
    """Return the version in `pyproject.toml`."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def build(folder: Path) -> Path:
    """Generate the client and build its wheel in `folder`; return the wheel.

    Raises `CalledProcessError` if the generator warns or a step fails.
    """
    with tempfile.TemporaryDirectory() as name:
        source = Path(name)
        _generate(source / PACKAGE)
        shutil.copy(ROOT / "LICENSE", source)
        facts = {"version": product_version(), "dependencies": DEPENDENCIES, "package": PACKAGE}
        (source / "pyproject.toml").write_text(PROJECT.format(**facts), encoding="utf-8")
        _run(source, "hatchling", "build", "-t", "wheel", "-d", str(folder.resolve()))
    return folder / f"{PACKAGE}-{product_version()}-py3-none-any.whl"


def _generate(target: Path) -> None:
    """Write the client's package into the new folder `target`."""
    _run(
        target.parent, "openapi_python_client", "generate", "--path", str(DOCS / "openapi.yaml"),
        "--config", str(DOCS / "openapi-python-client.yaml"), "--output-path", str(target),
        "--meta", "none", "--fail-on-warning",
    )  # fmt: skip
    (target / "py.typed").touch()


def _run(folder: Path, *words: str) -> None:
    """Run `python -m WORDS` in a folder; on its PATH the generator finds the formatter beside this Python."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    subprocess.run([sys.executable, "-m", *words], cwd=folder, env={**os.environ, "PATH": path}, check=True)


def main(arguments: Sequence[str]) -> None:
    """Build into the named folder, `dist` by default, and print the wheel's path."""
    folder = Path(*arguments[:1]) if arguments else ROOT / "dist"
    folder.mkdir(parents=True, exist_ok=True)
    print(build(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
