"""`check.pyz FILE [--head SEQ:SHA256] [--people FILE] [--texts FILE]`: is this tournament record sound?"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from endorsement.check import check
from endorsement.check.beside import read_people, read_texts
from endorsement.check.findings import Finding, Head, Unreadable

EXITS = "0 sound, 1 discrepancies (a line each: number, rule, what), 2 wrong usage, 3 not readable"


def main(arguments: Sequence[str]) -> int:
    """0 sound, 1 discrepancies (one line each), 3 unreadable."""
    chosen = _parser().parse_args(arguments)
    try:
        people = read_people(chosen.people) if chosen.people else None
        texts = read_texts(chosen.texts) if chosen.texts else None
        found = check(chosen.file, chosen.head, people, texts)
    except Unreadable as problem:
        print(problem, file=sys.stderr)
        return 3
    return _told(found)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="check.pyz", description=__doc__, epilog=EXITS)
    parser.add_argument("file", type=Path, metavar="FILE", help="a .record.jsonl file")
    parser.add_argument(
        "--head", type=Head.parse, metavar="SEQ:SHA256", help="the last line, as known from outside"
    )
    parser.add_argument("--people", type=Path, metavar="FILE", help="the .people.json beside it")
    parser.add_argument("--texts", type=Path, metavar="FILE", help="the .texts.json beside it")
    return parser


def _told(found: Sequence[Finding]) -> int:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a console need not know every sign
    for finding in found:
        print(finding)
    return 1 if found else 0
