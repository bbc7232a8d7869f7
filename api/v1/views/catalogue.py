"""What can be chosen, and titles written and read."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import ApiView, asked
from api.v1.serializers import catalogue as shapes
from api.v1.serializers.problems import ProblemShownSerializer
from rulesets.house_rules import options
from rulesets.kernel.titles import parse_title
from rulesets.registry import GAMES
from tournaments.inputs import TournamentFacts
from tournaments.setup.create import check_facts, tidied
from tournaments.setup.doubts import doubts
from tournaments.setup.title_preview import preview_title
from tournaments.setup.type_choice import choose, words_of_all

PARTS = frozenset({"game", "kind", "name", "variants", "year"})


class CatalogueApiView(ApiView):
    """Games, types, variants, options."""

    @extend_schema(operation_id="catalogue", responses=shapes.CatalogueSerializer)
    def get(self, request: Request) -> Response:
        """Everything that everybody can choose for a tournament, accepted types among it."""
        shown = {"games": list(words_of_all().values()), "house_rules": options()}
        return Response(shapes.CatalogueSerializer(shown).data)


class TitlePreviewApiView(ApiView):
    """The title while it is being typed."""

    @extend_schema(
        operation_id="preview_title",
        parameters=[shapes.TitlePartsSerializer],
        responses=shapes.TitlePreviewSerializer,
    )
    def get(self, request: Request) -> Response:
        """The title that these parts make so far, and what is wrong with them."""
        given = asked(shapes.TitlePartsSerializer, request)
        given["variants"] = tuple(filter(None, given.get("variants", "").split(",")))
        facts = tidied(TournamentFacts(**{"kind": "", "name": "", "year": 0, **given}))
        wrong = [found for found in check_facts(facts, self.player) if found.field.split(".")[0] in PARTS]
        games = {facts.game: choose(facts, self.player).game} if facts.game in GAMES else GAMES
        made = preview_title(facts.game, facts.kind, facts.name, facts.variants, facts.year, games)
        title = made.title if made.is_complete else ""
        doubted = doubts(facts, title, by=self.player, now=timezone.now())
        shown = {"title": made.title, "violations": wrong, "warnings": (*made.warnings, *doubted)}
        return Response(shapes.TitlePreviewSerializer(shown).data)


class TitleParseApiView(ApiView):
    """A title read back into its parts."""

    @extend_schema(
        operation_id="parse_title",
        parameters=[shapes.TitleTextSerializer],
        responses={200: shapes.TitleReadSerializer, 422: ProblemShownSerializer},
    )
    def get(self, request: Request) -> Response:
        """The parts of a title, read leniently; 422 with all that is wrong with it."""
        read = parse_title(asked(shapes.TitleTextSerializer, request)["title"], words_of_all())
        parts: dict[str, object] = {name: getattr(read.parts, name) for name in PARTS}
        return Response(shapes.TitleReadSerializer({**parts, "warnings": read.warnings}).data)
