"""Signed heads: a record that is written anew, chain and all, does not get past one that was kept."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from nacl.signing import SigningKey

from checker.beside import is_signed as is_signed_by_hand
from core.record.signing import is_signed, public_key
from records.export import record_lines
from records.heads import signed_head
from tests.api.programs import program
from tests.cast import ana, browser, created, drawn, finished, fresh
from tests.servers.process import ROOT, python_command
from tools.endorsement.mutate.records import chain_lines, parse_lines
from tournaments.models import Tournament
from tournaments.standings.finish import reopen

pytestmark = [pytest.mark.django_db, pytest.mark.F104]

SEED = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
KNOWN = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
"""The first key of RFC 8032, 7.1, and what it says is its public one."""


@pytest.fixture(autouse=True)
def _own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SIGNING_KEY", SEED)


STRANGER = "import sys; from checker.command import main; sys.exit(main(sys.argv[1:]))"


def kept(tournament: Tournament, folder: Path, **changed: Any) -> tuple[Path, Path]:
    """The record and its signed head as files."""
    record, head = folder / "some.record.jsonl", folder / "some.head.json"
    record.write_text("".join(record_lines(tournament)), encoding="utf-8")
    head.write_text(json.dumps({**signed_head(tournament), **changed}), encoding="utf-8")
    return record, head


def told(record: Path, head: Path, *words: str) -> list[str]:
    """The rules that the checker finds broken, the same as a command of the product and by itself."""
    arguments = [str(record), "--head", str(head), *words]
    ours, theirs = (
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
        for command in (
            python_command("manage.py", "check_record", *arguments),
            [sys.executable, "-c", STRANGER, *arguments],
        )
    )
    assert ours == theirs
    return [line.split("\t")[1] for line in ours.splitlines() if not line.startswith("sound: ")]


def test_the_key_is_the_one_of_the_standard() -> None:
    assert public_key() == KNOWN


@pytest.mark.parametrize("size", [0, 1, 32, 1000])
def test_a_stranger_verifies_what_the_library_signs_and_nothing_else(size: int) -> None:
    key, message = SigningKey(os.urandom(32)), os.urandom(size)
    public, signature = key.verify_key.encode(), key.sign(message).signature
    assert is_signed_by_hand(public, message, signature)
    assert not is_signed_by_hand(public, message + b"x", signature)
    assert not is_signed_by_hand(SigningKey(os.urandom(32)).verify_key.encode(), message, signature)
    for place in range(64):
        bent = bytearray(signature)
        bent[place] ^= 1
        assert not is_signed_by_hand(public, message, bytes(bent))
    larger = int.from_bytes(signature[32:], "little") + 2**252 + 27742317777372353535851937790883648493
    assert not is_signed_by_hand(public, message, signature[:32] + larger.to_bytes(32, "little"))


def test_a_statement_is_the_same_each_time_and_breaks_with_any_change() -> None:
    head = signed_head(drawn(4))
    assert head == signed_head(Tournament.objects.latest("pk"))
    assert is_signed(head)
    for name in head:
        assert not is_signed({**head, name: 7}), name


def test_a_sound_record_passes_with_its_head_and_an_older_one(tmp_path: Path) -> None:
    tournament = finished(4, table_high=2)
    record, head = kept(tournament, tmp_path)
    assert told(record, head, "--key", KNOWN) == []
    reopen(tournament, reason="x", by=ana(), now=timezone.now() + timedelta(minutes=1))
    record.write_text("".join(record_lines(fresh(tournament))), encoding="utf-8")
    assert told(record, head, "--key", KNOWN) == []


def test_a_record_that_was_written_anew_is_found_by_the_kept_head(tmp_path: Path) -> None:
    tournament = finished(4, table_high=2)
    record, head = kept(tournament, tmp_path)
    bodies = parse_lines(record.read_bytes())
    bodies[0]["data"]["software"] = "another"
    record.write_bytes(chain_lines(bodies))
    assert set(told(record, head)) == {"signed"}
    record.write_bytes(chain_lines(bodies[:-1]))
    assert "signed" in told(record, head)


def test_a_head_of_somebody_elses_key_is_not_this_sites(tmp_path: Path) -> None:
    record, head = kept(drawn(4), tmp_path)
    assert told(record, head, "--key", "ab" * 32) == ["signature"]


def test_a_head_that_was_changed_is_not_signed(tmp_path: Path) -> None:
    record, head = kept(drawn(4), tmp_path, state="finished")
    assert told(record, head) == ["signature"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"seq": 1}', "[" * 100_000])
def test_what_is_no_signed_head_is_unreadable(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, head = kept(drawn(4), tmp_path)
    head.write_text(text)
    with pytest.raises(SystemExit) as left:
        call_command("check_record", str(record), "--head", str(head))
    assert left.value.code == 3
    assert "some.head.json" in capsys.readouterr().err


# --- published ------------------------------------------------------------------------------------------


def test_the_feed_has_every_public_head_and_no_other() -> None:
    over, hidden = finished(4, table_high=2), created(name="Secreto")
    (head,) = program().get("heads/").body["results"]
    assert (head["tournament"], head["seq"], head["sha256"]) == (
        over.slug, over.ledger.head_seq, over.ledger.head_hash,
    )  # fmt: skip
    assert is_signed(head)
    page = browser().get(reverse("heads")).content.decode()
    assert over.ledger.head_hash in page
    assert KNOWN in page
    assert hidden.title not in page


def test_a_visitor_keeps_a_head_and_its_page_says_how_to_check_it() -> None:
    tournament = drawn(4)
    answer = browser().get(reverse("record_head", args=[tournament.slug]))
    found: Mapping[str, Any] = json.loads(answer.content)
    assert is_signed(found)
    assert found["sha256"] == tournament.ledger.head_hash
    page = browser().get(reverse("record_page", args=[tournament.slug])).content.decode()
    assert f"--head {tournament.slug}.head.json --key {KNOWN}" in page
    assert browser().get(reverse("record_head", args=[created(name="Secreto").slug])).status_code == 404


def test_a_site_without_a_key_signs_nothing_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SIGNING_KEY", "")
    tournament = drawn(4)
    assert browser().get(reverse("record_head", args=[tournament.slug])).status_code == 404
    (head,) = program().get("heads/").body["results"]
    assert (head["key"], head["signature"]) == (None, None)
    assert "Ed25519" not in browser().get(reverse("record_page", args=[tournament.slug])).content.decode()


# --- the key ------------------------------------------------------------------------------------------------


def setting(**environ: str) -> subprocess.CompletedProcess[str]:
    """What a process of this surroundings signs with."""
    command = python_command("-c", "from config import settings; print(settings.SIGNING_KEY)")
    known = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SIGNING_KEY")}
    return subprocess.run(
        command, cwd=ROOT, env={**known, **environ}, capture_output=True, text=True, check=False
    )


@pytest.mark.F105
def test_a_laptop_makes_its_key_once_and_a_server_only_has_what_it_is_given(tmp_path: Path) -> None:
    made = setting(DATA_DIR=str(tmp_path)).stdout.strip()
    assert len(bytes.fromhex(made)) == 32
    assert (tmp_path / "signing_key").stat().st_mode & 0o777 == 0o600
    assert setting(DATA_DIR=str(tmp_path)).stdout.strip() == made
    (tmp_path / "signing_key").write_text(made[:20])  # as a kill would leave it, were it written in place
    assert setting(DATA_DIR=str(tmp_path)).stdout.strip() not in ("", made)
    assert setting(DATA_DIR=str(tmp_path), SIGNING_KEY=SEED.upper()).stdout.strip() == SEED
    served = {"DATABASE_URL": "postgres://x:y@127.0.0.1:1/z", "SECRET_KEY": "x" * 60}
    assert setting(DATA_DIR=str(tmp_path), **served).stdout.strip() == ""
    wrong = setting(DATA_DIR=str(tmp_path), SIGNING_KEY="short")
    assert (wrong.returncode, "64 hexadecimal digits" in wrong.stderr) == (1, True)
