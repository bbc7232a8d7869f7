"""An endorsement that is interrupted goes on at the step at which it was, and only for the same commit."""

import subprocess
from pathlib import Path

import pytest

from tools.endorsement.progress import NotCommitted, Progress, commit_of
from tools.endorsement.report import EndorsementReport
from tools.endorsement.section import Section


def faulty(report: EndorsementReport) -> None:
    report.played["in bulk"] += 3
    report.sections.append(Section("Kills", ["one"], ["lost a line"], 5))
    report.seconds = 5


def interrupted(report: EndorsementReport) -> None:
    report.played["in bulk"] += 7
    raise KeyboardInterrupt


def never(report: EndorsementReport) -> None:
    pytest.fail("it was done")


def test_a_step_that_was_taken_is_not_taken_again_and_its_faults_stay(tmp_path: Path) -> None:
    assert Progress(tmp_path / "commit").keep_seed(7) == 7
    Progress(tmp_path / "commit").run_or_include("kills", faulty, EndorsementReport(7))
    later, report = Progress(tmp_path / "commit"), EndorsementReport(7)
    assert later.keep_seed(8) == 7
    later.run_or_include("kills", never, report)
    assert (report.played["in bulk"], report.seconds, report.passes) == (3, 5, False)
    assert report.sections[0].faults == ["lost a line"]


def test_a_step_that_was_interrupted_is_taken_again_from_its_beginning(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        Progress(tmp_path).run_or_include("tournaments", interrupted, EndorsementReport(7))
    report = EndorsementReport(7)
    Progress(tmp_path).run_or_include("tournaments", faulty, report)
    assert report.played["in bulk"] == 3


def test_without_a_folder_nothing_is_kept() -> None:
    for _ in range(2):
        report = EndorsementReport(Progress(None).keep_seed(7))
        Progress(None).run_or_include("kills", faulty, report)
        assert report.played["in bulk"] == 3


def test_what_is_not_committed_cannot_go_on(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        name = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
        subprocess.run(["git", *name, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    (tmp_path / "some.txt").write_text("first")
    git("add", ".")
    git("commit", "-m", "First")
    assert len(commit_of(tmp_path)) == 40
    (tmp_path / "report.md").write_text("beside it")
    first = commit_of(tmp_path)
    (tmp_path / "some.txt").write_text("second")
    with pytest.raises(NotCommitted):
        commit_of(tmp_path)
    git("commit", "-am", "Second")
    assert commit_of(tmp_path) != first
