"""Save the finished steps of an endorsement, so that an interrupted run resumes at the next one.

Steps belong to the endorsed commit. Another commit starts at the first step.
"""

import pickle
import subprocess
from collections.abc import Callable
from pathlib import Path

from tools.endorsement.report import EndorsementReport

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "endorsement"

Step = Callable[[EndorsementReport], None]


class NotCommitted(Exception):
    """There are changes that no commit names, so nothing can be said to be done for it."""


def commit_of(root: Path) -> str:
    """The commit that is checked out; `NotCommitted` if files differ from it."""
    if _git(root, "status", "--porcelain", "--untracked-files=no"):
        raise NotCommitted
    return _git(root, "rev-parse", "HEAD")


def _git(root: Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=root, capture_output=True, text=True, check=True
    ).stdout.strip()


class Progress:
    """Steps that were taken, each with its report; nothing is saved without a folder."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def seed(self, asked: int) -> int:
        """The seed of the first run, which all steps follow from."""
        if self.folder is None:
            return asked
        file = self.folder / "seed"
        if not file.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            file.write_text(str(asked))
        return int(file.read_text())

    def take(self, name: str, step: Step, report: EndorsementReport) -> None:
        """Add what this step finds to the report, or what it had found."""
        file = self.folder / f"{name}.step" if self.folder else None
        if file and file.exists():
            report.include(pickle.loads(file.read_bytes()))  # noqa: S301 - written below
            print(f"{name}: done before", flush=True)
            return
        own = EndorsementReport(report.seed)
        step(own)
        if file:
            half = file.with_suffix(".half")
            half.write_bytes(pickle.dumps(own))
            half.rename(file)
        report.include(own)
