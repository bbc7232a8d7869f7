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
            _run_servers(mode, Path(name)) as (site, bare),
        ):
            _make_season(site, asked.season)
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
def _run_servers(mode: str, folder: Path) -> Iterator[tuple[Site, Site]]:
    """Start the product and the bare view on the same kind of server; yield both sites."""
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
    """Return the bare view on the laptop's web server (waitress), not started."""
    port = free_port()
    return Site(
        "bare",
        python_command("-m", "tools.benchmarks.bare.pages", str(port)),
        port,
        folder,
        environment(folder),
    )


def _bare_full(folder: Path) -> Site:
    """Return the bare view in gunicorn, not started."""
    port = free_port()
    command = python_command(
        "-m", "gunicorn", "tools.benchmarks.bare.pages", "--bind", f"{LOOPBACK}:{port}",
        "--worker-class", "gthread", "--workers", "2", "--threads", "4",
    )  # fmt: skip
    return Site("bare", command, port, folder, environment(folder))


def _print_table(mode: str, site: Site, bare: Site, entries: int, season: int) -> None:
    found = _make_tournament(site, entries)
    counts = (entries, season * PEOPLE)
    rows = {count: _median_cost(bare, f"/rows/{count}/", _wait_for_expiry) for count in counts}
    print(f"\n{mode}, {entries} entries: rows {rows[entries]:.1f} ms, load {os.getloadavg()[0]:.1f}")
    print(f"{HEAD}{'poll':>9}{'of 204':>8}{'bytes':>9}{'first view':>12}")
    for name, path in PAGES.items():
        least = rows[season * PEOPLE if name == "season" else entries]
        _print_page(name, path.format(**found), site, bare, found["session"], least)


def _print_staff_pages(mode: str, site: Site, entries: int) -> None:
    """Run `staff_pages` in a process of its own and print what it measured."""
    tables = min(MAX_TABLES, max(4, entries // 8))
    command = [sys.executable, "-m", "tools.benchmarks.staff_pages", str(entries), str(tables)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=site.environ)
    print(f"\n{mode}, {entries} entries at {tables} tables in mid-round")
    print(f"  {'page':<12}{'statements':>12}{'with news':>12}{'again':>12}")
    for name, statements, news, again in json.loads(done.stdout.splitlines()[-1]):
        print(f"  {name:<12}{statements:>12}{news:>9.1f} ms{again:>9.1f} ms", flush=True)


def _print_page(name: str, path: str, site: Site, bare: Site, session: str, rows: float) -> None:
    """Measure one page and print its row; `rows`: milliseconds of the bare template to divide by."""
    cold = _median_cost(site, path, lambda: _bump_all_versions(site))
    size, cookie = len(_fetch(site, path)[0]), {"Cookie": _cookie_header(site, session)}
    _require_signed_in(site, path, cookie)
    warm = _cost_beside(site, path, {}, bare, f"/page/{size}/", WARM)
    signed = _cost_beside(site, path, cookie, bare, f"/page/{size}/", SIGNED)
    whole = "–" if name.startswith("API") else first_view(path, lambda one: _fetch(site, one))
    print(
        f"  {name:<12}{cold:>7.1f} ms{cold / rows:>8.1f}"
        f"{warm[0]:>7.2f} ms{warm[1]:>9.0%}{signed[0]:>8.1f} ms{signed[1]:>9.0%}"
        f"{_poll_cost(site, path, bare):>17}{size:>9}{whole:>12}",
        flush=True,
    )


def _poll_cost(site: Site, path: str, bare: Site) -> str:
    """Format what a poll without news costs, beside a bare 204; a dash if the page does not poll."""
    version = _polled_version(site, path)
    if version is None:
        return "–"
    asked = f"{path}{'&' if '?' in path else '?'}seq={version}"
    poll, share = _cost_beside(site, asked, HTMX, bare, "/nothing/", WARM)
    return f"{poll:.2f} ms{share:>8.0%}"


def _cost_beside(
    site: Site, path: str, headers: Mapping[str, str], bare: Site, least: str, times: int
) -> tuple[float, float]:
    """Return milliseconds of processor time an answer, and what part of that the bare view takes.

    Both are measured `ROUNDS` times in turn, each over `times` answers (the bare view's at `least`).
    The cheapest measurement of each counts: other work on the machine only ever adds.
    """
    pairs = [
        (_mean_cost(site, path, times, headers), _mean_cost(bare, least, times, headers))
        for _ in range(ROUNDS)
    ]
    ours, bares = (min(costs) for costs in zip(*pairs, strict=True))
    return ours, bares / ours


@contextmanager
def _connection(site: Site) -> Iterator[http.client.HTTPConnection]:
    with closing(http.client.HTTPConnection(urlsplit(site.base).netloc, timeout=60)) as client:
        yield client


def _mean_cost(site: Site, path: str, times: int, headers: Mapping[str, str]) -> float:
    """Return the mean milliseconds of processor time on one connection; its first answer does not count."""
    with _connection(site) as client:
        _get(client, path, headers)
        began = exact_seconds([site.pid])
        for _ in range(times):
            _get(client, path, headers)
        return (exact_seconds([site.pid]) - began) / times * 1000


def _median_cost(site: Site, path: str, before: Callable[[], None]) -> float:
    """Return the median milliseconds of processor time of single answers, each after `before()`."""
    return statistics.median(_single_cost(site, path, before) for _ in range(COLD))


def _single_cost(site: Site, path: str, before: Callable[[], None]) -> float:
    with _connection(site) as client:
        _get(client, path, {})
        before()
        began = exact_seconds([site.pid])
        _get(client, path, {})
        return (exact_seconds([site.pid]) - began) * 1000


def _get(client: http.client.HTTPConnection, path: str, headers: Mapping[str, str]) -> bytes:
    """Return the body as sent, maybe packed; RuntimeError unless the status is 200 or 204."""
    client.request("GET", path, headers={**READER, **headers})
    answer = client.getresponse()
    body = answer.read()
    if answer.status not in (HTTPStatus.OK, HTTPStatus.NO_CONTENT):
        raise RuntimeError(f"{answer.status} for {path}")
    return body


def _fetch(site: Site, path: str, headers: Mapping[str, str] = MappingProxyType({})) -> tuple[bytes, bytes]:
    """Return the body as sent over the wire, and unpacked."""
    with _connection(site) as client:
        wire = _get(client, path, headers)
    return wire, gzip.decompress(wire) if wire[:2] == PACKED else wire


def _cookie_header(site: Site, session: str) -> str:
    """Return the Cookie header of a signed-in browser: its session, and the cookies of a first page."""
    with _connection(site) as client:
        client.request("GET", "/", headers={**READER, "Cookie": f"sessionid={session}"})
        answer = client.getresponse()
        answer.read()
    brought = SimpleCookie(answer.headers["Set-Cookie"])
    return "; ".join([f"sessionid={session}", *(f"{name}={one.value}" for name, one in brought.items())])


def _require_signed_in(site: Site, path: str, cookie: Mapping[str, str]) -> None:
    """Raise RuntimeError if a page shows no signed-in person: the figure would be a stranger's.

    The API and the hall screen show none and are not checked.
    """
    content = _fetch(site, path, cookie)[1]
    if path.startswith("/api/") or b"data-person=" in content or b"hall-page" in content:
        return
    raise RuntimeError(f"not signed in at {path}")


def _make_tournament(site: Site, entries: int) -> Mapping[str, str]:
    """Make a finished tournament of duels in a process of its own.

    Returns its `slug` and `year`, the code of a `match`, and the organizer's `session` key.
    """
    command = [sys.executable, "-m", "tools.benchmarks.prepare.pages", str(entries)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=site.environ)
    found: Mapping[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


def _make_season(site: Site, tournaments: int) -> None:
    """Make finished ranked tournaments with 25 times as many people, in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "tools.benchmarks.prepare.season",
        str(tournaments),
        str(tournaments * PEOPLE),
    ]
    subprocess.run(command, check=True, env=site.environ)


def _wait_for_expiry() -> None:
    """Wait until every cached response has expired; the processor's caches are cold then, too."""
    time.sleep(1.05)


def _bump_all_versions(site: Site) -> None:
    """Give every tournament another version, so that no cached response is valid; then none is served stale.

    Waits first: strangers are served a stale response for up to a second.
    """
    _wait_for_expiry()
    if url := site.environ.get("DATABASE_URL"):
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(TOUCH)
        return
    with closing(sqlite3.connect(Path(site.environ["DATA_DIR"]) / "chama.sqlite3", timeout=20)) as file, file:
        file.execute(TOUCH)


def _polled_version(site: Site, path: str) -> str | None:
    """Return the version with which a page polls; None if it does not poll."""
    with closing(http.client.HTTPConnection(urlsplit(site.base).netloc, timeout=60)) as client:
        client.request("GET", path)
        found = re.search(rb"[?]seq=([0-9.]+)", client.getresponse().read())
    return found[1].decode() if found else None


if __name__ == "__main__":
    main()
