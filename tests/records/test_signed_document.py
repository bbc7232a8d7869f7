"""The signed head that docs/record.md works out is what the product and the stranger's checker verify."""

import json
import re

from checker.beside import is_signed as is_signed_by_hand
from core.record.line import canonical
from core.record.signing import is_signed
from tests.servers.process import ROOT

DOCUMENT = (ROOT / "docs/record.md").read_text(encoding="utf-8")
SECTION = DOCUMENT.split("## The signed head")[1].split("\n## ")[0]


def test_the_documented_signature_is_right() -> None:
    (text,) = re.findall(r"```\n(.*?)\n```", SECTION)
    (signature,) = re.findall(r"`([0-9a-f]{128})`", SECTION)
    head = json.loads(text)
    assert canonical(head) == text
    assert is_signed({**head, "signature": signature})
    assert is_signed_by_hand(bytes.fromhex(head["key"]), text.encode(), bytes.fromhex(signature))
