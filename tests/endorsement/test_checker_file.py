"""`check.pyz`: the independent checker in one file, the same bytes every time, wherever there is a Python."""

import hashlib
import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import call_command

from records.checker_file import checker_file, checker_sources, zip_checker
from tests.cast import browser, created, duda, finished
from tests.endorsement.samples import GOLDEN
from tests.servers.process import ROOT
from tests.web.test_day_end import at, body
from tools.endorsement.mutate.records import chain_lines, parse_lines


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file, far from the repository."""
    path = tmp_path_factory.mktemp("elsewhere") / "check.pyz"
    call_command("make_checker", str(path))
    return path


def run(checker: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """By a Python that knows no package and no folder of ours."""
    command = [sys.executable, "-I", "-S", checker.name, *map(str, words)]
    return subprocess.run(command, cwd=checker.parent, capture_output=True, text=True, check=False)


def test_it_holds_the_checker_and_nothing_of_the_product(checker: Path) -> None:
    names = ZipFile(BytesIO(checker.read_bytes())).namelist()
    assert {"__main__.py", "LICENSE", "checker/__init__.py", "checker/command.py"} <= set(names)
    assert all(name.startswith("checker/") for name in names if "/" in name)


def test_the_same_sources_make_the_same_bytes(checker: Path) -> None:
    texts = checker_sources(ROOT)
    backwards = dict(reversed(texts.items()))
    assert zip_checker(backwards) == checker.read_bytes() == checker_file()


def head_of(record: Path) -> str:
    lines = record.read_bytes().splitlines()
    return f"{len(lines) - 1}:{hashlib.sha256(lines[-1]).hexdigest()}"


def test_it_says_it_with_its_exit_code(checker: Path, tmp_path: Path) -> None:
    bodies = parse_lines(GOLDEN[0].read_bytes())
    bodies[-1]["data"]["classification"][0]["points"] = "26"
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(chain_lines(bodies))
    sound, faulty, none = run(checker, GOLDEN[0]), run(checker, broken), run(checker, tmp_path)
    assert (sound.returncode, sound.stdout) == (0, f"sound: {len(bodies)} lines, head {head_of(GOLDEN[0])}\n")
    assert (faulty.returncode, faulty.stdout.split("\t")[:2]) == (1, [str(len(bodies) - 1), "points"])
    assert (none.returncode, none.stdout) == (3, "")
    assert run(checker).returncode == 2


@pytest.mark.django_db
def test_a_visitor_takes_everything_from_the_site_and_checks_it(tmp_path: Path) -> None:
    tournament, visitor = finished(6), browser()
    page = visitor.get(at("record_page", tournament)).content.decode()
    for name, address in (
        ("check.pyz", "/check.pyz"),
        ("some.jsonl", at("record", tournament)),
        ("some.texts.json", at("record_texts", tournament)),
    ):
        assert f'href="{address}"' in page
        answer = visitor.get(address)
        text = body(answer).encode() if answer.streaming else answer.content
        (tmp_path / name).write_bytes(text)
    head = f"{tournament.ledger.head_seq}:{tournament.ledger.head_hash}"
    assert head in page
    texts = ("some.jsonl", "--texts", "some.texts.json")
    assert run(tmp_path / "check.pyz", *texts, "--head", head).returncode == 0
    assert run(tmp_path / "check.pyz", *texts, "--head", f"1:{'0' * 64}").returncode == 1


def test_names_are_compared_where_they_are_given(checker: Path, tmp_path: Path) -> None:
    (record,) = (path for path in GOLDEN if path.name.startswith("duplas-6"))
    people = json.loads((record.parent / "duplas-6-xisum.people.json").read_text(encoding="utf-8"))
    names = tmp_path / "people.json"
    names.write_text(json.dumps(people))
    assert run(checker, record, "--people", names).returncode == 0
    people["people"].popitem()
    names.write_text(json.dumps(people))
    found = run(checker, record, "--people", names)
    assert (found.returncode, found.stdout.split("\t")[1]) == (1, "people")
    people["head"]["seq"] -= 1
    names.write_text(json.dumps(people))
    assert "head" in run(checker, record, "--people", names).stdout


@pytest.mark.django_db
def test_what_is_not_public_is_not_found_beside_its_record_either() -> None:
    tournament = created()
    for name in ("record_page", "record_texts"):
        assert browser(duda()).get(at(name, tournament)).status_code == 404
