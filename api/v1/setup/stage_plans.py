"""The plan of the stages before the bracket, in the settings of a tournament."""

from rest_framework import serializers

from api.field_docs import doc
from api.strict import Flag, StrictFields, Text, WholeNumber
from tournaments.stages.plan import MAX_ADVANCE, MAX_ROUNDS, SWISS


def _kinds() -> list[str]:
    return [SWISS]


class StagePlanSerializer(StrictFields):
    """Rounds before the bracket in which everyone plays on, in unranked tournaments only."""

    kind = Text(max_length=20, known=_kinds, **doc("What is played: `swiss` for Swiss rounds.", SWISS))
    rounds = WholeNumber(between=(1, MAX_ROUNDS), **doc("How many rounds at most, 1 to 9.", 3))
    advance = WholeNumber(
        between=(0, MAX_ADVANCE),
        **doc("How many entries go on to the bracket; 0 if none follows, so that the rounds decide.", 8),
    )
    apart = Flag(
        required=False,
        default=False,
        **doc("Whether club-mates meet only if there is no other way; false by default.", False),
    )


class StagePlansField(serializers.ListField):
    """The stages before the bracket in order; one is possible, an empty list is the bracket alone."""

    child = StagePlanSerializer()


STAGES_DOC = doc("What is played before the bracket; one stage is possible, empty for the bracket alone.")
