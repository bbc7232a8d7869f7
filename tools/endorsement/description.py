"""`docs/openapi.yaml`, which says what the API is."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import yaml

from tools.endorsement.play.console import ROOT

DESCRIPTION = ROOT / "docs" / "openapi.yaml"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The file has 24,000 lines, which libyaml reads twenty times as fast; it is not in every build of PyYAML."""


@cache
def description() -> Mapping[str, Any]:
    """The file, read once."""
    text = DESCRIPTION.read_text(encoding="utf-8")
    found: Mapping[str, Any] = yaml.load(text, LOADER)  # noqa: S506 - both are safe
    return found
