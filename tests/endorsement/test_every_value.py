"""Nothing in a record of any game is idle for the independent checker, or it is said here why it may be."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from checker import Unreadable, check_bytes
from tests import simulated
from tests.records.scenes import all_losers, correcting, leaving, plain, promising, second, staged
from tools.endorsement.mutate.every_value import Altered, omissions, repetitions, values
from tools.endorsement.mutate.records import Bodies, chain_lines, parse_lines

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

WORDS = "words that people wrote"
CARDS = "other cards that a rule allows, with the same outcome"
FREE = {
    "reason": WORDS,
    "reason null": "an entry may be withdrawn without one",
    "what": WORDS,
    "channel": WORDS,
    "place": WORDS,
    "software": "who wrote it",
    "judge null": "nobody in particular",
    "starts null": "nobody planned it",
    "rules.id": "the text that the hash stands for is not in the file",
    "rules.sha256": "the same, where nobody confirmed the regulation",
    "version": "the text that the hash stands for is not in the file",
    "sha256": "the list, or the seed, that the hash stands for is not in the file",
    "group": "one club alone keeps nobody apart",
    "group null": "no club at all keeps nobody apart either",
    "text": "an id that nothing else bears; its words are in the people's file",
    "match null": "a ruling or a note about the whole day",
    "hash": "of a secret that no draw used, or of a penalty's reason: what it stands for is not in the file",
    "ends": "any later end of a break will do",
    "matches.match": "an id in a draw that was withdrawn",
    "seed": "a rank that the order of the draw does not rest on",
    "seed null": "the same, or a draw whose number nobody tells: it cannot be made again",
    "report": "a key that nobody used before",
    "penalty": "an id that nothing else bears",
    "report null": "a sheet that came from no report",
    "minutes": "any amount will do",
    "time_limit": "any limit will do where there is one",
    "time_limit null": "nothing ended by time",
    "table.min": "smaller tables may be excluded than the shape uses",
    "table.max": "larger tables may be allowed than the shape uses",
    "multiplier": "nothing is multiplied in an unranked tournament",
    "stages.rounds": "more rounds may be planned than are drawn",
    "stages.apart": "no clubs at all, or none that meet",
    "suit null": "nobody sits there, or gets one later",
    "lines.intact": CARDS,
    "lines.razed": CARDS,
    "lines.commanders": CARDS,
    "lines.armies": CARDS,
    "lines.razed_in_battle": CARDS,
    "lines.castle": CARDS,
    "lines.wall": CARDS,
    "lines.potencial": CARDS,
    "lines.fell": "at one moment or one after the other, with the same outcome",
    "lines.fall": "of a side whose order nothing rests on",
    "lines.holder": "of a side that is out, or held by another with the same outcome",
    "lines.out": "gone in another way, with the same outcome",
    "lines.out null": "still there, with the same outcome",
    "lines.out_order": "of a rewritten sheet, or with the same outcome",
}
"""What may have another value of its kind, and why."""
ALONE = {
    "tournament.announced", "regulation.confirmed", "match.placed", "match.extended", "redraw.noted",
    "integrity.noted", "game.drawn", "game.seeded", "break.planned",
}  # fmt: skip
MAY_GO = {
    *ALONE, "match.time_called", "entry.checked_in", "entry.withdrawn", "entry.reinstated",
    "entry.disqualified", "entry.changed", "correction.applied", "staff.removed", "ruling.noted",
    "pineapples.changed", "penalty.noted", "penalty.withdrawn", "break.ended", "game.resumed",
    "tournament.changed", "redraw.taken_back", "starter.noted",
}  # fmt: skip
"""Lines that may leave no trace: of who was out already, of a correction without another winner, of a role
that nobody used, of what changes no result.
"""
SUITS_EXCHANGED = {name: {"seat.filled"} for name in ("extras", "rounds", "groups simulated")}
"""Records in which a table exchanged suits: without that line its players keep the suits of the draw."""
FREE_SEATS = {"starter.noted seat", "starter.noted seat null"}
"""Who began, noted without cuts of cards: any seat of the table."""

RECORDS: dict[str, Callable[[], Bodies]] = {
    "chama": lambda: leaving.a_winner_who_withdraws().bodies,
    "corrections": lambda: correcting.a_correction_that_replaces_and_is_undone().bodies,
    "promises": lambda: promising.a_promised_draw_made_again().bodies,
    "pairs": lambda: plain.a_tournament_of_pairs().bodies,
    "cuts": lambda: plain.a_tie_on_time_that_is_cut_for().bodies,
    "typed": lambda: promising.a_draw_typed_by_hand().bodies,
    "late": lambda: promising.a_late_entry_on_a_fourth_chair().bodies,
    "passed over": lambda: promising.a_ranked_draw_that_passes_over_for_byes().bodies,
    "second chance": lambda: second.a_second_chance_in_duels().bodies,
    "second chance at tables": lambda: second.a_second_chance_longer_than_the_bracket().bodies,
    "second chance replaced": lambda: second.a_second_chance_replaced_on_the_sheet().bodies,
    "second chance corrected": lambda: second.a_second_chance_played_again_and_undone().bodies,
    "second chance of all losers": lambda: all_losers.a_short_second_chance_of_all_losers().bodies,
    "castelo": lambda: _simulated("castles in pairs"),
    "hermetica": lambda: _simulated("potencial of five"),
    "jogo-dos-reinos": lambda: _simulated("kingdoms of sixteen"),
    "extras": lambda: _simulated("tables with extras"),
    "decks": lambda: _simulated("cancelled"),
    "rounds": lambda: _simulated("rounds of duels"),
    "rounds alone": lambda: _simulated("rounds alone"),
    "groups simulated": lambda: _simulated("groups alone"),
    "rounds by placement": lambda: staged.a_day_of_rounds_by_placement().bodies,
    "groups by placement": lambda: _simulated("groups by placement"),
    "groups": lambda: staged.a_day_of_groups_with_a_final().bodies,
    "groups that cut": lambda: staged.a_day_of_groups_that_cut_cards().bodies,
    "groups apart": lambda: staged.a_day_of_groups_that_keeps_clubs_apart().bodies,
}
SHARE = 0.1
"""Of all values: each kind of them is there many times."""


def _simulated(name: str) -> Bodies:
    return parse_lines(simulated.of(name).record.encode())


@cache
def record(name: str) -> Bodies:
    """One of the records, made once."""
    return RECORDS[name]()


def survivors(altered: Iterator[Altered]) -> set[str]:
    """What was altered and is not found."""
    return {told for told, bodies in altered if not _found(bodies)}


def _found(bodies: Bodies) -> bool:
    try:
        return bool(check_bytes(chain_lines(bodies)))
    except Unreadable:
        return True


@pytest.mark.parametrize("name", RECORDS)
def test_every_value_that_is_altered_is_found(name: str) -> None:
    rng = Random(name)
    some = (one for one in values(record(name)) if rng.random() < SHARE)
    found = survivors(some) - FREE_SEATS
    assert {told for told in found if told.split(" ", 1)[1] not in FREE} == set()


@pytest.mark.parametrize("name", RECORDS)
def test_every_line_that_is_left_out_is_found(name: str) -> None:
    assert survivors(omissions(record(name))) <= MAY_GO | SUITS_EXCHANGED.get(name, set())


@pytest.mark.parametrize("name", RECORDS)
def test_every_line_that_is_there_twice_is_found(name: str) -> None:
    assert survivors(repetitions(record(name))) <= ALONE
