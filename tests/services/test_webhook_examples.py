"""The examples for Discord and Telegram: what is genuine is forwarded, everything else is not."""

import importlib.util
from io import BytesIO
from types import ModuleType
from typing import Any

import pytest
from django.utils import timezone

from tests.servers.process import ROOT
from tournaments.webhooks.signing import secret_of, signed_headers

BODY = b'{"type": "draw.published", "data": {"title": "Copa"}}'


def example(name: str) -> ModuleType:
    path = ROOT / "docs" / "examples" / f"webhook_to_{name}.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 30
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["discord", "telegram"])
def test_it_forwards_what_is_genuine_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, sent = example(name), list[Any]()
    monkeypatch.setattr(module, "urlopen", lambda *args, **_kwargs: sent.append(args))
    for key, value in {
        "SECRET": secret_of("x"),
        "DISCORD": "https://d.example/",
        "TOKEN": "t",
        "CHAT": "1",
    }.items():
        monkeypatch.setenv(key, value)
    headers = signed_headers("x", "msg_1", timezone.now(), BODY)
    known = {f"HTTP_{key.upper().replace('-', '_')}": value for key, value in headers.items()}
    said: list[str] = []
    for body, given in ((BODY, known), (BODY + b" ", known), (BODY, {})):
        environ = {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body)), **given}
        module.forward_webhook(environ, lambda status, _headers: said.append(status))
    assert [status[:3] for status in said] == ["204", "401", "401"]
    assert len(sent) == 1
