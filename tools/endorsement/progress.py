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
    """Raised if tracked files differ from the commit, so that no step can be saved for it."""


def commit_of(root: Path) -> str:
    """Return the id of the commit that is checked out. Raises `NotCommitted` if tracked files differ."""
    if _run_git(root, "status", "--porcelain", "--untracked-files=no"):
        raise NotCommitted
    return _run_git(root, "rev-parse", "HEAD")


def _run_git(root: Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=root, capture_output=True, text=True, check=True
    ).stdout.strip()


class Progress:
    """Finished steps, each with its report in `folder`; without a folder nothing is saved."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def keep_seed(self, asked: int) -> int:
        """Return the seed of the first run of this commit; in the first run store `asked`.

        Without a folder return `asked`.
        """
        if self.folder is None:
            return asked
        file = self.folder / "seed"
        if not file.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            file.write_text(str(asked))
        return int(file.read_text())

    def run_or_include(self, name: str, step: Step, report: EndorsementReport) -> None:
        """Run the step, save its report and add it to `report`; of a finished step add the saved report."""
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
