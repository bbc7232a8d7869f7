"""Explain why an entry has its place, in the reader's language."""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulesets.names import has_own_score, score_words
from tournaments.standings.terms import PlaceReason, Row

SHARED_IN: Mapping[str, Promise] = {
    "swiss": _("shares place %(place)s: equal in the Swiss rounds"),
    "groups": _("shares place %(place)s: the same place in the groups"),
}
"""Why entries share a place of a stage, by its kind."""


def row_sentence(row: Row, game: str, final: int = 0) -> str:
    """Explain what a row's entries share, and why it stands above the next row.

    `final` is the number of the final's round; 0 if there is no draw.
    """
    shared = _shared_place(row) if len(row.entries) > 1 else ""
    is_left_out = bool(row.uncounted) and not (row.of_stage and row.why is None)
    why = _sentence_of_reason(row, game, final, uncounted=is_left_out)
    parts = (shared, why)
    return "; ".join(filter(None, parts)) or gettext("no one else has a place after this one")


def _sentence_of_reason(row: Row, game: str, final: int, *, uncounted: bool) -> str:
    """Return the sentence of a row's reason; in the points of places where these count."""
    reason = row.why
    if row.counts_places and reason is not None and reason.code in WHY_BY_PLACES:
        said = str(WHY_BY_PLACES[reason.code]) % _shown_facts(reason)
        return "; ".join((said, str(UNCOUNTED))) if uncounted else said
    return why_sentence(reason, game, row.place, final=final, uncounted=uncounted)


def _shared_place(row: Row) -> str:
    if row.of_stage:
        return str(SHARED_IN[row.of_stage]) % {"place": row.place}
    if row.uncounted:
        return gettext("shares place %(place)s: same round, same table place") % {"place": row.place}
    return gettext("shares place %(place)s: same round, same table place, same score") % {"place": row.place}


def why_sentence(
    why: PlaceReason | None, game: str, place: int = 0, *, final: int = 0, uncounted: bool = False
) -> str:
    """Explain why a row stands above the next, in the words of its game;

    "" for the last row. `uncounted`: say that some cards which would be compared here were not counted.
    """
    if uncounted:
        others = why if why is not None and why.code != "winner_place" else None
        known = UNCOUNTED_WINNER if why is not None and others is None else UNCOUNTED
        return "; ".join(filter(None, (why_sentence(others, game, place, final=final), str(known))))
    if why is None:
        return ""
    if place == 1 and why.code == "table_place":
        return gettext("won the final")
    if why.code == "table_place":
        facts = {key: ORDINALS.get(int(why.facts[key]), why.facts[key]) for key in ("own", "next")}
        return str(WHY[why.code]) % facts
    if why.code == "table_score" and has_own_score(game):
        facts = {key: score_words(int(why.facts[key]), game) for key in ("own", "next")}
        return gettext("same round and table place; %(own)s, next had %(next)s") % facts
    return str(WHY[_code(why, final)]) % _shown_facts(why)


def _shown_facts(why: PlaceReason) -> Mapping[str, object]:
    """Return the values of a reason for a page: those of a stage with at most two decimals."""
    if not why.code.startswith("stage_"):
        return why.facts
    return {key: stage_number(Fraction(value)) for key, value in why.facts.items()}


def stage_number(value: Fraction | int) -> str:
    """Return points or a mean of a stage for a reader, with at most two decimals: `4,5`, `0,75`, `3`."""
    return number_format(f"{float(value):.2f}".rstrip("0").rstrip("."))


def _code(why: PlaceReason, final: int) -> str:
    """Return the reason's code, `final` if the round is the last one."""
    return "final" if why.code == "round" and why.facts["own"] == final else why.code


def brief_reason(row: Row, game: str, final: int = 0) -> str:
    """Return the reason of a row in a few words, with how many entries share its place.

    `row_sentence` has the whole.
    """
    sharers = len(row.entries)
    shared = gettext("%(count)s share this place") % {"count": sharers} if sharers > 1 else ""
    return " · ".join(filter(None, (shared, _brief(row, game, final)))) or gettext("last place")


def _brief(row: Row, game: str, final: int) -> str:
    """Return why a row stands above the next, or that its cards were not counted; "" without a reason."""
    why = row.why
    if row.uncounted:
        return gettext("cards not counted")
    if why is None:
        return ""
    if row.place == 1 and why.code == "table_place":
        return gettext("won the final")
    own = why.facts.get("own")
    if why.code == "table_place":
        return gettext("%(own)s at the last table") % {"own": ORDINALS.get(int(str(own)), own)}
    if why.code == "table_score" and has_own_score(game):
        return score_words(int(str(own)), game)
    brief = {**BRIEF, **BRIEF_BY_PLACES} if row.counts_places else BRIEF
    return str(brief[_code(why, final)]) % _shown_facts(why)


ORDINALS: Mapping[int, Promise] = {
    1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th"), 5: _("5th"), 6: _("6th"), 7: _("7th"), 8: _("8th"),
}  # fmt: skip
"""Places at one table, which seats at most eight."""

UNCOUNTED = _("ties are not broken by score, since not all cards were counted")


UNCOUNTED_WINNER = _(
    "same round and table place; not all cards were counted, so scores are not compared; "
    "lost to a higher finisher"
)


WHY: Mapping[str, Promise] = {
    "still_playing": _("still playing"),
    "final": _("reached the final; next stopped in round %(next)s"),
    "round": _("reached round %(own)s; next stopped in round %(next)s"),
    "nobody_won": _("same round; next one’s last table had no winner"),
    "absent": _("same round; next was absent"),
    "table_place": _("same round; %(own)s at their last table; next was %(next)s"),
    "third_place": _("won the third-place match"),
    "table_score": _("same round and table place; score %(own)s, next had %(next)s"),
    "winner_place": _("same round, table place and score; lost to a higher finisher"),
    "stage": _("reached the bracket"),
    "stage_points": _("wins in the Swiss rounds: %(own)s, next had %(next)s"),
    "stage_group": _("place %(own)s in its group, next had %(next)s"),
    "stage_opponents": _("same wins; opponents with %(own)s wins on average, next had %(next)s"),
    "stage_placement": _("same wins and opponents; better places at the tables"),
    "stage_score": _("same wins, opponents and places; table score %(own)s on average, next had %(next)s"),
}

WHY_BY_PLACES: Mapping[str, Promise] = {
    "stage_points": _("points in the Swiss rounds: %(own)s, next had %(next)s"),
    "stage_opponents": _("same points; opponents with %(own)s points on average, next had %(next)s"),
    "stage_placement": _("same points and opponents; better places at the tables"),
    "stage_score": _("same points, opponents and places; table score %(own)s on average, next had %(next)s"),
}
"""The same for a stage in which places at the tables count, not a win alone."""

BRIEF: Mapping[str, Promise] = {
    "still_playing": _("still playing"),
    "final": _("reached the final"),
    "round": _("reached round %(own)s"),
    "nobody_won": _("last table had a winner"),
    "absent": _("was at the last table"),
    "third_place": _("won the third-place match"),
    "table_score": _("score %(own)s"),
    "winner_place": _("lost to a higher finisher"),
    "stage": _("reached the bracket"),
    "stage_points": _("wins: %(own)s"),
    "stage_group": _("place %(own)s in its group"),
    "stage_opponents": _("opponents’ wins: %(own)s"),
    "stage_placement": _("places at the tables"),
    "stage_score": _("average score %(own)s"),
}

BRIEF_BY_PLACES: Mapping[str, Promise] = {
    "stage_points": _("points: %(own)s"),
    "stage_opponents": _("opponents’ points: %(own)s"),
}
