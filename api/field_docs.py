"""What `docs/openapi.yaml` says about a field or a body, written beside its declaration."""

from collections.abc import Mapping
from typing import Any, Self

from drf_spectacular.utils import OpenApiExample

MOMENT = "2026-11-22T12:00:00Z"
SHA = "9f2c4b8a6d1e03f75c48b92e7a6d5f0c1b3e8d7a2c9f4e6b0d5a8c7f1e2b3d4a"
SLUG = "chama-campeonato-mariapaulista-2026"
TITLE = "Chama: Campeonato Mariapaulista 2026"


class Style(dict[str, object]):
    """A serializer field's option `style`, which DRF leaves to us: here its `example` for the description.

    DRF copies the fields for each request; all copies share one `Style`.
    """

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself instead of a copy: nothing changes it."""
        return self


def doc(text: str, example: object = None) -> dict[str, Any]:
    """Return `help_text` and `style` of a serializer field: `Field(**doc("Minutes; null for none.", 40))`.

    The sentence says unit, order and what null means. A field that is an object, or a list of objects, needs
    no example: its own fields have them.
    """
    return {"help_text": text, "style": Style({} if example is None else {"example": example})}


def example_body(value: object) -> list[OpenApiExample]:
    """Return `examples` for `extend_schema`: one body of a request, as a program would send it."""
    return [OpenApiExample("Example", value, request_only=True)]


IN_PATHS: Mapping[tuple[str, str], tuple[str, object]] = {
    ("tournaments", "slug"): ("What names the tournament.", SLUG),
    ("entries", "code"): ("The code of the entry.", "e4k2x9"),
    ("matches", "code"): ("The code of the match.", "m7xk2qpw"),
    ("waiting", "code"): ("The code of the waiting, as the waiting list has it.", "w4k2x9"),
    ("help", "code"): ("The code of the call for help.", "h7xk2qpw"),
    ("penalties", "code"): ("The `code` of the penalty.", "f7xk2qpw"),
    ("tokens", "code"): ("The `id` of the token.", "t4k9"),
    ("calendars", "kind"): ("Whose day it shows.", "player"),
    ("types", "game"): ("The key of a game.", "chama"),
    ("types", "key"): ("The key of the type.", "fortaleza"),
    ("types", "version"): ("Which version of the type, from 1.", 1),
    ("seasons", "game"): ("The key of a game.", "chama"),
    ("seasons", "year"): ("The year in the title.", 2026),
    ("series", "game"): ("The key of a game.", "chama"),
    ("series", "key"): (
        "The words of the name, small, without accents, with `-` between.",
        "mariapaulista",
    ),
    ("clubs", "number"): ("What names the club.", 7),
    ("staff", "role"): ("Which of the person's roles.", "judge"),
    ("staff", "person"): ("The person's code in this tournament's record.", "pwr5fkbzz"),
    ("conflicts", "judge"): ("The code of a member of the staff in this tournament's record.", "pgyfdbhad"),
    ("conflicts", "person"): ("The person's code in this tournament's record.", "pwr5fkbzz"),
    ("shifts", "person"): ("The person's code in this tournament's record.", "pwr5fkbzz"),
    ("tables", "label"): ("The label of the physical table.", "1"),
    ("imports", "number"): ("The number of the import, as lists show it.", 9),
    ("access-links", "number"): ("What names the link.", 12),
    ("webhooks", "number"): ("What names the webhook.", 12),
    ("deliveries", "number"): ("What names the delivery.", 71),
    ("breaks", "number"): ("The number of the break, as lists show it.", 1),
    ("corrections", "seq"): ("The number of the record's line, as lists show it.", 42),
    ("disputes", "seq"): ("The number of the record's line, as lists show it.", 42),
    ("files", "ending"): ("The kind of file: `csv` or `xlsx`.", "csv"),
}


def path_doc(path: str, name: str) -> dict[str, object]:
    """Return `description` and `example` of a path parameter; KeyError if `IN_PATHS` does not have it."""
    text, example = IN_PATHS[path_key(path, name)]
    return {"description": text, "example": example}


def path_key(path: str, name: str) -> tuple[str, str]:
    """Return the key in `IN_PATHS` of a parameter: the last plain part of the path before it, and its name.

    `path_key("/tournaments/{slug}/matches/{code}/", "code")` is `("matches", "code")`.
    """
    before = path.partition(f"{{{name}}}")[0].split("/")[:-1]
    return next(part for part in reversed(before) if "{" not in part), name
