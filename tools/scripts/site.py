"""`python -m tools.scripts.site`: put the documents together for `make docs`, in the folder `.site`.

Zensical reads one folder, and our documents lead to others: README, CHANGELOG, tests, files of the proxy.
Each committed document is copied to its own path there, and with it each file that one of them leads to.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tools.scripts.environment import ROOT

CONFIG = ROOT / "tools" / "docs" / "mkdocs.yml"
TARGET = ROOT / ".site"
TOP = ("README.md", "README.pt-BR.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
LINK = re.compile(r"\]\(([^)#\s]+)")


def documents(tracked: Iterable[str]) -> list[str]:
    """Return the paths of the documents among the files of the repository."""
    return [path for path in tracked if path in TOP or (path.startswith("docs/") and path.endswith(".md"))]


def linked_files(path: str, root: Path = ROOT) -> set[str]:
    """Return the paths of existing files to which a document links, relative to the repository."""
    links = LINK.findall((root / path).read_text(encoding="utf-8"))
    found = {((root / path).parent / link).resolve() for link in links if "://" not in link}
    return {file.relative_to(root).as_posix() for file in found if file.is_file()}


def _copy(source: Path, target: Path) -> None:
    """Copy a file, creating the target's folder."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def main() -> int:
    """Delete the folder `.site` and write it again."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    pages = documents(listed.splitlines())
    shutil.rmtree(TARGET, ignore_errors=True)
    for path in sorted({*pages, *(file for page in pages for file in linked_files(page))}):
        _copy(ROOT / path, TARGET / "pages" / path)
    _copy(CONFIG, TARGET / CONFIG.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
