"""Penalties, for the staff."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import JSONBody, TournamentApiView, WriteRequest
from api.field_docs import MOMENT, doc, example_body
from api.mirror import Mirror, MirrorField
from api.serialization import parse_body, parse_query, serialize_all
from api.strict import StrictFields, Text
from tournaments.models import Penalty, Tournament
from tournaments.models.penalty import PenaltyKind
from tournaments.penalties import LONGEST, PenaltyView, give_penalty, penalties_of, view_of, withdraw_penalty


class PenaltyQuerySerializer(StrictFields):
    """Whose penalties are asked for; of all people if none is named."""

    person = Text(required=False, max_length=12, **doc("Whose, by their code in this record.", "pwr5fkbzz"))


class PenaltyInSerializer(StrictFields):
    """Whom it is given to, what it is, and why."""

    person = Text(max_length=12, **doc("Who gets it, by their code in this record.", "pwr5fkbzz"))
    kind = serializers.ChoiceField(
        choices=PenaltyKind.values,
        **doc("How much it weighs; the last two are the coordinator's.", "caution"),
    )
    reason = Text(max_length=LONGEST, **doc("Why, for the staff alone.", "Slow play, twice."))
    match = Text(
        max_length=12,
        required=False,
        **doc("The match for which it is given, if any.", "mpz5wj7b8"),
    )


class PenaltyShownSerializer(Mirror[PenaltyView]):
    """A penalty as the staff reads it."""

    code = MirrorField("What names the penalty in addresses.", "f7xk2qpw")
    person = MirrorField("Whose it is, by their code; null if it is not known.", "pwr5fkbzz")
    name = MirrorField("Whose it is; null if it is not known any more.", "Lia Prado")
    kind = serializers.ChoiceField(choices=PenaltyKind.values, **doc("How much it weighs.", "caution"))
    reason = MirrorField("Why, for the staff alone; null if it is not known any more.", "Slow play, twice.")
    at = MirrorField("When it was given.", MOMENT)
    by = MirrorField("Who gave it; null for an imported one.", "Bruno Juiz")
    withdrawn_at = MirrorField("When it was taken back; null if it was not.")
    match = serializers.CharField(
        source="match.code",
        default=None,
        allow_null=True,
        **doc("The match for which it was given; null if none was named.", "mpz5wj7b8"),
    )


class PenaltiesApiView(TournamentApiView):
    """Routes to list penalties and to give one."""

    reads = Scope.JUDGE
    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="list_penalties",
        parameters=[PenaltyQuerySerializer],
        responses=PenaltyShownSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List penalties in the order of the day, of all people or of one. For the staff."""

        def list_penalties(tournament: Tournament) -> JSONBody:
            person = parse_query(PenaltyQuerySerializer, request).get("person", "")
            return serialize_all(PenaltyShownSerializer, penalties_of(tournament, person))

        return self.show(list_penalties, need="judge", is_all_recorded=False)

    @extend_schema(
        operation_id="give_penalty",
        request=PenaltyInSerializer,
        responses={201: PenaltyShownSerializer},
        examples=example_body({"person": "pwr5fkbzz", "kind": "caution", "reason": "Slow play, twice."}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give a penalty to a person who is or was entered; it changes no result.

        A judge cautions and warns, the other kinds are the coordinator's: 403. 422 `not_entered_here`,
        `penalty_other_match` if they do not sit in it, `reason_missing`, `not_in_record`; 409 `finished`.
        """
        given = parse_body(PenaltyInSerializer, request)

        def give_and_show_penalty(tournament: Tournament, write: WriteRequest) -> JSONBody:
            return _penalty_fields(give_penalty(tournament, **given, by=write.actor, now=write.now))

        return self.act_on_tournament(give_and_show_penalty, status=201)


class PenaltyWithdrawnApiView(TournamentApiView):
    """Route to withdraw a penalty."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="withdraw_penalty", request=None, responses=PenaltyShownSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Withdraw a penalty given by mistake; it stays in the list. Repeating it changes nothing.

        422 `penalty_unknown`, 409 `finished`.
        """

        def withdraw_and_show_penalty(tournament: Tournament, write: WriteRequest) -> JSONBody:
            return _penalty_fields(withdraw_penalty(tournament, code=code, by=write.actor, now=write.now))

        return self.act_on_tournament(withdraw_and_show_penalty)


def _penalty_fields(penalty: Penalty) -> JSONBody:
    """Return the penalty as JSON, as the staff read it."""
    return dict(PenaltyShownSerializer(view_of(penalty)).data)
