"""Finding a browser: what is installed, else what can be installed, else one sentence."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.servers import chromium


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A machine without any browser where every installation fails; the commands that were tried."""
    tried: list[list[str]] = []

    def fail(command: Sequence[str], **_: object) -> None:
        tried.append(list(command))

    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: name if name == "apt-get" else None)
    monkeypatch.setattr(chromium, "_playwright_own", lambda: None)
    monkeypatch.setattr(subprocess, "run", fail)
    return tried


def test_a_named_browser_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/opt/browser")
    assert chromium.find() == "/opt/browser"


def test_playwrights_own_browser_is_taken_where_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch, bare_machine: list[list[str]], tmp_path: Path
) -> None:
    monkeypatch.setattr(chromium, "_playwright_own", lambda: str(tmp_path / "chrome"))
    assert chromium.find_or_install() == str(tmp_path / "chrome")
    assert bare_machine == []


def test_root_on_debian_installs_a_package_then_tries_playwright(
    monkeypatch: pytest.MonkeyPatch, bare_machine: list[list[str]]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(chromium.NoChromium, match="install Debian's package `chromium`"):
        chromium.find_or_install()
    assert [command[1] for command in bare_machine[:3]] == ["update", "install", "install"]
    assert [command[-2] for command in bare_machine[1:3]] == ["chromium-headless-shell", "chromium"]
    assert bare_machine[3][1:] == ["-m", "playwright", "install", "chromium"]


def test_who_is_not_root_gets_playwrights_browser(
    monkeypatch: pytest.MonkeyPatch, bare_machine: list[list[str]]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(chromium.NoChromium):
        chromium.find_or_install()
    assert [command[1:] for command in bare_machine] == [["-m", "playwright", "install", "chromium"]]
