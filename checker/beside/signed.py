"""A signed head that somebody kept: who signed it, and whether the record still has the line it is about."""

import json
from collections.abc import Iterator
from pathlib import Path

from checker.beside.ed25519 import is_signed
from checker.reading.findings import Finding, Unreadable
from checker.reading.lines import Data, canonical, sha256
from checker.reading.terms import count, digest, record, text

FORMAT = "tournament-head/1"
signed_head = record(
    at=text, format=text, state=text, tournament=text, seq=count, sha256=digest, key=digest, signature=text
)


def read_signed(path: Path) -> Data:
    """A signed head from its file; `Unreadable` where it is none."""
    try:
        value = json.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError, RecursionError) as problem:
        raise Unreadable(f"{path.name}: {problem}") from problem
    if not isinstance(value, dict) or not signed_head(value) or value["format"] != FORMAT:
        raise Unreadable(f"{path.name}: no signed head ({FORMAT})")
    return value


def disagreeing(content: bytes, kept: Data, key: str | None) -> Iterator[Finding]:
    """What is wrong with the kept head, or with the record beside it, which may have grown since."""
    lines = content.removesuffix(b"\n").split(b"\n")
    seq, last = kept["seq"], len(lines) - 1
    if not _is_genuine(kept):
        yield Finding(last, "signature", "the kept head is not signed by the key that it names")
    if key is not None and kept["key"] != key:
        yield Finding(last, "signature", f"the kept head is signed by {kept['key']}, not by {key}")
    if seq > last:
        yield Finding(last, "signed", f"the record ends here, while a signed head knows line {seq}")
    elif sha256(lines[seq]) != kept["sha256"]:
        yield Finding(seq, "signed", "this line is not the one whose hash was signed")


def _is_genuine(kept: Data) -> bool:
    told = {name: value for name, value in kept.items() if name != "signature"}
    try:
        signature = bytes.fromhex(kept["signature"])
    except ValueError:
        return False
    return is_signed(bytes.fromhex(kept["key"]), canonical(told), signature)
