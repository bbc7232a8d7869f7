"""What a person can do about a set-up that failed, from what venv, pip or the system said."""

import re
import sys

from core.terminal import spoken

NO_SPACE = "The disk is full: free 500 MB, then start again."
NOT_WRITABLE = (
    "The folder {root} cannot be written: stop what runs from it, or copy it into a folder of your own, "
    "then start there."
)
NO_VENV = (
    "This Python cannot create virtual environments: install its venv module (on Debian: apt-get install "
    "python3-venv), then start again."
)
NO_NETWORK = (
    "The packages could not be downloaded: the first start needs the internet. Connect (a guest network may "
    "want you to sign in first), then start again."
)
NO_PACKAGES = (
    "Some packages do not exist for Python {python} on this computer: install Python 3.11 to 3.14 (64 bit), "
    "then start again with it."
)
DAMAGED = (
    "A downloaded package is damaged, or is not the one expected: start again, and if it happens again, "
    "try another network."
)
SENTENCES = {  # the first that fits: a full disk may break a download too, and no network finds no package
    r"Errno 28\b|WinError 112\b|No space left": NO_SPACE,
    r"Errno 1\b|Errno 13\b|Errno 30\b|WinError (5|32)\b": NOT_WRITABLE,
    r"No module named '?(venv|ensurepip)": NO_VENV,
    r"[Cc]onnection|dns error|timed out|SSLError|VERIFY_FAILED|ProxyError|IncompleteRead": NO_NETWORK,
    r"No matching distribution|is not a supported wheel": NO_PACKAGES,
    r"DO NOT MATCH THE HASHES": DAMAGED,
}


def advice(said: str, root: object) -> str:
    """Return a sentence for the person, in their language; `said`: what the failed program printed.

    `root` is the folder of the project.
    """
    for pattern, found in SENTENCES.items():
        if re.search(pattern, said):
            return spoken(found, root=root, python=".".join(map(str, sys.version_info[:2])))
    return spoken("Setting up failed: {said}", said=_last_error_line(said.splitlines()))


def _last_error_line(lines: list[str]) -> str:
    """Return the last line that begins with ERROR, else the last that is no warning, else a sentence."""
    errors = [line for line in lines if line.startswith("ERROR")]
    others = [line for line in lines if line.strip() and not line.startswith("WARNING")]
    return next(iter([*errors[-1:], *others[-1:]]), spoken("it stopped without a message; start again"))
