"""The refusals that every floor speaks, and nothing that knows Django.

`Refused` 422: the facts break rules; it carries *all* violations at once.
`Forbidden` 403: this person may not do this. `Stale` 409: another caller was faster.
`TooMany` 429: this was done too often a moment ago.
`Impossible`: a bug of ours; logged, never shown as prose.

They carry machine codes and facts. Each app's `messages.py` makes the sentence in the reader's
language; each door renders it once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: a machine code, the facts of the case, and where it happened.

    `field` names the input at fault as a path (`name`, `lines.2.intact`), or is empty where the
    whole input is; `rule` cites the source (`4.7.1`), or is empty for a rule of the product.
    """

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    field: str = ""
    rule: str = ""


class Refusal(Exception):
    """Base of the refusals that reach a person."""


class Refused(Refusal):
    """The act breaks at least one rule; nothing was changed."""

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__(", ".join(violation.code for violation in self.violations))


class Forbidden(Refusal):
    """The person may not do this."""

    def __init__(self, code: str = "forbidden", facts: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.facts = dict(facts or {})
        super().__init__(code)


class Stale(Refusal):
    """The thing has changed since the person looked at it."""

    def __init__(self, code: str = "stale", facts: Mapping[str, Any] | None = None) -> None:
        self.code = code
        self.facts = dict(facts or {})
        super().__init__(code)


class TooMany(Refusal):
    """It was done too often: `per` names whose attempts they were, `what` what they were.

    In `seconds` one may come back.
    """

    code = "throttled"

    def __init__(self, per: str, seconds: int, what: str) -> None:
        self.per, self.seconds, self.what = per, seconds, what
        super().__init__(self.code)


class Impossible(Exception):
    """A state that our own code must never reach."""


def refuse_all(violations: Iterable[Violation]) -> None:
    """Raise `Refused` with every violation, or return where there is none."""
    found = tuple(violations)
    if found:
        raise Refused(found)


def missing_reason(reason: str) -> tuple[Violation, ...]:
    """What is wrong with a reason that has to be given: nothing, or that it is blank."""
    return () if reason.strip() else (Violation("reason_missing", field="reason"),)
