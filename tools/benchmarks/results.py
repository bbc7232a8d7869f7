"""`make bench-results`: how many match results a second, beside the bare minimum, in one run.

The product: the API over HTTP, two web processes, PostgreSQL with all its guards against crashes, and
1, 8 and 32 clients that each post the sheet of the next match, all of one tournament. The floor, on the
same server: one transaction that locks a match, updates it, appends an audit row and fills the next seat, by
pgbench with as many clients. Between them stands a bare Django view that does no more than that transaction
(`bare.result`), on a server like the product's. They take turns, since a machine may be faster
now than a minute later.
The same eight clients over eight tournaments, which share no lock: what is gained there is the lock's cost,
what is not is the machine's. Then what one result costs with 64 and with 4,096 entries.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from tests.servers.postgres import postgres
from tests.servers.process import LOOPBACK, free_port, python_command
from tests.servers.site import Site, environment, gunicorn_site
from tools.benchmarks.bare.floor import floor_rate, prepare_floor

CLIENTS = (1, 8, 32)
TOURNAMENTS = 8
RUNS = 5
WARM_UP = 4  # runs that do not count: until every thread's connection has its statements and their plans
MATCHES_A_RUN = 128  # the first round of 256
SIZES = (64, 4096)
SAMPLES = 24
Post = tuple[str, dict[str, object]]
"""A sheet's address, and its JSON."""
Rates = Sequence[tuple[float, float, float]]
"""Results a second of the product, of the bare view and of the floor, run by run."""


def main() -> None:
    """Start everything, measure, print."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    with postgres(settings=()) as url, tempfile.TemporaryDirectory(prefix="chama-bench-") as folder:
        os.environ |= {"DATABASE_URL": url, "DATA_DIR": folder, "SECRET_KEY": "bench" * 20}
        migrate()
        prepare_floor(url)
        with _run_site(Path(folder), url) as site, _run_bare(Path(folder)) as bare:
            for _ in range(WARM_UP):
                _product_rate(site, clients=8)
                _bare_rate(bare, clients=8)
            print("\nResults a second, a bare view's, the floor's, shares of both: each the median of five")
            for clients in CLIENTS:
                rate = partial(_product_rate, site, clients)
                _print_rates(f"{clients:>2} clients", _alternate_rates(rate, bare, url, clients))
            rate = partial(_rate_over_tournaments, site, TOURNAMENTS)
            over = _alternate_rates(rate, bare, url, TOURNAMENTS)
            _print_rates(f" {TOURNAMENTS} clients over {TOURNAMENTS} tournaments", over)
            _print_costs(result_costs(site))


def _alternate_rates(rate: Callable[[], float], bare: Site, url: str, clients: int) -> Rates:
    """Measure the product by `rate`, the bare view and the floor in turn, five times each."""
    return [(rate(), _bare_rate(bare, clients), floor_rate(url, clients)) for _ in range(RUNS)]


def result_costs(site: Site) -> dict[int, float]:
    """Return by number of entries the median milliseconds that one client waits for one result."""
    return {entries: _median_cost(site, entries) for entries in SIZES}


def _product_rate(site: Site, clients: int) -> float:
    """Make a tournament and return results a second while so many clients record its first round."""
    token, posts = make_tournament(entries=2 * MATCHES_A_RUN, matches=MATCHES_A_RUN)
    waiting = iter(posts)  # a client that is done takes the next, as in pgbench
    with ThreadPoolExecutor(clients) as threads:
        began = time.perf_counter()
        list(threads.map(lambda _: post_all(site, token, waiting), range(clients)))
        return len(posts) / (time.perf_counter() - began)


def _bare_rate(bare: Site, clients: int) -> float:
    """Return results a second of the bare view, over eight times as many sheets."""
    posts = [(f"/bare/{number}/sheet/", _sheet(("a", "b"))) for number in range(8 * MATCHES_A_RUN)]
    waiting = iter(posts)
    with ThreadPoolExecutor(clients) as threads:
        began = time.perf_counter()
        list(threads.map(lambda _: post_all(bare, "x", waiting), range(clients)))
        return len(posts) / (time.perf_counter() - began)


def _rate_over_tournaments(site: Site, tournaments: int) -> float:
    """Make tournaments and return results a second of as many clients, each in a tournament of its own."""
    matches = MATCHES_A_RUN // 4
    days = [make_tournament(entries=2 * matches, matches=matches) for _ in range(tournaments)]
    with ThreadPoolExecutor(tournaments) as threads:
        began = time.perf_counter()
        list(threads.map(lambda day: post_all(site, *day), days))
        return tournaments * matches / (time.perf_counter() - began)


def _median_cost(site: Site, entries: int) -> float:
    """Make a tournament and return the median milliseconds of a result; the first two do not count."""
    token, posts = make_tournament(entries=entries, matches=SAMPLES)
    times = post_all(site, token, posts)
    return statistics.median(times[2:]) * 1000


def post_all(site: Site, token: str, posts: Iterable[Post]) -> list[float]:
    """Post one after the other on one connection; return the seconds of each. RuntimeError if one is refused.

    The plainest client there is, since clients share the two cores with what is measured.
    """
    times = []
    with closing(HTTPConnection(urlsplit(site.base).netloc, timeout=60)) as connection:
        for path, body in posts:
            key = path.rstrip("/").split("/")[-2]
            headers = {
                "Authorization": f"Token {token}", "Content-Type": "application/json", "Idempotency-Key": key,
            }  # fmt: skip
            began = time.perf_counter()
            connection.request("POST", path, json.dumps(body), headers)
            answer = connection.getresponse()
            said = answer.read()
            times.append(time.perf_counter() - began)
            if answer.status != HTTPStatus.OK:
                raise RuntimeError(f"{answer.status}: {said[:500]!r}")
    return times


def make_tournament(entries: int, matches: int) -> tuple[str, list[Post]]:
    """Make a drawn tournament of duels with started matches in a process of its own.

    Returns its organizer's API token, and a sheet to post for each started match.
    """
    command = [sys.executable, "-m", "tools.benchmarks.prepare.results", str(entries), str(matches)]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return lines[0], [(path, _sheet(players)) for path, *players in (line.split() for line in lines[1:])]


def _sheet(players: Sequence[str]) -> dict[str, object]:
    """Return the JSON of a sheet on which the first player wins with six intact realms."""
    lines = [{"player": player, "intact": 6 if at == 0 else 0} for at, player in enumerate(players)]
    return {"ended_by": "win_condition", "winner": 1, "lines": lines}


def migrate() -> None:
    """Prepare the database that the environment names."""
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], check=True)


@contextmanager
def _run_site(folder: Path, url: str) -> Iterator[Site]:
    """Run the product in two web processes without a broker, which must not matter; stop it at the end."""
    site = gunicorn_site(folder, url, "memory://localhost//")
    site.start()
    try:
        yield site
    finally:
        site.stop()


@contextmanager
def _run_bare(folder: Path) -> Iterator[Site]:
    """Run the bare view in gunicorn, with as many processes and threads as the product."""
    port = free_port()
    command = python_command(
        "-m", "gunicorn", "tools.benchmarks.bare.result", "--bind", f"{LOOPBACK}:{port}",
        "--worker-class", "gthread", "--workers", "2", "--threads", "4",
    )  # fmt: skip
    with Site("bare", command, port, folder, environment(folder)) as site:
        yield site


def _print_rates(who: str, rates: Rates) -> None:
    """Print medians: three rates, the product's as a share of the bare view's and of the floor's."""
    rate, bare, floor = (statistics.median(column) for column in zip(*rates, strict=True))
    shares = [100 * rate / floor for rate, _, floor in rates]
    of_bare = statistics.median(100 * rate / bare for rate, bare, _ in rates)
    spread = f"{statistics.median(shares):>5.2f} % ({min(shares):.2f} to {max(shares):.2f})"
    print(f"  {who} {rate:>8.1f} {bare:>8.1f} {floor:>8.1f}  {of_bare:>3.0f} %  {spread}", flush=True)


def _print_costs(costs: dict[int, float]) -> None:
    small, large = (costs[entries] for entries in SIZES)
    print(f"\nOne result, one client: {small:.1f} ms with {SIZES[0]} entries, ", end="")
    print(f"{large:.1f} ms with {SIZES[1]}: × {large / small:.2f}")


if __name__ == "__main__":
    main()
