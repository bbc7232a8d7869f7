"""Sentences whose subject may be a pair ("Ana & Bruno") have no verb in the singular in any catalog."""

import re
from pathlib import Path

import pytest

from tools.scripts import catalog

SIDE = r"(?<!de )(?<!lado )(?:%\((?:names|sides?|absent|rightful|sits)\)s|\{(?:names|winner|rightful|sits)\})"
SINGULAR = {
    "pt_BR": "vence|venceu|perde|perdeu|avança|avançou|comprou|tem|toma|fica|sai|mudou|mostra|restava",
    "es": "gana|ganó|pierde|perdió|avanza|avanzó|robó|tiene|toma|queda|quedó|sale|muestra|puede",
}
BEFORE = {"pt_BR": "vence|venceu|mudou|restava", "es": "gana|ganó|fue|cambiado"}


def singular(message: str, language: str) -> bool:
    """Whether a verb in the singular stands right before or after the name of a side."""
    after = rf"{SIDE}(?: \(%\(table\)s\), (?:que|quien))?(?: no| não)? (?:{SINGULAR[language]})\b"
    return bool(re.search(rf"{after}|\b(?:{BEFORE[language]}):? {SIDE}", message, re.IGNORECASE))


@pytest.mark.parametrize(
    ("message", "language"),
    [("venceu %(names)s", "pt_BR"), ("%(side)s no puede haber ganado", "es"), ("Gana {winner}.", "es")],
)
def test_a_verb_in_the_singular_is_seen(message: str, language: str) -> None:
    assert singular(message, language)


@pytest.mark.parametrize("path", catalog.CATALOGS, ids=lambda path: path.parent.parent.name)
def test_a_pair_is_never_one(path: Path) -> None:
    language, found = path.parent.parent.name, catalog.load(path)
    said = [message.string for message in found if isinstance(message.id, str)]
    assert [one for one in said if isinstance(one, str) and singular(one, language)] == []
