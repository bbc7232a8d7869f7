"""Values for the arguments of routes: add a new argument of a URL here, and all walks of addresses use it.

The tournament's slug and the code of a match, an entry or a player come from the test's own tournament.
"""

from collections.abc import Mapping

ROUTE_VALUES: Mapping[str, str | int] = {
    "content_type_id": 1,
    "digest": "x",
    "ending": "csv",
    "game": "chama",
    "id": "1",
    "judge": "x",
    "key": "campeonato",
    "kind": "player",
    "label": "1",
    "number": 1,
    "object_id": "1",
    "person": "x",
    "position": 1,
    "role": "judge",
    "seq": 1,
    "subject": "mesas",
    "token": "x",
    "topic": "formacao",
    "uidb64": "MQ",
    "version": 1,
    "year": 2026,
}
