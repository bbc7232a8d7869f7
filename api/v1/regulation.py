"""The regulation: readable by all, confirmed by a coordinator."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import JSONBody, TournamentApiView, WriteRequest
from api.field_docs import MOMENT, SHA, doc, example_body
from api.mirror import Mirror, MirrorField
from api.serialization import parse_body, serialize_all
from api.strict import StrictFields, Text
from tournaments.finding import find_match
from tournaments.models import Tournament
from tournaments.models.staff import Confirmation
from tournaments.regulation.confirm import adopt_edition, confirm_regulation
from tournaments.regulation.rulings import RulingView, all_rulings, note_ruling, view_of
from tournaments.regulation.selectors import confirmation_of, has_newer_edition, version_of
from tournaments.regulation.text import Clause, Section, sections


class ConfirmationInSerializer(StrictFields):
    """Which version of the regulation was read and is confirmed."""

    version = Text(max_length=64, **doc("The `version` of the regulation that was read.", SHA))


class RulingInSerializer(StrictFields):
    """How it is played today; `match` if it is about one match only."""

    words = Text(
        max_length=2000,
        **doc("How it is played today; it is public.", "Cards that fall to the floor are shuffled in."),
    )
    match = Text(
        required=False,
        max_length=12,
        **doc("The code of the match that it is about; omitted if it applies to all.", "m7xk2qpw"),
    )


class RulingShownSerializer(Mirror[RulingView]):
    """A ruling. `match` is the code of the one that it is about; `ended_it`: it is that match's sheet."""

    words = MirrorField(
        "How it is played; empty if the record was imported without its texts.",
        "Cards that fall to the floor are shuffled in.",
    )
    at = MirrorField("When that was.", MOMENT)
    match = MirrorField("The code of the match that it is about; null if it applies to all.", "m7xk2qpw")
    ended_it = MirrorField("Whether it is the sheet of that match, which a ruling ended.", False)


class EditionShownSerializer(serializers.Serializer[dict[str, object]]):
    """The edition of the rule texts that holds in the tournament."""

    id = serializers.CharField(**doc("Which edition of the rules.", "2026-10"))
    sha256 = serializers.CharField(**doc("SHA-256, in 64 hexadecimal digits.", SHA))


class ConfirmedSerializer(serializers.Serializer[Confirmation]):
    """The latest confirmation; `by` is a code of this tournament's record, `seq` its line."""

    version = serializers.CharField(**doc("The hash of the terms that were confirmed.", SHA))
    at = serializers.DateTimeField(**doc("When that was.", MOMENT))
    by = serializers.CharField(
        source="by.code", **doc("Who did it, as a code of this tournament's record.", "pwr5fkbzz")
    )
    seq = serializers.IntegerField(**doc("The number of the record's line that says so, from 0.", 74))


class ClauseSerializer(Mirror[Clause]):
    """One sentence; `house` is the code of the house interpretation that it is, or empty."""

    text = MirrorField("The sentence, in the language of the request.", "A match takes at most 40 minutes.")
    house = MirrorField("The code of the house interpretation that it is; empty for none.", "grace_minutes")
    is_chosen = MirrorField("Whether it is an option that differs from its default.", False)


class RegulationSectionSerializer(Mirror[Section]):
    """Clauses about one thing; programs may rely on `code`."""

    code = MirrorField("Which section it is; it never changes.", "day")
    title = MirrorField("What the section is called.", "The day")
    clauses = ClauseSerializer(many=True, **doc("The sentences of the section."))


class RegulationSerializer(serializers.Serializer[dict[str, object]]):
    """All that holds in the tournament beside the rule texts of the edition."""

    version = serializers.CharField(**doc("The hash of all its terms: what is confirmed.", SHA))
    edition = EditionShownSerializer(**doc("The rule texts that the tournament is pinned to."))
    is_current_edition = serializers.BooleanField(**doc("Whether there is no newer edition.", True))
    is_confirmed = serializers.BooleanField(**doc("Whether this very version is confirmed.", True))
    confirmed = ConfirmedSerializer(
        allow_null=True, **doc("The latest confirmation, of any version; null before any.")
    )
    sections = RegulationSectionSerializer(many=True, **doc("What holds, by subject."))


class RegulationApiView(TournamentApiView):
    """Route to read the regulation."""

    @extend_schema(operation_id="regulation", responses=RegulationSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the regulation: version, edition, confirmation, and every clause.

        Clauses are in the language of `Accept-Language`.
        """
        return self.show(_regulation_fields, is_all_recorded=False)


class ConfirmationApiView(TournamentApiView):
    """Route to confirm the regulation."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="confirm_regulation",
        request=ConfirmationInSerializer,
        responses=RegulationSerializer,
        examples=example_body({"version": SHA}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Confirm the version of the regulation that was read; again changes nothing.

        422 `regulation_changed` if it is another version by now; 409 `finished`.
        """
        version = parse_body(ConfirmationInSerializer, request)["version"]

        def confirm_and_show_regulation(tournament: Tournament, write: WriteRequest) -> JSONBody:
            return _regulation_fields(
                confirm_regulation(
                    tournament, version=version, seen=write.seen, by=write.actor, now=write.now
                )
            )

        return self.act_on_tournament(confirm_and_show_regulation)


class EditionApiView(TournamentApiView):
    """Route to move to the current edition of the rules."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="adopt_edition", request=None, responses=RegulationSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Move to the current edition of the rules, before the draw.

        The regulation must be confirmed again after it. 409 `draw_published`, `edition_is_current`.
        """

        def adopt_edition_and_show_regulation(tournament: Tournament, write: WriteRequest) -> JSONBody:
            return _regulation_fields(
                adopt_edition(tournament, seen=write.seen, by=write.actor, now=write.now)
            )

        return self.act_on_tournament(adopt_edition_and_show_regulation)


class RulingsApiView(TournamentApiView):
    """Routes to list rulings and to note one."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="list_rulings", responses=RulingShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List rulings in the order of the day, those that ended a match among them."""
        return self.show(_ruling_rows)

    @extend_schema(
        operation_id="note_ruling",
        request=RulingInSerializer,
        responses={201: RulingShownSerializer},
        examples=example_body({"words": "Cards that fall to the floor are shuffled in."}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Note a ruling of the coordinator, for all tables or about one match; its words are public.

        404 for an unknown match. 422 `ruling_missing`, `text_too_long`, `not_in_record`; 409 `finished`.
        """
        given = parse_body(RulingInSerializer, request)

        def note_and_show_ruling(tournament: Tournament, write: WriteRequest) -> JSONBody:
            match = find_match(tournament, given["match"]) if "match" in given else None
            noted = note_ruling(
                tournament, words=given["words"], match=match, seen=write.seen, by=write.actor, now=write.now
            )
            return dict(RulingShownSerializer(view_of(noted)).data)

        return self.act_on_tournament(note_and_show_ruling, status=201)


def _ruling_rows(tournament: Tournament) -> JSONBody:
    """Return all rulings as JSON, in the order of the day."""
    return serialize_all(RulingShownSerializer, all_rulings(tournament))


def _regulation_fields(tournament: Tournament) -> dict[str, object]:
    """Return the regulation as JSON: version, confirmation, and clauses in the active language."""
    found, version = confirmation_of(tournament), version_of(tournament)
    shown = {
        "version": version,
        "edition": {"id": tournament.edition, "sha256": tournament.edition_hash},
        "is_current_edition": not has_newer_edition(tournament),
        "is_confirmed": found is not None and found.version == version,
        "confirmed": found,
        "sections": sections(tournament),
    }
    return dict(RegulationSerializer(shown).data)
