"""Every key of every kind of line, in all games: an altered one is found, or may be so."""

import random

import pytest

from checker import Unreadable, check_bytes
from tests import simulated
from tests.records.book import chained
from tools.endorsement.mutate.altered import altered

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.F111]

CARDS = "other cards that a rule allows, with the same outcome"
ELSEWHERE = "the text that it stands for is not in the file"
WORDS = "words, or none"
SOMEBODY = "somebody else who may do that, too"
FREE = {
    "tournament.created data.software": WORDS,
    "tournament.created data.rules.id": ELSEWHERE,
    "tournament.created data.rules.sha256": ELSEWHERE,
    "tournament.created data.multiplier": "nothing is multiplied in an unranked tournament",
    "tournament.created data.time_limit": "any limit will do where there is one",
    "tournament.created data.table.min": "smaller tables may be excluded than the shape uses",
    "tournament.created data.table.max": "larger tables may be allowed than the shape uses",
    "tournament.created data.stages.*.rounds": "more rounds may be planned than are drawn",
    "tournament.created data.stages.*.apart": "no clubs at all, or none that meet",
    "tournament.changed data.multiplier": "nothing is multiplied in an unranked tournament",
    "tournament.announced data.channel": WORDS,
    "tournament.reopened data.reason": WORDS,
    "regulation.confirmed data.version": ELSEWHERE,
    "draw.published data.method": "how the order was found; the seed repeats the rest",
    "draw.withdrawn data.reason": WORDS,
    "round.withdrawn data.reason": WORDS,
    "entry.added data.seed": "a draw by chance does not ask for it",
    "entry.added data.group": "one club alone keeps nobody apart",
    "entry.changed data.entry": "another one gets a seed that no draw asks for",
    "entry.changed data.reason": WORDS,
    "entry.changed data.seed": "a draw by chance does not ask for it",
    "break.planned data.ends": "any later end will do",
    "penalty.noted data.hash": ELSEWHERE,
    "penalty.noted data.what": "another one, as light",
    "starter.noted data.seat": "another seat, noted without cuts of cards",
    "penalty.noted data.penalty": "an id that no later line names",
    "ruling.noted data.text": ELSEWHERE,
    "ruling.noted data.match": "a ruling about another match",
    "redraw.noted data.player": "another player of the table, who may have had no realms as well",
    "seat.filled data.suit": "another free suit, which the table may have chosen",
    "entry.withdrawn data.entry": "another one who had no match left",
    "entry.withdrawn data.reason": WORDS,
    "entry.reinstated data.reason": WORDS,
    "entry.disqualified data.entry": "another one who has no place anyway",
    "entry.disqualified data.reason": WORDS,
    "deck.accepted data.sha256": ELSEWHERE,
    "deck.waived data.reason": WORDS,
    "match.placed data.place": WORDS,
    "match.placed data.match": "another match that was called and waits",
    "match.placed data.starts": "planned",
    "match.placed data.judge": "somebody else who judges",
    "match.extended data.minutes": "any time more",
    "match.extended data.reason": WORDS,
    "game.resumed data.reason": WORDS,
    "game.seeded data.sha256": "what it stands for is in the game's own file",
    "integrity.noted data.what": WORDS,
    "integrity.noted data.reason": WORDS,
    "integrity.noted data.match": "a note about another match",
    "integrity.noted data.seat": "a note about another seat",
    "sheet.recorded data.reason": WORDS,
    "sheet.recorded data.report": "a key that nobody used before",
    "sheet.recorded data.ended_by": "a coordinator's correction may as well be a ruling for the same side",
    "sheet.recorded data.lines.*.out": "the other member of a pair is out already",
    "sheet.recorded data.lines.*.out_order": "another order with the same outcome",
    **{
        f"{kind} data.lines.*.{key}": CARDS
        for kind in ("sheet.recorded", "game.drawn")
        for key in (
            "intact", "razed", "commanders", "armies", "razed_in_battle", "castle", "wall", "fell",
            "potencial", "holder", "fallen",
        )
    },
}  # fmt: skip
"""What may have another value of its kind, and why."""

NAMES = (
    "ranked groups",
    "four reseated",
    "tables of three",
    "pairs",
    "conquest",
    "castles",
    "potencial",
    "kingdoms",
    "tables with extras",
    "rounds of duels",
    "rounds of castles",
    "rounds alone",
    "groups and a bracket",
    "groups alone",
    "groups of duels",
)


def is_found(data: bytes) -> bool:
    try:
        return bool(check_bytes(data))
    except Unreadable:
        return True


@pytest.mark.parametrize("name", NAMES)
def test_what_is_altered_is_found(name: str) -> None:
    bodies = simulated.bodies(name)
    assert check_bytes(chained(bodies)) == []
    others = altered(bodies, random.Random(simulated.DAYS[name].seed))
    survivors = {place for place, other in others if not is_found(chained(other))}
    assert {place for place in survivors if not place.endswith(" by")} - FREE.keys() == set()


@pytest.mark.parametrize("type_", ["draw.published", "tournament.finished", "tournament.announced", "ruling"])
@pytest.mark.parametrize("role", ["judge", "player", "system"])
def test_who_may_not_do_it_is_found(role: str, type_: str) -> None:
    bodies = simulated.bodies("four reseated")
    codes = {body["by"].partition(":")[0]: body["by"] for body in bodies}
    player = next(body["data"]["players"][0] for body in bodies if body["type"] == "entry.added")
    line = next(body for body in bodies if body["type"] == ("sheet.recorded" if type_ == "ruling" else type_))
    if type_ == "ruling":
        line = next(body for body in bodies if body["type"] == "sheet.recorded" and body["data"]["lines"])
        line["data"].update(ended_by="ruling", reason="lost notes")
    line["by"] = {"judge": codes["judge"], "player": f"player:{player}", "system": "system"}[role]
    data = chained(bodies)
    assert {"author", "sheet"} & {one.rule for one in check_bytes(data)}
