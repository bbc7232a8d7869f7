"""Initial values of the form for a new tournament: a game, a pasted title, or a tournament to copy."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Player
from core.errors import Refused, Violation
from rulesets.kernel.titles import parse_title
from rulesets.names import game_name, game_note
from rulesets.registry import GAMES
from tournaments import finding
from tournaments.models import Tournament
from tournaments.setup.duplicate import facts_for_next, tables_for_next
from tournaments.setup.type_choice import words_of_all
from web.setup.forms import initial_of
from web.setup.stage_fields import STAGE_FIELDS

GAME, TITLE, LIKE = "jogo", "titulo", "como"
CARRIED = (
    "name", "year", "ranked", "multiplier", "time_limit", "capacity", "staff_enters", "venue", "zone",
    "starts_on", "starts_time", "special_rules", "tables", *STAGE_FIELDS,
)  # fmt: skip
"""Fields that keep their values if another game is chosen."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game to choose; `note` says what it is."""

    key: str
    name: str
    note: object
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class InitialValues:
    """The form's initial values, and violations and warnings about `title`, the pasted one."""

    values: dict[str, object]
    title: str = ""
    violations: tuple[Violation, ...] = ()
    warnings: tuple[Violation, ...] = ()


def initial_values(request: HttpRequest, player: Player) -> InitialValues:
    """Return first values by the address: a game, a title, a tournament to copy, or fields typed before.

    A title takes precedence over typed fields (`CARRIED`), and these over the copy. Raises `Forbidden` if the
    player may not see that tournament.
    """
    asked = request.GET
    copied = _copy_of(finding.find_tournament(asked[LIKE], player)) if asked.get(LIKE) else {}
    typed = {key: asked[key] for key in CARRIED if key in asked}
    values: dict[str, object] = {"year": this_year(), **copied, **typed}
    if asked.get(GAME) in GAMES:
        values["game"] = asked[GAME]
    title = asked.get(TITLE, "").strip()
    return _parse_title(values, title) if title else InitialValues(values)


def games(chosen: str) -> tuple[GameChoice, ...]:
    """Return all games, in catalogue order; `chosen` is the key of one."""
    return tuple(GameChoice(key, game_name(key), game_note(key), key == chosen) for key in GAMES)


def this_year() -> int:
    """Return the current year in the default time zone."""
    return timezone.localtime(timezone.now(), ZoneInfo(settings.DEFAULT_VENUE_ZONE)).year


def _copy_of(tournament: Tournament) -> dict[str, object]:
    """Return initial values for the next tournament like this one, in the current year."""
    facts = facts_for_next(tournament, year=this_year())
    return {**initial_of(facts), "tables": tables_for_next(tournament)}


def _parse_title(values: dict[str, object], title: str) -> InitialValues:
    """Return the values with those of the title; unchanged, with its violations, if it is invalid."""
    try:
        read = parse_title(title, words_of_all())
    except Refused as refusal:
        return InitialValues(values, title, tuple(refusal.violations))
    parts = read.parts
    found = {"game": parts.game, "kind": parts.kind, "name": parts.name, "year": parts.year}
    return InitialValues({**values, **found, "variants": list(parts.variants)}, title, (), read.warnings)
