"""Reading bodies: JSON of bounded size, whatever the caller claims about its length or charset."""

import io
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    """413: the body is larger than this site reads."""

    status_code = 413
    default_detail = _("This is more than fits in one request.")
    default_code = "body_too_large"


class BoundedJSON(JSONParser):
    """JSON in UTF-8, of at most `DATA_UPLOAD_MAX_MEMORY_SIZE` bytes and sane depth."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The parsed value; `ParseError` for anything that is no JSON, `TooLarge` for too much of it."""
        most = int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLarge
        try:
            return super().parse(io.BytesIO(body), media_type, {})
        except RecursionError:
            raise ParseError from None
