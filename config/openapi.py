"""Settings of the API's description (drf-spectacular)."""

from collections.abc import Sequence
from typing import Any

DESCRIPTION = (
    "Everything that the pages do, for programs. Public tournaments are read without an account; "
    "everything else takes a token. The `ETag` of an answer about a tournament begins with the number of "
    "its record's latest line; `If-None-Match` gives 304, `If-Match` 412 if another caller was faster. "
    "Every write takes an `Idempotency-Key`. Every refusal has the one shape of `Problem` (RFC 9457), "
    "with all that is wrong at once, in the language of `Accept-Language` ({}). Times are "
    "RFC 3339, sent with an offset and answered in UTC with `Z`. True or false is `true` or `false`, in "
    "queries too. What is beyond a bound of the rules is refused with 422."
)
"""For all languages of the site."""


def openapi_settings(languages: Sequence[str]) -> dict[str, Any]:
    """Return `SPECTACULAR_SETTINGS` of drf-spectacular; the description names these languages."""
    return {
        "TITLE": "Chama tournaments",
        "DESCRIPTION": DESCRIPTION.format(" or ".join(f"`{code}`" for code in languages)),
        "VERSION": "1",
        "LICENSE": {"name": "MIT", "url": "https://opensource.org/license/mit"},
        "SERVERS": [{"url": "/", "description": "The server that gives this description."}],
        "SERVE_INCLUDE_SCHEMA": False,
        "SCHEMA_PATH_PREFIX": "/api/v1",
        "ENUM_NAME_OVERRIDES": {
            "TournamentState": "tournaments.models.State",
            "EntryState": "matches.models.EntryState",
            "MatchState": "matches.models.MatchState",
            "TypeState": "catalogue.models.TypeState",
            "CalendarKind": "accounts.models.CalendarFeed.values",
            "RoleEnum": "tournaments.models.Role",
            "LinkRole": "tournaments.models.LinkRole",
            "PenaltyKind": "tournaments.models.penalty.PenaltyKind.values",
            "TokenScope": "accounts.models.Scope.values",
            "EndedByEnum": "api.v1.sheets.serializers.ENDINGS",
            "MethodEnum": "tournaments.draw.publish.METHODS",
            "DrawnMethod": "api.v1.draw.DRAWN_BY",
            "NextActEnum": "tournaments.now.selectors.ACTS",
            "StageAct": "api.v1.stages.ACTS",
            "StagePoints": "tournaments.stages.points.POINTS",
            "OutEnum": "api.v1.sheets.serializers.WAYS",
            "GameKey": "api.v1.setup.serializers.game_keys",
            "GameOfTypes": "api.v1.types.serializers.COMPOSED",
            "Suit": "api.v1.sheets.serializers.MARKS",
            "Rank": "api.v1.sheets.serializers.RANKS",
        },
        "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "api.describing.describe"],
        "SWAGGER_UI_DIST": "SIDECAR",
        "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    }
