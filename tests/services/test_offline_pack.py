"""The offline pack: what is in it, when it is written, and that a full disk leaves the earlier one."""

import errno
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse

from operating import pack
from operating.pack import PackWriter, pack_content, pack_name, write_pack
from tests.cast import ana, browser, bruno, checked_in, drawn, finished, running
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def names_in(content: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {Path(name).name for name in archive.namelist()}


@pytest.mark.prints_in_child
def test_it_has_sheets_lists_record_and_names_of_a_running_tournament() -> None:
    tournament = running(8)
    slug = tournament.slug
    found = names_in(pack_content(tournament))
    assert {
        "sumulas.pdf", "sumulas-em-branco.pdf", "lista-de-check-in.pdf", "lugares.pdf", "chave.pdf",
        "classificacao.pdf", "inscricoes.csv", "lugares.xlsx", "partidas.csv", "penalidades.csv",
        f"{slug}.record.jsonl", f"{slug}.people.json",
    } <= found  # fmt: skip


def test_before_the_draw_it_has_what_there_is() -> None:
    found = names_in(pack_content(checked_in(8)))
    assert "lista-de-check-in.pdf" in found
    assert not found & {"sumulas.pdf", "chave.pdf"}


@pytest.mark.F99
@pytest.mark.parametrize("fails", ["write", "fsync"])
def test_a_full_disk_leaves_the_earlier_pack(
    fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = running(8)
    monkeypatch.setattr(pack, "pack_content", lambda _tournament: b"a pack" * 1_000)
    path = write_pack(tournament, tmp_path)
    earlier = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    class FullFile(io.FileIO):
        def write(self, content: Any) -> int:
            super().write(bytes(content)[:100])
            raise OSError(errno.ENOSPC, "No space left on device")

    if fails == "fsync":
        monkeypatch.setattr("operating.pack.os.fsync", full)
    else:
        monkeypatch.setattr("operating.pack.os.fdopen", FullFile)
    with pytest.raises(OSError, match="No space"):
        write_pack(tournament, tmp_path)
    assert path.read_bytes() == earlier
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    writer = PackWriter(tmp_path)
    writer.write_due()
    assert writer.written == {}
    monkeypatch.undo()
    writer.write_due()
    assert tournament.pk in writer.written


def test_it_is_written_at_the_draw_and_at_each_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(pack, "write_pack", lambda tournament, folder: written.append(tournament.state))
    writer = PackWriter(tmp_path)
    tournament = drawn(8)
    for _look in range(2):
        writer.write_due()
    assert written == ["drawn"]
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    writer.write_due()
    writer.write_due()
    assert written == ["drawn", "running"]


def test_only_coordinators_download_it() -> None:
    tournament = running(8)
    address = reverse("offline_pack", args=[tournament.slug])
    answer: Any = browser(ana()).get(address)
    assert answer.status_code == 200
    assert pack_name(tournament) in answer.headers["Content-Disposition"]
    assert "sumulas.pdf" in names_in(answer.content)
    assert browser(bruno()).get(address).status_code == 403


def test_the_command_writes_it_and_says_what_is_wrong(tmp_path: Path) -> None:
    tournament = finished(4)
    call_command("pack", tournament.slug, str(tmp_path))
    assert "classificacao.pdf" in names_in((tmp_path / pack_name(tournament)).read_bytes())
    with pytest.raises(CommandError, match="no such tournament"):
        call_command("pack", "nada", str(tmp_path))
