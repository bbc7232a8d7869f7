"""Why somebody has a place, in the reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulesets.names import has_own_score, score_words
from tournaments.standings.terms import Row, Why


def row_sentence(row: Row, game: str) -> str:
    """Why a row has its place: what its entries share, and why it stands above the next, if there is one."""
    uncounted = bool(row.uncounted)
    shared = _shared_place(row) if len(row.entries) > 1 else ""
    parts = (shared, why_sentence(row.why, game, row.place, uncounted=uncounted))
    return "; ".join(filter(None, parts)) or gettext("nobody else has a place after this one")


def _shared_place(row: Row) -> str:
    if row.uncounted:
        return gettext("shares place %(place)s: same round, same table place") % {"place": row.place}
    return gettext("shares place %(place)s: same round, same table place, same score") % {"place": row.place}


def why_sentence(why: Why | None, game: str, place: int = 0, *, uncounted: bool = False) -> str:
    """Why a row stands above the next, in the words of its game; empty for the last row.

    `uncounted`: nobody counted some cards that would have been compared here, which is said too.
    """
    if uncounted:
        others = why if why is not None and why.code != "winner_place" else None
        known = UNCOUNTED_WINNER if why is not None and others is None else UNCOUNTED
        return "; ".join(filter(None, (why_sentence(others, game, place), str(known))))
    if why is None:
        return ""
    if place == 1 and why.code == "table_place":
        return gettext("won the final")
    if why.code == "table_score" and has_own_score(game):
        facts = {key: score_words(int(why.facts[key]), game) for key in ("own", "next")}
        return gettext("same round and place; %(own)s, the next one %(next)s") % facts
    return str(WHY[why.code]) % why.facts


UNCOUNTED = _("equals are not told apart by their score, since not all cards were counted")


UNCOUNTED_WINNER = _(
    "same round and place; not all cards were counted, so no score is compared; "
    "lost to somebody who finished higher"
)


WHY: Mapping[str, Promise] = {
    "still_playing": _("still playing"),
    "round": _("reached round %(own)s, the next one round %(next)s"),
    "nobody_won": _("same round; nobody won the next one’s last table"),
    "absent": _("same round; played there, the next one was absent"),
    "table_place": _("same round; place %(own)s at their last table, the next one place %(next)s"),
    "third_place": _("won the third-place match"),
    "table_score": _("same round and place; score %(own)s, the next one %(next)s"),
    "winner_place": _("same round, place and score; lost to somebody who finished higher"),
}
