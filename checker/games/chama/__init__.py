"""Chama: chapter 4 of its rulebook and the chapters behind it, as the house decided where it is silent."""

from checker.games.chama import placing, sheets, types
from checker.games.game import Game
from checker.reading.terms import count, maybe
from checker.reading.words import CARDS, SUITS

CHAMA = Game(
    key="chama",
    word="Chama",
    kinds=types.TYPES,
    variants={"aliados": "Aliados", "calouro-do-chacrinha": "Calouro do Chacrinha", "xisum": "Xisum"},
    options={
        "tie_cut": (True, (True, False)),
        "realm_protection": ("direct", ("direct", "chain")),
        "next_incursion": ("same_realm", ("same_realm", "any_realm")),
    },
    counts=dict.fromkeys((*placing.ON_TABLE, "razed_in_battle"), maybe(count)),
    counts_in_first=dict.fromkeys(placing.ON_TABLE, count),
    outs=("decked_out", "conceded", "disqualified", "absent"),
    sides=placing.sides_of,
    faults=sheets.faults,
    suits=SUITS,
    finishes_cycle=True,
    cards=CARDS,
    redraws=2,
    defined=types.type_of,
    definition_faults=types.faults,
)  # fmt: skip
