"""Sentences about the catalogue of types, in the reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from catalogue.models import StepKind, TypeState
from core.errors import Violation

SENTENCES: Mapping[str, Promise] = {
    "type_text_missing": _("The rules of the type are missing: they are needed in Portuguese."),
    "type_text_too_long": _("The text has %(length)d characters; at most %(most)d fit."),
    "type_text_invisible": _("The text contains invisible characters: %(characters)s."),
    "type_taken": _("There is already another type called “%(title_word)s”."),
    "type_keeps_its_name": _("A new version keeps the name of its type, “%(title_word)s”."),
    "type_too_many": _("You already have %(most)d open types. Propose or withdraw some of them first."),
    "type_unchanged": _("Nothing was changed."),
    "type_not_accepted": _("“%(title_word)s” is not accepted yet: it can only be used unranked."),
    "type_by_word": _(
        "In “%(title_word)s” the judge decides who wins, so it is played unranked until its win "
        "condition is defined by numbers."
    ),
    "type_not_current": _("There is a newer version of “%(title_word)s”; choose the type again."),
    "type_closed": _("This type can no longer be changed. Propose a new version instead."),
    "type_not_proposed": _("This type is not waiting for a decision."),
    "type_not_draft": _("This type is already proposed or decided on."),
    "type_decision_unknown": _("Accept, ask for changes, or refuse."),
    "own_type": _("You can’t decide on your own type: another editor has to."),
    "not_an_editor": _("Only the editors of the catalogue decide on types."),
    "title_clashes": _("Existing titles would be read differently once this type is accepted: %(titles)s."),
}
STATES: Mapping[str, Promise] = {
    TypeState.DRAFT: _("draft"),
    TypeState.PROPOSED: _("waiting for the editors"),
    TypeState.CHANGES_ASKED: _("changes requested"),
    TypeState.ACCEPTED: _("accepted"),
    TypeState.SUPERSEDED: _("replaced by a newer version"),
    TypeState.REFUSED: _("refused"),
    TypeState.WITHDRAWN: _("withdrawn"),
}
ACTS: Mapping[str, Promise] = {
    StepKind.DRAFTED: _("drafted it"),
    StepKind.CHANGED: _("changed it"),
    StepKind.PROPOSED: _("proposed it to the editors"),
    StepKind.CHANGES_ASKED: _("requested changes"),
    StepKind.ACCEPTED: _("accepted it"),
    StepKind.SUPERSEDED: _("accepted a newer version"),
    StepKind.REFUSED: _("refused it"),
    StepKind.WITHDRAWN: _("withdrew it"),
}


def knows(code: str) -> bool:
    """Return whether this app has a sentence for the code; `text_for_violation` needs one."""
    return code in SENTENCES


def text_for_violation(violation: Violation) -> str:
    """Return the sentence of a violation's code in the active language, with its facts in it.

    Raise `KeyError` for a code of another app.
    """
    shown = {
        key: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        for key, value in violation.facts.items()
    }
    return str(SENTENCES[violation.code]) % shown
