"""Staff with browsers for `hall`: sessions, CSRF, "Agora" polled by its own rule, sheets as forms.

An API client that posts results costs the product a tenth of a judge whose pages are open. So these judges do
what a person does: look at "Agora", start a match there, open its page, fill in the sheet (each change asks
`conferir/`), record it, and go back.
"""

import asyncio
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

from tools.benchmarks.clients.crowd import POLL_SECONDS, Answer, Client, Crowd, page_text, version_of

LINK = re.compile(r'id="sheet-(\w+)"')
STARTABLE = re.compile(r'id="start-(\w+)"')
CHECKS = 2
"""How often a sheet is checked while it is filled in: after the winner's tap, and after the cards."""


class FormFields(HTMLParser):
    """The fields of the form with this `action`, as a browser would send them; feed it the page."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.is_in_form = action, False
        self.fields: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the inputs of the form."""
        attributes = dict(attrs)
        if tag == "form":
            self.is_in_form = attributes.get("action") == self.action
        elif tag == "input" and self.is_in_form and _is_sent(attributes):
            self.fields[attributes["name"] or ""] = attributes.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        """Leave the form."""
        self.is_in_form = self.is_in_form and tag != "form"


def _is_sent(attributes: Mapping[str, str | None]) -> bool:
    is_set = attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
    return bool(attributes.get("name")) and is_set


@dataclass
class Browser:
    """One person's browser: a connection, cookies and a language; notes its answers in the crowd's log."""

    crowd: Crowd
    cookies: dict[str, str] = field(default_factory=dict)
    language: str = "pt-BR"

    def __post_init__(self) -> None:
        self.client = Client(self.crowd.base)

    async def open(self, kind: str, path: str, *, fragment: bool = False) -> Answer:
        """Get a page or, as htmx does, a fragment; note the answer under `kind`."""
        answer = await self.client.get(path, **self._headers(fragment))
        return self._note(kind, answer)

    async def send(self, kind: str, path: str, fields: Mapping[str, str], *, fragment: bool) -> Answer:
        """Post a form; note the answer under `kind`."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", **self._headers(fragment)}
        answer = await self.client.post_bytes(path, urlencode(fields).encode(), **headers)
        return self._note(kind, answer)

    def _headers(self, fragment: bool) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        asked = {"Cookie": cookie, "Accept-Language": self.language, "Referer": self.crowd.base}
        return {**asked, **({"HX-Request": "true"} if fragment else {})}

    def _note(self, kind: str, answer: Answer) -> Answer:
        """Take over the answer's cookies, log it, and return it."""
        for name, _, value in (pair.partition("=") for pair in answer.cookies):
            self.cookies[name] = value.partition(";")[0]
        self.crowd.log.note(kind, answer)
        return answer


@dataclass
class Judge:
    """A judge who has "Agora" open and starts or records the next match about every `pause` seconds."""

    browser: Browser
    slug: str
    pause: float

    def __post_init__(self) -> None:
        self.base = f"/torneios/{self.slug}/"
        self.page, self.seen = "", "0"
        self.succeeded_at: float | None = None

    async def work(self) -> None:
        """Open "Agora", poll it, and record, until the hall is closed."""
        crowd = self.browser.crowd
        await asyncio.sleep(crowd.chance.uniform(0, POLL_SECONDS))
        await self._open_now()
        due = {"poll": self._moment_in(POLL_SECONDS), "act": self._moment_in(self.pause)}
        while not crowd.is_over:
            next_one = min(due, key=lambda name: due[name])
            await asyncio.sleep(max(0.0, due[next_one] - time.perf_counter()))
            if next_one == "poll":
                await self._poll()
                due["poll"] = self._moment_in(POLL_SECONDS)
            else:
                if await self._take_next_match():  # "Agora" was opened again after its pages
                    due["poll"] = self._moment_in(POLL_SECONDS)
                due["act"] = self._moment_in(self.pause * crowd.chance.uniform(0.5, 1.5))

    def _moment_in(self, seconds: float) -> float:
        """Return that moment on the clock `time.perf_counter`."""
        return time.perf_counter() + seconds

    async def _open_now(self) -> None:
        """Open "Agora"; after an act, note for the crowd which version came of it, and when."""
        answer = await self.browser.open("Agora", f"{self.base}painel/")
        self._keep_page(answer)
        if self.succeeded_at is not None:  # the version of what this judge has just done, or a later one
            self.browser.crowd.recorded[self.slug].append((float(self.seen), self.succeeded_at))
            self.succeeded_at = None

    async def _poll(self) -> None:
        path = f"{self.base}painel/?seq={self.seen}"
        answer = await self.browser.open("Agora polled", path, fragment=True)
        self._keep_page(answer)

    def _keep_page(self, answer: Answer) -> None:
        """Remember a page and its version; an answer without news (204) changes nothing."""
        if answer.status == 200:
            self.page, self.seen = page_text(answer), version_of(answer, self.seen)

    async def _take_next_match(self) -> bool:
        """Start a called match or record one in play; False if other judges took all that "Agora" shows."""
        for pattern, act in ((STARTABLE, self._start), (LINK, self._record)):
            for code in pattern.findall(self.page):
                key = (self.slug, code, act.__name__)
                if key not in self.browser.crowd.taken:
                    self.browser.crowd.taken.add(key)
                    await act(code)
                    return True
        return False

    async def _start(self, code: str) -> None:
        path = f"{self.base}partidas/{code}/iniciar/"
        form = FormFields(path)
        form.feed(self.page)
        answer = await self.browser.send("start", path, form.fields, fragment=False)
        self._note_success(answer)
        await self._open_now()

    async def _record(self, code: str) -> None:
        """Open a match, fill in its sheet, have it checked twice and send it; nothing if it has one."""
        page = f"{self.base}partidas/{code}/"
        opened = await self.browser.open("match page", page)
        form = FormFields(f"{page}sumula/")
        form.feed(page_text(opened))
        if "report" not in form.fields:
            return  # it was recorded in the meantime
        steps = ({"winner": "1"}, {"lines.0.intact": "6"})
        for step in steps[:CHECKS]:
            form.fields |= step
            await asyncio.sleep(self.browser.crowd.chance.uniform(0.3, 1.0))
            await self.browser.send("sheet checked", f"{page}sumula/conferir/", form.fields, fragment=True)
        answer = await self.browser.send("sheet", f"{page}sumula/", form.fields, fragment=True)
        self._note_success(answer)
        await self.browser.open("match page", page)
        await self._open_now()

    def _note_success(self, answer: Answer) -> None:
        """Remember the moment of an act that was accepted, None for one that was refused."""
        self.succeeded_at = time.perf_counter() if answer.status in (200, 302) else None


@dataclass
class Coordinator:
    """Three tabs: "Agora", polled, and the tables and entries, which are opened now and then."""

    browser: Browser
    slug: str

    async def work(self) -> None:
        """Poll "Agora", open tables and entries at every third poll, until the hall is closed."""
        crowd, base, seen = self.browser.crowd, f"/torneios/{self.slug}/", "0"
        seen = version_of(await self.browser.open("Agora", f"{base}painel/"), seen)
        for number in range(1, 1_000_000):
            await asyncio.sleep(POLL_SECONDS * crowd.chance.uniform(0.95, 1.05))
            answer = await self.browser.open("Agora polled", f"{base}painel/?seq={seen}", fragment=True)
            seen = version_of(answer, seen)
            if number % 3 == 0:
                await self.browser.open("tables", f"{base}mesas/")
                await self.browser.open("entries", f"{base}inscricoes/")
            if crowd.is_over:
                return
