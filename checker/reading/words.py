"""The closed vocabularies and numbers of a tournament and its record, the same for all games."""

FORMATS = ("tournament-record/1", "tournament-record/2")
SUITS = ("hearts", "diamonds", "clubs", "spades")
CARDS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
POINTS = ("25", "18", "15", "12", "10", "8", "6", "4", "2", "1")
ROLES = ("organizer", "coordinator", "judge")
METHODS = ("random", "season", "rating", "manual", "stage")
ENDINGS = (
    "win_condition", "decked_out", "time", "walkover", "concession", "disqualification", "ruling", "bye",
    "nobody",
)  # fmt: skip
WITHOUT_START = ("walkover", "bye", "nobody", "ruling")
REMEDIES = ("reseat", "keep", "replay", "replace", "undo")
PENALTIES = ("caution", "warning", "game_loss", "disqualification")
HEAVY = ("game_loss", "disqualification")
RANKED_PEOPLE = 8
FIXED_ONCE_STARTED = ("kind", "definition", "variants", "table", "points", "ranked")
OPTIONS: dict[str, tuple[object, tuple[object, ...]]] = {
    "grace_minutes": (10, tuple(range(121))),
    "tables_per_judge": (8, tuple(range(1, 101))),
    "shared_points": ("average", ("average", "higher", "lower")),
    "third_place_match": (False, (False, True)),
    "second_chance": ("none", ("none", "own_title", "final_seat")),
    "second_chance_losers": ("round_1", ("round_1", "before_final")),
    "never_played_place": (False, (False, True)),
    "shape": ("default", ("default", "chosen")),
    "short_final": (False, (False, True)),
    "empty_seat": ("stays_empty", ("stays_empty", "lucky_loser")),
    "pair_substitute": (True, (True, False)),
    "player_reports": (True, (True, False)),
    "report_quorum": ("all", ("all", "all_but_one")),
}
"""Code → default and choices of the house rules that a coordinator may change in any game."""
