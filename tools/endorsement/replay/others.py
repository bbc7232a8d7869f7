"""The steps that need another tournament than the day's: pairs, and the games beside Chama.

Each prepares what its route needs, and returns the call, not sent yet.
"""

from typing import Any

from tools.endorsement.play.arena import confirm
from tools.endorsement.replay.day import REASON
from tools.endorsement.replay.stage import Stage, Write, plain, step

DECK = "\n".join(f"3 Ideia {number}" for number in range(1, 6))


def create_other_tournament(stage: Stage, name: str, people: int = 1, entries: int = 4, **terms: Any) -> str:
    """Create a tournament with entries that are not checked in, and go on in it; return an entry's code.

    `people`: members of an entry. `terms`: of the tournament, as the API takes them.
    """
    plain = {"name": stage.name(name), "year": 2026, "table_low": 2, "table_high": 2, "tables": 4}
    stage.path = f"tournaments/{stage.boss.post('tournaments/', {**plain, **terms})['slug']}/"
    stage.boss.post(stage.url("staff/"), {"username": stage.people.names[0], "role": "coordinator"})
    stage.boss.post(stage.url("announcement/"), {"text": "Venham!", "channel": "grupo"})
    names = [[stage.name(f"{name} {number} {one}") for one in range(people)] for number in range(entries)]
    rows = [{"names": given} for given in names]
    stage.boss.post(stage.url("entries/import/"), {"rows": rows})
    return str(stage.boss.get(stage.url("entries/"))["results"][0]["code"])


def publish_draw_here(stage: Stage) -> None:
    """Check in all entries of the present tournament, confirm the regulation and publish the draw."""
    stage.boss.post(stage.url("entries/check-in/"))
    confirm(stage.boss, stage.path)
    stage.boss.post(stage.url("draw/"), {"seed": stage.seed})


@step("undo_import")
def undo_import(stage: Stage) -> Write:
    create_other_tournament(stage, "Lista", kind="campeonato")
    number = stage.boss.get(stage.url("entries/imports/"))[0]["number"]
    return stage.write(stage.boss, f"entries/imports/{number}/")


@step("substitute_member")
def substitute_member(stage: Stage) -> Write:
    code = create_other_tournament(stage, "Dupla", people=2, kind="duplas")
    publish_draw_here(stage)
    entry = stage.boss.get(stage.url(f"entries/{code}/"))
    body = {"leaving": entry["people"][0]["code"], "name": stage.name("Reserva"), "reason": "doente"}
    return stage.write(stage.boss, f"entries/{code}/substitute/", body)


@step("check_deck")
def check_deck(stage: Stage) -> Write:
    return Write(stage.judge, "decks/check/", {"game": "hermetica", "text": DECK})


@step("hand_in_deck")
def hand_in_deck(stage: Stage) -> Write:
    asked = {"hermetica_deck_check": True}
    code = create_other_tournament(stage, "Baralho", game="hermetica", kind="duelo", house_rules=asked)
    stage.known["deck"] = code
    return stage.write(stage.boss, f"entries/{code}/decks/", {"text": DECK})


@step("waive_decks")
def waive_decks(stage: Stage) -> Write:
    codes = [entry["code"] for entry in stage.boss.get(stage.url("entries/"))["results"]]
    other = next(code for code in codes if code != stage.known["deck"])
    return stage.write(stage.boss, f"entries/{other}/decks/waive/", {"reason": REASON})


@step("note_drawn_game")
def note_drawn_game(stage: Stage) -> Write:
    create_other_tournament(stage, "Castelo", game="castelo", kind="duelo")
    publish_draw_here(stage)
    stage.known["castle"] = match = stage.playable()
    stage.boss.post(stage.url(f"matches/{match['code']}/start/"))
    lines = [{"player": seat["player"], "castle": 0} for seat in match["seats"]]
    body = {"ended_by": "win_condition", "lines": lines}
    return stage.write(stage.boss, f"matches/{match['code']}/drawn-games/", body)


@step("take_back_drawn_game")
def take_back_drawn_game(stage: Stage) -> Write:
    path = f"matches/{stage.known['castle']['code']}/drawn-games/take-back/"
    return stage.write(stage.boss, path, {"reason": REASON})


# --- a game of kingdoms -------------------------------------------------------------------------------


@step("begin_kingdoms")
def begin_kingdoms(stage: Stage) -> Write:
    create_other_tournament(stage, "Reinos", game="jogo-dos-reinos", kind="reinos", table_low=4, table_high=4)
    publish_draw_here(stage)
    code = stage.known["kingdoms"] = stage.playable()["code"]
    stage.boss.post(stage.url(f"matches/{code}/start/"))
    return stage.write(stage.boss, f"matches/{code}/kingdoms/", {})


@step("act_in_kingdoms")
def act_in_kingdoms(stage: Stage) -> Write:
    path = f"matches/{stage.known['kingdoms']}/kingdoms/acts/"
    return stage.write(stage.boss, path, {"seen": 0, "event": {"type": "pass"}})


plain("undo_in_kingdoms", "matches/{kingdoms}/kingdoms/undo/", {"seen": 1})


# --- a full tournament that is called off, and the next one like it -----------------------------------


@step("put_on_waiting_list")
def put_on_waiting_list(stage: Stage) -> Write:
    create_other_tournament(stage, "Cheio", kind="campeonato", capacity=4)
    return stage.write(stage.boss, "waiting/", {"names": [stage.name("Espera")]})


plain("wait_self", "waiting/self/", {}, by="player")


@step("move_on_waiting_list")
def move_on_waiting_list(stage: Stage) -> Write:
    stage.known["waiting"] = code = stage.boss.get(stage.url("waiting/"))[-1]["code"]
    return stage.write(stage.boss, f"waiting/{code}/move/", {"place": 1})


plain("leave_waiting_list", "waiting/{waiting}/leave/")
plain("cancel_tournament", "cancel/", {"reason": "a sala alagou"})
plain("archive_tournament", "archive/")
plain("unarchive_tournament", "unarchive/")


@step("play_now")
def play_now(stage: Stage) -> Write:
    entries = [{"names": [stage.name(f"Noite {number}")]} for number in range(5)]
    return Write(stage.boss, "evenings/", {"kind": "campeonato", "entries": entries})


@step("duplicate_tournament")
def duplicate_tournament(stage: Stage) -> Write:
    return stage.write(stage.boss, "duplicate/", {"name": stage.name("De Novo")})


@step("delete_tournament")
def delete_tournament(stage: Stage) -> Write:
    slug, name = stage.known["duplicate_tournament"]["slug"], stage.name("De Novo")
    return Write(stage.boss, f"tournaments/{slug}/delete/", {"name": name})


@step("restore_tournament")
def restore_tournament(stage: Stage) -> Write:
    return Write(stage.boss, "bin/restore/", {"slug": stage.known["delete_tournament"]["slug"]})


# --- types that people invent -------------------------------------------------------------------------


@step("propose_type_draft")
def propose_type_draft(stage: Stage) -> Write:
    return Write(stage.boss, "types/", _type_facts("Fortaleza"))


@step("change_type")
def change_type(stage: Stage) -> Write:
    return Write(stage.boss, _type_path(stage), {"needs": {"intact": 5}})


@step("propose_type")
def propose_type(stage: Stage) -> Write:
    return Write(stage.boss, f"{_type_path(stage)}propose/")


@step("decide_type")
def decide_type(stage: Stage) -> Write:
    stage.console.run("editor", stage.people.names[1])
    return Write(stage.judge, f"{_type_path(stage)}decide/", {"decision": "accept", "reason": "boa"})


@step("withdraw_type")
def withdraw_type(stage: Stage) -> Write:
    stage.known["propose_type_draft"] = stage.boss.post("types/", _type_facts("Muralha"))
    return Write(stage.boss, f"{_type_path(stage)}withdraw/", {"reason": "engano"})


def _type_facts(word: str) -> dict[str, Any]:
    """Return an invented type of this name as the API takes it."""
    return {"title_word": word, "needs": {"intact": 4, "laid": 6}, "text_pt": "Seis."}


def _type_path(stage: Stage) -> str:
    """Return the path of the type that `propose_type_draft` made."""
    made = stage.known["propose_type_draft"]
    return f"types/{made['game']}/{made['key']}/{made['version']}/"
