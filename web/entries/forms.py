"""Forms of entries.

A form asks back before an entry is stored: `IdentityForm` if a name may be a known player's, `ContactForm` if
a name or club looks like a contact that would become public.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.errors import Violation
from core.record.line import UNSAID
from core.text import name_key
from tournaments.entries.change import EntryChange
from tournaments.entries.known_players import Candidate
from tournaments.entries.selectors import PreviewRow
from tournaments.inputs import NEW_PERSON, NewEntry
from web.labels import text_for_refusal
from web.service_form import FOR_EVER, FieldError, ServiceForm

PREFIX = "who."
ANOTHER_PERSON = _("Another person with this name")


def answer_value(answer: str, name: str) -> str:
    """Return the value of a choice: an answer, and the name it is about.

    `answer` is the code of a player, or `NEW_PERSON`.
    """
    return f"{answer} {name_key(name)}"


def answer_in(value: str, name: str) -> str:
    """Return the answer in a sent value of `answer_value`; "" if it was about another name."""
    answer, _blank, key = value.partition(" ")
    return answer if key == name_key(name) else ""


class IdentityForm(ServiceForm):
    """Asks below a name who it is (`who.0`, `who.1`) if a refusal has known players of that name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key in self.data:
            if key.startswith(PREFIX) and key[len(PREFIX) :] in ("0", "1"):
                self.fields[key] = forms.CharField(required=False, widget=forms.HiddenInput)

    def add_violation(self, violation: Violation) -> None:
        """Attach a violation to its field, and add the question below a name with known players."""
        if violation.facts.get("candidates"):
            self._add_question(violation)
        super().add_violation(violation)

    def field_error(self, violation: Violation) -> FieldError:
        """Return a violation in words, without the known players: the question below lists them."""
        if violation.code != "person_unclear":
            return super().field_error(violation)
        said = _("“%(name)s” is known here. Choose below who it is.") % {"name": violation.facts["name"]}
        return self._field_error_at(self.field_of(violation), str(said))

    @property
    def people(self) -> list[BoundField]:
        """Return the fields of the names in order, each with its question."""
        return [self[key] for key in self.fields if key.startswith(("names.", PREFIX))]

    @property
    def has_questions(self) -> bool:
        """Return whether a question is shown."""
        return any(key.startswith(PREFIX) and not self[key].is_hidden for key in self.fields)

    def answers(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return for each name the code of its player, or "" without an answer, for `NewEntry.players`."""
        sent = (str(self.cleaned_data.get(f"{PREFIX}{at}", "")) for at in range(len(names)))
        return tuple(answer_in(value, name) for value, name in zip(sent, names, strict=True))

    def _add_question(self, violation: Violation) -> None:
        """Insert the question with the violation's candidates below its name."""
        name, asked = str(violation.facts["name"]), self.field_of(violation) or ""
        choices = [
            (answer_value(one["player"], name), candidate_label(one)) for one in violation.facts["candidates"]
        ]
        question = forms.ChoiceField(
            label=_("Who is it?"),
            choices=[*choices, (answer_value(NEW_PERSON, name), ANOTHER_PERSON)],
            widget=forms.RadioSelect,
            required=False,
        )
        key = f"{PREFIX}{asked.removeprefix('names.') if asked.startswith('names.') else 0}"
        self.fields.pop(key, None)
        order = [part for field in self.fields for part in ([field, key] if field == asked else [field])]
        self.fields[key] = question
        self.order_fields(order)


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question, as a radio button."""

    value: str
    label: str | Promise
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """The question who a name in a list is; `key` is the control's name."""

    key: str
    name: str
    options: list[Option]


def questions(row: PreviewRow, entry: NewEntry | None) -> list[Question]:
    """Return a question for each name in a row that known players have, answered or not.

    Empty if the row is no entry.
    """
    if entry is None:
        return []
    return [
        Question(f"{PREFIX}{row.line}.{at}", name, list(_options(found, name, entry.answer(at))))
        for at, (name, found) in enumerate(zip(row.names, row.candidates, strict=True))
        if found
    ]


def _options(candidates: Sequence[Candidate], name: str, answer: str) -> Iterator[Option]:
    """Yield each known player, then "another person"; `answer` is the chosen one, "" without."""
    for one in candidates:
        label = candidate_label({"name": one.name, "club": one.club, "event": one.event})
        yield Option(answer_value(one.player, name), label, answer == one.player)
    yield Option(answer_value(NEW_PERSON, name), ANOTHER_PERSON, answer == NEW_PERSON)


def candidate_label(candidate: Mapping[str, str]) -> str:
    """Return a known player in words: name, club, latest tournament, as far as known."""
    known = [candidate["name"], candidate["club"], candidate["event"]]
    return " · ".join(part for part in known if part)


class ContactForm(ServiceForm):
    """Adds the checkbox `insists` if a violation says that a text looks like contact details."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.data.get("insists"):
            self._add_contact_box()

    def add_violation(self, violation: Violation) -> None:
        """Attach a violation to its field, and add the checkbox if it is about a contact."""
        if violation.code == "looks_like_contact":
            self._add_contact_box()
        super().add_violation(violation)

    @property
    def insists(self) -> bool:
        """Return whether text that looks like contact details is to become public anyway.

        Needs a valid form.
        """
        return bool(self.cleaned_data.get("insists"))

    def _add_contact_box(self) -> None:
        """Add the checkbox `insists`."""
        label = _("This is not contact details, or may be public")
        self.fields["insists"] = forms.BooleanField(label=label, required=False)


class EntryForm(IdentityForm, ContactForm):
    """One entry by hand: one name, or two in pairs. A question appears only for a namesake."""

    club = forms.CharField(label=_("Club or city"), required=False)
    seed = forms.IntegerField(label=_("Seed"), required=False, help_text=_("1 is the strongest."))
    namesake = forms.BooleanField(label=_("This is another person with the same name"), required=False)

    def __init__(self, *args: object, team_size: int, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        labels = [_("Name")] if team_size == 1 else [_("Name of the first"), _("Name of the second")]
        names = {f"names.{position}": forms.CharField(label=label) for position, label in enumerate(labels)}
        self.fields = {**names, **self.fields}
        self.fields["seed"].widget.attrs["inputmode"] = "numeric"
        for field in (*names.values(), self.fields["club"]):
            field.widget.attrs["autocomplete"] = "off"

    @property
    def names(self) -> list[BoundField]:
        """Return the fields of the names, in order."""
        return [self[key] for key in self.fields if key.startswith("names.")]

    @property
    def asks_namesake(self) -> bool:
        """Return whether to show the checkbox `namesake`: another person of an entered name."""
        is_asked = "already_entered" in self.codes or bool(self.data.get("namesake"))
        return is_asked and not self.has_questions

    def entry(self) -> NewEntry:
        """Return the typed entry, not stored; call it on a valid form."""
        names = tuple(self.cleaned_data[key] for key in self.fields if key.startswith("names."))
        values = {key: self.cleaned_data[key] for key in ("club", "seed", "namesake")}
        return NewEntry(names, players=self.answers(names), insists=self.insists, **values)


class EnterSelfForm(ServiceForm):
    """A player's own entry: the partner's name in pairs, and a checkbox if the name is already entered."""

    partner_name = forms.CharField(label=_("Your partner’s name"))

    def __init__(self, *args: object, team_size: int, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if team_size == 1:
            del self.fields["partner_name"]
        if self.data.get("namesake"):
            self._add_namesake_box()

    def add_violation(self, violation: Violation) -> None:
        """Attach a violation to its field, and add the checkbox if an entry has that name."""
        if violation.code == "already_entered":
            self._add_namesake_box()
        super().add_violation(violation)

    def _add_namesake_box(self) -> None:
        """Add the checkbox `namesake`."""
        label = _("This is another person with the same name")
        self.fields["namesake"] = forms.BooleanField(label=label, required=False)

    def field_of(self, violation: Violation) -> str | None:
        """Return the name of the violation's field, or None; the partner is the second name of the entry."""
        is_partner = violation.field.endswith("names.1") and "partner_name" in self.fields
        return "partner_name" if is_partner else super().field_of(violation)


class WithdrawForm(ServiceForm):
    """The reason for leaving the tournament, which may be empty."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=200,
        help_text=FOR_EVER,
    )


class ChangeForm(EntryForm):
    """A change of an entry; `locked` has for each name the reason why it cannot be changed, or None.

    After the draw there is no seed to change, and a reason is required.
    """

    reason = forms.CharField(
        label=_("Reason"), max_length=200, initial=_("Corrected after the draw."), help_text=FOR_EVER
    )

    def __init__(
        self, *args: object, locked: Sequence[Violation | None], is_drawn: bool, **kwargs: object
    ) -> None:
        super().__init__(*args, team_size=len(locked), **kwargs)
        for position, violation in enumerate(locked):
            field = self.fields[f"names.{position}"]
            field.disabled = violation is not None
            field.help_text = text_for_refusal(violation) if violation else ""
        del self.fields["seed" if is_drawn else "reason"]

    def change(self) -> EntryChange:
        """Return the typed changes, not stored; call it on a valid form.

        `UNSAID` if there is no seed to change.
        """
        data = self.cleaned_data
        names = tuple(data[key] for key in self.fields if key.startswith("names."))
        seed = data["seed"] if "seed" in self.fields else UNSAID
        said = {"namesake": data["namesake"], "insists": self.insists, "players": self.answers(names)}
        return EntryChange(names, data["club"], seed, **said)
