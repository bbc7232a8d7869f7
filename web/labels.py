"""The words for states and roles, the same on every page; those of the rules are in `rulesets.names`."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

Labels = dict[str, Promise]

TOURNAMENT_STATES: Final[Labels] = {
    "preparing": _("In preparation"),
    "drawn": _("Drawn"),
    "running": _("Running"),
    "finished": _("Finished"),
    "cancelled": _("Cancelled"),
}
MATCH_STATES: Final[Labels] = {
    "waiting": _("Waiting for opponents"),
    "ready": _("Waiting for a table"),
    "called": _("Called to the table"),
    "playing": _("Playing"),
    "ended": _("Ended"),
}
ENTRY_STATES: Final[Labels] = {
    "entered": _("Entered"),
    "checked_in": _("Checked in"),
    "withdrawn": _("Withdrawn"),
    "disqualified": _("Disqualified"),
}
KIND_NOTES: Final[dict[tuple[str, str], Promise]] = {
    ("chama", "campeonato"): _("six intact realms after one’s own draw"),
    ("chama", "guerrilha"): _("as Campeonato, but every realm can be attacked"),
    ("chama", "duplas"): _("pairs; ten intact realms between the two"),
    ("chama", "conquistadores"): _("four realms razed in battle and three intact"),
    ("castelo", "duelo"): _("one against one; the last castle standing wins"),
    ("castelo", "duplas"): _("pairs, each member with a castle; both enemy castles must fall"),
    ("castelo", "duplas-cooperativo"): _("pairs that may share resources and defenders"),
    ("castelo", "imortal"): _("three to eight, everyone for themselves"),
    ("hermetica", "duelo"): _("one against one; who has no potencial left loses"),
    ("jogo-dos-reinos", "reinos"): _("four to eight kingdoms, until one holds all others"),
}
KIND_SUITS: Final[dict[tuple[str, str], str]] = {
    ("chama", "campeonato"): "hearts",
    ("chama", "guerrilha"): "spades",
    ("chama", "duplas"): "diamonds",
    ("chama", "conquistadores"): "clubs",
}
GAME_NOTES: Final[Labels] = {
    "chama": _("realms, commanders and armies of four suits"),
    "castelo": _("castles and walls"),
    "hermetica": _("a duel of ideas for potencial"),
    "jogo-dos-reinos": _("kingdoms, vassals and revolts"),
}
ROLES: Final[Labels] = {
    "organizer": _("organizer"),
    "coordinator": _("coordinator"),
    "judge": _("judge"),
}
BADGES: Final[dict[str, str]] = {
    "preparing": "badge-wait",
    "drawn": "badge-ready",
    "running": "badge-live",
    "finished": "badge-done",
    "cancelled": "badge-warn",
    "waiting": "badge-wait",
    "ready": "badge-ready",
    "called": "badge-warn",
    "playing": "badge-live",
    "ended": "badge-done",
    "entered": "badge-wait",
    "checked_in": "badge-ready",
    "withdrawn": "",
    "disqualified": "badge-warn",
}

MONTHS: Final = (
    gettext_noop("January"), gettext_noop("February"), gettext_noop("March"), gettext_noop("April"),
    gettext_noop("May"), gettext_noop("June"), gettext_noop("July"), gettext_noop("August"),
    gettext_noop("September"), gettext_noop("October"), gettext_noop("November"), gettext_noop("December"),
)  # fmt: skip
"""The months in dates: Django asks our catalog first, as its own Portuguese ones begin with a capital."""


def kind_note(game: str, kind: str) -> Promise | str:
    """How a type of a game is won, in a few words."""
    return KIND_NOTES.get((game, kind), "")
