"""The benchmarks as programs: asked for help, they print it and measure nothing."""

import subprocess

import pytest

from tests.servers.process import python_command


@pytest.mark.parametrize(
    "name", ["archive", "calls", "hall", "pages", "pairing", "results", "rules", "schedule", "siege", "taps"]
)
def test_help_is_printed_and_nothing_is_measured(name: str) -> None:
    command = python_command("-m", f"tools.benchmarks.{name}", "--help")
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")
