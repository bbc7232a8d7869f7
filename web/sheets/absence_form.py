"""Who did not come to a table, one tap a person."""

import uuid
from collections.abc import Iterator, Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.sheet_values import absence_sheet
from rulesets.kernel.sheet import Sheet
from tournaments.match_views.match import MatchView, SeatView
from web.service_form import ServiceForm


class AbsenceForm(ServiceForm):
    """The people at a match; those who are ticked are missing."""

    own_match = forms.BooleanField(
        label=_(
            "Another judge should record this, and I do it all the same. If I play here, the record shows it."
        ),
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
        """Who sits here, and whether they are ticked."""
        ticked = self["absent"].value() or ()
        yield from ((seat, seat.persona_code in ticked) for seat in self.seats)

    def sheet(self) -> Sheet:
        """Return a walkover for the side that is left, or a sheet without winner; call it on a valid form.

        Raises `Refused`: `nobody_missing`, or `others_play_on` where two sides or more are there.
        """
        seated = [(seat.persona_code or "", seat.side) for seat in self.seats]
        return absence_sheet(seated, self.cleaned_data["absent"])
