"""Pieces that scenes are put together from."""

from tests.records.book import Body, Book


def last_sheet(book: Book, name: str) -> Body:
    sheets = [body["data"] for body in book.bodies if body["type"] == "sheet.recorded"]
    return next(sheet for sheet in reversed(sheets) if sheet["match"] == name)


def effect(match: str, remedy: str) -> Body:
    return {"match": match, "remedy": remedy}


def players(book: Book, name: str, side: int) -> list[str]:
    return book.people[book.at(name)[side]]


def suits(book: Book, name: str) -> set[str]:
    return {seat["suit"] for seat in book.matches[name]["seats"]}


def gone(book: Book, name: str, side: int, how: str, order: int) -> dict[str, Body]:
    return {player: {"out": how, "out_order": order} for player in players(book, name, side)}


def absent(book: Book, name: str, side: int) -> dict[str, Body]:
    nothing = {"intact": 0, "razed": 0, "commanders": 0, "armies": 0, "out": "absent"}
    return dict.fromkeys(players(book, name, side), nothing)
