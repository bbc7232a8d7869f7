"""`check.pyz`: the independent record checker as one file that needs only Python."""

import io
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from django.conf import settings

NAME = "check.pyz"
PACKAGE = "checker"
SHEBANG = b"#!/usr/bin/env python3\n"
BEGIN = """\
import sys

if sys.version_info < (3, 11):
    sys.stderr.write("Python 3.11 or newer is needed: python.org\\n")
    sys.exit(2)

from checker.command import main

sys.exit(main(sys.argv[1:]))
"""
EPOCH = (1980, 1, 1, 0, 0, 0)
UNIX, READABLE = 3, 0o100644 << 16


@cache
def checker_file() -> bytes:
    """Return the bytes of `check.pyz`, built once for each process."""
    return zip_checker(checker_sources(settings.BASE_DIR))


def checker_sources(root: Path) -> dict[str, str]:
    """Return the checker's modules and its licence by their names in the file, with LF as line ends."""
    paths = [*(root / PACKAGE).rglob("*.py"), root / "LICENSE"]
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def zip_checker(texts: Mapping[str, str]) -> bytes:
    """Return `check.pyz` with these files (texts by name); equal texts give equal bytes on every system.

    So it has no compression and no dates.
    """
    file = io.BytesIO()
    file.write(SHEBANG)
    with ZipFile(file, "a") as archive:
        for name, text in sorted({**texts, "__main__.py": BEGIN}.items()):
            member = ZipInfo(name, EPOCH)
            member.create_system, member.external_attr = UNIX, READABLE
            archive.writestr(member, text.encode())
    return file.getvalue()
