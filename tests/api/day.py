"""A whole tournament day by programs alone: the same story in process and over real connections.

`House` is what no program can do: let Celery work, and let the match clock run.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from tests.api import sheets
from tests.api.programs import Program
from tests.api.wires import Answer, Wire

PASSWORD = "seis reinos intactos"
PARTS = {
    "kind": "campeonato",
    "name": "Mariapaulista",
    "variants": ["calouro-do-chacrinha"],
    "year": 2026,
    "ranked": True,
    "multiplier": 2,
    "table_low": 2,
    "table_high": 3,
    "time_limit": 40,
    "venue": "Casa das Rosas",
    "zone": "America/Sao_Paulo",
    "starts_at": "2026-11-22T09:00:00-03:00",
    "capacity": 16,
}
TITLE = "Chama: Campeonato Mariapaulista (Calouro do Chacrinha) 2026"


class House(Protocol):
    """The clock and the worker."""

    def until(self, happened: Callable[[], Any]) -> Any:
        """Let the worker work until this gives something, and return it."""

    def time_is_up(self, code: str) -> None:
        """The limit of the match with this code is reached now."""


@dataclass(slots=True)
class Day:
    """The people of the day and the tournament they make."""

    wire: Wire
    house: House
    people: dict[str, Program] = field(default_factory=dict)
    base: str = ""
    endings: list[str] = field(default_factory=list)
    record: str = ""
    names: dict[str, Any] = field(default_factory=dict)

    @property
    def visitor(self) -> Program:
        """Somebody without an account."""
        return Program(self.wire)

    def sign_up(self, username: str, name: str) -> Program:
        """An account and its token."""
        made = self.visitor.post("accounts/", {"username": username, "password": PASSWORD, "name": name})
        assert made.status == 201, made.text
        given = self.visitor.post("token/", {"username": username, "password": PASSWORD})
        self.people[username] = Program(self.wire, given.body["token"])
        assert self.people[username].get("me/").body["name"] == name
        return self.people[username]

    def at(self, path: str = "") -> str:
        """An address under the tournament."""
        return f"{self.base}{path}"

    def play(self) -> None:
        """From the first account to the season."""
        for username, name in [("ana", "Ana"), ("bruno", "Bruno"), ("caio", "Caio"), ("duda", "Duda")]:
            self.sign_up(username, name)
        self.create()
        self.announce()
        self.enter()
        self.check_in()
        self.confirm()
        self.draw()
        self.play_matches()
        self.finish()
        self.take_home()

    def create(self) -> None:
        """The title is previewed, the tournament is made, strangers see nothing of it."""
        ana = self.people["ana"]
        preview = ana.get("titles/preview/?kind=campeonato&name=Mariapaulista&year=2026")
        assert preview.body["title"] == "Chama: Campeonato Mariapaulista 2026"
        made = ana.post("tournaments/", {**PARTS, "tables": 2}, key="create")
        assert (made.status, made.body["title"], made.body["role"]) == (201, TITLE, "organizer")
        again = ana.post("tournaments/", {**PARTS, "tables": 2}, key="create")
        assert again.body == made.body
        assert again.headers["idempotency-replayed"] == "true"
        self.base = f"tournaments/{made.body['slug']}/"
        assert made.headers["location"].endswith(self.base)
        for stranger in (self.visitor, self.people["duda"]):
            assert stranger.get(self.at()).status == 404
            assert stranger.get("tournaments/").body["count"] == 0

    def announce(self) -> None:
        """Staff, what the gate misses, and the announcement."""
        ana = self.people["ana"]
        gate = ana.get(self.at("draw/ready/"))
        codes = {missing["code"] for missing in gate.body["missing"]}
        missing = {"too_few_entries", "too_few_people", "not_announced", "no_coordinator"}
        assert codes == {*missing, "regulation_not_confirmed"}
        for username, role in [("ana", "coordinator"), ("bruno", "judge")]:
            assert ana.post(self.at("staff/"), {"username": username, "role": role}).status == 201
        proposed = ana.get(self.at("announcement/")).body["proposed"]
        assert TITLE in proposed
        published = ana.post(self.at("announcement/"), {"text": proposed, "channel": "grupo"}, key="say")
        assert published.body["announced_at"]
        assert self.visitor.get(self.at()).body["venue"] == "Casa das Rosas"

    def confirm(self) -> None:
        """Everybody reads the regulation; who coordinates confirms the version that was read."""
        version = self.visitor.get(self.at("regulation/")).body["version"]
        refused = self.people["ana"].post(self.at("regulation/confirm/"), {"version": "0" * 64})
        assert refused.codes == {"regulation_changed"}
        confirmed = self.people["ana"].post(self.at("regulation/confirm/"), {"version": version}, key="rules")
        assert (confirmed.status, confirmed.body["is_confirmed"]) == (200, True)

    def enter(self) -> None:
        """Caio enters himself; one is added by hand, the others come as CSV."""
        ana = self.people["ana"]
        assert self.people["caio"].post(self.at("entries/self/"), key="me").status == 201
        assert self.people["caio"].post(self.at("entries/self/")).codes == {"you_are_entered"}
        added = ana.post(self.at("entries/"), {"names": ["Eva"], "club": "Rio", "seed": 1}, key="eva")
        assert added.body["club"] == "Rio"
        bad = "nome;clube\nFabio;SP\nEva;Rio"
        preview = ana.post(self.at("entries/import/"), {"csv": bad, "preview": True})
        assert (preview.body["is_sound"], preview.body["delimiter"]) == (False, ";")
        refused = ana.post(self.at("entries/import/"), {"csv": bad})
        assert refused.fields == {"rows.1.names.0": "already_entered"}
        names = ["Fabio", "Gil", "Hugo", "Iris", "Joana", "Lia", "Mara", "Nina"]
        good = {"csv": "\n".join(["nome", *names])}
        assert ana.post(self.at("entries/import/"), good, key="csv").body["added"] == 8
        assert ana.get(self.at("entries/")).body["count"] == 10

    def check_in(self) -> None:
        """Everybody comes but one, who leaves; Caio brings a pineapple."""
        bruno = self.people["bruno"]
        entries = bruno.get(self.at("entries/")).body["results"]
        caio, last = entries[0], entries[-1]
        pineapples = {"pineapples": [caio["people"][0]["code"]]}
        here = bruno.post(self.at(f"entries/{caio['code']}/check-in/"), pineapples, key="caio")
        assert here.body["people"][0]["pineapple"]
        assert bruno.post(self.at("entries/check-in/"), key="all").body == {"checked_in": 9}
        assert bruno.post(self.at(f"entries/{last['code']}/check-out/")).body["state"] == "entered"
        gone = bruno.post(self.at(f"entries/{last['code']}/withdraw/"), {"reason": "ill"}, key="gone")
        assert gone.body["state"] == "withdrawn"

    def draw(self) -> None:
        """Shapes side by side; one is picked and drawn with a seed, once."""
        ana = self.people["ana"]
        assert len(ana.put(self.at("tables/"), {"count": 3}, key="tables").body) == 3
        assert ana.get(self.at("draw/ready/")).body == {"ready": True, "missing": []}
        offers = ana.get(self.at("draw/shapes/")).body
        assert offers[0]["shape"] == [[3, 3, 3], [3]]
        body = {"shape": offers[0]["shape"], "seed": 7}
        drawn = ana.post(self.at("draw/"), body, key="draw", seen=ana.get(self.at()).seq)
        assert (drawn.status, drawn.body["seed"]) == (201, 7)
        late = ana.post(self.at("draw/"), body, seen=1)
        assert late.status == 412
        assert late.body["state"]["seq"] >= drawn.seq
        assert self.visitor.get(self.at("draw/")).body["order"] == drawn.body["order"]
        seats = [s for m in self.visitor.get(self.at("matches/?round=1")).body["results"] for s in m["seats"]]
        assert len(seats) == 9
        assert all(seat["suit"] and seat["draw_per_turn"] for seat in seats)

    def play_matches(self) -> None:
        """Celery calls, judges start and record, winners appear, until nothing is left to play."""
        steps = iter([self.by_time, self.by_cards, self.by_ruling, self.by_win])
        while self.people["ana"].get(self.at("now/")).body["next_act"] == "play":
            called = self.house.until(self.called)
            step = next(steps)
            step(called[0])
            self.endings.append(step.__name__)
            self.winner_is_seated(called[0])

    def called(self) -> list[dict[str, Any]]:
        """The matches that are called to a table."""
        found: list[dict[str, Any]] = self.visitor.get(self.at("matches/?state=called")).body["results"]
        return found

    def start(self, match: dict[str, Any]) -> dict[str, Any]:
        """The judge starts it; the clock runs."""
        started = self.people["bruno"].post(self.at(f"matches/{match['code']}/start/"), key=match["code"])
        assert (started.body["state"], started.body["table"]) == ("playing", match["table"])
        assert started.body["time_due_at"]
        found: dict[str, Any] = started.body
        return found

    def send_sheet(self, match: dict[str, Any], sheet: sheets.Sheet, who: str = "bruno") -> Answer:
        """Send the sheet, twice as a phone does; the second answer is the first."""
        path, key = self.at(f"matches/{match['code']}/sheet/"), f"sheet {len(self.endings)}".replace(" ", "-")
        first = self.people[who].post(path, sheet, key=key)
        if first.status == 200:
            again = self.people[who].post(path, sheet, key=key)
            assert (again.body, again.headers["idempotency-replayed"]) == (first.body, "true")
        return first

    def by_time(self, match: dict[str, Any]) -> None:
        """The worker calls time; all are tied until they cut."""
        playing = self.start(match)
        early = self.send_sheet(playing, sheets.timed(playing))
        assert early.codes == {"time_not_called"}
        self.house.time_is_up(match["code"])
        self.house.until(
            lambda: self.visitor.get(self.at(f"matches/{match['code']}/")).body["time_called_at"]
        )
        tie = sheets.tied(playing)
        check = self.people["bruno"].post(self.at(f"matches/{match['code']}/check/"), tie)
        assert (check.body["stands"], check.body["open_tie"]) == (False, [1, 2, 3])
        assert self.send_sheet(playing, tie).codes == {"open_tie"}
        recorded = self.send_sheet(playing, sheets.cut(tie, [1, 2, 3]))
        assert recorded.body["verdict"]["winner"] == 1

    def by_cards(self, match: dict[str, Any]) -> None:
        """All but one ran out of cards; a broken sheet is refused with its rules first."""
        playing = self.start(match)
        sheet = sheets.left(playing, "decked_out", "decked_out")
        broken = {**sheet, "lines": [{**sheet["lines"][0], "intact": 7}, *sheet["lines"][1:]]}
        assert self.send_sheet(playing, broken).fields["lines.0.intact"] == "count_out_of_range"
        assert self.send_sheet(playing, sheet).status == 200

    def by_ruling(self, match: dict[str, Any]) -> None:
        """Only the coordinator rules."""
        playing = self.start(match)
        assert self.send_sheet(playing, sheets.ruled(playing)).status == 403
        assert self.send_sheet(playing, sheets.ruled(playing), "ana").status == 200

    def by_win(self, match: dict[str, Any]) -> None:
        """Six intact realms; another judge says the same, another one something else."""
        playing = self.start(match)
        assert playing["is_final"]
        assert self.send_sheet(playing, sheets.won(playing, side=2)).status == 200
        path = self.at(f"matches/{match['code']}/sheet/")
        same = self.people["ana"].post(path, sheets.won(playing, side=2), key="mine")
        assert (same.status, same.body["already_by"]) == (200, "Bruno")
        other = self.people["ana"].post(path, sheets.won(playing, side=1), key="other")
        assert (other.status, other.body["error"]) == (409, "already_recorded")
        assert other.body["state"]["sheet"]["ended_by"] == "win_condition"

    def winner_is_seated(self, match: dict[str, Any]) -> None:
        """The winner stands in the next match at once."""
        ended = self.visitor.get(self.at(f"matches/{match['code']}/")).body
        winner = next(side["entry"] for side in ended["sides"] if side["is_winner"])
        if ended["next"]:
            following = self.visitor.get(self.at(f"matches/{ended['next']}/")).body
            assert winner in [side["entry"] for side in following["sides"]]

    def finish(self) -> None:
        """Places with reasons, points with the multiplier, the season."""
        ana = self.people["ana"]
        assert ana.get(self.at("now/")).body["next_act"] == "finish"
        done = ana.post(self.at("finish/"), key="done", seen=ana.get(self.at()).seq)
        assert done.body["state"] == "finished"
        places = self.visitor.get(self.at("standing/")).body["results"]
        assert [place["points"] for place in places[:3]] == ["50", "36", "30"]
        assert all(place["why"] for place in places[:-1])
        season = self.visitor.get("seasons/chama/2026/").body["results"]
        assert [line["points"] for line in season[:3]] == ["50", "36", "30"]
        assert len(season) == 9

    def take_home(self) -> None:
        """The record and the names beside it; its head is the version that every answer showed."""
        record = self.visitor.get(self.at("record/"))
        people = self.people["ana"].get(self.at("people/")).body
        assert record.seq == people["head"]["seq"] == len(record.text.splitlines()) - 1
        assert self.people["duda"].get(self.at("people/")).status == 403
        assert "Caio" not in record.text
        assert "Caio" in people["people"].values()
        self.record, self.names = record.text, people

    def keep(self, folder: Path) -> list[str]:
        """Store both files; the arguments for `manage.py check_record`."""
        record, people = folder / "day.record.jsonl", folder / "day.people.json"
        record.write_bytes(self.record.encode())
        people.write_text(json.dumps(self.names))
        head = "{seq}:{sha256}".format(**self.names["head"])
        return [str(record), "--head", head, "--people", str(people)]
