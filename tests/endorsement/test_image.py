"""The image's part of the endorsement, as far as it needs no container."""

import shutil
from pathlib import Path

import pytest

from tools.endorsement.image import INSTALL, SUITES, image, run, version_of_base
from tools.endorsement.parts import PARTS
from tools.endorsement.run import _steps
from tools.endorsement.section import Section
from tools.endorsement.sizes import SLICE, WHOLE


def test_there_is_a_stand_in_for_the_base_of_the_dockerfile() -> None:
    assert version_of_base() in SUITES


def test_a_machine_without_the_tools_says_which_it_lacks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "buildah" else f"/bin/{name}")
    section = Section("image")
    image(section, 1, tmp_path)
    assert section.counts == [f"NOT TRIED, missing: buildah ({INSTALL})"]
    assert section.faults == []


def test_a_command_that_fails_shows_the_end_of_what_it_said() -> None:
    with pytest.raises(RuntimeError, match="sh -c: exit 3\nno room"):
        run("sh", "-c", "echo no room; exit 3")


def test_the_whole_endorsement_has_it_and_a_slice_only_if_it_alone_is_meant(tmp_path: Path) -> None:
    whole = [name for name, _step in _steps(WHOLE, set(PARTS), tmp_path, apart=True)]
    small = [name for name, _step in _steps(SLICE, set(PARTS), tmp_path, apart=False)]
    alone = [name for name, _step in _steps(SLICE, {"image"}, tmp_path, apart=False)]
    assert ("image" in whole, small, alone) == (True, ["slice"], ["image"])
