"""Finding a broker: the machine's own, else the wheel's, else one sentence."""

import shutil
import sys
from pathlib import Path

import pytest
import redis

from tests import __main__ as suite
from tests.servers import __main__ as servers
from tests.servers import broker


@pytest.fixture
def none_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without Valkey and Redis."""
    monkeypatch.setattr(shutil, "which", lambda name: None)


@pytest.fixture
def none_at_all(monkeypatch: pytest.MonkeyPatch, none_on_the_path: None) -> None:
    """A machine without them where the wheel is missing too."""
    monkeypatch.setattr(broker, "find_spec", lambda name: None)
    monkeypatch.delenv("TEST_BROKER_URL", raising=False)


@pytest.mark.parametrize("name", broker.NAMES)
def test_the_machines_own_is_taken(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(shutil, "which", lambda asked: f"/opt/{name}" if asked == name else None)
    assert broker.program() == Path(f"/opt/{name}")


@pytest.mark.usefixtures("none_on_the_path")
def test_else_the_one_of_the_wheel_which_answers_and_ends(tmp_path: Path) -> None:
    assert broker.program().name == "valkey-server"
    server, url = broker.server(tmp_path)
    with server, redis.Redis.from_url(url) as client:
        assert client.ping()
    with redis.Redis.from_url(url) as client, pytest.raises(redis.ConnectionError):
        client.ping()


@pytest.mark.usefixtures("none_at_all")
def test_else_one_sentence_says_what_to_install_before_anything_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(suite, "run", lambda *_, **__: pytest.fail("ran"))
    assert suite.main([]) == 1
    assert capsys.readouterr().err == f"{broker.MISSING}\n"


@pytest.mark.usefixtures("none_at_all")
def test_a_command_that_wants_servers_ends_with_that_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://is-not-asked")
    with pytest.raises(SystemExit, match="no broker for the tests"):
        servers.main([sys.executable, "-c", "raise SystemExit('ran')"])
