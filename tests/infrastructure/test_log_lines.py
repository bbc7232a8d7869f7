"""With `LOG_FORMAT=json` every line of every process is an object, those of gunicorn and Celery too."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from celery import signals

from tests.servers.process import LOOPBACK, ROOT, free_port
from tests.servers.site import environment_of_a_laptop

READY = {"gunicorn": "Booting worker", "worker": " ready."}


def started(process: str) -> list[str]:
    """The command as the units have it, with the level that makes it say the most."""
    if process == "gunicorn":
        return [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"{LOOPBACK}:{free_port()}"]
    return [sys.executable, "-m", "celery", "-A", "config", "worker", "--loglevel", "INFO", "--pool", "solo"]


def said(process: str, folder: Path) -> list[str]:
    """Every line from the start of the process to its end."""
    environ = {**environment_of_a_laptop(folder), "LOG_FORMAT": "json", "CELERY_BROKER_URL": "memory://"}
    environ = {**os.environ, **environ}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(started(process), cwd=ROOT, env=environ, **pipes) as running:  # type: ignore[call-overload]
        lines = []
        for line in running.stdout:
            lines.append(line)
            if READY[process] in line:
                running.send_signal(signal.SIGTERM)
    return lines


def test_a_worker_touches_the_file_that_its_health_check_looks_at(tmp_path: Path, settings: Any) -> None:
    settings.ALIVE_FILE = str(tmp_path / "alive")
    signals.before_task_publish.send(sender="a web process")
    assert not (tmp_path / "alive").exists()
    signals.heartbeat_sent.send(sender="a worker")
    assert (tmp_path / "alive").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="neither gunicorn nor units run there")
@pytest.mark.parametrize("process", READY)
def test_every_line_is_an_object(process: str, tmp_path: Path) -> None:
    lines = said(process, tmp_path)
    assert any(READY[process] in line for line in lines)
    assert [line for line in lines if not _is_object(line)] == []


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False
