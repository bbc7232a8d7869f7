"""The steps that need another tournament than the day's: pairs, and the games beside Chama."""

from typing import Any

from tools.endorsement.play.arena import confirm
from tools.endorsement.replay.day import REASON
from tools.endorsement.replay.stage import Stage, Write, plain, step

DECK = "\n".join(f"3 Ideia {number}" for number in range(1, 6))


def another(stage: Stage, name: str, people: int = 1, entries: int = 4, **terms: Any) -> str:
    """A tournament with some entries who have not arrived yet; the code of one of them."""
    plain = {"name": stage.name(name), "year": 2026, "table_low": 2, "table_high": 2, "tables": 4}
    stage.path = f"tournaments/{stage.boss.post('tournaments/', {**plain, **terms})['slug']}/"
    stage.boss.post(stage.url("staff/"), {"username": stage.people.names[0], "role": "coordinator"})
    stage.boss.post(stage.url("announcement/"), {"text": "Venham!", "channel": "grupo"})
    names = [[stage.name(f"{name} {number} {one}") for one in range(people)] for number in range(entries)]
    rows = [{"names": given} for given in names]
    stage.boss.post(stage.url("entries/import/"), {"rows": rows})
    return str(stage.boss.get(stage.url("entries/"))["results"][0]["code"])


def drawn(stage: Stage) -> None:
    """Check in all entries, confirm the regulation and publish the draw."""
    stage.boss.post(stage.url("entries/check-in/"))
    confirm(stage.boss, stage.path)
    stage.boss.post(stage.url("draw/"), {"seed": stage.seed})


@step("undo_import")
def _(stage: Stage) -> Write:
    another(stage, "Lista", kind="campeonato")
    number = stage.boss.get(stage.url("entries/imports/"))[0]["number"]
    return stage.write(stage.boss, f"entries/imports/{number}/")


@step("substitute_member")
def _(stage: Stage) -> Write:
    code = another(stage, "Dupla", people=2, kind="duplas")
    drawn(stage)
    entry = stage.boss.get(stage.url(f"entries/{code}/"))
    body = {"leaving": entry["people"][0]["code"], "name": stage.name("Reserva"), "reason": "doente"}
    return stage.write(stage.boss, f"entries/{code}/substitute/", body)


@step("check_deck")
def _(stage: Stage) -> Write:
    return Write(stage.judge, "decks/check/", {"game": "hermetica", "text": DECK})


@step("hand_in_deck")
def _(stage: Stage) -> Write:
    asked = {"hermetica_deck_check": True}
    code = another(stage, "Baralho", game="hermetica", kind="duelo", house_rules=asked)
    stage.known["deck"] = code
    return stage.write(stage.boss, f"entries/{code}/decks/", {"text": DECK})


@step("waive_decks")
def _(stage: Stage) -> Write:
    codes = [entry["code"] for entry in stage.boss.get(stage.url("entries/"))["results"]]
    other = next(code for code in codes if code != stage.known["deck"])
    return stage.write(stage.boss, f"entries/{other}/decks/waive/", {"reason": REASON})


@step("note_drawn_game")
def _(stage: Stage) -> Write:
    another(stage, "Castelo", game="castelo", kind="duelo")
    drawn(stage)
    stage.known["castle"] = match = stage.playable()
    stage.boss.post(stage.url(f"matches/{match['code']}/start/"))
    lines = [{"player": seat["player"], "castle": 0} for seat in match["seats"]]
    body = {"ended_by": "win_condition", "lines": lines}
    return stage.write(stage.boss, f"matches/{match['code']}/drawn-games/", body)


@step("take_back_drawn_game")
def _(stage: Stage) -> Write:
    path = f"matches/{stage.known['castle']['code']}/drawn-games/take-back/"
    return stage.write(stage.boss, path, {"reason": REASON})


# --- a game of kingdoms -------------------------------------------------------------------------------


@step("begin_kingdoms")
def _(stage: Stage) -> Write:
    another(stage, "Reinos", game="jogo-dos-reinos", kind="reinos", table_low=4, table_high=4)
    drawn(stage)
    code = stage.known["kingdoms"] = stage.playable()["code"]
    stage.boss.post(stage.url(f"matches/{code}/start/"))
    return stage.write(stage.boss, f"matches/{code}/kingdoms/", {})


@step("act_in_kingdoms")
def _(stage: Stage) -> Write:
    path = f"matches/{stage.known['kingdoms']}/kingdoms/acts/"
    return stage.write(stage.boss, path, {"seen": 0, "event": {"type": "pass"}})


plain("undo_in_kingdoms", "matches/{kingdoms}/kingdoms/undo/", {"seen": 1})


# --- a full tournament that is called off, and the next one like it -----------------------------------


@step("put_on_waiting_list")
def _(stage: Stage) -> Write:
    another(stage, "Cheio", kind="campeonato", capacity=4)
    return stage.write(stage.boss, "waiting/", {"names": [stage.name("Espera")]})


plain("wait_self", "waiting/self/", {}, by="player")


@step("move_on_waiting_list")
def _(stage: Stage) -> Write:
    stage.known["waiting"] = code = stage.boss.get(stage.url("waiting/"))[-1]["code"]
    return stage.write(stage.boss, f"waiting/{code}/move/", {"place": 1})


plain("leave_waiting_list", "waiting/{waiting}/leave/")
plain("cancel_tournament", "cancel/", {"reason": "a sala alagou"})
plain("archive_tournament", "archive/")
plain("unarchive_tournament", "unarchive/")


@step("play_now")
def _(stage: Stage) -> Write:
    entries = [{"names": [stage.name(f"Noite {number}")]} for number in range(5)]
    return Write(stage.boss, "evenings/", {"kind": "campeonato", "entries": entries})


@step("duplicate_tournament")
def _(stage: Stage) -> Write:
    return stage.write(stage.boss, "duplicate/", {"name": stage.name("De Novo")})


@step("delete_tournament")
def _(stage: Stage) -> Write:
    slug, name = stage.known["duplicate_tournament"]["slug"], stage.name("De Novo")
    return Write(stage.boss, f"tournaments/{slug}/delete/", {"name": name})


@step("restore_tournament")
def _(stage: Stage) -> Write:
    return Write(stage.boss, "bin/restore/", {"slug": stage.known["delete_tournament"]["slug"]})


# --- types that people invent -------------------------------------------------------------------------


@step("propose_type_draft")
def _(stage: Stage) -> Write:
    return Write(stage.boss, "types/", _invented("Fortaleza"))


@step("change_type")
def _(stage: Stage) -> Write:
    return Write(stage.boss, _type(stage), {"needs": {"intact": 5}})


@step("propose_type")
def _(stage: Stage) -> Write:
    return Write(stage.boss, f"{_type(stage)}propose/")


@step("decide_type")
def _(stage: Stage) -> Write:
    stage.console.run("editor", stage.people.names[1])
    return Write(stage.judge, f"{_type(stage)}decide/", {"decision": "accept", "reason": "boa"})


@step("withdraw_type")
def _(stage: Stage) -> Write:
    stage.known["propose_type_draft"] = stage.boss.post("types/", _invented("Muralha"))
    return Write(stage.boss, f"{_type(stage)}withdraw/", {"reason": "engano"})


def _invented(word: str) -> dict[str, Any]:
    return {"title_word": word, "needs": {"intact": 4, "laid": 6}, "text_pt": "Seis."}


def _type(stage: Stage) -> str:
    made = stage.known["propose_type_draft"]
    return f"types/{made['game']}/{made['key']}/{made['version']}/"
