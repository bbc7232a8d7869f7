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
from tools.endorsement.play.arena import Arena, People, content, open_arena, random_sheet, sign_up_people
from tools.endorsement.play.client import Answer, Client
from tools.endorsement.play.day import Match

ACCOUNTS, COORDINATORS = 8, 4
SHARED_KEYS, AGAIN, CORRECTED = 0.3, 0.3, 0.25
"""Shares of the calls that use a key of the whole account, of those sent again, of the matches corrected."""


PAUSE, LONGEST = 0.1, 60.0
"""Seconds before a reader who was put off comes back, and until that is no answer any more."""


@dataclass(frozen=True)
class Volume:
    """How many matches are contested, by how many clients, with about how many calls in all."""

    matches: int
    operations: int
    clients: int = 32


@dataclass
class Hand:
    """One client of an account that others use as well; it looks at matches with `eyes`, without an account.

    `known`: the version of each match that it has seen. `calls`: all that it made.
    """

    number: int
    account: str
    client: Client
    eyes: Client
    seed: int
    known: dict[str, int] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)

    def rng(self, *what: object) -> Random:
        """Return a generator of random numbers that depends on the seed, this client and `what`."""
        return Random(f"{self.seed} {self.number} {what}")

    def report(self, arena: Arena, match: Match) -> None:
        """Report a random sheet, now and then under the key that the account's other clients use too."""
        rng = self.rng("report", match["code"])
        shared = Random(f"{self.seed} {self.account} {match['code']}")
        key = f"{match['code']}-{self.number}"
        if shared.random() < SHARED_KEYS:
            rng, key = shared, f"{match['code']}-{self.account}"
        body = random_sheet(match, rng)
        times = 2 if self.rng("again", match["code"]).random() < AGAIN else 1
        for _ in range(times):
            self._post(arena, match, REPORT, "sheet/", body, body["lines"], key)

    def correct(self, arena: Arena, match: Match) -> None:
        """Look, and correct the sheet to another one, on condition that the seen version is still current.

        Do nothing if there is nothing new to see.
        """
        seen = self.look(arena, match)
        rng = self.rng("correct", match["code"])
        body = random_sheet(match, rng)
        while seen is None or content(body["lines"]) == seen.shown:
            if seen is None:
                return
            body = random_sheet(match, rng)
        asked = {"sheet": body, "reason": "verificado à mesa"}
        key = f"{match['code']}-{self.number}-c"
        self._post(arena, match, CORRECT, "corrections/", asked, body["lines"], key, if_match=f'"{seen.seq}"')

    def look(self, arena: Arena, match: Match) -> Call | None:
        """Look at the match, and return the call; None if nothing is new or it was refused.

        A look that is put off is repeated, for up to `LONGEST` seconds.
        """
        code, known = match["code"], self.known.get(match["code"])
        asked = {} if known is None else {"if_none_match": f'"{known}"'}
        call = self._make_call(arena, match, LOOK, "", None, None, None, **asked)
        deadline = time.monotonic() + LONGEST
        while call.put_off and time.monotonic() < deadline:
            time.sleep(PAUSE)
            call = self._make_call(arena, match, LOOK, "", None, None, None, **asked)
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
        self._make_call(arena, match, what, route, body, content(lines), key, **headers)

    def _make_call(
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
    """Return whether a reader had to yield to a writer, and the answer says when to retry."""
    return answer.status == 503 and "retry-after" in answer.headers


def _shown(what: str, answer: Answer) -> dict[str, Any]:
    """Return version and sheet in an answer as fields of `Call`; of a correction only its version."""
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
    """The result of a contest: the calls, the file with them, the record, and the head the product gave."""

    calls: Sequence[Call]
    record: bytes
    head: str
    file: Path


def contest(base: str, volume: Volume, seed: int, folder: Path, name: str) -> ContestOutcome:
    """Play a tournament in which all clients report the same matches; write the history into the folder."""
    people = sign_up_people(base, ACCOUNTS - 1, f"h{seed}x")
    arena = open_arena(
        people, f"Disputa {name}", entries=2 * _power(volume.matches), tables=volume.matches, seed=seed,
        coordinators=COORDINATORS,
    )  # fmt: skip
    matches = [match for match in arena.matches("round=1") if len(match["seats"]) == 2][: volume.matches]
    hands = list(_make_hands(base, people, volume, seed))
    _start_matches(arena, people, matches)
    _contest_all(arena, matches, hands, volume)
    calls = [call for hand in hands for call in hand.calls]
    file = folder / f"{name}.history.jsonl"
    write(calls, file)
    return ContestOutcome(calls, arena.fetch_record(), arena.fetch_head(), file)


def _power(matches: int) -> int:
    """Return the least power of two that is not below `matches`, so that no entry has a bye."""
    return 1 << (matches - 1).bit_length()


def _make_hands(base: str, people: People, volume: Volume, seed: int) -> Iterator[Hand]:
    """Yield the clients, each with connections of its own; several share an account."""
    clients = [people.boss, *people.judges]
    for number in range(volume.clients):
        place = number % len(clients)
        yield Hand(number, people.names[place], Client(base, clients[place].token), Client(base), seed)


def _start_matches(arena: Arena, people: People, matches: Sequence[Match]) -> None:
    """Start all matches, each judge a share of them at the same time."""
    shares = [matches[number :: len(people.judges)] for number in range(len(people.judges))]

    def start_share(judge: Client, mine: Sequence[Match]) -> None:
        for match in mine:
            judge.post(arena.url(f"matches/{match['code']}/start/"), None, f"start-{match['code']}")

    with ThreadPoolExecutor(len(shares)) as pool:
        list(pool.map(start_share, people.judges, shares))


def _contest_all(arena: Arena, matches: Sequence[Match], hands: Sequence[Hand], volume: Volume) -> None:
    """Have all clients contest one match after the other, each beginning with a match together."""
    gate = Barrier(len(hands))
    looks = max(2, round(volume.operations / (len(matches) * len(hands)) - 1 - AGAIN - CORRECTED))

    def contest_as(hand: Hand) -> None:
        try:
            for match in matches:
                gate.wait(120)
                _contest_one(arena, match, hand, looks, gate.wait)
        except BaseException:
            gate.abort()
            raise

    with ThreadPoolExecutor(len(hands)) as pool:
        list(pool.map(contest_as, hands))


def _contest_one(arena: Arena, match: Match, hand: Hand, looks: int, wait: Callable[[], int]) -> None:
    """Look, report, look; of some matches all coordinators then correct what they see, at the same time."""
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
