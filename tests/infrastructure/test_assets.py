"""What set-up makes: compiled translations and the names of zones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from core import assets
from tests.servers.process import ROOT
from tournaments.setup import zones

WITHOUT = """
import sys
from importlib.abc import MetaPathFinder
class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"babel", "fontTools", "fontpkg_fraunces"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
import config.wsgi, config.celery, laptop.management.commands.serve
"""
CATALOG = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "one"
msgstr "um"
"""


def test_translations_are_compiled_when_they_are_new(tmp_path: Path) -> None:
    source = tmp_path / "pt_BR" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(CATALOG)
    compiled = source.with_suffix(".mo")
    assets.compile_catalogs(tmp_path)
    assert b"um" in compiled.read_bytes()
    compiled.write_bytes(b"kept")
    assets.compile_catalogs(tmp_path)
    assert compiled.read_bytes() == b"kept"
    os.utime(compiled, (0, 0))
    assets.compile_catalogs(tmp_path)
    assert {path.name for path in source.parent.iterdir()} == {"django.po", "django.mo"}
    assert b"um" in compiled.read_bytes()


def test_zones_have_names_in_every_language() -> None:
    names = zones._names()
    assert set(names) == {code for code, _name in settings.LANGUAGES}
    assert all("America/Sao_Paulo" in of_language for of_language in names.values())


def test_a_missing_table_is_made_where_that_is_possible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "zone_names.json"
    (tmp_path / "pt_BR").mkdir()
    monkeypatch.setattr(zones, "ZONE_NAMES", table)
    monkeypatch.setattr(assets.write_zone_names, "__defaults__", (table,))
    assert zones._names.__wrapped__()["pt-br"]["America/Sao_Paulo"] == "horário de Brasília"
    assert table.exists()


def test_a_missing_table_that_cannot_be_made_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_there(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(zones, "ZONE_NAMES", tmp_path / "zone_names.json")
    monkeypatch.setattr(zones, "import_module", not_there)
    with pytest.raises(ImproperlyConfigured, match="make setup"):
        zones._names.__wrapped__()


def test_the_product_loads_without_the_packages_of_set_up(tmp_path: Path) -> None:
    environ = {**os.environ, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
