"""The coordinator decides about an entry, and sees first what each choice leads to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from core.errors import Violation
from matches.models import Entry
from rulesets.kernel.sheet import Cut
from tournaments.models import Tournament
from tournaments.selectors import finding
from tournaments.selectors.people import team_size
from tournaments.selectors.presence import entry_view
from tournaments.services.deciding import Decision, decisions
from tournaments.services.disqualifying import Deciding, disqualify
from tournaments.services.reinstating import reinstate
from tournaments.services.substituting import has_played
from tournaments.services.withdrawing import withdraw
from web.forms.matches_cuts import MOST_CUTS, CutAsked, cards_in
from web.forms.people_decide import DecideForm
from web.pages import form_page, frame, seen, signed_in, tournament_page
from web.views.corrections_picture import MatchRow, PlaceRow, match_rows, place_rows

TITLES: Mapping[str, Promise] = {
    "withdraw": gettext_lazy("The entry withdraws"),
    "disqualify": gettext_lazy("The entry is disqualified"),
    "reinstate": gettext_lazy("The entry comes back"),
}
DONE: Mapping[str, Promise] = {
    "withdraw": gettext_lazy("Withdrawn from the tournament."),
    "disqualify": gettext_lazy("Disqualified from the tournament."),
    "reinstate": gettext_lazy("Back in the tournament."),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One choice with everything that it would change, or why it cannot be."""

    act: str
    title: Promise
    matches: tuple[MatchRow, ...]
    places: tuple[PlaceRow, ...]
    refused: tuple[Violation, ...]
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Look:
    """The choices now, and the cards to be named for a place that would be open."""

    found: tuple[Decision, ...]
    deciding: Deciding
    asked: tuple[tuple[CutAsked, ...], ...]


@require_http_methods(["GET", "HEAD", "POST"])
def entry_decide(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What each choice leads to; posted, it is done."""
    tournament = tournament_page(request, slug, need="coordinate")
    entry = finding.find_entry(tournament, code)
    look = _look(request, entry)
    form = DecideForm(_sent(request), acts=[decision.act for decision in look.found])
    if request.method == "POST" and form.run(partial(_act, request, entry, form, look)):
        messages.success(request, str(DONE[form.cleaned_data["act"]]))
        return redirect("entries", slug)
    return form_page(request, "people/decide.html", _context(request, tournament, entry, form))


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _look(request: HttpRequest, entry: Entry) -> Look:
    """Try every choice, with the cards that were posted, cut after cut."""
    cards, by, now = cards_in(request.POST), signed_in(request), timezone.now()
    asked: list[tuple[CutAsked, ...]] = []
    deciding = Deciding()
    found = decisions(entry, by=by, now=now)
    while (tie := _open_tie(found)) is not None and len(asked) < MOST_CUTS:
        sides = sorted(tie.facts["sides"])
        named = [CutAsked(f"cut.{len(asked)}.{s}", s, cards.get((len(asked), s), "")) for s in sides]
        asked.append(tuple(named))
        if not all(one.card for one in named):
            break
        match = tie.facts["match"]
        cut = Cut(tuple(sides), tuple(one.card for one in named))
        deciding = Deciding(cuts={**deciding.cuts, match: (*deciding.cuts.get(match, ()), cut)})
        found = decisions(entry, by=by, now=now, deciding=deciding)
    return Look(found, deciding, tuple(asked))


def _open_tie(found: tuple[Decision, ...]) -> Violation | None:
    refused = (violation for decision in found for violation in decision.refused)
    return next((violation for violation in refused if violation.code == "open_tie"), None)


def _act(request: HttpRequest, entry: Entry, form: DecideForm, look: Look) -> None:
    chosen: dict[str, Any] = {"reason": form.cleaned_data["reason"], "seen": seen(request)}
    acts: Mapping[str, Callable[..., object]] = {
        "withdraw": withdraw,
        "disqualify": partial(disqualify, deciding=look.deciding),
        "reinstate": reinstate,
    }
    acts[form.cleaned_data["act"]](entry, **chosen, by=signed_in(request), now=timezone.now())


def _context(request: HttpRequest, tournament: Tournament, entry: Entry, form: DecideForm) -> dict[str, Any]:
    look = _look(request, entry)
    act = form.data.get("act", "")
    return {
        **frame(request, tournament, "entries"),
        "form": form,
        "entry": entry_view(entry),
        "rows": [_row(tournament, decision, act) for decision in look.found],
        "asked": look.asked,
        "may_exchange": team_size(tournament) == 2 and not has_played(entry),
        "title": _("Decide about an entry"),
    }


def _row(tournament: Tournament, decision: Decision, act: str) -> Row:
    effects = decision.effects
    return Row(
        act=decision.act,
        title=TITLES[decision.act],
        matches=match_rows(tournament, effects) if effects else (),
        places=place_rows(effects) if effects else (),
        refused=decision.refused,
        is_chosen=decision.act == act,
    )
