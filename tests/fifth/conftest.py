"""A fifth game, for these tests alone: its folder, its line in the registry, and the checker's own of it."""

from collections.abc import Iterator

import pytest
from drf_spectacular.plumbing import _load_enum_name_overrides

from api import serialization
from checker import games
from rulesets import registry
from tests.fifth.vaza.game import VAZA
from tests.fifth.vaza_checked import VAZA as VAZA_CHECKED


@pytest.fixture(autouse=True)
def fifth_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Vaza is played here as any other game, and nowhere else."""
    monkeypatch.setitem(registry._ALL, VAZA.key, VAZA)
    monkeypatch.setitem(games.GAMES, VAZA.key, VAZA_CHECKED)
    _forget()
    yield
    _forget()


def _forget() -> None:
    """What a process keeps of the games that it began with."""
    _load_enum_name_overrides.cache_clear()
    serialization._shared_serializer.cache_clear()
