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
    """One answer over HTTP; `status` is `TIMED_OUT` if none came, `body` may be packed by gzip.

    `seconds`: from the first byte that was sent to the last that came. Names of headers are in lower case.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float
    cookies: tuple[str, ...] = ()

    @property
    def cost(self) -> tuple[float, int] | None:
        """Processor seconds and number of SQL statements, None if the server does not tell them."""
        found = COST.match(self.headers.get("server-timing", ""))
        return (float(found[1]) / 1000, int(found[2])) if found else None


@dataclass(slots=True)
class AnswerLog:
    """The answers that were noted while `is_counting`, by kind of request: statuses, seconds, costs.

    `taken`: bytes of the bodies. `delays`: by how many seconds phones showed news late.
    """

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    costs: dict[str, list[tuple[float, int]]] = field(default_factory=dict)
    taken: Counter[str] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    is_counting: bool = False

    def note(self, kind: str, answer: Answer) -> None:
        """Count an answer; nothing before the warm-up is over."""
        if self.is_counting:
            self.statuses[kind, answer.status] += 1
            self.seconds.setdefault(kind, []).append(answer.seconds)
            self.taken[kind] += len(answer.body)
            if cost := answer.cost:
                self.costs.setdefault(kind, []).append(cost)


class Client:
    """One connection that is kept alive, as a browser's is; an answer may take `patience` seconds."""

    def __init__(self, base: str, patience: float = 60.0) -> None:
        self.host, self.port = _host_and_port(base)
        self.patience = patience
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, **headers: str) -> Answer:
        """Get an address; no answer in time is an `Answer` too."""
        return await self._exchange_or_reopen("GET", path, b"", headers)

    async def post(self, path: str, body: object, **headers: str) -> Answer:
        """Post JSON."""
        return await self._exchange_or_reopen(
            "POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"} | headers
        )

    async def post_bytes(self, path: str, body: bytes, **headers: str) -> Answer:
        """Post a body that is encoded already."""
        return await self._exchange_or_reopen("POST", path, body, headers)

    async def _exchange_or_reopen(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> Answer:
        """Send a request, once more if the server had closed the connection."""
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
        """Return status, headers, body and the values of Set-Cookie; a lost connection raises."""
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
        return int(head[0].split()[1]), given, await self._read_body(reader, given), cookies

    async def _read_body(self, reader: asyncio.StreamReader, given: Mapping[str, str]) -> bytes:
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


def _host_and_port(base: str) -> tuple[str, int]:
    parts = urlsplit(base)
    return str(parts.hostname), int(parts.port or 80)


class Crowd:
    """The clients of one hall, with what they share; each runs until `is_over`.

    `tournaments` are slugs, the first is watched by most. `recorded`: per slug, each version that judges made
    with its moment. `taken`: slug, code and act of what a judge has begun, so that no other does.
    """

    def __init__(self, base: str, tournaments: Sequence[str], seed: int = 1) -> None:
        self.base, self.tournaments = base, tournaments
        self.chance = random.Random(seed)
        self.log = AnswerLog()
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
        """Open the page `part` of a tournament within `seconds`, then poll it as often, as htmx does."""
        await asyncio.sleep(self.chance.uniform(0, seconds))
        asked = {"Accept-Language": language, **({"Cookie": f"sessionid={session}"} if session else {})}
        slug = self.chance.choices(self.tournaments, [4, 1, 1][: len(self.tournaments)])[0]
        client, path = Client(self.base), f"/torneios/{slug}/{part}"
        page = await client.get(path, **asked)
        self.log.note(f"{kind} opens", page)
        seen = version_of(page, "0")
        while not self.is_over:
            await asyncio.sleep(seconds * self.chance.uniform(0.95, 1.05))
            answer = await client.get(f"{path}?seq={seen}", **asked, **{"HX-Request": "true"})
            self.log.note(f"{kind} polls", answer)
            if answer.status == 200:
                news = version_of(answer, seen)
                self._note_delay(slug, float(seen), float(news))
                seen = news
        client.close()

    def _note_delay(self, slug: str, before: float, now: float) -> None:
        """Log how long ago the oldest news between two versions was recorded, if a judge recorded any."""
        if self.log.is_counting:
            moments = [take_reading for number, take_reading in self.recorded[slug] if before < number <= now]
            if moments:
                self.log.delays.append(time.perf_counter() - min(moments))

    async def visitors(self, rate: float) -> None:
        """Let new people come, `rate` a second, each of whom opens one page on a new connection."""
        async with asyncio.TaskGroup() as visits:
            while not self.is_over:
                await asyncio.sleep(self.chance.expovariate(rate))
                _ = visits.create_task(self._visit())

    async def _visit(self) -> None:
        client = Client(self.base)
        path = f"/torneios/{self.chance.choice(self.tournaments)}/{self.chance.choice(PAGES)}"
        self.log.note("visitor", await client.get(path))
        client.close()

    # --- readers faster than any person ---

    async def reloader(self, rate: float) -> None:
        """Request the dearest pages `rate` times a second on one connection, with wrong parameters too."""
        client = Client(self.base)
        while not self.is_over:
            await asyncio.sleep(self.chance.expovariate(rate))
            path = self.chance.choice(DEAREST).format(self.tournaments[0])
            self.log.note("reloader", await client.get(path))
        client.close()

    async def crawler(self) -> None:
        """Follow every link from the home page, as fast as answers come; begin again after the last."""
        client, known, waiting = Client(self.base), {"/"}, ["/"]
        while not self.is_over:
            if not waiting:
                known, waiting = {"/"}, ["/"]
            answer = await client.get(waiting.pop(0))
            self.log.note("crawler", answer)
            found = {link.decode() for link in LINK.findall(_unpacked(answer))} - known
            known |= found
            waiting += sorted(found)
            await asyncio.sleep(0)
        client.close()

    async def dawdler(self) -> None:
        """Send a request that never ends, one letter a second."""
        while not self.is_over:
            reader, writer = await asyncio.open_connection(*_host_and_port(self.base))
            with contextlib.suppress(OSError):
                for letter in b"GET /torneios/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: yes, very":
                    writer.write(bytes([letter]))
                    await asyncio.sleep(1.0)
                    if reader.at_eof():
                        break
            writer.close()

    async def note_own_lag(self) -> None:
        """Log by how many seconds this process wakes late: what figures owe to the clients themselves."""
        while not self.is_over:
            began = time.perf_counter()
            await asyncio.sleep(LAG_SECONDS)
            late = time.perf_counter() - began - LAG_SECONDS
            self.log.note("(clients)", Answer(0, {}, b"", late))


def _unpacked(answer: Answer) -> bytes:
    return gzip.decompress(answer.body) if answer.headers.get("content-encoding") == "gzip" else answer.body


def page_text(answer: Answer) -> str:
    """The text of a page."""
    return _unpacked(answer).decode()


def version_of(answer: Answer, known: str) -> str:
    """Return the version with which a page polls; `known` if the answer has no news."""
    found = SEQ.search(_unpacked(answer)) if answer.status == 200 else None
    return found[1].decode() if found else known


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is in the hall beside the staff; `visits` and `reloads` a second.

    The first phones are signed in with `sessions`.

    With `reloads` come clients faster than any person, a crawler, and five slow readers.
    """

    phones: int = 0
    sessions: Sequence[str] = ()
    screens: int = 0
    visits: float = 0.0
    reloads: float = 0.0


def _audience_jobs(crowd: Crowd, audience: Audience) -> list[Job]:
    parts, languages = itertools.cycle(POLLED), itertools.cycle(("pt-BR", "en"))
    sessions = [*audience.sessions[: audience.phones], *[""] * (audience.phones - len(audience.sessions))]
    jobs = [crowd.note_own_lag(), *(crowd.phone(next(parts), session=session) for session in sessions)]
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
    take_reading: Callable[[], None],
) -> None:  # fmt: skip
    """Run staff and audience, log answers for `seconds` after the warm-up, then cancel them.

    `take_reading` is called twice: when the measured time begins and when it ends.
    """
    running = [asyncio.ensure_future(job) for job in (*staff, *_audience_jobs(crowd, audience))]
    await asyncio.sleep(warm_up)
    crowd.log.is_counting = True
    take_reading()
    await asyncio.sleep(seconds)
    crowd.log.is_counting, crowd.is_over = False, True
    take_reading()
    for job in running:
        job.cancel()
    await asyncio.gather(*running, return_exceptions=True)
