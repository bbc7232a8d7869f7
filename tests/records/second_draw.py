"""The second chance of a book's draw, made by the product; the seat in the final is given by hand."""

from collections.abc import Mapping, Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from tournaments.bracket.lots import CounterLots
from tournaments.bracket.second_chance import SecondChance, second_chance_beside, with_second_chance
from tournaments.bracket.shapes import Shape
from tournaments.bracket.tree import Feed, MatchPlan, Plan, SidePlan

if TYPE_CHECKING:
    from tests.records.book import Book

Body = dict[str, Any]
Bodies = list[Body]


def add_second_chance(facts: Body, seed: object, matches: Bodies, prefix: str, suits: Sequence[str]) -> Body:
    """Add its matches to those of the draw, and return what the line says of it; empty if none is chosen."""
    chosen = facts["house_rules"].get("second_chance")
    if chosen is None:
        return {}
    added = second_matches(facts, str(seed), matches, prefix, suits)
    if chosen == "final_seat":
        matches[-1]["round"] = max(matches[-1]["round"], added[-1]["round"] + 1)
        added = second_matches(facts, str(seed), matches, prefix, suits)  # as numbered without it
        _lead_to_final(matches[-1], added[-1]["match"], str(seed), prefix, suits)
    matches += added
    rounds = sorted({match["round"] for match in added})
    sides = [(match["round"], len({seat["side"] for seat in match["seats"]})) for match in added]
    return {"second_chance": [[size for at, size in sides if at == round_] for round_ in rounds]}


def _lead_to_final(final: Body, last: str, seed: str, prefix: str, suits: Sequence[str]) -> None:
    """Give the final one seat more, for the winner of the last match of the second chance."""
    at = final["round"]
    sources = [seat["from"] for seat in final["seats"]] + [{"match": last, "take": "winner"}]
    dealt: list[str | None] = [None] * len(sources)
    if suits:
        dealt = [*CounterLots(seed).marks(suits, len(sources), round_=at, number=1)]
    seats = [
        {"seat": side, "side": side, "suit": suit, "entry": None, "player": None, "from": source}
        for side, (source, suit) in enumerate(zip(sources, dealt, strict=True), 1)
    ]
    final.update(match=f"{prefix}{at}.1", seats=seats)


def second_matches(
    facts: Mapping[str, Any], seed: str, matches: Bodies, prefix: str, suits: Sequence[str]
) -> Bodies:
    """Draw the matches of the second chance: those of the product, beside a bracket of these matches."""
    bracket = [_planned(match) for match in matches]
    rounds = [[len(match.sides) for match in found] for _, found in groupby(bracket, attrgetter("round"))]
    shape = Shape(tuple(map(tuple, rounds)))
    losers = facts["house_rules"].get("second_chance_losers", "round_1")
    beside = second_chance_beside(shape, facts["table"]["min"], facts["table"]["max"], losers=losers)
    beside = beside or SecondChance((1,))  # not possible: one match of all
    drawn = with_second_chance(Plan((), shape, tuple(bracket)), beside, CounterLots(seed)).matches
    pairs = len(matches[-1]["seats"]) // len(bracket[-1].sides)
    return [_match(match, prefix, seed, suits, pairs) for match in drawn if match.second_chance]


def _planned(match: Body) -> MatchPlan:
    sides = {seat["side"] for seat in match["seats"]}
    return MatchPlan(match["round"], match["number"], tuple(SidePlan(None, None) for _ in sides))


def _match(match: MatchPlan, prefix: str, seed: str, suits: Sequence[str], pairs: int) -> Body:
    at, number = match.round, match.number
    sources = [_source(side.feed, prefix) for side in match.sides if side.feed]
    sides = list(chain.from_iterable([list(enumerate(sources, 1))] * pairs))
    dealt: list[str | None] = [None] * len(sides)
    if suits:
        dealt = [*CounterLots(seed).marks(suits, len(sides), round_=at, number=number)]
    seats = [
        {"seat": seat, "side": side, "suit": suit, "entry": None, "player": None, "from": dict(source)}
        for seat, ((side, source), suit) in enumerate(zip(sides, dealt, strict=True), 1)
    ]
    return {"match": f"{prefix}{at}.{number}", "round": at, "number": number, "seats": seats}


def _source(feed: Feed, prefix: str) -> Body:
    said = {"match": f"{prefix}{feed.round}.{feed.number}", "take": feed.take.value}
    return {**said, "side": feed.side} if feed.side else said


def taker(book: "Book", name: str, source: Mapping[str, Any]) -> str | None:
    """Return whom a match that is over sends to a seat; the second chance is for losers who were there."""
    here, won = book.at(name), book.winners[name]
    if "side" in source:
        lost = here.get(source["side"])
        lost = here.get(1) if lost is not None and lost == won else lost
        return None if lost is None or lost in _absent(book, name) else lost
    losers = [entry for entry in here.values() if entry != won]
    return won if source["take"] == "winner" else losers[0]


def _absent(book: "Book", name: str) -> set[str]:
    """Return the entries with an absent member on the last sheet of a match."""
    sheets = [body["data"] for body in book.bodies if body["type"] == "sheet.recorded"]
    lines = next(sheet["lines"] for sheet in reversed(sheets) if sheet["match"] == name)
    gone = {line["player"] for line in lines if line["out"] == "absent"}
    return {entry for entry in book.at(name).values() if gone & set(book.people[entry])}
