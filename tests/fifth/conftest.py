"""A fifth game, for these tests alone: its folder, and its line in the registry."""

from collections.abc import Iterator

import pytest
from drf_spectacular.plumbing import _load_enum_name_overrides

from api import base_view
from rulesets import registry
from tests.fifth.vaza.game import VAZA


@pytest.fixture(autouse=True)
def fifth_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Vaza is played here as any other game, and nowhere else."""
    monkeypatch.setitem(registry._ALL, VAZA.key, VAZA)
    _forget()
    yield
    _forget()


def _forget() -> None:
    """What a process keeps of the games that it began with."""
    _load_enum_name_overrides.cache_clear()
    base_view._kept.cache_clear()
