"""The screen in the hall: who sits where, what comes next, results, the standing and the bracket, in turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scheduling.timetable_views import by_timetable
from tournaments.matches.bracket import MatchView
from tournaments.matches.kept import matches_of_rounds, once_a_version
from tournaments.matches.rounds import round_sizes, some_rounds
from tournaments.matches.selectors import ended_last
from tournaments.models import State, Tournament
from tournaments.now.selectors import NowView, now
from tournaments.regulation.rulings import noted_for
from tournaments.standings.selectors import standing
from web.pages import at_one_moment, for_everybody, poll_response
from web.pagination import chunks, paginate
from web.views.matches.bracket import round_name
from web.views.matches.bracket_drawing import draw, drawable
from web.visits import visiting

MATCHES, WIDE_MATCHES, NEXT, RESULTS, PLACES = 8, 6, 8, 8, 8  # on one page of the screen
RULINGS, BOXES = 2, 8  # BOXES: of the first round that the bracket on the screen shows
LATEST, UPCOMING, TOP = 16, 16, 40
LAST = 10**6  # where tables without a number stand
THEMES = ("overlay", "dark", "light")


@dataclass(frozen=True, slots=True)
class Panel:
    """One page of the hall screen."""

    kind: str
    title: Promise
    items: Sequence[object]
    part: int
    parts: int


@require_safe
@at_one_moment
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen in the hall; without JavaScript `?pagina=` is the panel that is shown, `?tema=` the look."""
    visit = visiting(request, slug)
    found = visit.tournament
    panels = _panels(found)
    shown = paginate(panels, request.GET.get("pagina"), 1)

    def context() -> dict[str, object]:
        return {
            **visit.context("hall"),
            "now": now(found, timezone.now()),
            "rulings": noted_for(found)[:RULINGS],
            "panels": panels,
            "shown": shown.number,
        }

    def around() -> dict[str, object]:
        asked = request.GET.get("tema", "")
        look = asked if asked in THEMES else ""
        return {**visit.context("hall"), "turn_to": shown.following or 1, "theme": look}

    return poll_response(
        visit, page="public_pages/hall.html", fragment="public_pages/_hall.html", context=context,
        around=around, personal=for_everybody,
    )  # fmt: skip


@once_a_version
def _panels(found: Tournament) -> tuple[Panel, ...]:
    """All of them; what a clock decides is not among them."""
    return tuple(_cuts(found, now(found, timezone.now())))


def _cuts(found: Tournament, seen: NowView) -> Iterator[Panel]:
    if found.state == State.CANCELLED:
        return
    at_tables = sorted((*seen.called, *seen.playing), key=lambda match: in_order(match.table_label or ""))
    yield from _cut("matches", _("At the tables"), at_tables, _fitting(at_tables))
    yield from _cut("next", _("Next"), by_timetable(found, seen.ready)[:UPCOMING], NEXT)
    if found.state == State.FINISHED:
        yield from _cut("places", _("Final standings"), standing(found)[:TOP], PLACES)
    else:
        yield from _cut("results", _("Latest results"), _latest(found), RESULTS)
        if seen.ended_count:
            yield from _cut("places", _("Standings so far"), standing(found)[:PLACES], PLACES)
    if seen.total:
        yield Panel("bracket", _("Bracket"), (_last_rounds(found),), 1, 1)


def in_order(label: str) -> tuple[int, str]:
    """Tables in order of their numbers; those without one after them, by name."""
    digits = "".join(letter for letter in label if letter.isdecimal())[:6]
    return (int(digits) if digits else LAST, label)


def _fitting(at_tables: Sequence[MatchView]) -> int:
    """How many tables fit on the screen: fewer where four people sit at one."""
    widest = max((len(match.seats) for match in at_tables), default=0)
    return MATCHES if widest <= 3 else WIDE_MATCHES


def _cut(kind: str, title: Promise, items: Sequence[object], most: int) -> Iterator[Panel]:
    """As few pages as hold all, and about as much on each."""
    pages = -(-len(items) // most)
    parts = chunks(items, -(-len(items) // pages)) if pages else []
    for number, part in enumerate(parts, start=1):
        yield Panel(kind, title, part, number, len(parts))


def _latest(found: Tournament) -> list[MatchView]:
    """The matches that ended last, byes left out."""
    ended = dict(ended_last(found, LATEST))
    matches = matches_of_rounds(found, set(ended.values())) if ended else {}
    return [matches[code] for code in ended]


def _last_rounds(found: Tournament) -> tuple[object, object]:
    """The drawing of the last rounds, and its columns with the names of their rounds."""
    rounds = round_sizes(found)
    shown = drawable(rounds, most=BOXES)
    drawing = draw(some_rounds(found, {one.number for one in shown}))
    names = [round_name(one, rounds) for one in shown]
    return drawing, tuple(zip(names, drawing.columns, strict=True))
