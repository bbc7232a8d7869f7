"""What a terminal says, in the language of the system: Portuguese where it is, English elsewhere.

`start.py` speaks before there is any package, so this is no gettext: the sentences are in `portuguese.py`.
Python 3.7 can read both files.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from core.terminal.portuguese import SENTENCES

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides, as for gettext
PRIMARY, PORTUGUESE = 0x3FF, 0x16  # Windows: the part of a language's number without the country


def spoken(sentence: str, **facts: object) -> str:
    """Return the sentence, with its facts, in the language of this system."""
    in_portuguese = is_portuguese(os.environ, windows_language())
    return (SENTENCES.get(sentence, sentence) if in_portuguese else sentence).format(**facts)


def is_portuguese(environ: Mapping[str, str], windows: int) -> bool:
    """Whether the variables say so; without any, whether Windows does."""
    for name in VARIABLES:
        if environ.get(name):
            return environ[name].lower().startswith("pt")
    return windows & PRIMARY == PORTUGUESE


def windows_language() -> int:
    """Return the number of the user interface's language; 0 on other systems."""
    if sys.platform != "win32":
        return 0
    import ctypes  # noqa: PLC0415 - only Windows needs it

    return int(ctypes.windll.kernel32.GetUserDefaultUILanguage())
