"""The draw: shapes, unmet requirements, publishing, withdrawing."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import JSONBody, TournamentApiView, WriteRequest
from api.field_docs import MOMENT, SHA, doc, example_body
from api.mirror import Mirror, MirrorField
from api.problems import ProblemShownSerializer, ViolationShownSerializer
from api.serialization import parse_body, parse_query, serialize_all
from api.strict import Flag, StrictFields, Text, WholeNumber
from core.errors import Forbidden
from scheduling.what_if import TimedOffer, timed_offers
from tournaments.bracket.shapes import Shape
from tournaments.draw.publish import METHODS, publish_draw, withdraw_draw
from tournaments.draw.readiness import check_ready
from tournaments.draw.second_chance import second_chance_matches
from tournaments.draw.selectors import Withdrawn, latest_draw, promise, withdrawn_draws
from tournaments.entries.commit_draw import LARGEST_SEED
from tournaments.match_views.selectors import second_chance
from tournaments.models import Commitment, Tournament
from tournaments.models.draw import Draw
from tournaments.stages.kinds import KINDS
from tournaments.stages.plan import AFTER_STAGE

MAX_ROUNDS = 20
MAX_TABLES = 10_000
LARGE = 2**62
DRAWN_BY = (*METHODS, AFTER_STAGE, *KINDS)


class ShapeQuerySerializer(StrictFields):
    """For how many entries shapes are asked; by default those that are checked in."""

    entries = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=10_000,
        **doc("How many entries, 0 to 10,000; by default those that are checked in.", 13),
    )


class RoundSizesField(serializers.ListField):
    """Table sizes of every round, `[[4, 4], [2]]`; a bye is a table of 1."""

    child = serializers.ListField(child=WholeNumber(min_value=0, max_value=100), max_length=MAX_TABLES)

    def to_representation(self, data: Shape | list[list[int]]) -> list[list[int]]:
        """Return the table sizes as lists, round by round, of a `Shape` or of such lists."""
        rounds = data.rounds if isinstance(data, Shape) else data
        return [list(sizes) for sizes in rounds]


class OfferSerializer(Mirror[TimedOffer]):
    """One shape and what it means for the day; `minutes` from the first call to the end of the last.

    `warnings`: what speaks against it, though it may be chosen.
    """

    shape = RoundSizesField(**doc("Table sizes of every round; a table of 1 is a bye.", [[3, 3, 3], [3]]))
    matches = MirrorField("How many matches that makes, byes not counted.", 4)
    rounds = MirrorField("How many rounds that makes.", 2)
    tables_needed = MirrorField("How many physical tables are used at once.", 3)
    minutes = MirrorField(
        "Minutes from the first call to the end of the last match; half of such days take less.", 120
    )
    minutes_low = MirrorField("The same, of which one such day in ten takes less.", 105)
    minutes_high = MirrorField("The same, of which one such day in ten takes more.", 145)
    waves = MirrorField("How many times the open tables are filled in the widest round.", 2)
    is_default = MirrorField("Whether it is the shape that is proposed.", True)
    warnings = ViolationShownSerializer(
        many=True, **doc("What speaks against it; it may be done all the same.")
    )


class OfferShownSerializer(OfferSerializer):
    """A shape with the second chance beside it; one that can have none is refused if one is chosen."""

    second_chance = serializers.IntegerField(
        allow_null=True, **doc("How many matches it has: 0 for none possible, null for none chosen.", 3)
    )


class ReadinessSerializer(serializers.Serializer[dict[str, object]]):
    """Everything that is still missing before the draw."""

    ready = serializers.BooleanField(**doc("Whether nothing is missing.", True))
    missing = ViolationShownSerializer(many=True, **doc("What is missing, all of it."))


class DrawInSerializer(StrictFields):
    """How to draw: the proposed shape unless one is given, from the promised secret and the `word` called.

    `seed` is a number typed by hand instead: the draw is marked so everywhere. `apart` keeps club-mates apart
    in round 1 where possible. `regulation` is the version that was read: it is confirmed in the same step.
    """

    shape = RoundSizesField(
        required=False,
        allow_null=True,
        max_length=MAX_ROUNDS,
        **doc(
            "Table sizes of every round; a table of 1 is a bye. Null for the shape that is proposed.",
            [[3, 3, 3], [3]],
        ),
    )
    method = Text(
        required=False,
        max_length=20,
        known=METHODS,
        **doc("How entries are ordered: at random, by the season, or by their `seed`.", "random"),
    )
    word = Text(
        required=False,
        max_length=200,
        **doc("The word called at the venue; empty for none. Not beside `seed`.", "abacaxi"),
    )
    seed = WholeNumber(
        required=False,
        allow_null=True,
        min_value=-LARGE,
        max_value=LARGE,
        between=(0, LARGEST_SEED),
        **doc("A number typed by hand, which marks the draw; null for the promised secret.", 7),
    )
    apart = Flag(
        required=False,
        **doc("Whether club-mates are kept apart in round 1 where possible; false by default.", False),
    )
    regulation = Text(
        required=False,
        allow_null=True,
        max_length=64,
        **doc(
            "The `version` of the regulation that was read, confirmed in the same step; null for no step.",
            SHA,
        ),
    )


class PromisedSerializer(serializers.Serializer[Commitment]):
    """The SHA-256 of a secret, and the time and number of its line in the record."""

    hash = serializers.CharField(
        source="sha256", **doc("The SHA-256 of the secret's bytes, in 64 hexadecimal digits.", SHA)
    )
    at = serializers.DateTimeField(**doc("When that was.", MOMENT))
    seq = serializers.IntegerField(**doc("The number of the record's line that says so, from 0.", 74))


class OriginSerializer(serializers.Serializer[Draw]):
    """Where a draw comes from: of the bracket, or of a round before it.

    `derived_seed` follows from `secret`, entries and `word`; all of these, `algorithm` and `promised` are
    null if `seed`, a number, was used: `typed_by_hand` unless the record was started in its first format.
    `passed_over`: entries that had a bye or a short table earlier in the season.
    """

    stage = serializers.IntegerField(
        allow_null=True, **doc("The stage of which it is a round; null for the bracket.")
    )
    first_round = serializers.IntegerField(**doc("The first round that it seats, from 1.", 1))
    method = serializers.ChoiceField(
        choices=DRAWN_BY,
        **doc(
            "How entries are ordered: at random, by the season, by their `seed`, by the stage before the "
            "bracket, or as Swiss rounds or groups are paired.",
            "random",
        ),
    )
    seed = serializers.IntegerField(
        allow_null=True, **doc("The seed of the random numbers; null if the secret was used.")
    )
    algorithm = serializers.CharField(
        allow_null=True, **doc("How lots follow from `derived_seed`; null beside `seed`.", "sha256-counter/1")
    )
    promised = PromisedSerializer(
        source="commitment",
        allow_null=True,
        **doc("The secret that was promised, by its hash; null beside `seed`."),
    )
    secret = serializers.CharField(
        allow_null=True,
        **doc(
            "The secret itself, 32 bytes in hexadecimal digits, published with the draw; null if `seed` "
            "was used.",
            "3b1f9c0e7d52a8461f0c9b7e5d3a2816f4e0c8b6a79d5e3f1b2c4d6e8f0a1b3c",
        ),
    )
    word = serializers.CharField(
        allow_null=True,
        **doc(
            "The word called at the venue, which is hashed with the secret; null beside `seed`.", "abacaxi"
        ),
    )
    derived_seed = serializers.CharField(
        allow_null=True,
        **doc(
            "The SHA-256 of the secret, the codes of the entries and the word, as text; null beside `seed`.",
            SHA,
        ),
    )
    typed_by_hand = serializers.BooleanField(
        source="is_typed", **doc("Whether chance began with a number that was typed.", False)
    )
    passed_over = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        allow_null=True,
        **doc(
            "Codes of entries that had a bye or a short table this season, latest first; null for none.",
            [["e4k2x9"], ["e8m3p7"]],
        ),
    )
    published_at = serializers.DateTimeField(**doc("When it was published.", MOMENT))
    seq = serializers.IntegerField(**doc("The number of the record's line that says so, from 0.", 74))


class EarlierSerializer(serializers.Serializer[Withdrawn]):
    """A draw that was taken back, when and why."""

    draw = OriginSerializer(**doc("Where the draw came from that was taken back."))
    withdrawn_at = serializers.DateTimeField(source="at", **doc("When it was taken back.", MOMENT))
    reason = serializers.CharField(**doc("Why; empty if none was needed. It is public.", "Sides swapped."))


class DrawnAloneSerializer(OriginSerializer):
    """A draw with what it gave; `order` lists entries, strongest first."""

    shape = RoundSizesField(**doc("Table sizes of every round; a table of 1 is a bye.", [[3, 3, 3], [3]]))
    shape_is_default = serializers.BooleanField(**doc("Whether it is the shape that was proposed.", True))
    order = serializers.ListField(
        child=serializers.CharField(), **doc("Codes of the entries, strongest first.", ["e4k2x9", "e8m3p7"])
    )


class DrawnSerializer(DrawnAloneSerializer):
    """The current draw, which anyone can repeat, and `earlier` ones that were withdrawn."""

    second_chance = RoundSizesField(
        **doc("Table sizes of the second chance by round, without byes; [] for none.", [[2, 2], [2]])
    )
    earlier = EarlierSerializer(many=True, **doc("Draws that were taken back, oldest first."))


class PromisesSerializer(serializers.Serializer[dict[str, object]]):
    """The commitment to the next draw; null before the first check-in, and once the bracket is drawn.

    `is_lost`: the record was imported without the secret, so the draw will commit to another one.
    """

    promised = PromisedSerializer(
        allow_null=True,
        **doc("The committed secret; null before the first check-in, and once the bracket is drawn."),
    )
    is_lost = serializers.BooleanField(
        **doc(
            "Whether the record came from elsewhere without the secret, so that the draw promises another.",
            False,
        )
    )
    earlier = EarlierSerializer(many=True, **doc("Draws that were taken back, oldest first."))


class ReasonSerializer(StrictFields):
    """Why something is taken back; it is public."""

    reason = Text(max_length=500, **doc("Why. It is public.", "Sides swapped."))


class DrawApiView(TournamentApiView):
    """Routes to read the draw that stands and to publish one."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="retrieve_draw", responses=DrawnSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the draw: method, seed, shape and order, all that is needed to repeat it; 404 before it.

        With Swiss rounds or groups it is the latest draw, of a round or of the bracket after them.
        """
        return self.show(_draw_fields)

    @extend_schema(
        operation_id="publish_draw",
        request=DrawInSerializer,
        responses={201: DrawnSerializer},
        examples=example_body(
            {"shape": [[3, 3, 3], [3]], "word": "abacaxi", "apart": True, "regulation": SHA}
        ),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Draw all entries that are checked in; 422 with all that is missing or wrong; 409 `draw_published`.

        With Swiss rounds or groups before the bracket this draws the first round; of the options it then
        takes `word` and `regulation` only: 422 `not_for_rounds`.
        """
        given = parse_body(DrawInSerializer, request)

        def publish_and_show_draw(tournament: Tournament, write: WriteRequest) -> JSONBody:
            publish_draw(tournament, **given, seen=write.seen, by=write.actor, now=write.now)
            return _draw_fields(tournament)

        return self.act_on_tournament(publish_and_show_draw, status=201)


class PromiseApiView(TournamentApiView):
    """Route to read the commitment to the next draw."""

    @extend_schema(operation_id="retrieve_promise", responses=PromisesSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the commitment to the next draw: its hash, the time of its line, and withdrawn draws."""
        return self.show(lambda tournament: PromisesSerializer(_promise_fields(tournament)).data)


class WithdrawalApiView(TournamentApiView):
    """Route to withdraw the published draw."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="withdraw_draw",
        request=ReasonSerializer,
        responses={204: None},
        examples=example_body({"reason": "Two more came."}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Withdraw the draw, as long as no match was started; else 409 `not_withdrawable`.

        A new secret is committed at once. 422 `reason_missing`.
        """
        reason = parse_body(ReasonSerializer, request)["reason"]

        def withdraw_published_draw(tournament: Tournament, write: WriteRequest) -> None:
            withdraw_draw(tournament, reason=reason, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_tournament(withdraw_published_draw, status=204)


class ShapesApiView(TournamentApiView):
    """Route to compare shapes of the bracket."""

    @extend_schema(
        operation_id="list_shapes",
        parameters=[ShapeQuerySerializer],
        responses={200: OfferShownSerializer(many=True), 422: ProblemShownSerializer},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List sensible shapes for the entries checked in, or for `entries`; the proposed one first.

        422 `no_shape`, `too_few_entries`.
        """
        entries = parse_query(ShapeQuerySerializer, request).get("entries")
        return self.show(
            lambda tournament: [
                {
                    **OfferSerializer(offer).data,
                    "second_chance": second_chance_matches(tournament, offer.shape),
                }
                for offer in timed_offers(tournament, entries, timezone.now())
            ],
            is_all_recorded=False,
        )


class ReadyApiView(TournamentApiView):
    """Route to read what is missing before the draw."""

    @extend_schema(operation_id="draw_readiness", responses=ReadinessSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List everything that is still missing before the draw. For the staff."""

        def list_missing_requirements(tournament: Tournament) -> JSONBody:
            missing = check_ready(tournament)
            return ReadinessSerializer({"ready": not missing, "missing": missing}).data

        return self.show(list_missing_requirements, need="judge", is_all_recorded=False)


def _draw_fields(tournament: Tournament) -> dict[str, object]:
    """Return the latest draw that stands as JSON. Raise `Forbidden` `not_found` without one."""
    draw = latest_draw(tournament)
    if draw is None:
        raise Forbidden("not_found")
    earlier = serialize_all(EarlierSerializer, withdrawn_draws(tournament))
    sizes = [[len(match.sides) for match in one.matches] for one in second_chance(tournament)]
    return {**DrawnAloneSerializer(draw).data, "second_chance": sizes, "earlier": earlier}


def _promise_fields(tournament: Tournament) -> dict[str, object]:
    """Return the commitment to the next draw (None without one), and withdrawn draws, oldest first."""
    found = promise(tournament)
    return {
        "promised": found,
        "is_lost": found is not None and found.is_lost,
        "earlier": withdrawn_draws(tournament),
    }
