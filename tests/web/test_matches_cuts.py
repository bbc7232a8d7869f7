"""Cuts on the sheet, without a page or a database."""

from rulesets.kernel.sheet import Cut, EndedBy, Sheet, Verdict
from web.sheets.cuts import judge_with_cuts, posted_cards

SHEET = Sheet(EndedBy.TIME)


def judge(sheet: Sheet) -> Verdict:
    """Sides 1 and 3 are tied until the last cut has two different cards."""
    cards = sheet.cuts[-1].cards if sheet.cuts else ("", "")
    return Verdict(winner=1) if cards[0] != cards[1] else Verdict(open_tie=(1, 3))


def test_only_names_of_cuts_with_a_card_are_read() -> None:
    posted = {
        "cut.0.1": " K ",
        "cut.0.2": "",
        "cut.x.1": "Q",
        "cut.0.11": "J",
        "winner": "1",
        "cut.3.2": "10",
    }
    assert posted_cards(posted) == {(0, 1): "K", (3, 2): "10"}


def test_without_a_tie_nothing_is_asked() -> None:
    settled = judge_with_cuts(SHEET, {(0, 1): "K"}, lambda _: Verdict(winner=2))
    assert (settled.asked, settled.sheet.cuts) == ((), ())
    assert settled.unused == {"cut.0.1": "K"}


def test_an_open_tie_is_asked_for_until_every_card_is_there() -> None:
    settled = judge_with_cuts(SHEET, {(0, 1): "K"}, judge)
    assert [(one.name, one.card) for one in settled.asked[0]] == [("cut.0.1", "K"), ("cut.0.3", "")]
    assert settled.verdict.open_tie == (1, 3)


def test_equal_cards_are_followed_by_another_cut() -> None:
    settled = judge_with_cuts(SHEET, {(0, 1): "K", (0, 3): "K", (1, 1): "2", (1, 3): "A"}, judge)
    assert settled.sheet.cuts == (Cut((1, 3), ("K", "K")), Cut((1, 3), ("2", "A")))
    assert settled.verdict.winner == 1


def test_an_endless_row_of_equal_cards_ends() -> None:
    posted = {(number, side): "K" for number in range(99) for side in (1, 3)}
    assert len(judge_with_cuts(SHEET, posted, judge).asked) == 20
