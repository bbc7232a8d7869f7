"""The site of `make docs`: every document is behind one of its doors, with the files that it leads to."""

import re

from tests.servers.process import ROOT
from tools.scripts import site

OF_A_LIST = ("docs/adr/0", "docs/endorsement/2")
"""Pages that their own README lists."""


def test_every_document_is_behind_one_door() -> None:
    named = re.findall(r"([\w./-]+\.md)$", site.CONFIG.read_text(encoding="utf-8"), re.MULTILINE)
    written = [*site.TOP, *(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))]
    assert sorted(named) == sorted(path for path in site.documents(written) if not path.startswith(OF_A_LIST))


def test_a_file_that_a_document_leads_to_comes_with_it() -> None:
    assert "docs/guia/imagens/chave.png" in site.linked_files("README.md")
    assert "LICENSE" in site.linked_files("README.pt-BR.md")
    assert site.linked_files("docs/adr/README.md") >= {"docs/adr/0103-one-checker.md"}
