"""F121: input whose cost does not follow from its size runs in a child process that ends in time."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from core import bounded_process
from core.bounded_process import TooCostly, run_bounded
from core.errors import TooMany

pytestmark = pytest.mark.fault("F121")
COSTLY = "tests.fixtures.costly"
MEMORY = 300_000_000


def bounded(data: bytes) -> bytes:
    return run_bounded(COSTLY, data, seconds=1, memory=MEMORY)


def test_the_result_comes_back() -> None:
    large = b"\x00\xff\r\n\x1a" * 500_000
    assert bounded(large) == large[::-1]


@pytest.mark.parametrize("what", [b"spin", b"sleep", b"crash"])
def test_what_does_not_end_or_crashes_is_ended(what: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as hurried:
        hurried.setattr(bounded_process, "START_SECONDS", 1)
        with pytest.raises(TooCostly):
            bounded(what)
    assert bounded(b"ab") == b"ba"  # the next one has its turn


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_what_takes_too_much_memory_is_ended() -> None:
    with pytest.raises(TooCostly):
        bounded(b"grow")


def test_a_child_has_no_secret_in_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "hidden")
    assert b"SECRET_KEY" not in bounded(b"environment")


def test_one_runs_at_a_time_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as hurried, ThreadPoolExecutor(1) as others:
        hurried.setattr(bounded_process, "START_SECONDS", 1)
        slow = others.submit(bounded, b"sleep")
        while not bounded_process._busy.locked():
            time.sleep(0.01)
        with pytest.raises(TooMany):
            bounded(b"ab")
        assert isinstance(slow.exception(), TooCostly)
    assert bounded(b"ab") == b"ba"
