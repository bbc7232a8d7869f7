"""Reading bodies: JSON in UTF-8, of sane depth. How large one may be is Django's own setting."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class PlainJSON(JSONParser):
    """JSON as everybody sends it, whatever charset the header claims."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The parsed value; `ParseError` for anything that is no JSON."""
        try:
            return super().parse(stream, media_type, {})
        except RecursionError:
            raise ParseError from None
