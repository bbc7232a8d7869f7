"""The refusals that every layer raises; this module does not depend on Django.

`Refused` 422: the facts break rules; it carries *all* violations at once. `Forbidden` 403: this person may
not do this. `Stale` 409: another caller was faster. `TooMany` 429: this was done too often a moment ago.
`Impossible`: a bug of ours; logged, never shown as prose.

They carry machine codes and facts. Each app's `messages.py` makes the sentence in the reader's language;
pages and API render it once each.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: a machine code, the facts of the case, and the input at fault.

    `field` is the path of that input (`name`, `lines.2.intact`), or empty for the whole input. `rule` cites
    the source (`4.7.1`), or is empty for a rule of the product.
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
    """The person may not do this; a `code` other than "forbidden" says what would have to change."""

    def __init__(self, code: str = "forbidden", facts: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.facts = dict(facts or {})
        super().__init__(code)


class Stale(Refusal):
    """The data changed after the person loaded it."""

    def __init__(self, code: str = "stale", facts: Mapping[str, Any] | None = None) -> None:
        self.code = code
        self.facts = dict(facts or {})
        super().__init__(code)


class TooMany(Refusal):
    """The caller did `what` too often, or it is being done already; trying again makes sense in `seconds`.

    `what` is a `Purpose` of `core.http.rate_limit`, or the module that `core.bounded_process` runs. `per`
    names whose attempts were counted together: a `Per` of `core.http.rate_limit`.
    """

    code = "throttled"

    def __init__(self, per: str, seconds: int, what: str) -> None:
        self.per, self.seconds, self.what = per, seconds, what
        super().__init__(self.code)


class Impossible(Exception):
    """A state that our own code must never reach."""


def refuse_all(violations: Iterable[Violation]) -> None:
    """Raise `Refused` with all violations; return if there are none."""
    found = tuple(violations)
    if found:
        raise Refused(found)


def missing_reason(reason: str) -> tuple[Violation, ...]:
    """Return the violation `reason_missing` if a required reason is blank, else none."""
    return () if reason.strip() else (Violation("reason_missing", field="reason"),)
