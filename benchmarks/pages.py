"""`make bench-pages`: what reading a page costs beside the emptiest Django view on the same server.

In one run, in processor time of the server, so that other work of the machine does not count: cold (a version
that nobody has made a page of yet), warm, for somebody who is signed in, as a poll without news. `rows` is a
plain Django template with a loop over as many rows as there are entries. Beside the tournament stands a
season of 200 others with 5,000 people.

    python -m benchmarks.pages [--mode laptop|full] [--entries 64 256 1024 4096] [--season 200]
"""

import argparse
import http.client
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from benchmarks.usage import usage_of
from tests.servers.broker import broker
from tests.servers.postgres import postgres
from tests.servers.process import LOOPBACK, free_port, python_command
from tests.servers.site import Site, embedded_site, environment, gunicorn_site

PAGES = {
    "overview": "/torneios/{slug}/",
    "bracket": "/torneios/{slug}/chave/",
    "round 1": "/torneios/{slug}/chave/?fase=1",
    "standing": "/torneios/{slug}/classificacao/",
    "hall": "/torneios/{slug}/telao/",
    "regulation": "/torneios/{slug}/regulamento/",
    "entries": "/torneios/{slug}/inscricoes/",
    "home": "/",
    "season": "/temporadas/chama/{year}/",
    "API bracket": "/api/v1/tournaments/{slug}/bracket/",
    "API standing": "/api/v1/tournaments/{slug}/standing/",
}
WARM, SIGNED, COLD = 400, 60, 6
HTMX = {"HX-Request": "true"}
TOUCH = "UPDATE core_ledger SET unrecorded = unrecorded + 1"
HEAD = f"  {'page':<12}{'cold':>10}{'/ rows':>8}{'warm':>10}{'of bare':>9}{'signed in':>11}{'of bare':>9}"


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of the server's processor time an answer, and its bytes over the wire."""

    milliseconds: float
    size: int


def main() -> None:
    """Print a table for each mode and size."""
    asked = _arguments()
    for mode in [asked.mode] if asked.mode else ["laptop", "full"]:
        with (
            tempfile.TemporaryDirectory(prefix="chama-pages-") as name,
            _servers(mode, Path(name)) as (site, bare),
        ):
            _season(site, asked.season)
            for entries in asked.entries:
                _print_table(mode, site, bare, entries)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mode", choices=["laptop", "full"])
    parser.add_argument("--entries", type=int, nargs="+", default=[64, 256, 1024, 4096])
    parser.add_argument(
        "--season", type=int, default=200, help="finished tournaments of the season beside them"
    )
    return parser.parse_args()


@contextmanager
def _servers(mode: str, folder: Path) -> Iterator[tuple[Site, Site]]:
    with ExitStack() as stack:
        if mode == "laptop":
            yield stack.enter_context(embedded_site(folder)), stack.enter_context(_bare_laptop(folder))
            return
        database, queue = stack.enter_context(postgres(settings=())), stack.enter_context(broker())
        os.environ["CACHE_URL"] = queue.removesuffix("/0") + "/1"
        environ = {**os.environ, "DATABASE_URL": database, "DATA_DIR": str(folder)}
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], check=True, env=environ)
        site = stack.enter_context(gunicorn_site(folder, database, queue))
        yield site, stack.enter_context(_bare_full(folder))


def _bare_laptop(folder: Path) -> Site:
    port = free_port()
    return Site("bare", python_command("-m", "benchmarks.bare", str(port)), port, folder, environment(folder))


def _bare_full(folder: Path) -> Site:
    port = free_port()
    command = python_command(
        "-m", "gunicorn", "benchmarks.bare", "--bind", f"{LOOPBACK}:{port}", "--worker-class", "gthread",
        "--workers", "2", "--threads", "4",
    )  # fmt: skip
    return Site("bare", command, port, folder, environment(folder))


def _print_table(mode: str, site: Site, bare: Site, entries: int) -> None:
    found = _prepared(site, entries)
    rows = _cost(bare, f"/rows/{entries}/", COLD * 4)
    nothing = _cost(bare, "/nothing/", WARM)
    least = f"rows {rows.milliseconds:.1f} ms, bare 204 {nothing.milliseconds:.3f} ms"
    print(f"\n{mode}, {entries} entries: {least}")
    print(f"{HEAD}{'poll':>9}{'of 204':>8}{'bytes':>9}")
    for name, path in PAGES.items():
        _print_page(name, path.format(**found), site, bare, found, rows, nothing)


def _print_page(
    name: str, path: str, site: Site, bare: Site, found: Mapping[str, str], rows: Cost, nothing: Cost
) -> None:
    cold = _cost(site, path, COLD, before=lambda: _touch(site))
    warm = _cost(site, path, WARM)
    same = _cost(bare, f"/page/{warm.size}/", WARM)
    signed = _cost(site, path, SIGNED, {"Cookie": f"sessionid={found['session']}"})
    print(
        f"  {name:<12}{cold.milliseconds:>7.1f} ms{cold.milliseconds / rows.milliseconds:>8.1f}"
        f"{warm.milliseconds:>7.2f} ms{same.milliseconds / warm.milliseconds:>9.0%}"
        f"{signed.milliseconds:>8.1f} ms{same.milliseconds / signed.milliseconds:>9.0%}"
        f"{_poll(site, path, nothing):>17}{warm.size:>9}",
        flush=True,
    )


def _poll(site: Site, path: str, nothing: Cost) -> str:
    """What a poll without news costs, beside a bare 204; a dash where nothing polls."""
    version = _version(site, path)
    if version is None:
        return "–"
    poll = _cost(site, f"{path}{'&' if '?' in path else '?'}seq={version}", WARM, HTMX)
    return f"{poll.milliseconds:.2f} ms{nothing.milliseconds / poll.milliseconds:>8.0%}"


def _cost(
    site: Site,
    path: str,
    times: int,
    headers: Mapping[str, str] | None = None,
    before: Callable[[], None] | None = None,
) -> Cost:
    """The mean over so many answers on one connection; the first is not counted, it is there to warm up."""
    told = {"Accept-Encoding": "gzip", "Accept-Language": "pt-BR", **(headers or {})}
    with closing(http.client.HTTPConnection(urlsplit(site.base).netloc, timeout=60)) as client:
        _ask(client, path, told)
        began = usage_of([site.pid]).seconds
        for _ in range(times):
            if before:
                before()
            size = _ask(client, path, told)
        seconds = usage_of([site.pid]).seconds - began
    return Cost(max(seconds, 1e-6) / times * 1000, size)


def _ask(client: http.client.HTTPConnection, path: str, headers: Mapping[str, str]) -> int:
    """Bytes of the answer's body."""
    client.request("GET", path, headers=dict(headers))
    answer = client.getresponse()
    body = answer.read()
    if answer.status not in (HTTPStatus.OK, HTTPStatus.NO_CONTENT):
        raise RuntimeError(f"{answer.status} for {path}")
    return len(body)


def _prepared(site: Site, entries: int) -> Mapping[str, str]:
    """A finished tournament of duels, by a process of its own: its slug, and a session of its organizer."""
    command = [sys.executable, "-m", "benchmarks.pages_prepare", str(entries)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=site.environ)
    found: Mapping[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


def _season(site: Site, tournaments: int) -> None:
    """Finished ranked tournaments with 25 times as many people, by a process of its own."""
    command = [sys.executable, "-m", "benchmarks.season_prepare", str(tournaments), str(tournaments * 25)]
    subprocess.run(command, check=True, env=site.environ)


def _touch(site: Site) -> None:
    """Another version of everything, in which nothing that was read before may be believed.

    A second later even a stranger is shown no other.
    """
    time.sleep(1.05)
    if url := site.environ.get("DATABASE_URL"):
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(TOUCH)
        return
    with closing(sqlite3.connect(Path(site.environ["DATA_DIR"]) / "chama.sqlite3", timeout=20)) as file, file:
        file.execute(TOUCH)


def _version(site: Site, path: str) -> str | None:
    """The version that a page bears now; None where it does not poll."""
    with closing(http.client.HTTPConnection(urlsplit(site.base).netloc, timeout=60)) as client:
        client.request("GET", path)
        found = re.search(rb"[?]seq=([0-9.]+)", client.getresponse().read())
    return found[1].decode() if found else None


if __name__ == "__main__":
    main()
