"""The match sheet as a form: control names are the paths that the rules name in their refusals."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Refused, Violation
from rulesets.kernel.rules import Kind, Rules
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet
from rulesets.names import count_name, counted_name, ending_name
from rulesets.registry import game_of
from tournaments.selectors.bracket import MatchView, SeatView, SideView
from web.forms.base import ServiceForm
from web.forms.matches_counts import Table, line_fields
from web.forms.matches_cuts import cards_in, cards_of
from web.sentences import sentence

LONGEST_REASON = 500
GONE_BY = {
    EndedBy.WALKOVER: Out.ABSENT,
    EndedBy.DECKED_OUT: Out.DECKED_OUT,
    EndedBy.CONCESSION: Out.CONCEDED,
    EndedBy.DISQUALIFICATION: Out.DISQUALIFIED,
}
IN_ORDER = (Out.DECKED_OUT, Out.CONCEDED)
WITHOUT_WINNER = (EndedBy.TIME, EndedBy.NOBODY)
WITHOUT_START = (EndedBy.WALKOVER, EndedBy.NOBODY, EndedBy.RULING)


@dataclass(frozen=True, slots=True)
class LineControls:
    """The controls of one player's line; `counts` with the short word for each."""

    seat: SeatView
    counts: tuple[tuple[str, BoundField], ...]
    out: BoundField
    out_order: BoundField


class SheetForm(ServiceForm):
    """What a judge says of one match, line by line in seating order.

    `seq` is the record's number that the page shows. `may_rule`: the coordinator's ruling is offered.
    """

    is_from_paper = False
    sheet_url, check_url = "sheet", "sheet_check"
    is_filled = False  # opened with what somebody reported, so that no draft of this phone replaces it

    ended_by = forms.ChoiceField(label=_("How did it end?"), widget=forms.RadioSelect)
    winner = forms.TypedChoiceField(
        label=_("Who won?"), coerce=int, empty_value=None, required=False, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Reason of the ruling or disqualification"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    own_match = forms.BooleanField(
        label=_("I play in this match and record it myself; the record shows that I did."), required=False
    )
    report = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        match: MatchView,
        rules: Rules,
        kind: Kind,
        seq: int,
        may_rule: bool,
    ) -> None:
        game = game_of(rules.game)
        endings = tuple(_offered(game.sheet_terms.endings, match, rules, may_rule))
        initial = {"ended_by": _likely(match, endings), "report": uuid.uuid4().hex, "seen": seq}
        super().__init__(data, initial=initial)
        self.endings, self.kind, self.terms = endings, kind, game.sheet_terms
        self.game, self.starts = rules.game, game.starts(rules)
        self.seats: Sequence[SeatView] = [seat for seat in match.seats if seat.persona_code]
        self.sides: Sequence[SideView] = [side for side in match.sides if side.entry_code]
        self.cards = cards_in(data or {})
        self._choices("ended_by", [(key.value, self._ending(key)) for key in self.terms.endings])
        self._choices("winner", [(str(side.number), " & ".join(side.names)) for side in self.sides])
        table = Table(game, rules, self.seats, self.sides)
        for index, seat in enumerate(self.seats):
            self.fields.update(line_fields(index, seat, table))

    def start_with(self, sheet: Sheet, winner: int | None) -> None:
        """Open with this sheet; what a winner's tap had filled in goes when another one is tapped."""
        self.cards = cards_of(sheet)
        self.initial.update({"ended_by": sheet.ended_by.value, "winner": winner})
        lines = {line.player: line for line in sheet.lines}
        for index, seat in enumerate(self.seats):
            line, path = lines.get(seat.persona_code or ""), f"lines.{index}"
            if line is None:
                continue
            counts = {f"{path}.{count.key}": line.counts.get(count.key) for count in self.kind.fields}
            self.initial.update({name: count or None for name, count in counts.items()})
            self.initial[f"{path}.out"] = line.out.value if line.out else ""
            self.initial[f"{path}.out_order"] = line.out_order
            for name, count in counts.items():
                hints = self.fields[name].widget.attrs
                if seat.side == winner and count is not None and count == hints.get("data-plain"):
                    hints["data-filled"] = ""

    def _choices(self, name: str, offered: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = offered

    def offered(self) -> Iterator[tuple[str, str]]:
        """The endings on the buttons: key and words. Others are refused by the rules, with their reason."""
        chosen = self["ended_by"].value()
        for key in self.terms.endings:
            if key in self.endings or key.value == chosen:
                yield key.value, self._ending(key)

    @property
    def heading(self) -> str:
        """What the lines count."""
        return counted_name(self.game)

    def _ending(self, key: EndedBy) -> str:
        return capfirst(ending_name(key, self.game))

    def lines(self) -> Iterator[LineControls]:
        """The controls line by line, for the template."""
        for index, seat in enumerate(self.seats):
            path = f"lines.{index}"
            counts = tuple(
                (capfirst(count_name(count.key)), self[f"{path}.{count.key}"]) for count in self.kind.fields
            )
            yield LineControls(seat, counts, self[f"{path}.out"], self[f"{path}.out_order"])

    def sheet(self) -> Sheet:
        """The sheet as typed, without cuts; call it on a valid form."""
        ended_by = EndedBy(self.cleaned_data["ended_by"])
        winner = None if ended_by in WITHOUT_WINNER else self.cleaned_data["winner"]
        lines = tuple(self._line(index, seat) for index, seat in enumerate(self.seats))
        told = self._with_losers_gone(ended_by, winner, lines)
        has_reason = ended_by is EndedBy.RULING or any(line.out is Out.DISQUALIFIED for line in told)
        return Sheet(ended_by, told, winner, (), self.cleaned_data["reason"] if has_reason else "")

    def refused(self, refusal: Refused) -> None:
        """Put every violation at the field that it names, with the rule that it breaks."""
        for violation in refusal.violations:
            error = ValidationError(with_rule(violation), code=violation.code)
            self.add_error(self.field_of(violation), error)

    def _line(self, index: int, seat: SeatView) -> Line:
        path, data = f"lines.{index}", self.cleaned_data
        out = Out(data[f"{path}.out"]) if data[f"{path}.out"] else None
        counts = {count.key: data[f"{path}.{count.key}"] or 0 for count in self.kind.fields}
        order = data[f"{path}.out_order"] if out in IN_ORDER else None
        line = Line(seat.persona_code or "", counts, out, order)
        return self._without_starts(line) if out is Out.ABSENT else line

    def _without_starts(self, line: Line) -> Line:
        """Who did not come has no points: those that the page had filled in do not count."""
        untouched = all(line.counts[key] == start for key, start in self.starts.items())
        return replace(line, counts={**line.counts, **dict.fromkeys(self.starts, 0)}) if untouched else line

    def _with_losers_gone(
        self, ended_by: EndedBy, winner: int | None, lines: tuple[Line, ...]
    ) -> tuple[Line, ...]:
        """With a winner tapped and nobody marked, the others are who left.

        Only where nothing else can be meant: at tables of more than two sides only for a walkover,
        and never for the member of a pair who ran out of cards.
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
            line if seat.side == winner else self._without_starts(left) if way is Out.ABSENT else left
            for seat, line, left in zip(self.seats, lines, gone, strict=True)
        )


def with_rule(violation: Violation) -> str:
    """The sentence of a violation and the rule that it breaks: `… (rule 4.7.1)`."""
    said = sentence(violation)
    if not violation.rule:
        return said
    house = violation.rule.startswith("house:")
    source = gettext("house interpretation") if house else gettext("rule %(number)s")
    return f"{said} ({source % {'number': violation.rule}})"


def _offered(endings: Sequence[EndedBy], match: MatchView, rules: Rules, may_rule: bool) -> Iterator[EndedBy]:
    """The endings that can come up now."""
    for ending in endings:
        time = ending is EndedBy.TIME and rules.time_limit is None
        ruling = ending is EndedBy.RULING and not may_rule
        unplayed = match.started_at is None and ending not in WITHOUT_START
        if not (time or ruling or unplayed):
            yield ending


def _likely(match: MatchView, endings: Sequence[EndedBy]) -> EndedBy:
    """The ending that the page opens with."""
    return EndedBy.TIME if match.time_called_at and EndedBy.TIME in endings else endings[0]
