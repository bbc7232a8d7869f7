"""A form whose names may be those of known players: it asks who is meant before an entry is stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.errors import Violation
from core.folding import name_key
from tournaments.entries.known_players import Candidate
from tournaments.entries.selectors import PreviewRow
from tournaments.inputs import NEW_PERSON, NewEntry
from web.service_form import ServiceForm, Wrong

PREFIX = "who."
ANOTHER_PERSON = _("Another person with this name")


def answer_value(answer: str, name: str) -> str:
    """Return the value of an answer about a name; a changed name needs another answer."""
    return f"{answer} {name_key(name)}"


def answer_in(value: str, name: str) -> str:
    """Return the answer that a control sent, or "" if it was about another name."""
    answer, _blank, key = value.partition(" ")
    return answer if key == name_key(name) else ""


class IdentityForm(ServiceForm):
    """Add a question `who.0` below a name once a refusal brings candidates for it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key in self.data:
            if key.startswith(PREFIX) and key[len(PREFIX) :] in ("0", "1"):
                self.fields[key] = forms.CharField(required=False, widget=forms.HiddenInput)

    def add_violation(self, violation: Violation) -> None:
        """Put one violation where it belongs, and the question below the name that it is about."""
        if violation.facts.get("candidates"):
            self._ask_who(violation)
        super().add_violation(violation)

    def wrong(self, violation: Violation) -> Wrong:
        """Leave the candidates to the question, which lists them."""
        if violation.code != "person_unclear":
            return super().wrong(violation)
        said = _("“%(name)s” is known here. Choose below who it is.") % {"name": violation.facts["name"]}
        return self._wrong_at(self.field_of(violation), str(said))

    @property
    def people(self) -> list[BoundField]:
        """The fields of the names in order, each with the question about it."""
        return [self[key] for key in self.fields if key.startswith(("names.", PREFIX))]

    @property
    def asks_who(self) -> bool:
        """Whether a question is shown."""
        return any(key.startswith(PREFIX) and not self[key].is_hidden for key in self.fields)

    def answers(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return who these names are, as `NewEntry.players` has it."""
        sent = (str(self.cleaned_data.get(f"{PREFIX}{at}", "")) for at in range(len(names)))
        return tuple(answer_in(value, name) for value, name in zip(sent, names, strict=True))

    def _ask_who(self, violation: Violation) -> None:
        """Insert the question behind its name."""
        name, asked = str(violation.facts["name"]), self.field_of(violation) or ""
        choices = [(answer_value(one["player"], name), _label(one)) for one in violation.facts["candidates"]]
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
    """One answer to a question: the value that is sent, in words, and whether it is chosen."""

    value: str
    label: str | Promise
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """Who the name in a row of a list is; `key` names the control."""

    key: str
    name: str
    options: list[Option]


def questions(row: PreviewRow, entry: NewEntry | None) -> list[Question]:
    """Return the questions about the names in a row of a list, answered or not."""
    if entry is None:
        return []
    return [
        Question(f"{PREFIX}{row.line}.{at}", name, list(_options(found, name, entry.answer(at))))
        for at, (name, found) in enumerate(zip(row.names, row.candidates, strict=True))
        if found
    ]


def _options(candidates: Sequence[Candidate], name: str, answer: str) -> Iterator[Option]:
    for one in candidates:
        label = _label({"name": one.name, "club": one.club, "event": one.event})
        yield Option(answer_value(one.player, name), label, answer == one.player)
    yield Option(answer_value(NEW_PERSON, name), ANOTHER_PERSON, answer == NEW_PERSON)


def _label(candidate: Mapping[str, str]) -> str:
    """Return a candidate in words: name, club, latest tournament."""
    known = [candidate["name"], candidate["club"], candidate["event"]]
    return " · ".join(part for part in known if part)
