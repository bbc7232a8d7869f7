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
    """Who won the cut of cards, the bracket's shape, and the word of its draw."""

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
        """Set those who cut cards."""
        field = self.fields["won"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = list(tied)

    def field_of(self, violation: Violation) -> str | None:
        """Return the field for a violation; one about rounds belongs to `shape`."""
        return "shape" if violation.field.split(".")[0] == "rounds" else super().field_of(violation)


@dataclass(frozen=True, slots=True)
class CardCut:
    """A cut of cards: its border, and a box for each of those who cut."""

    border: Border
    boxes: Sequence[BoundWidget]


@require_http_methods(["GET", "HEAD", "POST"])
def round_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the next round, from the word and the promised secret."""
    req = open_tournament(request, slug, "coordinate")
    form = RoundDrawForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(lambda: _draw(req, form)):
        messages.success(request, _("The round is drawn."))
        return redirect("rounds", slug)
    return form_page(request, "stages/draw.html", _draw_desk(req.reload() if form.is_stale else req, form))


def _draw(req: TournamentRequest, form: RoundDrawForm) -> None:
    word = form.cleaned_data["word"]
    draw_round(req.tournament, word=word, by=req.actor, now=timezone.now(), seen=seen(req.http))


def _draw_desk(req: TournamentRequest, form: ServiceForm) -> dict[str, Any]:
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
        "blocked": _why_not(progress, "draw_round"),
        "missing": missing,
        "count": count_presence(entry_views(tournament)),
        "line": round_line(number, sizes) if sizes else None,
        "group_sizes": [len(group) for group in dealt_groups(tournament)],
        "promise": promise(tournament),
    }


def _why_not(progress: StageProgress | None, act: str) -> Violation | Stale | None:
    """Return why this act is not possible now."""
    if progress is None or not progress.is_open:
        return Stale("no_open_stage")
    if progress.open_matches:
        return Violation("matches_open", {"count": progress.open_matches})
    return Stale("rounds_all_drawn") if act == "draw_round" and progress.next_act != act else None


@require_http_methods(["GET", "HEAD", "POST"])
def stage_close(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the rounds: who goes on, the cut of cards if one is needed, and the bracket's shape."""
    req = open_tournament(request, slug, "coordinate")
    context = _close_desk(req)
    form = StageCloseForm(request.POST if request.method == "POST" else None, tied=_tied(context))
    if request.method == "POST" and form.run(lambda: _close(req, form)):
        return _closed(req.reload())
    if form.is_stale:
        context = _close_desk(req.reload())
        form.offer(_tied(context))
    context["choices"] = _choices(context, form.data.get("shape", ""))
    context["cuts"] = _cuts(context, form)
    return form_page(request, "stages/close.html", {**context, "form": form})


def _close(req: TournamentRequest, form: StageCloseForm) -> None:
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


def _closed(req: TournamentRequest) -> HttpResponse:
    """Lead to the bracket's draw, or to the order if no bracket follows."""
    progress = stage_progress(req.tournament)
    if progress and progress.advanced:
        messages.success(req.http, stage_sentence(req.tournament.stages, "closed_and_drawn"))
        return redirect("draw", req.tournament.slug)
    messages.success(req.http, stage_sentence(req.tournament.stages, "closed"))
    return redirect("rounds", req.tournament.slug)


def _close_desk(req: TournamentRequest) -> dict[str, Any]:
    """Return the context of the page without its form and shapes."""
    tournament, progress = req.tournament, stage_progress(req.tournament)
    blocked = _why_not(progress, "close_stage")
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


def _tied(context: dict[str, Any]) -> list[tuple[str, str]]:
    """Return those who cut cards at any border, as choices."""
    preview: AdvancePreview | None = context["preview"]
    tied = [code for border in preview.borders for code in border.tied] if preview else []
    return [(code, " & ".join(context["names"][code])) for code in tied]


def _cuts(context: dict[str, Any], form: StageCloseForm) -> list[CardCut]:
    """Return each border with the boxes of those who cut cards there."""
    preview: AdvancePreview | None = context["preview"]
    boxes = {str(box.data["value"]): box for box in form["won"].subwidgets}
    borders = preview.borders if preview else ()
    return [CardCut(border, [boxes[code] for code in border.tied]) for border in borders]


def _choices(context: dict[str, Any], chosen: str) -> list[ShapeChoice]:
    """Return the shapes of the bracket; none if no bracket follows."""
    preview: AdvancePreview | None = context["preview"]
    tournament: Tournament = context["tournament"]
    if preview is None or preview.places < 2:
        return []
    return shape_choices(tournament, offered_shapes(tournament, preview.places), chosen)
