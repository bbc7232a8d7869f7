"""The audience of a hall as clients over HTTP: phones and screens that poll, visitors who open pages.

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
from collections.abc import Callable, Coroutine, Mapping, Sequence
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
COST = re.compile(r"cpu;dur=([\d.]+), sql;desc=(\d+)")
Job = Coroutine[None, None, None]
SEQ = re.compile(rb"\?seq=([\d.]+)")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `seconds` from the first byte that was sent to the last that came."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float
    cookies: tuple[str, ...] = ()

    @property
    def cost(self) -> tuple[float, int] | None:
        """Processor time in seconds and number of statements (`tools.benchmarks.usage`), or None."""
        found = COST.match(self.headers.get("server-timing", ""))
        return (float(found[1]) / 1000, int(found[2])) if found else None


@dataclass(slots=True)
class Heard:
    """Everything that was seen, by kind of client: statuses, seconds of answers, bytes, delays of news."""

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    costs: dict[str, list[tuple[float, int]]] = field(default_factory=dict)
    taken: Counter[str] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    is_counting: bool = False

    def note(self, kind: str, answer: Answer) -> None:
        """Count an answer, once the warm-up is over."""
        if self.is_counting:
            self.statuses[kind, answer.status] += 1
            self.seconds.setdefault(kind, []).append(answer.seconds)
            self.taken[kind] += len(answer.body)
            if cost := answer.cost:
                self.costs.setdefault(kind, []).append(cost)


class Client:
    """One connection that is kept alive, as a browser's is."""

    def __init__(self, base: str, seconds: float = 60.0) -> None:
        self.host, self.port = _place(base)
        self.patience = seconds
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, **headers: str) -> Answer:
        """Read an address."""
        return await self._exchange_or_reopen("GET", path, b"", headers)

    async def post(self, path: str, body: object, **headers: str) -> Answer:
        """Send JSON."""
        return await self._exchange_or_reopen(
            "POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"} | headers
        )

    async def post_bytes(self, path: str, body: bytes, **headers: str) -> Answer:
        """Send what is encoded already."""
        return await self._exchange_or_reopen("POST", path, body, headers)

    async def _exchange_or_reopen(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> Answer:
        began, was_open = time.perf_counter(), self.streams is not None
        try:
            async with asyncio.timeout(self.patience):
                status, given, content, cookies = await self._exchange(method, path, body, headers)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self.close()
            if was_open:  # the server had closed it: a browser opens another connection
                return await self._exchange_or_reopen(method, path, body, headers)
            return Answer(TIMED_OUT, {}, b"", time.perf_counter() - began)
        if given.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, given, content, time.perf_counter() - began, cookies)

    async def _exchange(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, Mapping[str, str], bytes, tuple[str, ...]]:
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
        lines_told = [
            (name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in head[1:])
        ]
        given, cookies = dict(lines_told), tuple(value for name, value in lines_told if name == "set-cookie")
        return int(head[0].split()[1]), given, await self._content(reader, given), cookies

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

    def __init__(self, base: str, tournaments: Sequence[str], seed: int = 1) -> None:
        self.base, self.tournaments = base, tournaments
        self.chance = random.Random(seed)
        self.heard = Heard()
        self.recorded: dict[str, list[tuple[float, float]]] = {slug: [] for slug in tournaments}
        self.is_over = False
        self.taken: set[tuple[str, str, str]] = set()

    # --- who only looks ---

    async def phone(
        self,
        part: str,
        seconds: float = POLL_SECONDS,
        kind: str = "phone",
        *,
        session: str = "",
        language: str = "pt-BR",
    ) -> None:
        """Open a page within `seconds`, then poll it as htmx does, until the end."""
        await asyncio.sleep(self.chance.uniform(0, seconds))
        asked = {"Accept-Language": language, **({"Cookie": f"sessionid={session}"} if session else {})}
        slug = self.chance.choices(self.tournaments, [4, 1, 1][: len(self.tournaments)])[0]
        client, path = Client(self.base), f"/torneios/{slug}/{part}"
        page = await client.get(path, **asked)
        self.heard.note(f"{kind} opens", page)
        seen = version_of(page, "0")
        while not self.is_over:
            await asyncio.sleep(seconds * self.chance.uniform(0.95, 1.05))
            answer = await client.get(f"{path}?seq={seen}", **asked, **{"HX-Request": "true"})
            self.heard.note(f"{kind} polls", answer)
            if answer.status == 200:
                news = version_of(answer, seen)
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

    # --- readers faster than any person ---

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


def _plain(answer: Answer) -> bytes:
    return gzip.decompress(answer.body) if answer.headers.get("content-encoding") == "gzip" else answer.body


def page_text(answer: Answer) -> str:
    """The text of a page."""
    return _plain(answer).decode()


def version_of(answer: Answer, known: str) -> str:
    found = SEQ.search(_plain(answer)) if answer.status == 200 else None
    return found[1].decode() if found else known


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is in the hall beside the staff; `visits` and `reloads` a second, `sessions` of phones signed in.

    With `reloads` come clients faster than any person, a crawler, and five slow readers.
    """

    phones: int = 0
    sessions: Sequence[str] = ()
    screens: int = 0
    visits: float = 0.0
    reloads: float = 0.0


def _jobs(crowd: Crowd, audience: Audience) -> list[Job]:
    parts, languages = itertools.cycle(POLLED), itertools.cycle(("pt-BR", "en"))
    sessions = [*audience.sessions[: audience.phones], *[""] * (audience.phones - len(audience.sessions))]
    jobs = [crowd.clockwork(), *(crowd.phone(next(parts), session=session) for session in sessions)]
    screens = [
        crowd.phone("telao/", HALL_SECONDS, "screen", language=next(languages))
        for _ in range(audience.screens)
    ]
    jobs += [*screens, *([crowd.visitors(audience.visits)] if audience.visits else [])]
    if audience.reloads:
        jobs += [crowd.reloader(audience.reloads / RELOADERS) for _ in range(RELOADERS)]
        jobs += [crowd.crawler(), *(crowd.dawdler() for _ in range(DAWDLERS))]
    return jobs


async def attend(
    crowd: Crowd, staff: Sequence[Job], audience: Audience, *, warm_up: float, seconds: float,
    moment: Callable[[], None],
) -> None:  # fmt: skip
    """Let everybody in, count once the warm-up is over (`moment` is called then), close the hall."""
    running = [asyncio.ensure_future(job) for job in (*staff, *_jobs(crowd, audience))]
    await asyncio.sleep(warm_up)
    crowd.heard.is_counting = True
    moment()
    await asyncio.sleep(seconds)
    crowd.heard.is_counting, crowd.is_over = False, True
    moment()
    for job in running:
        job.cancel()
    await asyncio.gather(*running, return_exceptions=True)
