"""The embedded mode as a process: one command starts it, Ctrl-C ends it, and it goes on later."""

import signal
from functools import partial
from pathlib import Path

import httpx

from tests.servers.process import wait_until
from tests.servers.site import Site


def _is_ready(site: Site) -> bool:
    return httpx.get(site.url("/saude/"), trust_env=False).status_code == 200


def test_one_command_brings_pages_and_a_worker_and_ctrl_c_ends_them(
    embedded_site: Site, tmp_path: Path
) -> None:
    wait_until(partial(_is_ready, embedded_site))
    assert (tmp_path / "chama.sqlite3").exists()
    assert embedded_site.stop(signal.SIGINT) == 0
    assert "Traceback" not in embedded_site.log


def test_a_laptop_that_lost_its_power_goes_on_where_it_was(embedded_site: Site) -> None:
    wait_until(partial(_is_ready, embedded_site))
    embedded_site.kill()
    embedded_site.start()
    wait_until(partial(_is_ready, embedded_site))
    assert embedded_site.stop() == 0
