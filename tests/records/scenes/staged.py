"""Groups and Swiss rounds before the bracket, or without one after them."""

from tests.records.book import COORDINATOR, JUDGE, Bodies, row
from tests.records.stage_book import (
    StageBook,
    begun,
    begun_ranked,
    begun_swiss,
    first,
    group_stage,
    played,
    rows,
)


def a_day_of_groups_with_a_final() -> StageBook:
    """Two groups of four in duels; their winners play a final."""
    book = played(advance=1)
    book.close(rows(book), first(book, 1))
    book.play_round()
    (final,) = [name for name in book.matches if name.startswith("g4.")]
    winner, loser = sorted(first(book, 1), key=lambda code: code != book.winners[final])
    behind = [sorted(group[place] for group in book.groups) for place in range(1, 4)]
    whys = ["table_place", "stage", "stage_group", "stage_group", None]
    places = zip([1, 2, 3, 5, 7], [[winner], [loser], *behind], whys, strict=True)
    _finished(book, [row(place, codes, "0", why) for place, codes, why in places])
    return book


def a_day_of_groups_alone() -> StageBook:
    """Two groups of four, and equal places of both share one in the end."""
    book = played(advance=0)
    book.close(rows(book), [])
    equals = [sorted(group[place] for group in book.groups) for place in range(4)]
    whys = ["stage_group", "stage_group", "stage_group", None]
    places = zip([1, 3, 5, 7], equals, whys, strict=True)
    _finished(book, [row(place, codes, "0", why) for place, codes, why in places])
    return book


def a_ranked_day_of_groups() -> StageBook:
    """Two groups of four and a final, of a type that was accepted with groups: shared places share points."""
    book = begun_ranked(8, group_stage(), named=["swiss", "groups"]).play_stage()
    book.close(rows(book), first(book, 1))
    book.play_round()
    (final,) = [name for name in book.matches if name.startswith("g4.")]
    winner, loser = sorted(first(book, 1), key=lambda code: code != book.winners[final])
    behind = [sorted(group[place] for group in book.groups) for place in range(1, 4)]
    whys = ["table_place", "stage", "stage_group", "stage_group", None]
    points = ["50", "36", "27", "18", "10"]
    places = zip([1, 2, 3, 5, 7], [[winner], [loser], *behind], points, whys, strict=True)
    _finished(book, [row(place, codes, amount, why) for place, codes, amount, why in places])
    return book


def a_ranked_day_of_swiss_rounds() -> StageBook:
    """Eight in duels, one round without a bracket: four share each of two places, and their points."""
    stage = {"kind": "swiss", "rounds": 1, "advance": 0, "apart": False}
    book = begun_ranked(8, [stage], named=["swiss"]).play_stage()
    winners = sorted(code for code in book.winners.values() if code)
    losers = sorted({*book.people}.difference(winners))
    book.close(_two_rows(winners, losers), [])
    why = "stage_points"
    _finished(book, [row(1, winners, "35", why), row(5, losers, "14", None)])
    return book


def _two_rows(winners: list[str], losers: list[str]) -> Bodies:
    """The order of one round: who won, and who lost."""
    return [
        {"place": 1, "entries": winners, "why": "stage_points"},
        {"place": 5, "entries": losers, "why": None},
    ]


def _finished(book: StageBook, classification: Bodies) -> None:
    book.act(COORDINATOR)
    book.write("tournament.finished", classification=classification, without_points=None)


def a_day_of_groups_that_keeps_clubs_apart() -> StageBook:
    """Four pairs of rivals, of two clubs each."""
    clubs = ["rio"] * 4 + ["macae"] * 4
    book = begun(8, clubs=clubs, number=4, rounds=1, advance=1, apart=True).play_stage()
    book.close(rows(book), first(book, 1))
    book.play_round()
    return book


def a_day_of_groups_at_larger_tables() -> StageBook:
    """Groups of five at tables of up to four, so that there are short ones; the stage is not closed yet."""
    return begun(15, most=4, number=3, rounds=2, advance=1).play_stage()


def a_day_of_groups_of_odd_size() -> StageBook:
    """Groups of two and three, so that one has no match while the other plays, and one entry has a bye."""
    book = begun(5, number=2, rounds=9, advance=2).play_stage()
    book.close(rows(book), first(book, 2))
    book.play_round()
    return book


def a_day_of_groups_that_one_leaves(how: str = "withdrawn") -> StageBook:
    """Two groups of four; the first of group 1 left after round 1, and round 2 is drawn."""
    book = begun(8, number=2, advance=2)
    book.draw_round()
    book.play_round()
    book.act(COORDINATOR)
    book.leave(book.groups[0][0], how)
    book.draw_round()
    return book


def a_day_of_groups_that_cut_cards() -> StageBook:
    """Two groups of three in which everybody won once; one of each group goes on."""
    book = equal_groups()
    won = [max(group) for group in book.groups]
    book.close(equal_rows(book), won, {"tied": sorted(book.people), "won": sorted(won)})
    book.play_round()
    return book


def equal_groups(advance: int = 1) -> StageBook:
    """All rounds of two groups of three are played, and everybody won once."""
    book = begun(6, number=2, advance=advance)
    while book.drawn < 3:
        book.draw_round()
        for name in [name for name in book.matches if name not in book.winners]:
            book.win(name, _in_turn(book, name))
    return book


def _in_turn(book: StageBook, name: str) -> int:
    """The side that wins: the first of three beats the second, the second the third, the third the first."""
    here = book.at(name)
    group = next(group for group in book.groups if here[1] in group)
    return 1 if (group.index(here[2]) - group.index(here[1])) % 3 == 1 else 2


def equal_rows(book: StageBook) -> Bodies:
    """The order of groups in which all are equal."""
    return [
        {"group": number, "place": 1, "entries": sorted(group), "why": None}
        for number, group in enumerate(book.groups, 1)
    ]


def a_day_of_swiss_rounds() -> StageBook:
    """Four in duels, all against all in three rounds; two play a final."""
    book = begun_swiss(4, 3, 2).play_stage()
    book.close(rows(book), ["e001", "e002"])
    book.play_round()
    whys = ["table_place", "stage", "stage_points", None]
    _finished(book, [row(place, [f"e{place:03}"], "0", whys[place - 1]) for place in range(1, 5)])
    return book


def a_day_of_rounds_by_placement() -> StageBook:
    """Seven at tables of four and three, where places count and who ties shares points; four play a final.

    The last two are equal in all, and share a place.
    """
    book = begun_swiss(7, 3, 4, most=4, points="placement")
    while book.drawn < 3:
        book.draw_round()
        for name in [name for name in book.matches if name not in book.winners]:
            _play_for_places(book, name)
    codes = sorted(book.people, key=lambda code: (-book.stage_points()[code], code))
    order = [
        {"place": place, "entries": [code], "why": "stage_points"} for place, code in enumerate(codes[:5], 1)
    ]
    book.close([*order, {"place": 6, "entries": codes[5:], "why": None}], codes[:4])
    book.play_round()
    return book


def _play_for_places(book: StageBook, name: str) -> None:
    """The lowest code wins; the others have fewer realms, the last two as many."""
    first, *others = sorted(book.at(name), key=lambda side: book.at(name)[side])
    held = {book.people[book.at(name)[first]][0]: {"intact": 6}}
    for behind, side in enumerate(others):
        held[book.people[book.at(name)[side]][0]] = {"intact": max(4 - behind, 6 - len(others))}
    book.start(name)
    book.act(JUDGE)
    book.judged(name, "win_condition", book.lines(name, **held), winner=first)


def a_round_taken_back() -> StageBook:
    """Five in duels; round 2, with its bye, is taken back and drawn again. The stage is not closed yet."""
    book = begun_swiss(5, 3, 2)
    book.draw_round()
    book.play_round()
    book.draw_round()
    book.withdraw_round()
    book.draw_round("jabuti")
    book.play_round()
    return book


def a_round_of_groups_taken_back() -> StageBook:
    """The last round of two groups of four, after which no bracket follows, is taken back."""
    book = begun(8, number=2, advance=0)
    while book.drawn < 3:
        book.draw_round()
        if book.drawn < 3:
            book.play_round()
    book.withdraw_round()
    book.draw_round()
    book.play_round()
    book.close(rows(book), [])
    return book
