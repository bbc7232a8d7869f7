"""`check.pyz FILE [--head SEQ:SHA256|FILE] [--key KEY] [--people FILE] [--texts FILE]`: is it sound?"""

import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Protocol

from checker import check_bytes
from checker.beside import read_people, read_signed, read_texts, signed_head_findings
from checker.reading.findings import Finding, Head, Unreadable
from checker.reading.lines import content_of, sha256

EXITS = "0 sound, 1 discrepancies (a line each: number, rule, what), 2 wrong usage, 3 not readable"


class Output(Protocol):
    """Where lines are written."""

    def write(self, text: str, /) -> object:
        """Write a text that ends with its line feed."""

    def flush(self) -> object:
        """Pass on what was written."""


def main(arguments: Sequence[str]) -> int:
    """Check the file that the arguments name and return the exit code; exit with 2 for wrong usage."""
    parser = ArgumentParser(prog="check.pyz", description=__doc__, epilog=EXITS)
    add_arguments(parser)
    return run(parser.parse_args(arguments))


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `check.pyz`: the file, and options for what is known of it from elsewhere."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a .record.jsonl file")
    about_head = "the last line, or a signed head, as kept outside"
    parser.add_argument("--head", type=parse_head, metavar="SEQ:SHA256|FILE", help=about_head)
    about_key = "the key of the site, 64 digits, as known from outside"
    parser.add_argument("--key", type=parse_key, metavar="KEY", help=about_key)
    parser.add_argument("--people", type=Path, metavar="FILE", help="the .people.json beside it")
    parser.add_argument("--texts", type=Path, metavar="FILE", help="the .texts.json beside it")


def run(chosen: Namespace, out: Output | None = None, err: Output | None = None) -> int:
    """Print the findings and return the exit code: 0 sound, 1 discrepancies (one line each), 3 unreadable."""
    try:
        content = content_of(chosen.file)
        found = _check_file(content, chosen)
    except Unreadable as problem:
        (err or sys.stderr).write(f"{problem}\n")
        return 3
    _print_lines([str(finding) for finding in found] or [_summary(content)], out or sys.stdout)
    return int(bool(found))


def _check_file(content: bytes, chosen: Namespace) -> list[Finding]:
    """Return the findings of the record, with the files and the head that the arguments name.

    `--key` counts only with the file of a signed head. Raise `Unreadable` for any of these files.
    """
    people = read_people(chosen.people) if chosen.people else None
    texts = read_texts(chosen.texts) if chosen.texts else None
    if not isinstance(chosen.head, Path):
        return check_bytes(content, chosen.head, people, texts)
    kept = read_signed(chosen.head)
    found = check_bytes(content, None, people, texts)
    return sorted([*found, *signed_head_findings(content, kept, chosen.key)])


def parse_head(text: str) -> Head | Path:
    """Parse `SEQ:SHA256`, or return the path of a signed head's file.

    Raise `ArgumentTypeError` for neither.
    """
    found = re.fullmatch(r"([0-9]{1,9}):([0-9a-fA-F]{64})", text)
    if not found and not Path(text).is_file():
        raise ArgumentTypeError(
            "SEQ:SHA256, a number and 64 hexadecimal digits, or a file with a signed head"
        )
    return Head(int(found[1]), found[2].lower()) if found else Path(text)


def parse_key(text: str) -> str:
    """Return a site's public key in lower case. Raise `ArgumentTypeError` for anything but 64 hex digits."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise ArgumentTypeError("64 hexadecimal digits")
    return text.lower()


def _summary(content: bytes) -> str:
    """Return how many lines a sound record has, and its head as `--head` takes it."""
    lines = content.removesuffix(b"\n").split(b"\n")
    return f"sound: {len(lines)} lines, head {len(lines) - 1}:{sha256(lines[-1])}"


def _print_lines(lines: Iterable[str], out: Output) -> None:
    """Print line by line; a console need not know every sign, and a reader may stop reading (`| head`)."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        for line in lines:
            out.write(f"{line}\n")
        out.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
