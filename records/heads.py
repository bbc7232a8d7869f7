"""Heads of records, signed: what is kept outside, so that not even the operator rewrites one unnoticed."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from core.models import RecordLine
from core.record.encoding import stamp
from core.record.signing import Statement, is_signed, signed
from records.checker.format.chain import Head
from records.checker.format.findings import Discrepancy, Findings
from records.checker.format.reading import Unreadable, read
from tournaments.finding import visible_tournaments
from tournaments.models import Tournament

FORMAT = "tournament-head/1"
KEYS = {"at", "format", "key", "seq", "sha256", "signature", "state", "tournament"}
HASH, SIGNATURE = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{128}")


def public_heads() -> QuerySet[Tournament]:
    """Every public tournament, the one with the latest line first, each with that line's time (`head_at`)."""
    last = RecordLine.objects.filter(ledger=OuterRef("ledger"), seq=OuterRef("ledger__head_seq"))
    found = visible_tournaments(None).filter(simulated=False)
    return found.annotate(head_at=Subquery(last.values("at"))).order_by("-head_at", "-pk")


def signed_head(tournament: Tournament) -> Statement:
    """What this site says, once and for all, of a record up to its last line."""
    ledger = tournament.ledger
    return _signed(
        tournament, RecordLine.objects.values_list("at", flat=True).get(ledger=ledger, seq=ledger.head_seq)
    )


def signed_heads(tournaments: Iterable[Tournament]) -> Sequence[Statement]:
    """The same of several that `public_heads` has found."""
    return [_signed(tournament, tournament.head_at) for tournament in tournaments]  # type: ignore[attr-defined]  # annotated


def _signed(tournament: Tournament, at: datetime) -> Statement:
    ledger = tournament.ledger
    return signed(
        {
            "at": stamp(at),
            "format": FORMAT,
            "seq": ledger.head_seq,
            "sha256": ledger.head_hash,
            "state": tournament.state,
            "tournament": tournament.slug,
        }
    )


# --- a head that somebody kept ----------------------------------------------------------------------------


def read_head(path: Path) -> Mapping[str, Any]:
    """A signed head from its file, or one of a feed's; `Unreadable` where it is none."""
    try:
        value = json.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable(f"{path.name}: {error}") from None
    if not isinstance(value, dict) or set(value) != KEYS or not _is_typed(value):
        raise Unreadable(f"{path.name}: no signed head ({FORMAT})")
    return value


def _is_typed(value: Mapping[str, Any]) -> bool:
    texts = all(isinstance(value[name], str) for name in KEYS - {"seq"})
    whole = type(value["seq"]) is int and 0 <= value["seq"] < 10**9
    return (
        texts
        and whole
        and value["format"] == FORMAT
        and all(HASH.fullmatch(value[name]) is not None for name in ("key", "sha256"))
        and SIGNATURE.fullmatch(value["signature"]) is not None
    )


def lines_of(path: Path) -> list[Head]:
    """Number and hash of each line of a record; `Unreadable`."""
    return [Head(raw.seq, hashlib.sha256(raw.data).hexdigest()) for raw in read(path)]


def against(kept: Mapping[str, Any], key: str | None, lines: Sequence[Head]) -> Findings:
    """What a kept head has against a record: its signature, its key, and the line that it is about.

    `key` is that of the site, as known from elsewhere. The record may have grown since.
    """
    seq, last = kept["seq"], lines[-1].seq
    if not is_signed(kept):
        yield Discrepancy(last, "head_signature", "the kept head is not signed by the key that it names")
    if key is not None and kept["key"] != key:
        yield Discrepancy(last, "head_key", f"the kept head is signed by {kept['key']}, not by {key}")
    if seq > last:
        yield Discrepancy(last, "head_signed", f"ends at {last}, while a signed head knows line {seq}")
    elif lines[seq].sha256 != kept["sha256"]:
        what = f"line {seq} is {lines[seq].sha256}, signed was {kept['sha256']}"
        yield Discrepancy(seq, "head_signed", what)
