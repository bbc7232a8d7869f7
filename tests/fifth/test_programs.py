"""Vaza by the API: in the catalogue and the description, created, drawn, recorded, read."""

from io import StringIO
from typing import Any

import pytest
import yaml
from django.core.management import call_command

from tests import cast
from tests.api.programs import Program
from tests.api.wires import InProcess
from tools.endorsement.description import LOADER

pytestmark = pytest.mark.django_db


def program(who: Any = None) -> Program:
    """Not compared with the file of the description, which does not know the game."""
    return Program(InProcess(), cast.key(who) if who else "")


def test_the_catalogue_lists_it_with_its_type_its_sheet_and_its_option() -> None:
    shown = program().get("catalogue/").body
    (game,) = (game for game in shown["games"] if game["key"] == "vaza")
    (kind,) = game["kinds"]
    assert [field["key"] for field in kind["fields_of_line"]] == ["tricks", "trumps", "honours"]
    (option,) = (rule for rule in shown["house_rules"] if rule["applies"] == "vaza")
    assert option["choices"] == ["ruling", "replay"]


def test_the_description_is_still_sound_and_knows_its_numbers() -> None:
    made = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=made)
    schemas = yaml.load(made.getvalue(), LOADER)["components"]["schemas"]
    assert "vaza" in schemas["GameKey"]["enum"]
    assert "sem-trunfo" in schemas["VariantsEnum"]["enum"]
    tricks = schemas["LineIn"]["properties"]["tricks"]
    assert tricks["description"] == "Vaza: tricks taken, 0 to 13; null if uncounted."
    assert "tricks" in schemas["LineShown"]["properties"]


def test_a_tournament_is_created_drawn_recorded_and_finished() -> None:
    ana, bruno = program(cast.ana()), program(cast.bruno())
    body = {"game": "vaza", "kind": "rodada", "name": "Serrana", "year": 2026, "tables": 2, "time_limit": 30}
    made = ana.post("tournaments/", {**body, "table_high": 4})
    base = f"tournaments/{made.body['slug']}/"
    ana.post(f"{base}staff/", {"username": "bruno", "role": "judge"})
    ana.post(f"{base}staff/", {"username": "ana", "role": "coordinator"})
    ana.post(f"{base}announcement/", {"text": "Venham!", "channel": "grupo"})
    for name in ("Lia", "Zeca", "Nina"):
        assert ana.post(f"{base}entries/", {"names": [name]}).status == 201
    assert ana.post(f"{base}entries/check-in/").status == 200
    assert ana.post(f"{base}draw/", {"seed": 7}).status == 201
    path = f"{base}matches/{program().get(f'{base}matches/').body['results'][0]['code']}/"
    assert bruno.post(f"{path}start/").status == 200
    players = [seat["player"] for seat in program().get(path).body["seats"]]
    lines = [{"player": player, "tricks": 4} for player in players]
    refused = bruno.post(f"{path}sheet/", {"ended_by": "win_condition", "winner": 1, "lines": lines})
    assert refused.codes == {"tricks_not_thirteen"}
    lines[0] |= {"tricks": 5, "trumps": 1, "honours": 1}
    sheet = {"ended_by": "win_condition", "winner": 1, "lines": lines}
    recorded = bruno.post(f"{path}sheet/", sheet)
    assert recorded.body["sheet"]["scores"] == {"1": 7, "2": 4, "3": 4}
    assert recorded.body["sheet"]["lines"][0]["tricks"] == 5
    assert ana.post(f"{base}finish/").status == 200
    first, *_ = program().get(f"{base}standing/").body["results"]
    assert (first["place"], first["names"]) == (1, recorded.body["match"]["sides"][0]["names"])
