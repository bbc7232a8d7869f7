"""The endorsement kills only what is there."""

from random import Random
from typing import Any

import pytest

from tools.endorsement.chaos import kills
from tools.endorsement.chaos.kills import Killer


class EndsByItself:
    """Stands for a product whose worker ends after the first look, and is started again at the third."""

    def __init__(self) -> None:
        self.looks, self.workers = 0, [self]
        self.pid = 1

    def supervise(self) -> None:
        """One look."""
        self.looks += 1


def test_a_worker_that_ends_while_it_is_waited_for_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    product: Any = EndsByItself()
    monkeypatch.setattr(kills, "children", lambda _: [7] if product.looks > 2 else [])
    assert Killer(product, Random(1))._children() == [7]
