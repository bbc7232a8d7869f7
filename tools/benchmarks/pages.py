"""`make bench-pages`: what reading a page costs beside the emptiest Django view on the same server.

In one run, in processor time of the server, so that other work of the machine counts little: cold (a version
that is in no cache yet; the median), warm, for a person who is signed in, as a poll without news
(the lowest of several rounds, since other work only ever adds). After them the pages of the staff and of a
player at a table, in mid-round (`staff_pages`). `rows` is a plain Django template with a loop
over as many rows as there are entries, for the season as there are people in it. Beside the tournament stands
a season of 200 others with 5,000 people. The last column is all that a browser takes for its first view.

    python -m tools.benchmarks.pages [--mode laptop|full] [--entries 64 256 1024 4096] [--season 200]
"""

import argparse
import gzip
import http.client
import json
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from http import HTTPStatus
from http.cookies import SimpleCookie
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlsplit

import psycopg

from tests.servers.broker import broker
from tests.servers.postgres import postgres
from tests.servers.process import LOOPBACK, free_port, python_command
from tests.servers.site import Site, embedded_site, environment, gunicorn_site
from tools.benchmarks.first_view import first_view
from tools.benchmarks.usage import exact_seconds

PAGES = {
    "overview": "/torneios/{slug}/",
    "bracket": "/torneios/{slug}/chave/",
    "round 1": "/torneios/{slug}/chave/?fase=1",
    "standing": "/torneios/{slug}/classificacao/",
    "hall": "/torneios/{slug}/telao/",
    "regulation": "/torneios/{slug}/regulamento/",
    "entries": "/torneios/{slug}/inscricoes/",
    "match": "/torneios/{slug}/partidas/{match}/",
    "home": "/",
    "season": "/temporadas/chama/{year}/",
    "API bracket": "/api/v1/tournaments/{slug}/bracket/",
    "API standing": "/api/v1/tournaments/{slug}/standing/",
}
WARM, SIGNED, COLD, ROUNDS = 100, 20, 7, 7
MAX_TABLES = 32  # of a hall in mid-round
PEOPLE = 25  # in the season, for each of its tournaments
HTMX = {"HX-Request": "true"}
READER = {"Accept-Encoding": "gzip", "Accept-Language": "pt-BR"}
PACKED = b"\x1f\x8b"
TOUCH = "UPDATE core_ledger SET unrecorded = unrecorded + 1"
HEAD = f"  {'page':<12}{'cold':>10}{'/ rows':>8}{'warm':>10}{'of bare':>9}{'signed in':>11}{'of bare':>9}"


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
                _print_table(mode, site, bare, entries, asked.season)
            for entries in asked.entries:  # later, since its people stay at their tables
                _print_staff_pages(mode, site, entries)


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
    return Site(
        "bare", python_command("-m", "tools.benchmarks.bare", str(port)), port, folder, environment(folder)
    )


def _bare_full(folder: Path) -> Site:
    port = free_port()
    command = python_command(
        "-m", "gunicorn", "tools.benchmarks.bare", "--bind", f"{LOOPBACK}:{port}",
        "--worker-class", "gthread", "--workers", "2", "--threads", "4",
    )  # fmt: skip
    return Site("bare", command, port, folder, environment(folder))


def _print_table(mode: str, site: Site, bare: Site, entries: int, season: int) -> None:
    found = _prepared(site, entries)
    rows = {count: _cold(bare, f"/rows/{count}/", _pause) for count in (entries, season * PEOPLE)}
    print(f"\n{mode}, {entries} entries: rows {rows[entries]:.1f} ms, load {os.getloadavg()[0]:.1f}")
    print(f"{HEAD}{'poll':>9}{'of 204':>8}{'bytes':>9}{'first view':>12}")
    for name, path in PAGES.items():
        least = rows[season * PEOPLE if name == "season" else entries]
        _print_page(name, path.format(**found), site, bare, found["session"], least)


def _print_staff_pages(mode: str, site: Site, entries: int) -> None:
    """Statements and processor time of the pages on which the day is run, asked of Django itself."""
    tables = min(MAX_TABLES, max(4, entries // 8))
    command = [sys.executable, "-m", "tools.benchmarks.staff_pages", str(entries), str(tables)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=site.environ)
    print(f"\n{mode}, {entries} entries at {tables} tables in mid-round")
    print(f"  {'page':<12}{'statements':>12}{'with news':>12}{'again':>12}")
    for name, statements, news, again in json.loads(done.stdout.splitlines()[-1]):
        print(f"  {name:<12}{statements:>12}{news:>9.1f} ms{again:>9.1f} ms", flush=True)


def _print_page(name: str, path: str, site: Site, bare: Site, session: str, rows: float) -> None:
    cold = _cold(site, path, lambda: _touch(site))
    size, cookie = len(_fetch(site, path)[0]), {"Cookie": _cookies(site, session)}
    _require_name(site, path, cookie)
    warm = _beside(site, path, {}, bare, f"/page/{size}/", WARM)
    signed = _beside(site, path, cookie, bare, f"/page/{size}/", SIGNED)
    whole = "–" if name.startswith("API") else first_view(path, lambda one: _fetch(site, one))
    print(
        f"  {name:<12}{cold:>7.1f} ms{cold / rows:>8.1f}"
        f"{warm[0]:>7.2f} ms{warm[1]:>9.0%}{signed[0]:>8.1f} ms{signed[1]:>9.0%}"
        f"{_poll(site, path, bare):>17}{size:>9}{whole:>12}",
        flush=True,
    )


def _poll(site: Site, path: str, bare: Site) -> str:
    """What a poll without news costs, beside a bare 204; a dash if nothing polls."""
    version = _version(site, path)
    if version is None:
        return "–"
    asked = f"{path}{'&' if '?' in path else '?'}seq={version}"
    poll, share = _beside(site, asked, HTMX, bare, "/nothing/", WARM)
    return f"{poll:.2f} ms{share:>8.0%}"


def _beside(
    site: Site, path: str, headers: Mapping[str, str], bare: Site, least: str, times: int
) -> tuple[float, float]:
    """Milliseconds of processor time an answer, and what part of that the bare view takes.

    The two take turns, and the cheapest round of each counts: other work on the machine only ever adds.
    """
    pairs = [(_round(site, path, times, headers), _round(bare, least, times, headers)) for _ in range(ROUNDS)]
    mine, its = (min(costs) for costs in zip(*pairs, strict=True))
    return mine, its / mine


@contextmanager
def _client(site: Site) -> Iterator[http.client.HTTPConnection]:
    with closing(http.client.HTTPConnection(urlsplit(site.base).netloc, timeout=60)) as client:
        yield client


def _round(site: Site, path: str, times: int, headers: Mapping[str, str]) -> float:
    """The mean on one connection, whose first answer does not count."""
    with _client(site) as client:
        _get(client, path, headers)
        began = exact_seconds([site.pid])
        for _ in range(times):
            _get(client, path, headers)
        return (exact_seconds([site.pid]) - began) / times * 1000


def _cold(site: Site, path: str, before: Callable[[], None]) -> float:
    """The median of single answers, each after `before`."""
    return statistics.median(_single(site, path, before) for _ in range(COLD))


def _single(site: Site, path: str, before: Callable[[], None]) -> float:
    with _client(site) as client:
        _get(client, path, {})
        before()
        began = exact_seconds([site.pid])
        _get(client, path, {})
        return (exact_seconds([site.pid]) - began) * 1000


def _get(client: http.client.HTTPConnection, path: str, headers: Mapping[str, str]) -> bytes:
    client.request("GET", path, headers={**READER, **headers})
    answer = client.getresponse()
    body = answer.read()
    if answer.status not in (HTTPStatus.OK, HTTPStatus.NO_CONTENT):
        raise RuntimeError(f"{answer.status} for {path}")
    return body


def _fetch(site: Site, path: str, headers: Mapping[str, str] = MappingProxyType({})) -> tuple[bytes, bytes]:
    """The body over the wire, and unpacked."""
    with _client(site) as client:
        wire = _get(client, path, headers)
    return wire, gzip.decompress(wire) if wire[:2] == PACKED else wire


def _cookies(site: Site, session: str) -> str:
    """Return the headers of a signed-in browser: the session, and the token that a first page brought."""
    with _client(site) as client:
        client.request("GET", "/", headers={**READER, "Cookie": f"sessionid={session}"})
        answer = client.getresponse()
        answer.read()
    brought = SimpleCookie(answer.headers["Set-Cookie"])
    return "; ".join([f"sessionid={session}", *(f"{name}={one.value}" for name, one in brought.items())])


def _require_name(site: Site, path: str, cookie: Mapping[str, str]) -> None:
    """Raise RuntimeError if the session is not valid: the figure would be a stranger's."""
    content = _fetch(site, path, cookie)[1]
    if path.startswith("/api/") or b"data-person=" in content or b"hall-page" in content:
        return
    raise RuntimeError(f"not signed in at {path}")


def _prepared(site: Site, entries: int) -> Mapping[str, str]:
    """A finished tournament of duels, by a process of its own: its slug, and a session of its organizer."""
    command = [sys.executable, "-m", "tools.benchmarks.pages_prepare", str(entries)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=site.environ)
    found: Mapping[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


def _season(site: Site, tournaments: int) -> None:
    """Finished ranked tournaments with 25 times as many people, by a process of its own."""
    command = [
        sys.executable,
        "-m",
        "tools.benchmarks.season_prepare",
        str(tournaments),
        str(tournaments * PEOPLE),
    ]
    subprocess.run(command, check=True, env=site.environ)


def _pause() -> None:
    """Wait until every cache entry has expired, those of the processor too."""
    time.sleep(1.05)


def _touch(site: Site) -> None:
    """Another version of everything, in which nothing that was read before may be believed.

    A second later even a stranger is shown no other.
    """
    _pause()
    if url := site.environ.get("DATABASE_URL"):
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(TOUCH)
        return
    with closing(sqlite3.connect(Path(site.environ["DATA_DIR"]) / "chama.sqlite3", timeout=20)) as file, file:
        file.execute(TOUCH)


def _version(site: Site, path: str) -> str | None:
    """The version that a page bears now; None if it does not poll."""
    with closing(http.client.HTTPConnection(urlsplit(site.base).netloc, timeout=60)) as client:
        client.request("GET", path)
        found = re.search(rb"[?]seq=([0-9.]+)", client.getresponse().read())
    return found[1].decode() if found else None


if __name__ == "__main__":
    main()
