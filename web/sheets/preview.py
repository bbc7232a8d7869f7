"""The preview under the sheet, updated with every tap: the winner and the reason, or the violations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.match_views.match import MatchView, SideView
from web.service_form import FieldError
from web.sheets.cuts import JudgedSheet
from web.sheets.draft import F, SheetDraft
from web.sheets.forms import sentence_with_rule
from web.sheets.presenter import SheetPresentation, present_sheet


@dataclass(frozen=True, slots=True)
class CutCardField:
    """A control for the card that a side cuts; `number` of the cut from 1, `suits` of the side's players.

    `name` is the control's name, `card` the typed card or "", `choices` all cards.
    """

    name: str
    number: int
    side: SideView
    suits: tuple[str, ...]
    card: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """What the rules say of the sheet as typed; `headline` is always visible.

    `tone` is a CSS class, `picture` the sheet in words if it is legal, `unused` cards that no cut needs.
    """

    headline: str | SafeString
    tone: str
    errors: tuple[FieldError, ...] = ()
    warnings: tuple[str, ...] = ()
    picture: SheetPresentation | None = None
    cuts: tuple[CutCardField, ...] = ()
    must_cut: bool = False
    unused: Mapping[str, str] | None = None
    is_draw: bool = False


def preview_sheet(draft: SheetDraft[F], early: tuple[str, ...] = ()) -> SheetPreview:
    """Return the preview of a sheet; `early` are further warnings, in words.

    A malformed sheet has the form's errors, an illegal one its violations, a tie the cards to cut.
    """
    match, form, settled = draft.view, draft.form, draft.settled
    if settled is None:
        return _preview_of_errors(tuple(form.summary), ())
    verdict = settled.verdict
    warnings = (*early, *(sentence_with_rule(warning, form.names) for warning in verdict.warnings))
    if verdict.is_draw:
        return SheetPreview(_("No one won: a drawn game"), "warning", is_draw=True)
    if verdict.violations:
        return _preview_of_errors(
            tuple(form.field_error(violation) for violation in verdict.violations), warnings
        )
    shown = present_sheet(match, form.kind, settled.sheet, verdict)
    must_cut = bool(verdict.open_tie)
    return SheetPreview(
        headline=_("Tied for first place. Cut the cards.") if must_cut else shown.why,
        tone="warning" if must_cut else "good",
        warnings=warnings,
        picture=shown,
        cuts=tuple(_cut_card_fields(match, form.terms.cards, settled)),
        must_cut=must_cut,
        unused=settled.unused,
    )


def _preview_of_errors(errors: tuple[FieldError, ...], warnings: tuple[str, ...]) -> SheetPreview:
    """Return the preview of a sheet that cannot be recorded, with what has to be fixed."""
    count = len(errors)
    headline = ngettext("%(count)d thing to fix", "%(count)d things to fix", count)
    return SheetPreview(headline % {"count": count}, "danger", errors, warnings)


def _cut_card_fields(
    match: MatchView, cards: tuple[str, ...], settled: JudgedSheet
) -> Iterator[CutCardField]:
    """Yield a control for each card to cut, cut by cut; `cards` are those to choose from."""
    sides = {side.number: side for side in match.sides}
    for number, row in enumerate(settled.asked, start=1):
        for one in row:
            suits = tuple(seat.suit for seat in match.seats if seat.side == one.side and seat.suit)
            yield CutCardField(one.name, number, sides[one.side], suits, one.card, cards)
