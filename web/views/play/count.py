"""Counting at the table: big buttons that several people press at once, and the way to the sheet."""

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from core.errors import Forbidden, Refused, Stale, Violation
from matches.models import Match, MatchState
from rulesets.kernel.counting import Change, cycled, stepped
from rulesets.kernel.sheet import Sheet
from rulesets.registry import game_of
from tournaments import finding
from tournaments.matches.bracket import match_view
from tournaments.models import Role, Tournament
from tournaments.play.count import note_count
from tournaments.play.count_selectors import Count, can_be_counted, count_of
from tournaments.play.play import judge_sheet
from tournaments.policies import require_counting
from tournaments.tables.cards_selectors import Phone
from web.errors import SignInFirst
from web.forms.sheets.cuts import settle
from web.htmx import wants_fragment
from web.pages import current_player, posted_from, tournament_context, tournament_page
from web.views.matches.context import kind_of, match_page, sheet_form
from web.views.play.count_presenter import answer, players, said, sides, view_of
from web.views.sheets.preview import preview

STEP = re.compile(r"([a-z_]{1,30})\.(-?[0-9]{1,3})")
PAGE, PIECES = "play/count.html", "play/_count_pieces.html"
SHEET_PAGE = "matches/match.html"


@dataclass(frozen=True, slots=True)
class Seen:
    """What a tap was decided on: whose tally, its version, and the game in play."""

    player: str
    version: int
    game: str


@dataclass(frozen=True, slots=True)
class At:
    """Who counts at which table, and the addresses of that count; `role` is None for who plays there."""

    tournament: Tournament
    match: Match
    role: Role | None
    phone: Phone | None
    page: str
    tap: str
    back: str


@require_safe
def table_count(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The count, for somebody with an account."""
    return count_page(request, _at_table(request, slug, code))


@posted_from("table_count")
def table_tap(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """One tap on one player's tally."""
    return count_tap(request, _at_table(request, slug, code))


def count_page(request: HttpRequest, at: At) -> HttpResponse:
    """The count; for htmx its pieces, or 204 while nothing changed."""
    count = count_of(at.tournament, at.match)
    if not wants_fragment(request):
        response = render(request, PAGE, _page(request, at, count))
    elif request.GET.get("versao") == _stamp(count):
        response = HttpResponse(status=204)
    elif _begins_anew(request.GET.get("versao", ""), count):
        response = HttpResponseClientRefresh()
    else:
        response = render(request, PIECES, _pieces(at, count))
    patch_vary_headers(response, ["HX-Request"])
    return response


def count_tap(request: HttpRequest, at: At) -> HttpResponse:
    """The count after a tap; where it cannot be, the count as it is with the reason."""
    count, seen, tap = count_of(at.tournament, at.match), _seen(request), request.POST.get("toque", "")
    try:
        change = _change(count, seen.player, tap)
        count = note_count(
            at.tournament, count, player=seen.player, change=change, version=seen.version, game=seen.game,
            by=current_player(request), phone=at.phone, now=timezone.now(),
        )  # fmt: skip
    except Refused as refusal:
        return _refused(request, at, count, refusal.violations, 422)
    except Stale as stale:
        fresh = count_of(at.tournament, finding.find_match(at.tournament, at.match.code))
        return _refused(request, at, fresh, [Violation(stale.code, stale.facts)], 409)
    if wants_fragment(request):
        pieces = _pieces(at, count)
        return render(request, PIECES, {**pieces, "said": said(pieces["players"], seen.player, tap)})
    return redirect(f"{at.page}#mesa-{seen.player}")


@require_safe
def table_sheet(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The match sheet, filled in from the count; its judge looks at it and records it as ever."""
    tournament = tournament_page(request, slug, need="judge")
    match = finding.find_match(tournament, code)
    if not can_be_counted(tournament.game) or match.state != MatchState.PLAYING:
        return redirect("match", slug, code)
    sheet = count_of(tournament, match).sheet(_side(request))
    view, context = match_view(tournament, match), tournament_context(request, tournament, "bracket")
    data = _as_typed(sheet, tournament.ledger.head_seq)
    form = sheet_form(tournament, view, context, data)
    settled = settle(form.sheet(), form.cards, partial(judge_sheet, match)) if form.is_valid() else None
    filled = {"form": form, "preview": preview(view, form, settled), "from_count": True}
    return render(request, SHEET_PAGE, {**match_page(request, tournament, match), **filled})


def _at_table(request: HttpRequest, slug: str, code: str) -> At:
    """The match, for somebody who may count at its table; 404 for a game that is not counted."""
    player = current_player(request)
    tournament = finding.find(slug, player)
    match = finding.find_match(tournament, code)
    if not can_be_counted(tournament.game):
        raise Forbidden("not_found")
    if player is None:
        raise SignInFirst
    role = require_counting(tournament, match, player)
    names = ("table_count", "table_tap", "match")
    return At(tournament, match, role, None, *(reverse(name, args=[slug, code]) for name in names))


def _seen(request: HttpRequest) -> Seen:
    version = request.POST.get("versao", "")
    sound = version.isascii() and version.isdigit() and len(version) < 10
    return Seen(request.POST.get("jogador", ""), int(version) if sound else -1, request.POST.get("jogo", ""))


def _change(count: Count, player: str, tap: str) -> Change:
    """What a button says: `casa.A`, `conta.armies.-1`, `saiu.conceded`, `voltou`, `junto`."""
    verb, _, rest = tap.partition(".")
    tally, board = count.tally(player), count.aid.board
    if tally is None:
        raise Refused([Violation("not_at_this_table", {"player": player}, "player")])
    if verb == "casa":
        return cycled(board, tally, rest)
    if verb == "conta" and (step := STEP.fullmatch(rest)):
        return stepped(board, tally, step[1], int(step[2]))
    if verb in ("voltou", "junto"):
        return Change(out="" if verb == "voltou" else None, together=verb == "junto")
    return Change(out=rest or tap or "?")


def _stamp(count: Count) -> str:
    """What a poll compares: also that the limit is reached and nobody has called time."""
    return f"{count.version}!" if _is_due(count) else count.version


def _is_due(count: Count) -> bool:
    due, called = count.match.time_due_at, count.match.time_called_at
    return due is not None and called is None and timezone.now() >= due


def _begins_anew(known: str, count: Count) -> bool:
    """Whether the page shows another game, or a match that was still being played."""
    return not known.startswith(f"{count.match.state}.{count.game}.")


def _refused(
    request: HttpRequest, at: At, count: Count, violations: Sequence[Violation], status: int
) -> HttpResponse:
    partly = wants_fragment(request)
    context = _pieces(at, count) if partly else _page(request, at, count)
    return render(request, PIECES if partly else PAGE, {**context, "violations": violations}, status=status)


def _pieces(at: At, count: Count) -> dict[str, Any]:
    """What changes with a tap."""
    view = view_of(count)
    return {
        "at": at,
        "tournament": at.tournament,
        "role": at.role,
        "match": view,
        "count": count,
        "players": players(count),
        "sides": sides(count, view),
        "answer": answer(count, view, kind_of(at.tournament)),
        "stamp": _stamp(count),
        "is_due": _is_due(count),
        "oob": True,
    }


def _page(request: HttpRequest, at: At, count: Count) -> dict[str, Any]:
    """The whole page."""
    view = match_view(at.tournament, count.match)
    return {
        **tournament_context(request, at.tournament, "bracket"),
        **_pieces(at, count),
        "match": view,
        "oob": False,
        "is_playing": count.match.state == MatchState.PLAYING,
        "has_redraws": game_of(at.tournament.game).sheet_terms.has_redraws,
        "is_pairs": len(count.seats) > len(view.sides),
    }


def _side(request: HttpRequest) -> int | None:
    side = request.GET.get("lado", "")
    return int(side) if side.isascii() and side.isdigit() and len(side) < 3 else None


def _as_typed(sheet: Sheet, seq: int) -> QueryDict:
    """The sheet as if somebody had typed it into its form."""
    data = QueryDict(mutable=True)
    data.update({"ended_by": sheet.ended_by.value, "seen": str(seq), "report": uuid.uuid4().hex})
    if sheet.winner is not None:
        data["winner"] = str(sheet.winner)
    for index, line in enumerate(sheet.lines):
        data.update({f"lines.{index}.{key}": str(number) for key, number in line.numbers.items()})
        data[f"lines.{index}.out"] = line.out.value if line.out else ""
        data[f"lines.{index}.out_order"] = str(line.out_order or "")
    return data
