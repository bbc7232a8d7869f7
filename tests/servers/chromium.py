"""Finds a Chromium, or installs one. `python -m tests.servers.chromium` prints its path."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first is the same engine without windows: the tests need a third less of the processor with it."""
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
MISSING = (
    "no Chromium for the browser tests: install Debian's package `chromium` (or Chrome), "
    "or run `.venv/bin/playwright install --with-deps chromium`, or set CHROMIUM to its path"
)
PACKAGES = ("chromium-headless-shell", "chromium")  # the first is not in every Debian


class NoChromium(RuntimeError):
    """No browser here, and none could be installed; the message says what to install."""


def find() -> str | None:
    """The path of an installed Chromium: `CHROMIUM`, the system's, or playwright's own."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None) or _playwright_own()


def find_or_install() -> str:
    """The path of a Chromium; installs one where there is none. Raises `NoChromium`."""
    path = find() or _install_from_debian() or _install_from_playwright()
    if not path:
        raise NoChromium(MISSING)
    return path


def _playwright_own() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _install_from_debian() -> str | None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    _apt_get("update", "-q")
    for package in PACKAGES:
        _apt_get("install", "-y", "-q", "--no-install-recommends", package, "fonts-liberation")
        if path := find():
            return path
    return None


def _apt_get(*words: str) -> None:
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(("apt-get", *words), env=environ, stdout=sys.stderr, check=False)


def _install_from_playwright() -> str | None:
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    subprocess.run(command, stdout=sys.stderr, check=False)
    return find()


if __name__ == "__main__":
    try:
        print(find_or_install())
    except NoChromium as problem:
        sys.exit(str(problem))
