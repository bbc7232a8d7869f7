"""What `docs/openapi.yaml` says about a field or a body, written beside its declaration."""

from typing import Any, Self

from drf_spectacular.utils import OpenApiExample

MOMENT = "2026-11-22T12:00:00Z"
SHA = "9f2c4b8a6d1e03f75c48b92e7a6d5f0c1b3e8d7a2c9f4e6b0d5a8c7f1e2b3d4a"
SLUG = "chama-campeonato-mariapaulista-2026"
TITLE = "Chama: Campeonato Mariapaulista 2026"


class Style(dict[str, object]):
    """DRF's free options of a field, here its example; one for all copies that DRF makes for each request."""

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself: nothing changes it."""
        return self


def doc(text: str, example: object = None) -> dict[str, Any]:
    """Return the options that describe a serializer field: a sentence, with unit and null, and an example.

    A field that is an object, or a list of objects, needs no example: its own fields have them.
    """
    return {"help_text": text, "style": Style({} if example is None else {"example": example})}


def example_body(value: object) -> list[OpenApiExample]:
    """Return the `examples` of `extend_schema` for a write: one body as a program would send it."""
    return [OpenApiExample("Example", value, request_only=True)]
