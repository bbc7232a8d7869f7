"""Which rules are current: an edition is the texts of a game in all languages, by their bytes.

The chapters in `common` are part of every game's texts.

A tournament pins the edition it was created under; a ranked one starts only while that is current.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from core.errors import Refused, Violation

TEXTS = Path(__file__).parent / "texts"
LANGUAGES = ("en", "pt-br")
COMMON = "common"


@dataclass(frozen=True, slots=True)
class Edition:
    """`id` is the game's key and the first twelve digits of `sha256` (hex, 64 digits)."""

    id: str
    sha256: str


@cache
def current(game_key: str) -> Edition:
    """The edition on disk, read once a process; `Refused` with `unknown_game` without texts."""
    return edition_of(TEXTS, game_key)


def edition_of(texts: Path, game_key: str) -> Edition:
    """The edition that a tree of texts holds for a game: its own chapters, then the common ones."""
    return edition_from(game_key, texts_of(game_key, texts))


def texts_of(game_key: str, texts: Path = TEXTS) -> dict[str, str]:
    """The texts of an edition by their paths, `en/chama/turn.md`."""
    files = list(_files(texts, game_key)) if game_key != COMMON else []
    if not files:
        raise Refused([Violation("unknown_game", {"game": game_key}, "game")])
    found = (*files, *_files(texts, COMMON))
    return {path.relative_to(texts).as_posix(): path.read_text(encoding="utf-8") for path in found}


def edition_from(game_key: str, texts: Mapping[str, str]) -> Edition:
    """The edition that these texts make: names, lengths and bytes, line ends as LF.

    However they come, the game's own chapters are hashed before the common ones, each in order of paths.
    """
    digest = hashlib.sha256()
    for name in sorted(texts, key=lambda name: (name.split("/")[1] == COMMON, name)):
        content = texts[name].encode()
        digest.update(f"{name}\n{len(content)}\n".encode())
        digest.update(content)
    return Edition(f"{game_key}@{digest.hexdigest()[:12]}", digest.hexdigest())


def _files(texts: Path, game_key: str) -> Iterator[Path]:
    if not game_key.replace("-", "").isalnum():
        return
    for language in LANGUAGES:
        yield from sorted((texts / language / game_key).glob("*.md"))
