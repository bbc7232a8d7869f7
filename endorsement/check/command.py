"""`python -m endorsement check FILE [--head SEQ:SHA256]`."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from endorsement.check import check
from endorsement.check.findings import Head, Unreadable


def main(arguments: Sequence[str]) -> int:
    """0 sound, 1 discrepancies (one line each), 3 unreadable."""
    parser = ArgumentParser(prog="python -m endorsement check", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--head", type=Head.parse, help="number and SHA-256 of the last line, known from outside"
    )
    chosen = parser.parse_args(arguments)
    try:
        found = check(chosen.file, chosen.head)
    except Unreadable as problem:
        print(problem, file=sys.stderr)
        return 3
    for finding in found:
        print(finding)
    return 1 if found else 0
