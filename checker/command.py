"""`check.pyz FILE [--head SEQ:SHA256|FILE] [--key KEY] [--people FILE] [--texts FILE]`: is it sound?"""

import re
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from checker import check
from checker.beside.files import read_people, read_texts
from checker.beside.signed import disagreeing, read_signed
from checker.reading.findings import Finding, Head, Unreadable
from checker.reading.lines import sha256

EXITS = "0 sound, 1 discrepancies (a line each: number, rule, what), 2 wrong usage, 3 not readable"


def main(arguments: Sequence[str]) -> int:
    """0 sound, 1 discrepancies (one line each), 3 unreadable."""
    chosen = _parser().parse_args(arguments)
    try:
        people = read_people(chosen.people) if chosen.people else None
        texts = read_texts(chosen.texts) if chosen.texts else None
        kept = read_signed(chosen.head) if isinstance(chosen.head, Path) else None
        found = check(chosen.file, None if kept else chosen.head, people, texts)
        if kept:
            found = sorted([*found, *disagreeing(chosen.file.read_bytes(), kept, chosen.key)])
    except Unreadable as problem:
        print(problem, file=sys.stderr)
        return 3
    return _told(found) if found else _sound(chosen.file.read_bytes())


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="check.pyz", description=__doc__, epilog=EXITS)
    parser.add_argument("file", type=Path, metavar="FILE", help="a .record.jsonl file")
    parser.add_argument(
        "--head",
        type=_head,
        metavar="SEQ:SHA256|FILE",
        help="the last line, or a signed head, as kept outside",
    )
    parser.add_argument(
        "--key", type=_key, metavar="KEY", help="the key of the site, 64 digits, as known from outside"
    )
    parser.add_argument("--people", type=Path, metavar="FILE", help="the .people.json beside it")
    parser.add_argument("--texts", type=Path, metavar="FILE", help="the .texts.json beside it")
    return parser


def _head(text: str) -> Head | Path:
    """A head, or else the file of a signed one."""
    return Head.parse(text) if re.fullmatch(r"\d+:.*", text) else Path(text)


def _key(text: str) -> str:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise ValueError(f"no key: {text}")
    return text.lower()


def _sound(content: bytes) -> int:
    """Say how many lines there are, and the head as `--head` takes it."""
    lines = content.removesuffix(b"\n").split(b"\n")
    print(f"sound: {len(lines)} lines, head {len(lines) - 1}:{sha256(lines[-1])}")
    return 0


def _told(found: Sequence[Finding]) -> int:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a console need not know every sign
    for finding in found:
        print(finding)
    return 1
