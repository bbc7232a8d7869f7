"""The draw: unmet requirements, choice of a shape, publication, verification and withdrawal."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from core.errors import Refused, Stale, Violation
from scheduling.what_if import DayAnswer, plan_shapes, strengths
from tournaments.bracket.shapes import Shape
from tournaments.draw.bye_history import counts_short_tables
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.draw.readiness import Offer, check_ready, offered_shapes
from tournaments.draw.second_chance import second_chance_matches
from tournaments.draw.selectors import passed_over, promise, published_draw, withdrawn_draws
from tournaments.draw.stage_progress import round_draws
from tournaments.entries.check_in_list import count_presence
from tournaments.entries.selectors import entry_views
from tournaments.match_views.group_numbers import dealt_groups
from tournaments.match_views.selectors import second_chance_sizes
from tournaments.models import State, Tournament
from tournaments.regulation.selectors import is_confirmed, version_of
from tournaments.rules_of import facts_of
from tournaments.setup.create import change_tournament
from tournaments.setup.staff import judges_warning
from web.draw.first_round import WordField, draw_first_round, first_call_context
from web.draw.presenter import apply_setting, unmet_requirements
from web.draw.shape_drawing import ShapeDrawing, draw_shape
from web.pages import form_page, post_only, seen
from web.service_form import FOR_EVER, ServiceForm
from web.tournament_request import TournamentRequest, open_tournament

Sizes = Sequence[Sequence[int]]

ROUND = r"(?:\d{1,2}x\d{1,4})(?:\.\d{1,2}x\d{1,4})*"
WRITTEN = re.compile(rf"{ROUND}(?:-{ROUND}){{0,15}}")
LONGEST = 400
METHODS = (
    ("random", gettext_lazy("Drawn at random")),
    ("season", gettext_lazy("By the season ranking: the best are spread over the tables")),
    ("manual", gettext_lazy("By the seeds in the list of entries")),
)


def format_shape(rounds: Iterable[Iterable[int]]) -> str:
    """Return a shape in short: `4x8-4x2-2x1` is eight tables of four, two of four, a final of two."""
    return "-".join(".".join(f"{size}x{len(list(tables))}" for size, tables in groupby(r)) for r in rounds)


def parse_shape(text: str) -> list[list[int]]:
    """Parse the table sizes of every round, as `format_shape` writes them; they need not be a possible shape.

    Raise `ValidationError` for text of any other form, or of more than 400 characters.
    """
    if len(text) > LONGEST or not WRITTEN.fullmatch(text):
        raise ValidationError(gettext_lazy("Choose one of the shapes."), code="shape_unreadable")
    return [_parse_round(part) for part in text.split("-")]


def _parse_round(part: str) -> list[int]:
    """Return the table sizes of one round of a shape: `4x3.2x1` is three tables of four and one of two."""
    pairs = (group.split("x") for group in part.split("."))
    return [int(size) for size, tables in pairs for _table in range(int(tables))]


class ShapeField(forms.CharField):
    """A shape in short, parsed into its rounds' table sizes; empty for the proposed shape."""

    def clean(self, value: object) -> list[list[int]] | None:
        """Return the table sizes of each round; None if the field is empty."""
        text = super().clean(value)
        return parse_shape(text) if text else None


class DrawForm(ServiceForm):
    """The coordinator's choices before the draw is published."""

    shape = ShapeField(label=gettext_lazy("Shape"), required=False)
    method = forms.ChoiceField(
        label=gettext_lazy("How are the entries ordered?"),
        choices=METHODS,
        initial="random",
        widget=forms.RadioSelect,
    )
    apart = forms.BooleanField(
        label=gettext_lazy("Keep people of one club or city apart in round 1 where possible"), required=False
    )
    word = WordField()
    seed = forms.IntegerField(
        label=gettext_lazy("Number to draw with"),
        required=False,
        help_text=gettext_lazy(
            "The same number with the same entries gives the same draw. So the person who types one may have "
            "tried others before; the draw is marked as typed by hand everywhere."
        ),
    )
    regulation = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def field_of(self, violation: Violation) -> str | None:
        """Return the field of a violation: `shape` if it is about rounds; None if about the regulation."""
        if violation.field == "regulation":
            return None
        return "shape" if violation.field.split(".")[0] == "rounds" else super().field_of(violation)

    @property
    def is_confirmed(self) -> bool:
        """Return whether the person saw the summary and confirms it."""
        return "confirm" in self.data


class DrawWithdrawForm(ServiceForm):
    """The reason for withdrawing a draw before the first match."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=FOR_EVER,
    )


@dataclass(frozen=True, slots=True)
class ShapeChoice:
    """A shape to choose: its consequences, its drawing, and its form value.

    `second_chance`: how many matches it has, 0 if this shape can have none; None if none is planned.
    """

    offer: Offer
    picture: ShapeDrawing
    value: str
    is_chosen: bool
    answer: DayAnswer
    strengths: tuple[str, ...]
    second_chance: int | None = None

    @property
    def lacks_second_chance(self) -> bool:
        """Return whether a second chance is planned that this shape can not have."""
        return self.second_chance == 0


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page on which the bracket is drawn; after the draw show everyone the result.

    POST shows a summary to confirm; with `confirm` it publishes the draw. If another person has published it
    before the summary, redirect to the result. With a stage before the bracket return what
    `draw_first_round` does, until the bracket after it is drawn.
    """
    req = open_tournament(request, slug)
    if request.method == "POST" and "confirm" not in request.POST and req.tournament.state != State.PREPARING:
        req.require("coordinate")
        messages.warning(request, _("Someone got there first: the draw is published."))
        return redirect("draw", slug)
    if req.tournament.stages and not _has_bracket(req.tournament):
        return draw_first_round(req)
    if request.method != "POST" and req.tournament.state != State.PREPARING:
        return form_page(request, "draw/published.html", _published_context(req))
    req.require("coordinate")
    form = DrawForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and not form.is_confirmed:
        return _review(req, form)
    if request.method == "POST" and form.run(lambda: _publish(req, form)):
        messages.success(request, _("The draw is published."))
        return redirect("draw", slug)
    return form_page(request, "draw/draw.html", _page_context(req, form))


def _has_bracket(tournament: Tournament) -> bool:
    return tournament.state != State.PREPARING and published_draw(tournament) is not None


@post_only("draw")
def draw_way_out(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the one setting that makes a bracket possible for the entries checked in."""
    req = open_tournament(request, slug, "manage")
    form = DrawForm()
    if form.attempt(lambda: _store_setting(req)):
        messages.success(request, _("Saved. A bracket is possible now."))
        return redirect("draw", slug)
    return form_page(request, "draw/draw.html", _page_context(req.reload(), form))


def _store_setting(req: TournamentRequest) -> None:
    """Store the posted setting (`way`). Raise as `apply_setting` and `change_tournament`."""
    change_tournament(
        req.tournament,
        facts=apply_setting(req.http.POST.get("way", ""), facts_of(req.tournament)),
        by=req.actor,
        now=timezone.now(),
        seen=seen(req.http),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def draw_withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the draw back, with a reason, as long as no match has begun."""
    req = open_tournament(request, slug, "coordinate")
    form = DrawWithdrawForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(
        lambda: withdraw_draw(
            req.tournament,
            reason=form.cleaned_data["reason"],
            by=req.actor,
            now=timezone.now(),
            seen=seen(request),
        )
    ):
        messages.success(request, _("The draw is withdrawn. Entries and check-in are open again."))
        return redirect("draw", slug)
    return form_page(request, "draw/withdraw.html", {**req.context("draw"), "form": form})


@require_safe
def draw_verify(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everyone the commitment, the values of each draw, and how to verify one by the other."""
    req = open_tournament(request, slug)
    tournament = req.tournament
    context = {
        **req.context("draw"),
        "draw": published_draw(tournament),
        "rounds": round_draws(tournament) if tournament.stages else (),
        "promise": promise(tournament),
        "withdrawn": withdrawn_draws(tournament),
        "grouped": bool(dealt_groups(tournament)),
    }
    return render(request, "draw/verify.html", context)


def _publish(req: TournamentRequest, form: DrawForm) -> None:
    """Draw the bracket and store it, in the record too. Raise as `publish_draw`."""
    data = form.cleaned_data
    publish_draw(
        req.tournament,
        shape=data["shape"],
        method=data["method"],
        word=data["word"],
        seed=data["seed"],
        apart=data["apart"],
        regulation=data["regulation"] or None,
        by=req.actor,
        now=timezone.now(),
        seen=seen(req.http),
    )


def _page_context(req: TournamentRequest, form: DrawForm) -> dict[str, Any]:
    """Return the context of the page on which the bracket is drawn; `missing` are unmet requirements."""
    tournament = req.tournament
    missing = list(check_ready(tournament))
    try:
        offers = offered_shapes(tournament)
    except Refused as refusal:
        known = {violation.code for violation in missing}
        missing += [violation for violation in refusal.violations if violation.code not in known]
        offers = ()
    return {
        **req.context("draw"),
        "form": form,
        "count": count_presence(entry_views(tournament)),
        "missing": unmet_requirements(missing, tournament),
        "warning": judges_warning(tournament),
        "choices": shape_choices(tournament, offers, form.data.get("shape", "")),
        "withdrawn": withdrawn_draws(tournament),
        "promise": promise(tournament),
    }


def shape_choices(tournament: Tournament, offers: Sequence[Offer], chosen: str) -> list[ShapeChoice]:
    """Return the shapes to choose from.

    Preselected is `chosen`, else the first one that can have the second chance, if one is planned.
    """
    values = [format_shape(offer.shape.rounds) for offer in offers]
    beside = [second_chance_matches(tournament, offer.shape) for offer in offers]
    possible = [value for value, matches in zip(values, beside, strict=True) if matches != 0] or values
    marked = chosen if chosen in values else next(iter(possible), "")
    tables = tournament.ledger.tables.filter(is_open=True).count()
    found = plan_shapes(tournament, [offer.shape for offer in offers], tables=tables, moment=timezone.now())
    return [
        ShapeChoice(offer, draw_shape(offer.shape), value, value == marked, answer, codes, matches)
        for offer, value, answer, codes, matches in zip(
            offers, values, found, strengths(found), beside, strict=True
        )
    ]


def _review(req: TournamentRequest, form: DrawForm) -> HttpResponse:
    """Render the summary to confirm, or the page again with the refusal on its form; draw nothing."""
    tournament = req.tournament
    context = _page_context(req, form)
    chosen = next((choice for choice in context["choices"] if choice.is_chosen), None)
    if context["missing"]:
        form.add_refusal(Refused(item.violation for item in context["missing"]))
    elif chosen is None or form.data.get("shape", chosen.value) != chosen.value:
        form.add_stale_error(Stale("stale"))
    elif chosen.lacks_second_chance:
        facts = {"entries": chosen.offer.shape.entries}
        form.add_refusal(Refused([Violation("no_second_chance", facts, "shape")]))
    if form.errors:
        return form_page(req.http, "draw/draw.html", context)
    method = dict(METHODS)[form.cleaned_data["method"]]
    known: dict[str, Any] = {
        "regulation": version_of(tournament),
        "regulation_confirmed": is_confirmed(tournament),
        "remembers": chosen is not None
        and counts_short_tables(tournament, chosen.offer.shape, form.cleaned_data["method"]),
    }
    known |= first_call_context(tournament, timezone.now())
    return form_page(req.http, "draw/confirm.html", {**context, **known, "choice": chosen, "method": method})


def _published_context(req: TournamentRequest) -> dict[str, object]:
    """Return the context of a published draw; without one its draw and picture are None, its counts 0."""
    tournament = req.tournament
    found = published_draw(tournament)
    shape = Shape(tuple(map(tuple, found.shape))) if found else None
    return {
        **req.context("draw"),
        **first_call_context(tournament, timezone.now()),
        "form": DrawWithdrawForm(),
        "draw": found,
        "passed_over": passed_over(found) if found else None,
        "picture": draw_shape(shape) if shape else None,
        "entries": len(found.order) if found else 0,
        "beside": sum(one.matches for one in second_chance_sizes(tournament)) if found else 0,
        "withdrawn": withdrawn_draws(tournament),
    }


DRAW = "torneios/<slug:slug>/sorteio/"

urlpatterns: list[URLPattern] = [
    path(DRAW, draw, name="draw"),
    path(f"{DRAW}saida/", draw_way_out, name="draw_way_out"),
    path(f"{DRAW}conferir/", draw_verify, name="draw_verify"),
    path(f"{DRAW}desfazer/", draw_withdraw, name="draw_withdraw"),
]
