"""`make bench-results`: how many match results a second, beside the bare minimum, in one run.

The product: the API over HTTP, two web processes, PostgreSQL with all its guards against crashes, and
1, 8 and 32 clients that each post sheets of matches of their own. The floor, on the same server: one
transaction that locks a match, updates it, appends an audit row and fills the next seat, by pgbench with
as many clients. Then what one result costs with 64 and with 4,096 entries.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx

from benchmarks.floor import floor_rates
from tests.servers.postgres import postgres
from tests.servers.site import Site, gunicorn_site

CLIENTS = (1, 8, 32)
RUNS = 5
MATCHES_A_RUN = 96
SIZES = (64, 4096)
SAMPLES = 24
Post = tuple[str, dict[str, object]]


def main() -> None:
    """Start everything, measure, print."""
    with postgres(settings=()) as url, tempfile.TemporaryDirectory(prefix="chama-bench-") as folder:
        os.environ |= {"DATABASE_URL": url, "DATA_DIR": folder, "SECRET_KEY": "bench" * 20}
        _migrate()
        with _site(Path(folder), url) as site:
            rates = product_rates(site)
            floors = floor_rates(url, CLIENTS, RUNS)
            costs = result_costs(site)
    _print(rates, floors, costs)


def product_rates(site: Site) -> dict[int, float]:
    """Results a second, the median of the runs, by number of clients."""
    found = {}
    for clients in CLIENTS:
        rates = [_rate(site, clients) for _ in range(RUNS)]
        found[clients] = statistics.median(rates)
        print(f"  {clients:>2} clients: {sorted(round(rate, 1) for rate in rates)}", flush=True)
    return found


def result_costs(site: Site) -> dict[int, float]:
    """Milliseconds that one client waits for one result, the median, by entries."""
    return {entries: _cost(site, entries) for entries in SIZES}


def _rate(site: Site, clients: int) -> float:
    token, posts = _prepared(entries=2 * MATCHES_A_RUN, matches=MATCHES_A_RUN)
    shares = [posts[start::clients] for start in range(clients)]
    with ThreadPoolExecutor(clients) as threads:
        began = time.perf_counter()
        list(threads.map(lambda share: _post_all(site, token, share), shares))
        return len(posts) / (time.perf_counter() - began)


def _cost(site: Site, entries: int) -> float:
    token, posts = _prepared(entries=entries, matches=SAMPLES)
    times = _post_all(site, token, posts)
    return statistics.median(times[2:]) * 1000


def _post_all(site: Site, token: str, posts: Sequence[Post]) -> list[float]:
    """Post one after the other on one connection; seconds each. A refusal ends the benchmark."""
    times = []
    headers = {"Authorization": f"Token {token}"}
    with httpx.Client(base_url=site.base, headers=headers, trust_env=False, timeout=60) as client:
        for path, body in posts:
            key = path.rstrip("/").split("/")[-2]
            began = time.perf_counter()
            answer = client.post(path, json=body, headers={"Idempotency-Key": key})
            times.append(time.perf_counter() - began)
            if answer.is_error:
                raise RuntimeError(f"{answer.status_code}: {answer.text[:500]}")
    return times


def _prepared(entries: int, matches: int) -> tuple[str, list[Post]]:
    """A drawn tournament of duels with started matches, by a process of its own; a token and sheets."""
    command = [sys.executable, "-m", "benchmarks.prepare", str(entries), str(matches)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return lines[0], [(path, _sheet(players)) for path, *players in (line.split() for line in lines[1:])]


def _sheet(players: Sequence[str]) -> dict[str, object]:
    lines = [{"player": player, "intact": 6 if at == 0 else 0} for at, player in enumerate(players)]
    return {"ended_by": "win_condition", "winner": 1, "lines": lines}


def _migrate() -> None:
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], check=True)


@contextmanager
def _site(folder: Path, url: str) -> Iterator[Site]:
    """Two web processes; the broker is nowhere, as if it were down, which must not matter."""
    site = gunicorn_site(folder, url, "memory://localhost//")
    site.start()
    try:
        yield site
    finally:
        site.stop()


def _print(rates: dict[int, float], floors: dict[int, float], costs: dict[int, float]) -> None:
    print("\nResults a second (median of five), and the share of the floor")
    for clients in CLIENTS:
        share = 100 * rates[clients] / floors[clients]
        print(
            f"  {clients:>2} clients {rates[clients]:>8.1f}   floor {floors[clients]:>8.1f}   {share:>5.2f} %"
        )
    small, large = (costs[entries] for entries in SIZES)
    print(f"\nOne result, one client: {small:.1f} ms with {SIZES[0]} entries, ", end="")
    print(f"{large:.1f} ms with {SIZES[1]}: × {large / small:.2f}")


if __name__ == "__main__":
    main()
