"""The base form for one service: it parses input, calls the service, and shows its refusal."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.translation import gettext_lazy as _

from core.errors import Refused, Stale, TooMany, Violation
from web.labels import text_for_refusal

FOR_EVER = _("It stays in the public record forever: write no names.")
"""Help text of every field whose text goes into a record (`tournaments.nameless`)."""

GONE = _("This choice is no longer available. Choose again.")


@dataclass(frozen=True, slots=True)
class FieldError:
    """An error to fix: its text, and the label and id of its control or part of the page."""

    text: str
    label: str = ""
    anchor: str = ""


class LocatedError(ValidationError):
    """A validation error with where it is on the page, which need not be a field of the form."""

    def __init__(self, field_error: FieldError, code: str) -> None:
        super().__init__(field_error.text, code=code)
        self.field_error = field_error


class ServiceForm(forms.Form):
    """Base class of forms: views call `run(act)`, and `status` is the response's status.

    `is_stale` and `too_many` tell of a refusal because of another act, or of a limit.
    """

    is_stale = False
    too_many: TooMany | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)

    def full_clean(self) -> None:
        """Validate the form; replace Django's message for an invalid choice, which shows its value."""
        for field in self.fields.values():
            usual = getattr(type(field), "default_error_messages", {}).get("invalid_choice")
            if usual is not None and field.error_messages["invalid_choice"] is usual:
                field.error_messages["invalid_choice"] = GONE
        super().full_clean()

    def run(self, act: Callable[[], object]) -> bool:
        """Call `act` if the form is valid; return whether it succeeded, else the form has the errors.

        `Refused`, `Stale` and `TooMany` become errors; anything else is raised.
        """
        return self.is_valid() and self.attempt(act)

    def attempt(self, act: Callable[[], object]) -> bool:
        """Call `act` without validating the form first; return whether the form has no errors afterwards.

        A refusal becomes one. A bound form is validated after `act`, so errors of its own make it False too;
        an unbound form, one with only a button, has no others.
        """
        if not self.is_bound:
            self.cleaned_data = {}
        try:
            act()
        except Refused as refusal:
            self.add_refusal(refusal)
        except Stale as refusal:
            self.add_stale_error(refusal)
        except TooMany as refusal:
            self.add_throttled_error(refusal)
        return not self.errors

    def add_refusal(self, refusal: Refused) -> None:
        """Attach each violation to its field, or to the whole form."""
        for violation in refusal.violations:
            self.add_violation(violation)

    def add_violation(self, violation: Violation) -> None:
        """Attach a violation to its field, or to the whole form."""
        self.add_error(self.field_of(violation), LocatedError(self.field_error(violation), violation.code))

    def field_error(self, violation: Violation) -> FieldError:
        """Return a violation in words with its field; override it to point at other parts of the page."""
        return self._field_error_at(self.field_of(violation), text_for_refusal(violation))

    def _field_error_at(self, name: str | None, said: str) -> FieldError:
        """Return the text `said` for the field of this name; for the whole form if None or hidden."""
        if name is None or self[name].is_hidden:
            return FieldError(said)
        return FieldError(said, str(self[name].label), self[name].auto_id)

    def add_stale_error(self, refusal: Stale) -> None:
        """Add the error that another act came first; typed values stay."""
        self.is_stale = True
        self.add_error(None, ValidationError(text_for_refusal(refusal), code=refusal.code))

    @property
    def stale_reasons(self) -> Iterator[str]:
        """Yield sentences about the changes that came first; none if the refusal does not name them."""
        found = self.errors.as_data().get(NON_FIELD_ERRORS, ())
        return (message for error in found if error.code != "stale" for message in error.messages)

    def add_throttled_error(self, refusal: TooMany) -> None:
        """Add the error that says when to try again; typed values stay."""
        self.too_many = refusal
        self.add_error(None, ValidationError(text_for_refusal(refusal), code=refusal.code))

    def field_of(self, violation: Violation) -> str | None:
        """Return the name of the violation's field; None for the whole form.

        Override it if the names differ.
        """
        first = violation.field.split(".")[0]
        return next((name for name in (violation.field, first) if name in self.fields), None)

    @property
    def status(self) -> int:
        """Return 200 without errors, 409 if another act came first, 429 after too many attempts, else 422."""
        if self.is_stale:
            return 409
        if self.too_many:
            return 429
        return 422 if self.errors else 200

    @property
    def summary(self) -> Iterator[FieldError]:
        """Yield all errors, those of the whole form first, then in the order of the fields."""
        found = self.errors.as_data()
        for error in found.get(NON_FIELD_ERRORS, ()):
            yield (
                error.field_error if isinstance(error, LocatedError) else FieldError(" ".join(error.messages))
            )
        for name in self.fields:
            yield from (self._field_error_at(name, " ".join(error.messages)) for error in found.get(name, ()))

    @property
    def error_count(self) -> int:
        """Return the number of errors to fix."""
        return sum(len(errors) for errors in self.errors.values())

    @property
    def codes(self) -> set[str]:
        """Return the machine codes of all errors."""
        return {str(error.code) for errors in self.errors.as_data().values() for error in errors}
