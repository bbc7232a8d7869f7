"""Many clients at the same match at the same moment, each call of theirs written down."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any

from tools.endorsement.history.calls import CORRECT, LOOK, REPORT, Call, fingerprint, write
from tools.endorsement.history.check import REFUSED
from tools.endorsement.play.arena import Arena, People, by_chance, content, gathered, opened
from tools.endorsement.play.client import Answer, Client
from tools.endorsement.play.day import Match

ACCOUNTS, COORDINATORS = 8, 4
SHARED_KEYS, AGAIN, CORRECTED = 0.3, 0.3, 0.25
"""Shares of the calls that use a key of the whole account, of those sent again, of the matches corrected."""


PAUSE, LONGEST = 0.1, 60.0
"""Seconds before a reader who was put off comes back, and until that is no answer any more."""


@dataclass(frozen=True)
class Volume:
    """How much is contested."""

    matches: int
    operations: int
    clients: int = 32


@dataclass
class Hand:
    """One client: a connection of its own to an account that others use as well; it looks without account."""

    number: int
    account: str
    client: Client
    eyes: Client
    seed: int
    known: dict[str, int] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)

    def rng(self, *what: object) -> Random:
        """Chance that depends on the seed and on who asks."""
        return Random(f"{self.seed} {self.number} {what}")

    def report(self, arena: Arena, match: Match) -> None:
        """Report a random sheet, now and then under the key that the account's other clients use too."""
        rng = self.rng("report", match["code"])
        shared = Random(f"{self.seed} {self.account} {match['code']}")
        key = f"{match['code']}-{self.number}"
        if shared.random() < SHARED_KEYS:
            rng, key = shared, f"{match['code']}-{self.account}"
        body = by_chance(match, rng)
        times = 2 if self.rng("again", match["code"]).random() < AGAIN else 1
        for _ in range(times):
            self._post(arena, match, REPORT, "sheet/", body, body["lines"], key)

    def correct(self, arena: Arena, match: Match) -> None:
        """Another sheet than the one that this client has seen, if it still is that one."""
        seen = self.look(arena, match)
        rng = self.rng("correct", match["code"])
        body = by_chance(match, rng)
        while seen is None or content(body["lines"]) == seen.shown:
            if seen is None:
                return
            body = by_chance(match, rng)
        asked = {"sheet": body, "reason": "verificado à mesa"}
        key = f"{match['code']}-{self.number}-c"
        self._post(arena, match, CORRECT, "corrections/", asked, body["lines"], key, if_match=f'"{seen.seq}"')

    def look(self, arena: Arena, match: Match) -> Call | None:
        """The match as it is, or that nothing is new; who is put off comes back until there is an answer."""
        code, known = match["code"], self.known.get(match["code"])
        asked = {} if known is None else {"if_none_match": f'"{known}"'}
        call = self._timed(arena, match, LOOK, "", None, None, None, **asked)
        deadline = time.monotonic() + LONGEST
        while call.put_off and time.monotonic() < deadline:
            time.sleep(PAUSE)
            call = self._timed(arena, match, LOOK, "", None, None, None, **asked)
        if call.put_off:  # for ever: that is no answer
            self.calls[-1] = call = replace(call, put_off=False)
        if call.seq is not None:
            self.known[code] = call.seq
        return call if call.status == 200 else None

    def _post(
        self,
        arena: Arena,
        match: Match,
        what: str,
        route: str,
        body: Any,
        lines: Any,
        key: str,
        **headers: str,
    ) -> None:
        self._timed(arena, match, what, route, body, content(lines), key, **headers)

    def _timed(
        self,
        arena: Arena,
        match: Match,
        what: str,
        route: str,
        body: Any,
        said: str | None,
        key: str | None,
        **headers: str,
    ) -> Call:
        path, verb = arena.url(f"matches/{match['code']}/{route}"), "GET" if what == LOOK else "POST"
        known, begin = self.known.get(match["code"]), time.monotonic_ns()
        client = self.eyes if what == LOOK else self.client
        answer = client.call(verb, path, body, key, **headers)
        call = Call(
            self.account, self.number, what, match["code"], key, said, known, begin, time.monotonic_ns(),
            answer.status, answer.seq, replayed=answer.headers.get("idempotency-replayed") == "true",
            body=fingerprint(answer.raw), put_off=what == LOOK and _is_put_off(answer),
        )  # fmt: skip
        call = replace(call, **_shown(what, answer))
        self.calls.append(call)
        return call


def _is_put_off(answer: Answer) -> bool:
    """Whether a reader yielded to a writer and was told when to retry."""
    return answer.status == 503 and "retry-after" in answer.headers


def _shown(what: str, answer: Answer) -> dict[str, Any]:
    """The sheet in an answer; of a correction only its version."""
    if not answer.body:
        return {}
    if answer.status in REFUSED:
        sheet = (answer.body.get("state") or {}).get("sheet")
    else:
        sheet = answer.body if what == CORRECT else answer.body.get("sheet")
    if not sheet:
        return {}
    lines = sheet.get("lines")
    return {
        "version": sheet["version"],
        "shown": content(lines) if lines else None,
        "repeated": bool(answer.body.get("repeated")),
    }


@dataclass(frozen=True)
class ContestOutcome:
    """What is left of a contest: the history, the record, and how many calls there were."""

    calls: Sequence[Call]
    record: bytes
    head: str
    file: Path


def contest(base: str, volume: Volume, seed: int, folder: Path, name: str) -> ContestOutcome:
    """Contest so many matches, in tournaments of their own; the history is written into the folder."""
    people = gathered(base, ACCOUNTS - 1, f"h{seed}x")
    arena = opened(
        people, f"Disputa {name}", entries=2 * _power(volume.matches), tables=volume.matches, seed=seed,
        coordinators=COORDINATORS,
    )  # fmt: skip
    matches = [match for match in arena.matches("round=1") if len(match["seats"]) == 2][: volume.matches]
    hands = list(_hands(base, people, volume, seed))
    _start(arena, people, matches)
    _contest(arena, matches, hands, volume)
    calls = [call for hand in hands for call in hand.calls]
    file = folder / f"{name}.history.jsonl"
    write(calls, file)
    return ContestOutcome(calls, arena.record(), arena.head(), file)


def _power(matches: int) -> int:
    """Enough entries that none has a bye."""
    return 1 << (matches - 1).bit_length()


def _hands(base: str, people: People, volume: Volume, seed: int) -> Iterator[Hand]:
    clients = [people.boss, *people.judges]
    for number in range(volume.clients):
        place = number % len(clients)
        yield Hand(number, people.names[place], Client(base, clients[place].token), Client(base), seed)


def _start(arena: Arena, people: People, matches: Sequence[Match]) -> None:
    shares = [matches[number :: len(people.judges)] for number in range(len(people.judges))]

    def share(judge: Client, mine: Sequence[Match]) -> None:
        for match in mine:
            judge.post(arena.url(f"matches/{match['code']}/start/"), None, f"start-{match['code']}")

    with ThreadPoolExecutor(len(shares)) as pool:
        list(pool.map(share, people.judges, shares))


def _contest(arena: Arena, matches: Sequence[Match], hands: Sequence[Hand], volume: Volume) -> None:
    gate = Barrier(len(hands))
    looks = max(2, round(volume.operations / (len(matches) * len(hands)) - 1 - AGAIN - CORRECTED))

    def play(hand: Hand) -> None:
        try:
            for match in matches:
                gate.wait(120)
                _contest_one(arena, match, hand, looks, gate.wait)
        except BaseException:
            gate.abort()
            raise

    with ThreadPoolExecutor(len(hands)) as pool:
        list(pool.map(play, hands))


def _contest_one(arena: Arena, match: Match, hand: Hand, looks: int, wait: Callable[[], int]) -> None:
    """Look, report, look; of some matches all coordinators then correct what they see."""
    rng = hand.rng("when", match["code"])
    before = rng.randrange(min(looks, 3))
    for _ in range(before):
        hand.look(arena, match)
    hand.report(arena, match)
    for _ in range(looks - before):
        hand.look(arena, match)
    if Random(f"{hand.seed} corrected {match['code']}").random() < CORRECTED:
        wait()
        if hand.number % ACCOUNTS < COORDINATORS:
            hand.known.pop(match["code"], None)
            hand.correct(arena, match)
