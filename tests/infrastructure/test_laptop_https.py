"""`serve --https`: one process, two ports; who works here has https, everybody else goes on as before."""

import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.servers.process import LOOPBACK, ServerDied, free_port, wait_until
from tests.servers.site import Site
from tests.servers.site import embedded_site as serve

ACCOUNT = {"username": "ana", "password": "seis reinos intactos", "name": "Ana"}
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@dataclass(frozen=True)
class Both:
    """The laptop with its two ports."""

    site: Site
    port: int
    folder: Path

    def browser(self, *, safe: bool) -> httpx.Client:
        """One that has the certificate, at the plain port or at the other."""
        authority = httpx.get(self.site.url("/seguro/chama.crt"), trust_env=False)
        trusting = ssl.create_default_context(cadata=authority.content)
        base = f"https://{LOOPBACK}:{self.port}" if safe else self.site.base
        return httpx.Client(base_url=base, verify=trusting, trust_env=False, timeout=60)


@pytest.fixture
def both(tmp_path: Path, tables: Path) -> Iterator[Both]:
    shutil.copy(tables, tmp_path)
    port = free_port()
    with serve(tmp_path, "--https", "--https-port", str(port)) as site:
        yield Both(site, port, tmp_path)


def _signed_in(browser: httpx.Client) -> str:
    """Sign in with the form, as people do; whose name the next page shows."""
    form = browser.get("/conta/entrar/")
    found = TOKEN.search(form.text)
    assert found
    sent = {**ACCOUNT, "csrfmiddlewaretoken": found[1]}
    headers = {"Origin": str(browser.base_url).rstrip("/"), "Referer": str(form.url)}
    browser.post("/conta/entrar/", data=sent, headers=headers)
    return browser.get("/conta/").text


def test_people_sign_in_at_both_ports_and_neither_spoils_the_other(both: Both) -> None:
    plain, safe = both.browser(safe=False), both.browser(safe=True)
    assert plain.post("/api/v1/accounts/", json=ACCOUNT).status_code == 201
    assert "Ana" in _signed_in(safe)
    assert {cookie.name: cookie.secure for cookie in safe.cookies.jar} == {
        "__Secure-sessionid": True, "__Secure-csrftoken": True,
    }  # fmt: skip
    plain.cookies.update(safe.cookies)  # a browser keeps them by the host
    assert plain.get("/conta/").status_code == 302
    assert "Ana" in _signed_in(plain)
    safe.cookies.update(plain.cookies)
    assert safe.get("/conta/").status_code == 200


def test_it_keeps_the_policy_and_sends_nobody_elsewhere(both: Both) -> None:
    for safe in (False, True):
        answer = both.browser(safe=safe).get("/")
        assert answer.status_code == 200
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "strict-transport-security" not in answer.headers
        assert both.browser(safe=safe).get("/sw.js").headers["content-type"] == "text/javascript"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps rights in lists, not in modes")
def test_keys_are_the_owners_alone_and_the_same_authority_goes_on(both: Both) -> None:
    kept = {path.name: path.stat().st_mode & 0o777 for path in both.folder.glob("https_*")}
    assert kept == {"https_authority.pem": 0o600, "https_server.pem": 0o600}
    before = [(both.folder / name).read_bytes() for name in sorted(kept)]
    both.site.stop()
    both.site.start()
    after = [(both.folder / name).read_bytes() for name in sorted(kept)]
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False]


def test_it_ends_while_phones_are_connected(both: Both) -> None:
    with ExitStack() as open_ones:
        for number in range(60):
            phone = open_ones.enter_context(socket.create_connection((LOOPBACK, both.port)))
            phone.sendall(b"\x16\x03\x01" if number % 2 else b"")
        safe = open_ones.enter_context(both.browser(safe=True))
        wait_until(lambda: safe.get("/saude/viva/").status_code == 200)
        assert both.site.stop() == 0
    assert "Traceback" not in both.site.log


def test_without_being_asked_for_there_is_none(embedded_site: Site, tmp_path: Path) -> None:
    assert httpx.get(embedded_site.url("/seguro/"), trust_env=False).status_code == 404
    assert list(tmp_path.glob("https_*")) == []


def test_it_is_refused_in_one_sentence_where_a_proxy_speaks_https(tmp_path: Path) -> None:
    site = serve(tmp_path, "--https")
    ended = subprocess.run(
        site.command, cwd=site.cwd, env={**site.environ, "HTTPS": "true"}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    with socket.create_server((LOOPBACK, 0)) as taken:
        site = serve(tmp_path, "--https", "--https-port", str(taken.getsockname()[1]))
        with pytest.raises(ServerDied, match="Chama cannot listen"):
            site.start()
