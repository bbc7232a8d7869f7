"""The coordinator's acts in the rounds before the bracket: draw the next one, or close them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.forms.boundfield import BoundWidget
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from core.errors import Refused, Stale, Violation
from tournaments.bracket.shapes import Sizes
from tournaments.draw.close_stage import close_stage, preview_advancing
from tournaments.draw.readiness import offered_shapes
from tournaments.draw.rounds import draw_round
from tournaments.draw.selectors import promise
from tournaments.draw.stage_progress import StageProgress, next_tables, stage_progress
from tournaments.entries.check_in_list import count_presence
from tournaments.entries.selectors import entry_views
from tournaments.entry_names import names_of
from tournaments.match_views.group_numbers import dealt_groups, group_numbers
from tournaments.models import Tournament
from tournaments.stage_words import stage_sentence
from tournaments.stages.advancing import AdvancePreview, Border
from web.draw.first_round import WordField
from web.draw.shape_drawing import round_line
from web.draw.views import ShapeChoice, ShapeField, shape_choices
from web.pages import form_page, seen
from web.service_form import ServiceForm
from web.tournament_request import TournamentRequest, open_tournament

HERE = "rounds"


class RoundDrawForm(ServiceForm):
    """The word of a round's draw."""

    word = WordField()


class StageCloseForm(ServiceForm):
    """Who won the cut of cards, the bracket's shape, and the word of its draw.

    `tied` are those who cut cards, as code and names. `expected` is the digest of the preview on the page.
    """

    won = forms.MultipleChoiceField(
        label=gettext_lazy("Who won the cut of cards"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    shape = ShapeField(label=gettext_lazy("Shape"), required=False)
    word = WordField()
    expected = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, tied: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.offer(tied)

    def offer(self, tied: Sequence[tuple[str, str]]) -> None:
        """Set those who cut cards as the choices of `won`."""
        field = self.fields["won"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = list(tied)

    def field_of(self, violation: Violation) -> str | None:
        """Return the field of a violation, `shape` if it is about rounds; None for the whole form."""
        return "shape" if violation.field.split(".")[0] == "rounds" else super().field_of(violation)


@dataclass(frozen=True, slots=True)
class CardCut:
    """A cut of cards: its border, and a box for each of those who cut."""

    border: Border
    boxes: Sequence[BoundWidget]


@require_http_methods(["GET", "HEAD", "POST"])
def round_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page on which the next round is drawn; on POST draw it and store it."""
    req = open_tournament(request, slug, "coordinate")
    form = RoundDrawForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(lambda: _store_round(req, form)):
        messages.success(request, _("The round is drawn."))
        return redirect("rounds", slug)
    return form_page(request, "stages/draw.html", _draw_context(req.reload() if form.is_stale else req, form))


def _store_round(req: TournamentRequest, form: RoundDrawForm) -> None:
    """Draw the next round and store it, in the record too. Raise as `draw_round`."""
    word = form.cleaned_data["word"]
    draw_round(req.tournament, word=word, by=req.actor, now=timezone.now(), seen=seen(req.http))


def _draw_context(req: TournamentRequest, form: ServiceForm) -> dict[str, Any]:
    """Return the context of the page on which the next round is drawn.

    `blocked` is the refusal of any draw now, or None; `missing` are violations about the round's tables.
    """
    tournament, progress = req.tournament, stage_progress(req.tournament)
    missing: tuple[Violation, ...] = ()
    sizes: Sizes = ()
    try:
        sizes = next_tables(tournament)
    except Refused as refusal:
        missing = tuple(refusal.violations)
    number = progress.rounds + 1 if progress else 1
    return {
        **req.context(HERE),
        "form": form,
        "progress": progress,
        "number": number,
        "blocked": _obstacle_to(progress, "draw_round"),
        "missing": missing,
        "count": count_presence(entry_views(tournament)),
        "line": round_line(number, sizes) if sizes else None,
        "group_sizes": [len(group) for group in dealt_groups(tournament)],
        "promise": promise(tournament),
    }


def _obstacle_to(progress: StageProgress | None, act: str) -> Violation | Stale | None:
    """Return why `draw_round` or `close_stage` is not possible now; None if it is."""
    if progress is None or not progress.is_open:
        return Stale("no_open_stage")
    if progress.open_matches:
        return Violation("matches_open", {"count": progress.open_matches})
    return Stale("rounds_all_drawn") if act == "draw_round" and progress.next_act != act else None


@require_http_methods(["GET", "HEAD", "POST"])
def stage_close(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who would go on, the cut of cards if one is needed, and the bracket's shapes.

    POST closes the rounds, and draws the bracket if one follows.
    """
    req = open_tournament(request, slug, "coordinate")
    context = _close_context(req)
    form = StageCloseForm(request.POST if request.method == "POST" else None, tied=_cut_choices(context))
    if request.method == "POST" and form.run(lambda: _store_closing(req, form)):
        return _redirect_after_closing(req.reload())
    if form.is_stale:
        context = _close_context(req.reload())
        form.offer(_cut_choices(context))
    context["choices"] = _bracket_choices(context, form.data.get("shape", ""))
    context["cuts"] = _card_cuts(context, form)
    return form_page(request, "stages/close.html", {**context, "form": form})


def _store_closing(req: TournamentRequest, form: StageCloseForm) -> None:
    """Close the rounds and draw the bracket, if one follows, in the record too. Raise as `close_stage`."""
    data = form.cleaned_data
    close_stage(
        req.tournament,
        won=data["won"],
        word=data["word"],
        shape=data["shape"],
        expected=data["expected"],
        by=req.actor,
        now=timezone.now(),
        seen=seen(req.http),
    )


def _redirect_after_closing(req: TournamentRequest) -> HttpResponse:
    """Redirect to the bracket's draw, or to the order if no bracket follows, with a message."""
    progress = stage_progress(req.tournament)
    if progress and progress.advanced:
        messages.success(req.http, stage_sentence(req.tournament.stages, "closed_and_drawn"))
        return redirect("draw", req.tournament.slug)
    messages.success(req.http, stage_sentence(req.tournament.stages, "closed"))
    return redirect("rounds", req.tournament.slug)


def _close_context(req: TournamentRequest) -> dict[str, Any]:
    """Return the context of the page that closes the rounds, without its form and shapes.

    `blocked` is the refusal of closing them now, or None; then `preview` (`AdvancePreview`) is None.
    """
    tournament, progress = req.tournament, stage_progress(req.tournament)
    blocked = _obstacle_to(progress, "close_stage")
    preview = preview_advancing(tournament, progress.plan) if progress and not blocked else None
    return {
        **req.context(HERE),
        "progress": progress,
        "blocked": blocked,
        "preview": preview,
        "names": names_of(tournament) if preview else {},
        "numbers": group_numbers(tournament),
        "promise": promise(tournament),
    }


def _cut_choices(context: dict[str, Any]) -> list[tuple[str, str]]:
    """Return code and names of the entries that cut cards at any border."""
    preview: AdvancePreview | None = context["preview"]
    tied = [code for border in preview.borders for code in border.tied] if preview else []
    return [(code, " & ".join(context["names"][code])) for code in tied]


def _card_cuts(context: dict[str, Any], form: StageCloseForm) -> list[CardCut]:
    """Return each border with the boxes of those who cut cards there."""
    preview: AdvancePreview | None = context["preview"]
    boxes = {str(box.data["value"]): box for box in form["won"].subwidgets}
    borders = preview.borders if preview else ()
    return [CardCut(border, [boxes[code] for code in border.tied]) for border in borders]


def _bracket_choices(context: dict[str, Any], chosen: str) -> list[ShapeChoice]:
    """Return the shapes of the bracket to choose from; none if no bracket follows."""
    preview: AdvancePreview | None = context["preview"]
    tournament: Tournament = context["tournament"]
    if preview is None or preview.places < 2:
        return []
    return shape_choices(tournament, offered_shapes(tournament, preview.places), chosen)
