"""Decode a picture in a child process: a small file may take minutes, or exploit a decoder."""

import json
from base64 import b64decode, b64encode
from dataclasses import asdict

from core.bounded_process import TooCostly, run_bounded
from core.errors import Refused
from tournaments.setup.picture_file import RedrawnPicture, check_length, picture_refusal, redraw_picture

MODULE = "tournaments.setup.picture_process"
SECONDS, MEMORY = 4, 800_000_000  # the largest picture that is allowed takes one second and 90 MB


def redraw_in_child(data: bytes) -> RedrawnPicture:
    """Call `redraw_picture` in a child process.

    Raises `Refused` as it does, `picture_too_costly` also if the child takes too long or crashes, and
    `TooMany` while another file is being read.
    """
    check_length(data)
    try:
        said = json.loads(run_bounded(MODULE, data, seconds=SECONDS, memory=MEMORY))
    except TooCostly as problem:
        raise picture_refusal("picture_too_costly") from problem
    if "code" in said:
        raise picture_refusal(said["code"], **said["facts"])
    return RedrawnPicture(b64decode(said["shown"]), b64decode(said["shared"]), said["width"], said["height"])


def run(data: bytes) -> bytes:
    """Return, as JSON, the redrawn picture of this file, or code and facts of its refusal."""
    return json.dumps(_redraw(data)).encode()


def _redraw(data: bytes) -> dict[str, object]:
    """Return the fields of `RedrawnPicture` with bytes in base64, or `code` and `facts` of the refusal."""
    try:
        drawn = asdict(redraw_picture(data))
    except Refused as problem:
        (violation,) = problem.violations
        return {"code": violation.code, "facts": dict(violation.facts)}
    return {**drawn, **{name: b64encode(drawn[name]).decode() for name in ("shown", "shared")}}
