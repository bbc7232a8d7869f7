"""What the values of the rules are called in the reader's language: those of every game, and those of one.

Proper names of the domain (types, variants, games) are the same in every language: they are the
words that titles use.
"""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rulesets.kernel.house_rules import Value
from rulesets.kernel.sheet import EndedBy, Out
from rulesets.registry import GAMES
from rulesets.translation import PLAIN, all_words, first_localized, localized, words_of

LEVELS: Mapping[str, Promise] = {
    "intermediate": _("intermediate"),
    "advanced": _("advanced"),
    "open": _("for everyone"),
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
    EndedBy.NONE_ADVANCES: _("no one advances"),
}
OUTS: Mapping[str, Promise] = {
    Out.DECKED_OUT: _("ran out of cards"),
    Out.CONCEDED: _("conceded"),
    Out.DISQUALIFIED: _("disqualified"),
    Out.ABSENT: _("absent"),
}
UNCOUNTED = pgettext_lazy("cards of a side", "not counted")
OPTIONS: Mapping[str, Promise] = {
    "grace_minutes": _("grace time in minutes"),
    "tables_per_judge": _("tables a judge can look after"),
    "shared_points": _("points for shared places"),
    "third_place_match": _("third-place match"),
    "second_chance": _("second chance for losers"),
    "second_chance_losers": _("who has the second chance"),
    "never_played_place": _("entries that never played get a place"),
    "shape": _("shape of the bracket"),
    "short_final": _("the final may have fewer than the smallest table"),
    "empty_seat": _("seat of an entry that withdrew"),
    "pair_substitute": _("a pair may have a substitute before its first match"),
    "player_reports": _("players may report their own match"),
    "report_quorum": _("sides that must report the same"),
}
CHOICES: Mapping[str, Mapping[Value, Promise]] = {
    "shared_points": {
        "average": _("the average of the places covered"),
        "higher": _("the points of the best place covered"),
        "lower": _("the points of the last place covered"),
    },
    "shape": {
        "default": pgettext_lazy("shape of the bracket", "the recommended one"),
        "chosen": pgettext_lazy("shape of the bracket", "picked by the organizer"),
    },
    "second_chance": {
        "none": pgettext_lazy("second chance", "no"),
        "own_title": pgettext_lazy("second chance", "a bracket of their own, for a title of its own"),
        "final_seat": pgettext_lazy("second chance", "a bracket of their own, for a seat in the final"),
    },
    "second_chance_losers": {
        "round_1": _("losers of the first round"),
        "before_final": _("losers of every round before the final"),
    },
    "empty_seat": {
        "stays_empty": _("stays empty"),
        "lucky_loser": _("goes to the best-placed loser of the table it came from"),
    },
    "report_quorum": {
        "all": _("all sides at the table"),
        "all_but_one": _("all but one, at tables of three or more"),
    },
}


def game_name(key: str) -> str:
    """Return the name of a game, `Chama`; the key itself if there is no such game."""
    return GAMES[key].title_word if key in GAMES else key


def kind_name(key: str, game: str = "") -> str:
    """Return the name of a type, `Campeonato`; the key itself if no game has such a type.

    Types of two games may share a key; without `game` the first in the catalogue is meant.
    """
    kinds = (kind for here in GAMES.values() if game in ("", here.key) for kind in here.kinds)
    return next((kind.title_word for kind in kinds if kind.key == key), key)


def variant_name(key: str) -> str:
    """Return the name of a variant, `Xisum`; the key itself if no game has such a variant."""
    words = {variant.key: variant.title_word for game in GAMES.values() for variant in game.variants}
    return words.get(key, key)


def level_name(level: str) -> str:
    """Return the level of a type in words: how demanding it is. Raise `KeyError` for an unknown level."""
    return str(LEVELS[level])


def ending_name(ended_by: str, game: str = "") -> str:
    """Return how a match ended; of a game with one win condition that condition itself.

    KeyError for no `EndedBy`.
    """
    own = localized(words_of(game).win) if ended_by == EndedBy.WIN_CONDITION else ""
    return own or str(ENDINGS[ended_by])


def counted_name(game: str) -> str:
    """Return the heading over the numbers on a sheet of a game; a plain one for an unknown game."""
    return localized(words_of(game).counted)


def time_over(game: str) -> str:
    """Return a sentence on what happens once time is called in a match; a general one for an unknown game."""
    return localized(words_of(game).time_over)


def game_note(game: str) -> str:
    """Return a game in a few words; empty if it says nothing of itself."""
    return localized(words_of(game).note)


def kind_note(game: str, kind: str) -> str:
    """Return how a type of a game is won, in a few words; empty for one that says nothing."""
    return localized(words_of(game).kind_notes.get(kind, ""))


def pairs_note(game: str) -> str:
    """Return what an entry is in a game's types of pairs, as a sentence; also if it has no such types."""
    return localized(words_of(game).pairs)


def variant_notes(variants: Iterable[str]) -> list[str]:
    """Return what these variants change when a table is counted, a sentence each; [] if nothing."""
    found = (first_localized(key, lambda words: words.variant_notes) for key in variants)
    return [note for note in found if note]


def out_name(out: str) -> str:
    """Return how a player left the game, in words. Raise `KeyError` for no `Out`."""
    return str(OUTS[out])


def suit_name(mark: str) -> str:
    """Return the suit of a seat in words; empty if no game has such a mark. `symbol` returns its sign."""
    return first_localized(mark, lambda words: words.marks)


def symbol(mark: str) -> str:
    """Return the sign of a suit; empty if no game has such a mark."""
    return next((words.symbols[mark] for words in all_words() if mark in words.symbols), "")


def count_name(key: str) -> str:
    """Return what one number on a sheet counts; the key itself if no game has such a number."""
    counted = first_localized(key, lambda words: {one: count.name for one, count in words.counts.items()})
    return counted or first_localized(key, lambda words: words.names) or key


def spot_state_name(state: str) -> str:
    """Return what a position of a formation holds; `state` itself if no game has such a state."""
    return first_localized(state, lambda words: words.spots) or state


def option_name(code: str) -> str:
    """Return what an option decides, in words; the code itself of a house rule that cannot be chosen."""
    return (
        str(OPTIONS[code]) if code in OPTIONS else first_localized(code, lambda words: words.options) or code
    )


def choice_name(code: str, value: Value) -> str:
    """Return one value of an option: a number as it is, yes or no, or its words."""
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if code in CHOICES:
        return str(CHOICES[code].get(value, value))
    own = (words.choices[code] for words in all_words() if code in words.choices)
    return localized(next(own, {}).get(value, "")) or str(value)


def has_own_score(game: str) -> bool:
    """Return whether a game says its table score in words of its own, not as a bare number."""
    return words_of(game).score != PLAIN.score


def score_words(score: int | None, game: str) -> str:
    """Return a side's table score in what the game counts: `12 castle points`; `not counted` for None."""
    if score is None:
        return str(UNCOUNTED)
    return localized(words_of(game).score, score) % {"score": score}
