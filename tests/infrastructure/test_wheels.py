"""Which packages have no wheel where: without network, from what an index lists."""

import json
import re
import subprocess
import sys

import pytest

from tests.servers.process import ROOT
from tools.scripts import wheels
from tools.scripts.environment import RUN, TEST, NotReady

HASH = {name: f"{number:064x}" for number, name in enumerate("abcdef")}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def lock(*entries: str) -> list[wheels.LockedPackage]:
    """A lock where each entry names its package, its marker if any, and the letters of its hashes."""
    lines = []
    for entry in entries:
        wanted, _, letters = entry.rpartition(" ")
        hashes = "".join(f" \\\n    --hash=sha256:{HASH[letter]}" for letter in letters)
        lines.append(f"{wanted}{hashes}\n    # via something\n")
    return list(wheels.read_lock("".join(lines)))


def lacking(entry: str, **files: str) -> list[str]:
    """Where a package lacks a wheel, of the five platforms; files are letter=the middle of its name."""
    name = entry.partition("==")[0]
    listed = {
        name: {f"{name.replace('-', '_')}-1.0-{tags}.whl": HASH[letter] for letter, tags in files.items()}
    }
    return list(wheels.missing_wheels(lock(entry), listed, wheels.PROMISED[RUN]))


def test_a_wheel_for_everybody_is_found_everywhere() -> None:
    assert lacking("pure==1.0 a", a="py3-none-any") == []


@pytest.mark.F113
def test_a_package_for_linux_only_is_named_once_for_each_other_pair() -> None:
    found = lacking(
        "linux-only==1.0 ab", a="cp311-abi3-manylinux_2_17_x86_64", b="cp311-abi3-manylinux_2_28_aarch64"
    )
    elsewhere = ("macOS arm64", "macOS x86_64", "Windows x86_64")
    assert found == [
        f"{name}, Python {v}: no wheel of linux-only==1.0" for name in elsewhere for v in PYTHONS
    ]


@pytest.mark.F113
def test_a_package_that_stopped_at_one_python_is_named_for_the_later_ones() -> None:
    tags = (
        "manylinux2014_x86_64",
        "manylinux2014_aarch64",
        "macosx_11_0_arm64",
        "macosx_10_9_x86_64",
        "win_amd64",
    )
    files = dict(zip("abcde", (f"cp312-cp312-{tag}" for tag in tags), strict=True))
    found = lacking("old==1.0 abcde", **files)
    assert {line.partition(":")[0].rpartition(" ")[2] for line in found} == {"3.11", "3.13", "3.14"}
    assert len(found) == 15


def test_a_newer_system_than_the_oldest_promised_does_not_count() -> None:
    names = {
        line.partition(",")[0]
        for line in lacking("new==1.0 ab", a="py3-none-manylinux_2_39_x86_64", b="py3-none-macosx_14_0_arm64")
    }
    assert names == {platform.name for platform in wheels.PROMISED[RUN]}


def test_a_wheel_that_is_not_in_the_lock_does_not_count() -> None:
    assert len(lacking("changed==1.0 a", b="py3-none-any")) == 20


def test_a_package_that_is_not_installed_somewhere_may_lack_a_wheel_there() -> None:
    marker = "sys_platform != 'darwin' or platform_machine != 'x86_64'"
    tags = "py3-none-manylinux_2_28_x86_64.manylinux_2_28_aarch64.macosx_11_0_arm64.win_amd64"
    assert lacking(f"bindings==1.0 ; {marker} a", a=tags) == []
    assert len(lacking("bindings==1.0 a", a=tags)) == 4


def test_all_that_lacks_in_one_place_stands_in_one_line() -> None:
    found = list(wheels.missing_wheels(lock("one==1.0 a", "two==2.0 b"), {}, [wheels.WINDOWS]))
    assert found[0] == "Windows x86_64, Python 3.11: no wheel of one==1.0, two==2.0"
    assert len(found) == 4


def test_an_index_is_read_as_uv_writes_it() -> None:
    pylock = (
        '[[packages]]\nname = "one"\nversion = "1.0"\n'
        'wheels = [{ url = "https://x.example/y/one-1.0-py3-none-any.whl", hashes = { sha256 = "abc" } }]\n'
        '[[packages]]\nname = "source-only"\nversion = "1.0"\n'
    )
    assert wheels.parse_pylock(pylock) == {"one": {"one-1.0-py3-none-any.whl": "abc"}, "source-only": {}}


@pytest.mark.parametrize("name", [RUN, TEST])
def test_every_line_of_our_locks_is_understood(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    found = list(wheels.read_lock(text))
    assert [package.requirement.name for package in found] == re.findall(
        r"^([^\s#\[=]+).*==", text, re.MULTILINE
    )
    assert all(package.hashes for package in found)


def test_twenty_pairs_are_promised_for_the_product_and_sixteen_for_the_tests() -> None:
    assert {name: len(platforms) * len(wheels.PYTHONS) for name, platforms in wheels.PROMISED.items()} == {
        RUN: 20,
        TEST: 16,
    }


def test_what_is_missing_fails_the_check_and_so_does_an_index_out_of_reach(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def out_of_reach(_: object) -> wheels.Wheels:
        raise NotReady("No network.")

    monkeypatch.setattr(wheels, "list_wheels", lambda _: {})
    assert wheels.main() == 1
    said = capsys.readouterr().out.splitlines()
    assert [len([line for line in said if line.startswith(f"{name}: ")]) for name in (RUN, TEST)] == [20, 16]
    monkeypatch.setattr(wheels, "list_wheels", out_of_reach)
    assert wheels.main() == 1
    assert capsys.readouterr().out == "The wheels cannot be checked. No network.\n"


def test_nox_tests_on_every_promised_python_and_on_the_next_django() -> None:
    command = [sys.executable, "-m", "nox", "--list", "--json"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    sessions = {one["session"] for one in json.loads(said)}
    assert sessions == {*(f"laptop-{python}" for python in PYTHONS), "next_django"}
