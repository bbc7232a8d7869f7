"""Numbering, canonical bytes and the hash chain (record.md, "File", "Every line")."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from records.checker.format.findings import Discrepancy, Findings, shown
from records.checker.format.reading import Raw

GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class Head:
    """The last line's number and the SHA-256 of its bytes, as they travel outside the file."""

    seq: int
    sha256: str


@dataclass(slots=True)
class Chain:
    """The chain as far as it was followed; `head` is of the latest line, from its bytes."""

    head: Head = field(default=Head(-1, GENESIS))

    def follow(self, raw: Raw) -> Findings:
        """Everything wrong with one line's place in the chain; then move on to it."""
        before, self.head = self.head, Head(raw.seq, hashlib.sha256(raw.data).hexdigest())
        if raw.value.get("seq") != raw.seq or type(raw.value.get("seq")) is not int:
            what = f"numbered {shown(raw.value.get('seq'))} where {raw.seq} is due"
            yield Discrepancy(raw.seq, "seq_gap", what)
        if raw.value.get("prev") != before.sha256:
            yield Discrepancy(raw.seq, "chain_broken", "prev is not the SHA-256 of the line before")
        if raw.data != canonical(raw.value):
            yield Discrepancy(raw.seq, "not_canonical", "the bytes are not the canonical ones of this object")
        if not raw.ended:
            yield Discrepancy(raw.seq, "no_line_feed", "the last line does not end with LF")

    def compare(self, head: Head, rule: str) -> Findings:
        """Whether the file ends with the head that was kept elsewhere."""
        if self.head != head:
            what = f"ends at {self.head.seq}:{self.head.sha256}, kept is {head.seq}:{head.sha256}"
            yield Discrepancy(self.head.seq, rule, what)


def canonical(value: Mapping[str, object]) -> bytes:
    """The one byte sequence of a JSON object: keys sorted, no blanks, nothing escaped needlessly."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")
