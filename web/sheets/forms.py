"""The match sheet as a form; its control names are the paths in the rules' violations."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Violation, missing_reason, refuse_all
from matches.sheet_values import absence_sheet
from rulesets.kernel.rules import Kind, Rules, SheetField
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet
from rulesets.messages import NO_NAMES, Names
from rulesets.names import count_name, counted_name, ending_name
from rulesets.registry import game_of, kind_under
from tournaments.match_views.match import MatchView, SeatView, SideView
from web.labels import text_for_refusal
from web.service_form import FOR_EVER, FieldError, ServiceForm
from web.sheets.controls import SheetSeating, chips, counter, line_fields
from web.sheets.cuts import cards_of_cuts, posted_cards
from web.sheets.pointing import CUTS, LINES, line_control, missing_card, names_by_side

LONGEST_REASON = 500
COUNTED_IN_PART = _("Fill in this number too, or clear the others in this line to leave it uncounted.")
GONE_BY = {
    EndedBy.WALKOVER: Out.ABSENT,
    EndedBy.DECKED_OUT: Out.DECKED_OUT,
    EndedBy.CONCESSION: Out.CONCEDED,
    EndedBy.DISQUALIFICATION: Out.DISQUALIFIED,
}
IN_ORDER = (Out.DECKED_OUT, Out.CONCEDED)
WITHOUT_WINNER = (EndedBy.TIME, EndedBy.NONE_ADVANCES)
WITHOUT_START = (EndedBy.WALKOVER, EndedBy.NONE_ADVANCES, EndedBy.RULING)


@dataclass(frozen=True, slots=True)
class LineControls:
    """The controls of one player's line; `counts` are pairs of a short label and a control.

    `asked` is such a pair for the number entered by a tap, if the game has one. Then the other counts are
    folded away, and open at once if `is_open`.
    """

    seat: SeatView
    asked: tuple[str, BoundField] | None
    counts: tuple[tuple[str, BoundField], ...]
    out: BoundField
    out_order: BoundField

    @property
    def folded_labels(self) -> str:
        """Return the labels of the counts that are folded away, in small letters with commas."""
        return ", ".join(label.lower() for label, _control in self.counts)

    @property
    def is_open(self) -> bool:
        """Return whether a count that is folded away has a value or an error."""
        return any(control.value() or control.errors for _label, control in self.counts)

    @property
    def chips(self) -> SafeString:
        """Return the count that is entered by a tap, as HTML; empty if the game has none."""
        return chips(*self.asked, self.seat.name) if self.asked else SafeString()

    @property
    def counters(self) -> SafeString:
        """Return the counts that are not entered by a tap, as HTML."""
        return format_html_join("", "{}", ((counter(*count, self.seat.name),) for count in self.counts))

    @property
    def departure(self) -> SafeString:
        """Return the controls for whether and in which order the player left, as HTML."""
        left = counter(gettext("Left the game?"), self.out, self.seat.name, " count-out")
        order = counter(gettext("Left as number"), self.out_order, self.seat.name, " sheet-order")
        return format_html("{}{}", left, order)


OTHER_PEOPLE = _(
    "Other people have these seats now, so what you typed was left out. Fill in the sheet again."
)
OF_FORM = ("report", "seen")  # what a form sends of itself, not of a result


class SheetForm(ServiceForm):
    """The sheet of one match as a form, line by line in seating order.

    `seq` is the record's number on the page. `may_rule`: offer the coordinator's ruling. Data typed for other
    people in these seats are dropped, except what the form sends of itself (`OF_FORM`).
    """

    is_from_paper = False
    sheet_url, check_url = "sheet", "sheet_check"
    is_filled = False  # true if a player's report filled it: then no draft of this phone replaces it

    ended_by = forms.ChoiceField(label=_("How did it end?"), widget=forms.RadioSelect)
    winner = forms.TypedChoiceField(
        label=_("Who won?"), coerce=int, empty_value=None, required=False, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Reason of the ruling or disqualification"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=FOR_EVER,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    own_match = forms.BooleanField(
        label=_("Another judge should record this, but I do it anyway. If I play here, the record shows it."),
        required=False,
    )
    disqualify = forms.BooleanField(
        label=_("Yes, they are disqualified from the whole tournament."), required=False
    )
    report = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)
    is_for_others = False
    """Whether the sheet was typed while other people had these seats."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        match: MatchView,
        rules: Rules,
        seq: int,
        may_rule: bool,
    ) -> None:
        game, kind = game_of(rules.game), kind_under(rules)
        endings = tuple(_possible_endings(game.sheet_terms.endings, match, rules, may_rule))
        initial = {"ended_by": _default_ending(match, endings), "report": uuid.uuid4().hex, "seen": seq}
        self.seated = " ".join(seat.persona_code or "-" for seat in match.seats)
        if data is not None and data.get("seated", self.seated) != self.seated:
            data, self.is_for_others = {key: data[key] for key in OF_FORM if key in data}, True
        super().__init__(data, initial=initial)
        self.endings, self.kind, self.terms = endings, kind, game.sheet_terms
        self.is_of_stage = match.stage is not None
        self.game, self.starts = rules.game, game.starting_counts(rules)
        self.seats: Sequence[SeatView] = [seat for seat in match.seats if seat.persona_code]
        self.sides: Sequence[SideView] = [side for side in match.sides if side.entry_code]
        self.names = names_by_side(self.sides)
        asked = sorted(kind.fields, key=lambda count: not count.asked_first)
        self.counted = tuple(count.key for count in asked) if match.started_at else ()
        self.cards = posted_cards(data or {})
        self._set_choices("ended_by", [(key.value, self._ending_name(key)) for key in self.terms.endings])
        self._set_choices("winner", [(str(side.number), " & ".join(side.names)) for side in self.sides])
        table = SheetSeating(game, rules, self.seats, self.sides)
        for index, seat in enumerate(self.seats):
            self.fields.update(line_fields(index, seat, table))

    @property
    def is_outdated(self) -> bool:
        """Return whether the form needs the present record number, or it is refused again."""
        return self.is_stale or self.is_for_others

    def prefill(self, sheet: Sheet, winner: int | None) -> None:
        """Set the initial values of an unbound form to this sheet and winner.

        Mark values that a tap on the winner would have filled in, so that a tap on another clears them.
        """
        self.cards = cards_of_cuts(sheet)
        self.initial.update({"ended_by": sheet.ended_by.value, "winner": winner})
        lines = {line.player: line for line in sheet.lines}
        for index, seat in enumerate(self.seats):
            line, path = lines.get(seat.persona_code or ""), f"lines.{index}"
            if line is None:
                continue
            counts = {f"{path}.{count.key}": line.numbers.get(count.key) for count in self.kind.fields}
            self.initial.update(_initial_counts(counts, self.kind))
            self.initial[f"{path}.out"] = line.out.value if line.out else ""
            self.initial[f"{path}.out_order"] = line.out_order
            for name, count in counts.items():
                hints = self.fields[name].widget.attrs
                if seat.side == winner and count is not None and count == hints.get("data-plain"):
                    hints["data-filled"] = ""

    def _set_choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    def ending_choices(self) -> Iterator[tuple[str, str]]:
        """Yield key and words of the endings to offer, and of the chosen one; the rules refuse any other."""
        chosen = self["ended_by"].value()
        for key in self.terms.endings:
            if key in self.endings or key.value == chosen:
                yield key.value, self._ending_name(key)

    @property
    def heading(self) -> str:
        """Return the heading of the counts: what the game counts."""
        return counted_name(self.game)

    def _ending_name(self, key: EndedBy) -> str:
        """Return the name of an ending, with a capital; in a stage “No one wins”, not “No one advances”."""
        if key is EndedBy.NONE_ADVANCES and self.is_of_stage:
            return gettext("No one wins")
        return capfirst(ending_name(key, self.game))

    def lines(self) -> Iterator[LineControls]:
        """Yield the controls of each line in seating order, for the template."""
        for index, seat in enumerate(self.seats):
            path = f"lines.{index}"
            named = [
                (count.asked_first, (capfirst(count_name(count.key)), self[f"{path}.{count.key}"]))
                for count in self.kind.fields
            ]
            asked = next((control for is_first, control in named if is_first), None)
            counts = tuple(control for is_first, control in named if not is_first)
            yield LineControls(seat, asked, counts, self[f"{path}.out"], self[f"{path}.out_order"])

    def clean(self) -> dict[str, object]:
        """Add `line_counted_in_part` to each line that has other counts but not the one entered first.

        Refuse a sheet that was typed for other people (`other_people`): nothing of it is theirs.
        """
        if self.is_for_others:
            raise ValidationError(OTHER_PEOPLE, "other_people")
        data = super().clean() or self.cleaned_data
        for index in range(len(self.seats)):
            for count in self.kind.fields:
                name = f"lines.{index}.{count.key}"
                typed = (number is not None for number in self._other_counts(index, count, data))
                if count.asked_first and data.get(name) is None and not self.errors.get(name) and any(typed):
                    self.add_error(name, ValidationError(COUNTED_IN_PART, "line_counted_in_part"))
        return data

    def _other_counts(self, index: int, first: SheetField, data: Mapping[str, Any]) -> Iterator[int | None]:
        """Yield the typed counts of a line other than `first`; None for an empty one."""
        return (data.get(f"lines.{index}.{count.key}") for count in self.kind.fields if count is not first)

    def sheet(self) -> Sheet:
        """Return the typed sheet without cuts, losers as `_mark_losers` does; call it on a valid form.

        It has no winner if the ending has none to name, and a reason only for a ruling or disqualification.
        """
        ended_by = EndedBy(self.cleaned_data["ended_by"])
        winner = None if ended_by in WITHOUT_WINNER else self.cleaned_data["winner"]
        lines = tuple(self._line(index, seat) for index, seat in enumerate(self.seats))
        lines = self._mark_losers(ended_by, winner, lines)
        is_told = ended_by is EndedBy.RULING or _disqualifies(lines)
        return Sheet(ended_by, lines, winner, (), self.cleaned_data["reason"] if is_told else "")

    def require_confirmation(self, sheet: Sheet) -> None:
        """Raise `Refused` if the sheet disqualifies a player without a reason, or without a second tap.

        Codes: `reason_missing` and `disqualify_unconfirmed`.
        """
        if not _disqualifies(sheet.lines):
            return
        found = [*missing_reason(sheet.reason)]
        if not self.cleaned_data["disqualify"]:
            found.append(Violation("disqualify_unconfirmed", field="disqualify"))
        refuse_all(found)

    def field_of(self, violation: Violation) -> str | None:
        """Return the name of a line's control if a violation is about that line, even as a whole.

        Else the name of the violation's field; None for the whole form.
        """
        found = line_control(violation, self.seats, self.counted)
        return found if found in self.fields else super().field_of(violation)

    def field_error(self, violation: Violation) -> FieldError:
        """Return a violation in words with its rule, and the control or part of the page to link to."""
        said, name = sentence_with_rule(violation, self.names), self.field_of(violation)
        if name is not None:
            return self._field_error_at(name, said)
        part = violation.field.partition(".")[0]
        if part == "cuts":
            return FieldError(said, gettext("Cut of cards"), self._cut_anchor(violation))
        return FieldError(said, self.heading, LINES) if part == "lines" else FieldError(said)

    def _cut_anchor(self, violation: Violation) -> str:
        """Return the id of the first missing card of a tie, else of the part of the page with all cuts."""
        tied = violation.facts.get("sides") if violation.code == "open_tie" else None
        return missing_card(tied, self.cards) if tied else CUTS

    def _line(self, index: int, seat: SeatView) -> Line:
        """Return the typed line of a seat as the rules read it.

        An empty line is uncounted if the game allows that; else an empty number is 0.
        """
        path, data = f"lines.{index}", self.cleaned_data
        out = Out(data[f"{path}.out"]) if data[f"{path}.out"] else None
        typed = {count.key: data[f"{path}.{count.key}"] for count in self.kind.fields}
        left = self.terms.may_be_uncounted and all(number is None for number in typed.values())
        counts = None if left else {key: number or 0 for key, number in typed.items()}
        order = data[f"{path}.out_order"] if out in IN_ORDER else None
        line = Line(seat.persona_code or "", counts, out, order)
        return self._clear_initial_points(line) if out is Out.ABSENT else line

    def _clear_initial_points(self, line: Line) -> Line:
        """Return the line of an absent player, with 0 for initial points that no one changed."""
        untouched = all(line.numbers.get(key) == start for key, start in self.starts.items())
        nothing = {**line.numbers, **dict.fromkeys(self.starts, 0)}
        return replace(line, counts=nothing) if untouched else line

    def _mark_losers(
        self, ended_by: EndedBy, winner: int | None, lines: tuple[Line, ...]
    ) -> tuple[Line, ...]:
        """Return the lines with all but the winner's marked as gone by this ending, if no one is marked.

        Only if nothing else can be meant: at tables of more than two sides only for a walkover, and never for
        the member of a pair who ran out of cards. Unchanged without a winner.
        """
        way = GONE_BY.get(ended_by)
        pairs = len(self.seats) > len(self.sides)
        if way is None or winner is None or any(line.out for line in lines):
            return lines
        if (len(self.sides) > 2 and way is not Out.ABSENT) or (pairs and way is Out.DECKED_OUT):
            return lines
        order = 1 if way in IN_ORDER else None
        gone = (replace(line, out=way, out_order=order) for line in lines)
        return tuple(
            line if seat.side == winner else self._clear_initial_points(left) if way is Out.ABSENT else left
            for seat, line, left in zip(self.seats, lines, gone, strict=True)
        )


def _disqualifies(lines: Sequence[Line]) -> bool:
    """Return whether any line has a disqualified player."""
    return any(line.out is Out.DISQUALIFIED for line in lines)


def sentence_with_rule(violation: Violation, names: Names = NO_NAMES) -> str:
    """Return a violation in words with its rule: `… (rule 4.7.1)`; `names` are those of the sides."""
    said = text_for_refusal(violation, names)
    if not violation.rule:
        return said
    house = violation.rule.startswith("house:")
    source = gettext("house interpretation") if house else gettext("rule %(number)s")
    return f"{said} ({source % {'number': violation.rule}})"


def _possible_endings(
    endings: Sequence[EndedBy], match: MatchView, rules: Rules, may_rule: bool
) -> Iterator[EndedBy]:
    """Yield, in order, the endings that fit this match now.

    Time needs a limit, a ruling `may_rule`, and most of them a match that has begun.
    """
    for ending in endings:
        time = ending is EndedBy.TIME and rules.time_limit is None
        ruling = ending is EndedBy.RULING and not may_rule
        unplayed = match.started_at is None and ending not in WITHOUT_START
        if not (time or ruling or unplayed):
            yield ending


def _initial_counts(counts: Mapping[str, int | None], kind: Kind) -> dict[str, int | None]:
    """Return the counts as initial values by field: 0 becomes None, an empty box, except for taps."""
    taps = {count.key for count in kind.fields if count.asked_first}
    return {
        name: count if name.rpartition(".")[2] in taps else count or None for name, count in counts.items()
    }


def _default_ending(match: MatchView, endings: Sequence[EndedBy]) -> EndedBy:
    """Return the preselected ending: time if time was called, else the first one."""
    return EndedBy.TIME if match.time_called_at and EndedBy.TIME in endings else endings[0]


class AbsenceForm(ServiceForm):
    """The players of a match, with a checkbox for each missing one."""

    own_match = forms.BooleanField(
        label=_("Another judge should record this, but I do it anyway. If I play here, the record shows it."),
        required=False,
    )
    report = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, match: MatchView, seq: int, data: Mapping[str, object] | None = None) -> None:
        super().__init__(data, auto_id="absence_%s", initial={"report": uuid.uuid4().hex, "seen": seq})
        self.match = match
        self.seats = [seat for seat in match.seats if seat.persona_code]
        people = [(seat.persona_code, seat.name) for seat in self.seats]
        self.fields["absent"] = forms.MultipleChoiceField(
            label=_("Who did not come?"), choices=people, required=False
        )

    def people(self) -> Iterator[tuple[SeatView, bool]]:
        """Yield each seated player, and whether they are ticked as missing."""
        ticked = self["absent"].value() or ()
        yield from ((seat, seat.persona_code in ticked) for seat in self.seats)

    def sheet(self) -> Sheet:
        """Return a walkover for the side that is left, or a sheet without winner; call it on a valid form.

        Raise `Refused`: `nobody_missing`, or `others_play_on` if two sides or more are there.
        """
        seated = [(seat.persona_code or "", seat.side) for seat in self.seats]
        return absence_sheet(seated, self.cleaned_data["absent"])
