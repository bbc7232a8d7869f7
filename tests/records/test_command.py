"""`manage.py check_record`: what it prints, and the codes it leaves with."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, execute_from_command_line

from checker import Head
from checker.command import parse_head
from tests.records.book import chained
from tests.records.scenes import plain
from tests.servers.process import ROOT


def written(folder: Path, data: bytes) -> Path:
    """A record file with these bytes."""
    path = folder / "some.record.jsonl"
    path.write_bytes(data)
    return path


def head(data: bytes) -> tuple[int, str]:
    """Number and hash of the last line."""
    lines = data.splitlines()
    return len(lines) - 1, hashlib.sha256(lines[-1]).hexdigest()


def people_file(folder: Path, data: bytes, names: dict[str, str]) -> Path:
    """A file of names for a record."""
    seq, sha256 = head(data)
    path = folder / "some.people.json"
    kept = {"tournament": "some", "head": {"seq": seq, "sha256": sha256}, "people": names}
    path.write_text(json.dumps(kept))
    return path


def test_a_sound_record_leaves_with_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = chained(plain.a_ranked_duel_of_eight().bodies)
    seq, sha256 = head(data)
    call_command("check_record", str(written(tmp_path, data)), "--head", f"{seq}:{sha256.upper()}")
    assert capsys.readouterr().out == f"sound: {seq + 1} lines, head {seq}:{sha256}\n"


def test_a_faulty_record_leaves_with_1_and_a_line_for_each_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bodies = plain.a_ranked_duel_of_eight().bodies
    bodies[-1]["data"]["classification"][0]["points"] = "26"
    with pytest.raises(SystemExit) as left:
        call_command("check_record", str(written(tmp_path, chained(bodies))))
    assert left.value.code == 1
    assert capsys.readouterr().out == f"{len(bodies) - 1}\tpoints\tplace 1: points is '26', '25' follows\n"


def test_a_head_of_another_record_leaves_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, chained(plain.a_duel_with_byes().bodies))
    with pytest.raises(SystemExit) as left:
        call_command("check_record", str(path), "--head", "3:" + "0" * 64)
    assert left.value.code == 1
    assert "\thead\t" in capsys.readouterr().out


def test_what_is_no_record_leaves_with_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        call_command("check_record", str(written(tmp_path, b"[" * 100_000)))
    assert left.value.code == 3
    assert capsys.readouterr().err.startswith("line 0: ")


def test_the_shell_sees_the_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = chained(plain.a_duel_with_byes().bodies)
    for data, code in ((sound.replace(b"Teste", b"Resto"), 1), (b"\xff", 3)):
        with pytest.raises(SystemExit) as left:
            execute_from_command_line(["manage.py", "check_record", str(written(tmp_path, data))])
        assert left.value.code == code
    assert "Traceback" not in capsys.readouterr().err


def test_a_reader_may_stop_reading(tmp_path: Path) -> None:
    bodies = plain.a_ranked_duel_of_eight().bodies
    for body in bodies:
        body["by"] = "judge:" + "z" * 60
    path = written(tmp_path, chained(bodies * 40))
    command = [sys.executable, "manage.py", "check_record", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as checker:
        assert checker.stdout is not None
        assert checker.stderr is not None
        checker.stdout.read(1)
        checker.stdout.close()
        assert checker.stderr.read() == b""
    assert checker.returncode == 1


@pytest.mark.parametrize("text", ["", "12", "x:" + "0" * 64, "1:" + "0" * 63, "-1:" + "0" * 64])
def test_a_head_of_another_form_is_wrong_usage(text: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--head"):
        call_command("check_record", str(tmp_path), "--head", text)


def test_the_names_must_belong_to_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = plain.a_duel_with_byes()
    data = chained(book.bodies)
    everybody = {"po", "pc", "pj", *(player for players in book.people.values() for player in players)}
    people = people_file(tmp_path, data, dict.fromkeys(everybody, ""))
    call_command("check_record", str(written(tmp_path, data)), "--people", str(people))
    people_file(tmp_path, data, dict.fromkeys(everybody - {"pj"}, ""))
    with pytest.raises(SystemExit):
        call_command("check_record", str(written(tmp_path, data)), "--people", str(people))
    assert "pj is in the record" in capsys.readouterr().out


BAD_HEAD = '{"tournament":"x","head":{"seq":1,"sha256":"0"},"people":{}}'


@pytest.mark.parametrize("text", ["", "[]", "{}", BAD_HEAD])
def test_a_file_of_names_of_another_form_is_unreadable(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = tmp_path / "some.people.json"
    people.write_text(text)
    path = written(tmp_path, chained(plain.a_duel_with_byes().bodies))
    with pytest.raises(SystemExit) as left:
        call_command("check_record", str(path), "--people", str(people))
    assert left.value.code == 3
    assert "some.people.json" in capsys.readouterr().err


def test_a_head_is_a_number_and_a_hash() -> None:
    assert parse_head("52:" + "A" * 64) == Head(52, "a" * 64)
