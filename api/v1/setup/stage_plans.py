"""The plan of the stages before the bracket, in the settings of a tournament."""

from dataclasses import fields
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from api.field_docs import doc
from api.strict import Flag, StrictFields, Text, WholeNumber, unknown_field
from tournaments.stages.groups.plan import MAX_GROUPS, MIN_GROUPS
from tournaments.stages.kinds import KINDS
from tournaments.stages.plan import MAX_ADVANCE, MAX_ROUNDS
from tournaments.stages.points import POINTS, WIN
from tournaments.stages.swiss.plan import SWISS


def _stage_kind_keys() -> list[str]:
    """Return the keys of all kinds of stages, such as `swiss`, as they are registered now."""
    return list(KINDS)


class StagePlanSerializer(StrictFields):
    """Rounds before the bracket in which everyone plays on.

    A ranked tournament has them only if its type was accepted with them (`stages` of the type)."""

    kind = Text(
        max_length=20,
        known=_stage_kind_keys,
        **doc("What is played: `swiss` for Swiss rounds, `groups` for groups.", SWISS),
    )
    groups = WholeNumber(
        required=False,
        between=(MIN_GROUPS, MAX_GROUPS),
        **doc("How many groups, 2 to 32; required for `groups`, and there only.", 4),
    )
    rounds = WholeNumber(
        between=(1, MAX_ROUNDS),
        **doc("How many rounds at most, 1 to 9. Groups at tables of two end earlier if all met all.", 3),
    )
    advance = WholeNumber(
        between=(0, MAX_ADVANCE),
        **doc(
            "How many entries go on to the bracket, of groups how many of each (at most 16); 0 if none "
            "follows, so that the rounds decide.",
            8,
        ),
    )
    apart = Flag(
        required=False,
        default=False,
        **doc(
            "Whether club-mates meet only if there is no other way, of groups whether they are dealt into "
            "different ones where possible; false by default.",
            False,
        ),
    )

    points = Text(
        required=False,
        default=WIN,
        max_length=20,
        known=lambda: list(POINTS),
        **doc(
            "What counts: `win`, 1 for each win; `placement`, from 3 for the first of a table to 0 for the "
            "last (3, 2, 1, 0 of four; 3, 3/2, 0 of three), where tables may have three. `win` by default.",
            WIN,
        ),
    )

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values; an unknown kind is left to the services.

        Raise `ValidationError` for keys that the kind does not have, and for missing ones that it
        requires.
        """
        kind = KINDS.get(values["kind"])
        if kind is None:
            return values
        known = {field.name for field in fields(kind)}
        errors = {name: [unknown_field(name)] for name in sorted(values.keys() - known)}
        for name in sorted(known - values.keys()):
            errors[name] = [ErrorDetail(str(self.fields[name].error_messages["required"]), "required")]
        if errors:
            raise ValidationError(errors)
        return kind(**values).plain


class StagePlansField(serializers.ListField):
    """The stages before the bracket in order: at most one is possible, an empty list is the bracket alone."""

    child = StagePlanSerializer()


STAGES_DOC = doc("What is played before the bracket; one stage is possible, empty for the bracket alone.")
