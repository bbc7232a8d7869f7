"""The people of a hall as clients over HTTP: phones that poll, visitors who open pages, judges who report.

All in one thread, by the plainest requests there are: they share the two cores with what is measured.
"""

import asyncio
import contextlib
import gzip
import itertools
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

POLL_SECONDS = 5.0
HALL_SECONDS = 4.0
PAGES = ("", "chave/", "classificacao/", "chave/?fase=1", "chave/?fase=2")
POLLED = ("", "chave/", "classificacao/")
TIMED_OUT = 599
LAG_SECONDS = 0.02
DEAREST = ("/torneios/{}/chave/", "/torneios/{}/chave/?pagina=99999", "/torneios/{}/chave/?fase=texto")
LINK = re.compile(rb'href="(/[^"#]*)"')
RELOADERS, DAWDLERS = 10, 5
SEQ = re.compile(rb"\?seq=([\d.]+)")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `seconds` from the first byte that was sent to the last that came."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float


@dataclass(slots=True)
class Heard:
    """Everything that was seen, by kind of client: statuses, seconds of answers, bytes, delays of news."""

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    taken: Counter[str] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    is_counting: bool = False

    def note(self, kind: str, answer: Answer) -> None:
        """Count an answer, once the warm-up is over."""
        if self.is_counting:
            self.statuses[kind, answer.status] += 1
            self.seconds.setdefault(kind, []).append(answer.seconds)
            self.taken[kind] += len(answer.body)


class Client:
    """One connection that is kept alive, as a browser's is."""

    def __init__(self, base: str, seconds: float = 60.0) -> None:
        self.host, self.port = _place(base)
        self.patience = seconds
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, **headers: str) -> Answer:
        """Read an address."""
        return await self._ask("GET", path, b"", headers)

    async def post(self, path: str, body: object, **headers: str) -> Answer:
        """Send JSON."""
        return await self._ask(
            "POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"} | headers
        )

    async def _ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        began, was_open = time.perf_counter(), self.streams is not None
        try:
            async with asyncio.timeout(self.patience):
                status, given, content = await self._exchange(method, path, body, headers)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self.close()
            if was_open:  # the server had hung up meanwhile: a browser opens another connection
                return await self._ask(method, path, body, headers)
            return Answer(TIMED_OUT, {}, b"", time.perf_counter() - began)
        if given.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, given, content, time.perf_counter() - began)

    async def _exchange(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, Mapping[str, str], bytes]:
        reader, writer = self.streams or await asyncio.open_connection(self.host, self.port)
        self.streams = (reader, writer)
        told = {
            "Host": f"{self.host}:{self.port}",
            "Accept-Encoding": "gzip",
            "Accept-Language": "pt-BR",
            **headers,
        }
        told |= {"Content-Length": str(len(body))} if body else {}
        lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        given = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in head[1:] if line)
        }
        return int(head[0].split()[1]), given, await self._content(reader, given)

    async def _content(self, reader: asyncio.StreamReader, given: Mapping[str, str]) -> bytes:
        if given.get("transfer-encoding") == "chunked":
            parts = []
            while size := int(await reader.readline(), 16):
                parts.append((await reader.readexactly(size + 2))[:-2])
            await reader.readline()
            return b"".join(parts)
        return await reader.readexactly(int(given.get("content-length", 0)))

    def close(self) -> None:
        """Hang up."""
        if self.streams:
            self.streams[1].close()
        self.streams = None


def _place(base: str) -> tuple[str, int]:
    parts = urlsplit(base)
    return str(parts.hostname), int(parts.port or 80)


class Crowd:
    """Everybody in the hall until `stop`. `tournaments` are slugs, the first one is watched by most."""

    def __init__(self, base: str, tournaments: list[str], tokens: Mapping[str, str], seed: int = 1) -> None:
        self.base, self.tournaments, self.tokens = base, tournaments, tokens
        self.chance = random.Random(seed)
        self.heard = Heard()
        self.recorded: dict[str, list[tuple[float, float]]] = {slug: [] for slug in tournaments}
        self.is_over = False
        self.waiting: dict[str, asyncio.Queue[Mapping[str, object]]] = {}
        self.taken: set[tuple[str, str, str]] = set()
        self.numbers = itertools.count()

    # --- who only looks ---

    async def phone(self, part: str, seconds: float = POLL_SECONDS, kind: str = "phone") -> None:
        """Open a page, then poll it as htmx does, until the end."""
        await asyncio.sleep(self.chance.uniform(0, seconds))
        slug = self.chance.choices(self.tournaments, [4, 1, 1][: len(self.tournaments)])[0]
        client, path = Client(self.base), f"/torneios/{slug}/{part}"
        page = await client.get(path)
        self.heard.note(f"{kind} opens", page)
        seen = _version(page, "0")
        while not self.is_over:
            await asyncio.sleep(seconds * self.chance.uniform(0.95, 1.05))
            answer = await client.get(f"{path}?seq={seen}", **{"HX-Request": "true"})
            self.heard.note(f"{kind} polls", answer)
            if answer.status == 200:
                news = _version(answer, seen)
                self._note_delay(slug, float(seen), float(news))
                seen = news
        client.close()

    def _note_delay(self, slug: str, before: float, now: float) -> None:
        """How long ago the oldest news of this answer was recorded."""
        if self.heard.is_counting:
            moments = [moment for number, moment in self.recorded[slug] if before < number <= now]
            if moments:
                self.heard.delays.append(time.perf_counter() - min(moments))

    async def visitors(self, rate: float) -> None:
        """New people, `rate` a second, each of whom opens one page and the files that come with it."""
        async with asyncio.TaskGroup() as visits:
            while not self.is_over:
                await asyncio.sleep(self.chance.expovariate(rate))
                _ = visits.create_task(self._visit())

    async def _visit(self) -> None:
        client = Client(self.base)
        path = f"/torneios/{self.chance.choice(self.tournaments)}/{self.chance.choice(PAGES)}"
        self.heard.note("visitor", await client.get(path))
        client.close()

    # --- who reads more than anybody can ---

    async def reloader(self, rate: float) -> None:
        """Ask for the dearest pages again and again on one connection, and for parts that are not there."""
        client = Client(self.base)
        while not self.is_over:
            await asyncio.sleep(self.chance.expovariate(rate))
            path = self.chance.choice(DEAREST).format(self.tournaments[0])
            self.heard.note("reloader", await client.get(path))
        client.close()

    async def crawler(self) -> None:
        """Follow every link, as fast as answers come."""
        client, known, waiting = Client(self.base), {"/"}, ["/"]
        while not self.is_over:
            if not waiting:
                known, waiting = {"/"}, ["/"]
            answer = await client.get(waiting.pop(0))
            self.heard.note("crawler", answer)
            found = {link.decode() for link in LINK.findall(_plain(answer))} - known
            known |= found
            waiting += sorted(found)
            await asyncio.sleep(0)
        client.close()

    async def dawdler(self) -> None:
        """Send a request letter by letter, and take the answer as slowly."""
        while not self.is_over:
            reader, writer = await asyncio.open_connection(*_place(self.base))
            with contextlib.suppress(OSError):
                for letter in b"GET /torneios/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: yes, very":
                    writer.write(bytes([letter]))
                    await asyncio.sleep(1.0)
                    if reader.at_eof():
                        break
            writer.close()

    async def clockwork(self) -> None:
        """How late this process goes on: what the figures owe to the clients themselves."""
        while not self.is_over:
            began = time.perf_counter()
            await asyncio.sleep(LAG_SECONDS)
            late = time.perf_counter() - began - LAG_SECONDS
            self.heard.note("(clients)", Answer(0, {}, b"", late))

    # --- who judges ---

    async def floor(self, slug: str) -> None:
        """Look each second which matches are called or played, as the coordinator's page does."""
        client = Client(self.base)
        queue = self.waiting.setdefault(slug, asyncio.Queue())
        while not self.is_over:
            for state in ("playing", "called"):
                answer = await client.get(
                    f"/api/v1/tournaments/{slug}/matches/?state={state}&page_size=500", **self._token(slug)
                )
                self.heard.note("floor", answer)
                if answer.status == 200:
                    for match in json.loads(_plain(answer))["results"]:
                        key = (slug, match["code"], state)
                        if key not in self.taken:
                            self.taken.add(key)
                            queue.put_nowait(match)
            await asyncio.sleep(1.0)
        client.close()

    async def judge(self, slug: str, pause: float) -> None:
        """Start or record the next match that needs somebody, about every `pause` seconds."""
        client, queue = Client(self.base), self.waiting.setdefault(slug, asyncio.Queue())
        while not self.is_over:
            await asyncio.sleep(pause * self.chance.uniform(0.5, 1.5))
            try:
                match = queue.get_nowait()
            except asyncio.QueueEmpty:
                continue
            await self._act(client, slug, match)
        client.close()

    async def _act(self, client: Client, slug: str, match: Mapping[str, object]) -> None:
        is_called = match["state"] == "called"
        path = f"/api/v1/tournaments/{slug}/matches/{match['code']}/{'start' if is_called else 'sheet'}/"
        headers = {**self._token(slug), "Idempotency-Key": f"hall-{next(self.numbers)}"}
        answer = await client.post(path, {} if is_called else _sheet(match), **headers)
        self.heard.note("start" if is_called else "result", answer)
        if answer.status == 200:
            seq = answer.headers["etag"].strip('"').partition("-")[0]
            self.recorded[slug].append((float(seq), time.perf_counter()))

    def _token(self, slug: str) -> dict[str, str]:
        return {"Authorization": f"Token {self.tokens[slug]}"}


def _sheet(match: Mapping[str, object]) -> dict[str, object]:
    seats: list[dict[str, object]] = match["seats"]  # type: ignore[assignment]  # JSON of ours
    players = [seat["player"] for seat in sorted(seats, key=lambda seat: str(seat["number"]))]
    lines = [{"player": player, "intact": 6 if at == 0 else 0} for at, player in enumerate(players)]
    return {"ended_by": "win_condition", "winner": 1, "lines": lines}


def _plain(answer: Answer) -> bytes:
    return gzip.decompress(answer.body) if answer.headers.get("content-encoding") == "gzip" else answer.body


def _version(answer: Answer, known: str) -> str:
    found = SEQ.search(_plain(answer)) if answer.status == 200 else None
    return found[1].decode() if found else known


async def attend(crowd: Crowd, *, phones: int, screens: int, visits: float, reloads: float, judges: int,
                 warm_up: float, seconds: float, moment: Callable[[], None]) -> None:  # fmt: skip
    """Let everybody in, count once the warm-up is over (`moment` is called then), close the hall.

    With `reloads` a second come the others who read more than anybody can: a crawler, and who dawdles.
    """
    main = crowd.tournaments[0]
    jobs = [crowd.clockwork(), *(crowd.floor(slug) for slug in crowd.tournaments)]
    share = {main: judges - 2 * (len(crowd.tournaments) - 1), **dict.fromkeys(crowd.tournaments[1:], 2)}
    jobs += [crowd.judge(slug, 3.0) for slug, number in share.items() for _ in range(number)]
    jobs += [crowd.phone(part) for part in itertools.islice(itertools.cycle(POLLED), phones)]
    jobs += [crowd.phone("telao/", HALL_SECONDS, "screen") for _ in range(screens)]
    jobs += [crowd.visitors(visits)] if visits else []
    if reloads:
        jobs += [crowd.reloader(reloads / RELOADERS) for _ in range(RELOADERS)]
        jobs += [crowd.crawler(), *(crowd.dawdler() for _ in range(DAWDLERS))]
    running = [asyncio.ensure_future(job) for job in jobs]
    await asyncio.sleep(warm_up)
    crowd.heard.is_counting = True
    moment()
    await asyncio.sleep(seconds)
    crowd.heard.is_counting, crowd.is_over = False, True
    moment()
    for job in running:
        job.cancel()
    await asyncio.gather(*running, return_exceptions=True)
