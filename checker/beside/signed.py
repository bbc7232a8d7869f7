"""Signed heads: verify the signature, and that the record still has the line whose hash was signed."""

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
    """Read a signed head from its file, or raise `Unreadable`."""
    try:
        value = json.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError, RecursionError) as problem:
        raise Unreadable(f"{path.name}: {problem}") from problem
    if not isinstance(value, dict) or not signed_head(value) or value["format"] != FORMAT:
        raise Unreadable(f"{path.name}: no signed head ({FORMAT})")
    return value


def disagreeing(content: bytes, head: Data, key: str | None) -> Iterator[Finding]:
    """Compare a signed head with a record, which may have more lines than the head."""
    lines = content.removesuffix(b"\n").split(b"\n")
    seq, last = head["seq"], len(lines) - 1
    if not _is_genuine(head):
        yield Finding(last, "signature", "the head is not signed by the key that it names")
    if key is not None and head["key"] != key:
        yield Finding(last, "signature", f"the head is signed by {head['key']}, not by {key}")
    if seq > last:
        yield Finding(last, "signed", f"the record ends here, while a signed head knows line {seq}")
    elif sha256(lines[seq]) != head["sha256"]:
        yield Finding(seq, "signed", "this line is not the one whose hash was signed")


def _is_genuine(head: Data) -> bool:
    signed = {name: value for name, value in head.items() if name != "signature"}
    try:
        signature = bytes.fromhex(head["signature"])
    except ValueError:
        return False
    return is_signed(bytes.fromhex(head["key"]), canonical(signed), signature)
