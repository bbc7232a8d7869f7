"""Which rules are current: an edition is the texts of a game in all languages, by their bytes.

The chapters in `common` are part of every game's texts.

A tournament pins the edition it was created under; a ranked one starts only while that is current.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulesets.registry import game_of

TEXTS = Path(__file__).parent / "texts"
"""The chapters that are part of every game's texts, by language; a game's own are in its folder."""
LANGUAGES = ("en", "pt-br")
COMMON = "common"


@dataclass(frozen=True, slots=True)
class Edition:
    """`id` is the game's key and the first twelve digits of `sha256` (hex, 64 digits)."""

    id: str
    sha256: str


@cache
def current(game_key: str) -> Edition:
    """Return the edition on disk, read once a process. Raise `Refused` `unknown_game` if there is none."""
    return edition_from(game_key, texts_of(game_key))


def texts_of(game_key: str) -> dict[str, str]:
    """Return the texts of a game's edition by their paths, `en/chama/turn.md`. Raise as `current`."""
    return texts_in(game_of(game_key).texts, game_key)


def texts_in(own: Path, game_key: str, common: Path = TEXTS) -> dict[str, str]:
    """Return a game's texts by path: those of the folder `own` under its key, then those of `common`."""
    return {**_read_folder(own, game_key), **_read_folder(common, COMMON)}


def edition_from(game_key: str, texts: Mapping[str, str]) -> Edition:
    """Return the edition that these texts make: of their paths, lengths in bytes, and bytes as they are.

    In any order of `texts` the game's own chapters are hashed before the common ones, each in order of paths.
    """
    digest = hashlib.sha256()
    for name in sorted(texts, key=lambda name: (name.split("/")[1] == COMMON, name)):
        content = texts[name].encode()
        digest.update(f"{name}\n{len(content)}\n".encode())
        digest.update(content)
    return Edition(f"{game_key}@{digest.hexdigest()[:12]}", digest.hexdigest())


def _read_folder(texts: Path, whose: str) -> dict[str, str]:
    """Return the texts of a folder by path, `en/<whose>/turn.md`, in order of languages and names.

    Line ends become LF.
    """
    files = [path for language in LANGUAGES for path in sorted((texts / language).glob("*.md"))]
    return {f"{path.parent.name}/{whose}/{path.name}": path.read_text(encoding="utf-8") for path in files}
