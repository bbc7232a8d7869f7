"""The count at a table: buttons that several people may press at once, and the way to the sheet.

A reader counts with an account, or with a phone that claimed a seat through the table's card.
"""

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from core.errors import Forbidden, Refused, Stale, Violation
from core.text import number_in
from matches.models import Match, MatchState
from rulesets.kernel.counting import Change, cycle_spot, step_counter
from rulesets.kernel.sheet import Sheet
from rulesets.registry import game_of
from tournaments import finding
from tournaments.match_views.match import match_view
from tournaments.models import Role, Tournament
from tournaments.play.count import TableCount, can_be_counted, count_of, note_count
from tournaments.policies import require_counting_as
from tournaments.rules_of import kind_of
from tournaments.tables.cards import Phone, claim_of, find_valid_link, match_at, tournament_of_link
from web.http.requests import wants_fragment
from web.matches.context import match_page
from web.pages import post_only
from web.play.count_presenter import (
    answer_display,
    describe_tap,
    player_displays,
    side_displays,
    view_of_counted_match,
)
from web.sheets.preview import preview_sheet
from web.sheets.record import posted_sheet
from web.tournament_request import TournamentRequest, at_tournament, open_tournament, phone_of

STEP = re.compile(r"([a-z_]{1,30})\.(-?[0-9]{1,3})")
PAGE, PIECES = "play/count.html", "play/_count_pieces.html"
SHEET_PAGE = "matches/match.html"


@dataclass(frozen=True, slots=True)
class SeenState:
    """What a tap was based on: the player's code, the version of that tally, and the number of the game.

    A match starts another game after a drawn one.
    """

    player: str
    version: int
    game: str


@dataclass(frozen=True, slots=True)
class CountedTable:
    """A match that is counted at its table, and the reader who counts there; `role` is None for players.

    `phone` is set for a phone without an account. Paths: `page` of the count, `tap` for posts, `back` from
    it.
    """

    req: TournamentRequest
    match: Match
    role: Role | None
    phone: Phone | None
    page: str
    tap: str
    back: str

    @property
    def tournament(self) -> Tournament:
        """Return the tournament of the match."""
        return self.req.tournament


@require_safe
def table_count(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the count to a reader with an account; for htmx its parts, or 204."""
    return count_page(_counted_table_of_account(request, slug, code))


@post_only("table_count")
def table_tap(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Store one tap on one player's tally, by a reader with an account."""
    return apply_tap(_counted_table_of_account(request, slug, code))


def count_page(table: CountedTable) -> HttpResponse:
    """Return the page of the count; for htmx its parts, or 204 if nothing changed.

    htmx reloads the page if it shows another game.
    """
    request, count = table.req.http, count_of(table.tournament, table.match)
    if not wants_fragment(request):
        response = render(request, PAGE, _page_context(table, count))
    elif request.GET.get("versao") == _poll_version(count):
        response = HttpResponse(status=204)
    elif _is_another_game(request.GET.get("versao", ""), count):
        response = HttpResponseClientRefresh()
    else:
        response = render(request, PIECES, _pieces_context(table, count))
    patch_vary_headers(response, ["HX-Request"])
    return response


def apply_tap(table: CountedTable) -> HttpResponse:
    """Store the posted tap and redirect to the count, for htmx return its parts.

    If refused, return the count as it is with the reason, 422 or 409.
    """
    request, count = table.req.http, count_of(table.tournament, table.match)
    seen, tap = _seen_state(request), request.POST.get("toque", "")
    try:
        change = _parse_tap(count, seen.player, tap)
        count = note_count(
            table.tournament, count, player=seen.player, change=change, version=seen.version, game=seen.game,
            by=table.req.player, phone=table.phone, now=timezone.now(),
        )  # fmt: skip
    except Refused as refusal:
        return _refusal_page(table, count, refusal.violations, 422)
    except Stale as stale:
        fresh = count_of(table.tournament, finding.find_match(table.tournament, table.match.code))
        return _refusal_page(table, fresh, [Violation(stale.code, stale.facts)], 409)
    if wants_fragment(request):
        pieces = _pieces_context(table, count)
        return render(request, PIECES, {**pieces, "said": describe_tap(pieces["players"], seen.player, tap)})
    return redirect(f"{table.page}#mesa-{seen.player}")


@require_safe
def table_sheet(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the sheet filled in from the count, for the judge to check and record; store nothing.

    Redirect to the match if it is not in play, or the game has no count. `?lado=` is the winning side, if
    several may claim it.
    """
    req = open_tournament(request, slug, need="judge")
    tournament = req.tournament
    match = finding.find_match(tournament, code)
    if not can_be_counted(tournament.game) or match.state != MatchState.PLAYING:
        return redirect("match", slug, code)
    sheet = count_of(tournament, match).sheet(number_in(request.GET.get("lado"), 2))
    draft = posted_sheet(req, code, _sheet_as_form_data(sheet, tournament.ledger.head_seq))
    filled = {"form": draft.form, "preview": preview_sheet(draft), "from_count": True}
    return render(request, SHEET_PAGE, {**match_page(req, match), **filled})


def _counted_table_of_account(request: HttpRequest, slug: str, code: str) -> CountedTable:
    """Return the match for a signed-in reader who may count it.

    Raise `SignInFirst`, or `Forbidden`: `not_found` for a game without a count, or as `require_counting_as`.
    """
    req = open_tournament(request, slug)
    match = finding.find_match(req.tournament, code)
    if not can_be_counted(req.tournament.game):
        raise Forbidden("not_found")
    role = require_counting_as(req.role, req.tournament, match, req.actor)
    names = ("table_count", "table_tap", "match")
    return CountedTable(req, match, role, None, *(reverse(name, args=[slug, code]) for name in names))


def _seen_state(request: HttpRequest) -> SeenState:
    """Return what the posted tap was based on; version -1 if the phone sent none."""
    version = number_in(request.POST.get("versao"))
    known = -1 if version is None else version
    return SeenState(request.POST.get("jogador", ""), known, request.POST.get("jogo", ""))


def _parse_tap(count: TableCount, player: str, tap: str) -> Change:
    """Return the change that a button's value stands for.

    `casa.A`: the next state of a position. `conta.armies.-1`: a step of a counter. `saiu.conceded`: left the
    game so, `voltou`: did not. `junto`: left together with others. Any other value is a departure that the
    service refuses. Raise `Refused` `not_at_this_table` for an unknown player.
    """
    verb, _, rest = tap.partition(".")
    tally, board = count.tally(player), count.aid.board
    if tally is None:
        raise Refused([Violation("not_at_this_table", {"player": player}, "player")])
    if verb == "casa":
        return cycle_spot(board, tally, rest)
    if verb == "conta" and (step := STEP.fullmatch(rest)):
        return step_counter(board, tally, step[1], int(step[2]))
    if verb in ("voltou", "junto"):
        return Change(out="" if verb == "voltou" else None, together=verb == "junto")
    return Change(out=rest or tap or "?")


def _poll_version(count: TableCount) -> str:
    """Return the text that polls compare: the count's version, with `!` while time is due to be called."""
    return f"{count.version}!" if _is_due(count) else count.version


def _is_due(count: TableCount) -> bool:
    """Return whether the time limit is reached and time is not called yet."""
    due, called = count.match.time_due_at, count.match.time_called_at
    return due is not None and called is None and timezone.now() >= due


def _is_another_game(known: str, count: TableCount) -> bool:
    """Return whether a page with this version shows an earlier game, or state of the match."""
    return not known.startswith(f"{count.match.state}.{count.game}.")


def _refusal_page(
    table: CountedTable, count: TableCount, violations: Sequence[Violation], status: int
) -> HttpResponse:
    """Render the count as it is, with the violations: the page, or for htmx its parts."""
    partly = wants_fragment(table.req.http)
    context = {**(_pieces_context if partly else _page_context)(table, count), "violations": violations}
    return render(table.req.http, PIECES if partly else PAGE, context, status=status)


def _pieces_context(table: CountedTable, count: TableCount) -> dict[str, Any]:
    """Return the context of the parts that a tap changes, which htmx swaps out of band."""
    view = view_of_counted_match(count)
    return {
        "table": table,
        "tournament": table.tournament,
        "role": table.role,
        "match": view,
        "count": count,
        "players": player_displays(count),
        "sides": side_displays(count, view),
        "answer": answer_display(count, view, kind_of(table.tournament)),
        "stamp": _poll_version(count),
        "is_due": _is_due(count),
        "oob": True,
    }


def _page_context(table: CountedTable, count: TableCount) -> dict[str, object]:
    """Return the context of the whole page of the count."""
    view = match_view(table.tournament, count.match)
    return {
        **table.req.context("bracket"),
        **_pieces_context(table, count),
        "match": view,
        "oob": False,
        "is_playing": count.match.state == MatchState.PLAYING,
        "has_redraws": game_of(table.tournament.game).sheet_terms.has_redraws,
        "is_pairs": len(count.seats) > len(view.sides),
    }


def _sheet_as_form_data(sheet: Sheet, seq: int) -> QueryDict:
    """Return the sheet as its form would send it; `seq` is the record's number that the reader has seen."""
    data = QueryDict(mutable=True)
    data.update({"ended_by": sheet.ended_by.value, "seen": str(seq), "report": uuid.uuid4().hex})
    if sheet.winner is not None:
        data["winner"] = str(sheet.winner)
    for index, line in enumerate(sheet.lines):
        data.update({f"lines.{index}.{key}": str(number) for key, number in line.numbers.items()})
        data[f"lines.{index}.out"] = line.out.value if line.out else ""
        data[f"lines.{index}.out_order"] = str(line.out_order or "")
    return data


@require_safe
@never_cache
def phone_count(request: HttpRequest) -> HttpResponse:
    """Show the count of the match at the table of a phone without an account."""
    return count_page(_counted_table_of_phone(request))


@post_only("phone_count")
@never_cache
def phone_tap(request: HttpRequest) -> HttpResponse:
    """Store one tap on one player's tally, by a phone without an account."""
    return apply_tap(_counted_table_of_phone(request))


def _counted_table_of_phone(request: HttpRequest) -> CountedTable:
    """Return the match at the table whose card the phone's cookie names.

    Raise `Forbidden` `card_not_valid` without a valid card, `not_found` if no match is there or the game has
    no count; also as `require_counting_as` does if the phone claimed no seat.
    """
    phone = phone_of(request)
    if phone is None:
        raise Forbidden("card_not_valid")
    link = find_valid_link(phone.link, timezone.now())
    tournament, match = tournament_of_link(link), match_at(link.table)
    if match is None or not can_be_counted(tournament.game):
        raise Forbidden("not_found")
    claimed = claim_of(match, phone, timezone.now()) is not None
    req = at_tournament(request, tournament)
    role = require_counting_as(req.role, tournament, match, req.player, claimed=claimed)
    names = ("phone_count", "phone_tap", "table_phone")
    return CountedTable(req, match, role, phone, *map(reverse, names))
