"""What the values of the rules are called in the reader's language.

Proper names of the domain (types, variants, games) are the same in every language: they are the
words that titles use.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from rulesets.kernel.sheet import EndedBy, Out
from rulesets.registry import GAMES

LEVELS: Mapping[str, Promise] = {
    "intermediate": _("intermediate"),
    "advanced": _("advanced"),
    "open": _("for everybody"),
}
ENDINGS: Mapping[str, Promise] = {
    EndedBy.WIN_CONDITION: _("win condition"),
    EndedBy.DECKED_OUT: _("opponents out of cards"),
    EndedBy.TIME: _("time"),
    EndedBy.WALKOVER: _("walkover"),
    EndedBy.CONCESSION: _("concession"),
    EndedBy.DISQUALIFICATION: _("disqualification"),
    EndedBy.RULING: _("coordinator's ruling"),
    EndedBy.BYE: _("bye"),
    EndedBy.NOBODY: _("nobody came"),
}
WINS: Mapping[str, Promise] = {
    "castelo": _("last castle standing"),
    "hermetica": _("opponent without potencial"),
    "jogo-dos-reinos": _("one kingdom holds all others"),
}
"""What the win condition of a game is called, where it is always the same."""

COUNTED: Mapping[str, Promise] = {
    "chama": _("Cards on the table"),
    "castelo": _("Castles and walls"),
    "hermetica": _("Potencial at the end"),
    "jogo-dos-reinos": _("Who holds whom"),
}
TIME_OVER: Mapping[str, Promise] = {
    "chama": _(
        "Time is over: the cycle in progress is finished, then the cards on the table are counted "
        "(rule 4.7.1)."
    ),
    "castelo": _("Time is over: the cycle in progress is finished, then castles and walls are counted."),
    "hermetica": _("Time is over: the cycle in progress is finished, then the potencial is counted."),
    "jogo-dos-reinos": _("Time is over: the cycle in progress is finished, then the vassals are counted."),
}
OUTS: Mapping[str, Promise] = {
    Out.DECKED_OUT: _("ran out of cards"),
    Out.CONCEDED: _("conceded"),
    Out.DISQUALIFIED: _("disqualified"),
    Out.ABSENT: _("absent"),
}
MARKS: Mapping[str, Promise] = {
    "hearts": _("hearts"),
    "diamonds": _("diamonds"),
    "clubs": _("clubs"),
    "spades": _("spades"),
}
SYMBOLS: Mapping[str, str] = {"hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠"}
COUNTS: Mapping[str, Promise] = {
    "intact": _("intact realms"),
    "razed": _("razed realms"),
    "commanders": _("commanders"),
    "armies": _("armies"),
    "razed_in_battle": _("realms razed in battle"),
    "laid": _("realms laid, intact and razed together"),
    "castle": _("castle points"),
    "wall": _("wall points"),
    "fell": _("order of falling"),
    "potencial": _("potencial"),
    "holder": _("suzerain"),
    "fall": _("order of the last fall"),
}
SPOT_STATES: Mapping[str, Promise] = {
    "missing": pgettext_lazy("position of a formation", "empty"),
    "intact": pgettext_lazy("position of a formation", "intact"),
    "razed": pgettext_lazy("position of a formation", "razed"),
}
UNCOUNTED = pgettext_lazy("cards of a side", "not counted")
COUNTING_NOTES: Mapping[str, Promise] = {
    "aliados": _("Aliados: armies that were lent are discarded after the battle; nobody counts them."),
    "xisum": _("Xisum: a commander that lies face down is counted like any other."),
}
"""What a variant changes when the cards on the table are counted."""
OPTIONS: Mapping[str, Promise] = {
    "tie_cut": _("ties for the first place are cut for"),
    "realm_protection": _("which realms a realm protects"),
    "grace_minutes": _("grace time in minutes"),
    "tables_per_judge": _("tables a judge can look after"),
    "shared_points": _("points of shared places"),
    "third_place_match": _("match for the third place"),
    "never_played_place": _("entries that never played have a place"),
    "shape": _("shape of the bracket"),
    "short_final": _("the final may have fewer than the smallest table"),
    "empty_seat": _("seat of an entry that withdrew"),
    "pair_substitute": _("a pair may have a substitute before its first match"),
    "player_reports": _("players may report their own match"),
    "report_quorum": _("sides that must report the same"),
    "castle_start": _("castle points at the start"),
    "wall_start": _("wall points at the start"),
    "castle_timed_tie": _("sides equal when time is over"),
    "castle_deck_check": _("a checked deck is required at check-in"),
    "potencial_timed_tie": _("equal potencial when time is over"),
    "hermetica_deck_check": _("a checked deck is required at check-in"),
    "kingdom_difficulty": _("difficulty"),
    "kingdom_timed_tie": _("equally many vassals when time is over"),
}
_TIMED_TIE: Mapping[object, Promise] = {
    "replay": _("a draw: the match is played again"),
    "ruling": _("the coordinator rules"),
}
CHOICES: Mapping[str, Mapping[object, Promise]] = {
    "realm_protection": {
        "direct": _("only those directly behind it"),
        "chain": _("all those behind it, to the last row"),
    },
    "shared_points": {
        "average": _("the average of the places covered"),
        "higher": _("the points of the best place covered"),
        "lower": _("the points of the last place covered"),
    },
    "shape": {
        "default": pgettext_lazy("shape of the bracket", "the recommended one"),
        "chosen": pgettext_lazy("shape of the bracket", "picked by the organizer"),
    },
    "empty_seat": {
        "stays_empty": _("stays empty"),
        "lucky_loser": _("goes to the best placed loser of the table it came from"),
    },
    "report_quorum": {
        "all": _("all sides at the table"),
        "all_but_one": _("all but one, at tables of three or more"),
    },
    "castle_timed_tie": _TIMED_TIE,
    "potencial_timed_tie": _TIMED_TIE,
    "kingdom_difficulty": {
        "easy": _("easy (PBF 10)"),
        "medium": _("medium (PBF 20)"),
        "hard": _("hard (PBF 30)"),
        "brutal": _("brutal (PBF 50)"),
    },
    "kingdom_timed_tie": _TIMED_TIE,
}


def game_name(key: str) -> str:
    """`Chama`; the key itself where there is no such game."""
    return GAMES[key].title_word if key in GAMES else key


def kind_name(key: str, game: str = "") -> str:
    """`Campeonato`; the key itself where no game has such a type.

    Types of two games may share a key; without `game` the first in the catalogue is meant.
    """
    kinds = (kind for here in GAMES.values() if game in ("", here.key) for kind in here.kinds)
    return next((kind.title_word for kind in kinds if kind.key == key), key)


def variant_name(key: str) -> str:
    """`Xisum`; the key itself where no game has such a variant."""
    words = {variant.key: variant.title_word for game in GAMES.values() for variant in game.variants}
    return words.get(key, key)


def level_name(level: str) -> str:
    """How demanding a type is."""
    return str(LEVELS[level])


def ending_name(ended_by: str, game: str = "") -> str:
    """How a match ended; of a game with one win condition that condition itself."""
    if ended_by == EndedBy.WIN_CONDITION and game in WINS:
        return str(WINS[game])
    return str(ENDINGS[ended_by])


def counted_name(game: str) -> str:
    """What a sheet of a game counts, as a heading."""
    return str(COUNTED.get(game, game))


def time_over(game: str) -> str:
    """What happens once time is called in a match of a game."""
    return str(TIME_OVER.get(game, ""))


def out_name(out: str) -> str:
    """How a player left the game."""
    return str(OUTS[out])


def suit_name(mark: str) -> str:
    """The suit of a seat in words; `SYMBOLS` has its sign."""
    return str(MARKS[mark])


def count_name(key: str) -> str:
    """What one number on a sheet counts."""
    return str(COUNTS.get(key, key))


def spot_state_name(state: str) -> str:
    """What a position of a formation holds."""
    return str(SPOT_STATES.get(state, state))


def option_name(code: str) -> str:
    """What a house rule that can be chosen decides; the code of any other."""
    return str(OPTIONS.get(code, code))


def choice_name(code: str, value: object) -> str:
    """One value of an option: a number as it is, yes or no, or its words."""
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    return str(CHOICES.get(code, {}).get(value, value))


def score_words(score: int | None, game: str) -> str:
    """The table score of a side, in what the game counts: `12 castle points`; `not counted` for None."""
    if score is None:
        return str(UNCOUNTED)
    said = {
        "castelo": ngettext("%(points)s castle point", "%(points)s castle points", score),
        "hermetica": ngettext("%(points)s potencial", "%(points)s potencial", score),
        "jogo-dos-reinos": ngettext("%(points)s vassal", "%(points)s vassals", score),
    }
    return said.get(game, ngettext("%(points)s point", "%(points)s points", score)) % {"points": score}
