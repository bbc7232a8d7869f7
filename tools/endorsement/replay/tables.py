"""The steps of players and phones: reports that count once the sides of a match agree."""

from tools.endorsement.play.arena import sheet
from tools.endorsement.play.client import Client
from tools.endorsement.play.day import Match
from tools.endorsement.replay.others import another, drawn
from tools.endorsement.replay.stage import Stage, Write, plain, step


def _seated(stage: Stage) -> tuple[Match, int]:
    entry = stage.known["mine"]
    (match,) = stage.matches(f"round=1&entry={entry}")
    return match, next(side["number"] for side in match["sides"] if side["entry"] == entry)


@step("report_match")
def _(stage: Stage) -> Write:
    another(stage, "Mesa", entries=3, kind="campeonato")
    stage.known["mine"] = stage.player.post(stage.url("entries/self/"), {})["code"]
    drawn(stage)
    match, side = _seated(stage)
    stage.boss.post(stage.url(f"matches/{match['code']}/start/"))
    return stage.write(stage.player, f"matches/{match['code']}/reports/", sheet(match, side))


@step("take_report_back")
def _(stage: Stage) -> Write:
    match, _side = _seated(stage)
    return stage.write(stage.player, f"matches/{match['code']}/reports/")


plain("ask_for_help", "help/", {"whom": "judge"}, by="player")


@step("go_to_help")
def _(stage: Stage) -> Write:
    stage.known["help"] = stage.boss.get(stage.url("help/"))[0]["code"]
    return stage.write(stage.boss, f"help/{stage.known['help']}/go/")


plain("let_go_of_help", "help/{help}/let-go/")
plain("end_help", "help/{help}/done/")


@step("need_no_help")
def _(stage: Stage) -> Write:
    stage.player.post(stage.url("help/"), {"whom": "coordinator"})
    return stage.write(stage.player, "help/take-back/", {"whom": "coordinator"})


@step("flag_match")
def _(stage: Stage) -> Write:
    match, side = _seated(stage)
    stage.boss.post(stage.url(f"matches/{match['code']}/sheet/"), sheet(match, 3 - side))
    return stage.write(stage.player, f"matches/{match['code']}/flag/", {"note": "fui eu"})


# --- phones without an account ------------------------------------------------------------------------


@step("change_cards")
def _(stage: Stage) -> Write:
    mine, _side = _seated(stage)
    other = next(match for match in stage.matches("round=1") if match["code"] != mine["code"])
    stage.boss.post(stage.url(f"matches/{other['code']}/start/"))
    stage.known["table match"] = other["code"]
    return stage.write(stage.boss, "cards/", {"act": "issue"})


@step("open_table")
def _(stage: Stage) -> Write:
    free = stage.boss.get(stage.url("now/"))["free_tables"]
    match = stage.boss.get(stage.url(f"matches/{stage.known['table match']}/"))
    if match["table"] is None:
        match = stage.boss.post(stage.url(f"matches/{match['code']}/place/"), {"table": free[0]})
    cards = {card["table"]: card["token"] for card in stage.known["change_cards"]}
    return Write(Client(stage.base), "table/", {"token": cards[match["table"]]}, varies=True)


def _phone(stage: Stage, path: str, body: object = None) -> Write:
    return Write(Client(stage.base), path, body, table_pass=stage.known["open_table"]["pass"])


@step("take_table_seat")
def _(stage: Stage) -> Write:
    return _phone(stage, "table/seat/", {"match": stage.known["table match"], "side": 1})


@step("ask_for_help_at_table")
def _(stage: Stage) -> Write:
    return _phone(stage, "table/help/", {"whom": "judge"})


@step("need_no_help_at_table")
def _(stage: Stage) -> Write:
    return _phone(stage, "table/help/take-back/", {"whom": "judge"})


def _sheet(stage: Stage) -> dict[str, object]:
    return sheet(stage.boss.get(stage.url(f"matches/{stage.known['table match']}/")), 1)


@step("report_at_table")
def _(stage: Stage) -> Write:
    return _phone(stage, "table/report/", {"match": stage.known["table match"], "sheet": _sheet(stage)})


@step("take_table_report_back")
def _(stage: Stage) -> Write:
    return _phone(stage, "table/report/")


@step("flag_at_table")
def _(stage: Stage) -> Write:
    code = stage.known["table match"]
    stage.boss.must("PUT", stage.url("tables/"), {"count": 0})  # else the final may be called to this table
    stage.boss.post(stage.url(f"matches/{code}/sheet/"), _sheet(stage))
    return _phone(stage, "table/flag/", {"match": code, "note": "foi o outro"})


@step("leave_table_seat")
def _(stage: Stage) -> Write:
    return _phone(stage, "table/seat/")


plain("free_seats", "matches/{table match}/phones/")
plain("take_table", "tables/1/take/")


@step("give_table")
def _(stage: Stage) -> Write:
    return stage.write(stage.boss, "tables/1/give/", {"person": _judge(stage)})


plain("give_table_back", "tables/1/give-back/")


def _judge(stage: Stage) -> str:
    return str(stage.boss.get(stage.url("staff/"))[-1]["person"])


def _mine(stage: Stage) -> str:
    return str(stage.boss.get(stage.url(f"entries/{stage.known['mine']}/"))["people"][0]["code"])


@step("note_judge_conflict")
def _(stage: Stage) -> Write:
    return stage.write(stage.boss, "judges/conflicts/", {"judge": _judge(stage), "person": _mine(stage)})


@step("lift_judge_conflict")
def _(stage: Stage) -> Write:
    return stage.write(stage.boss, f"judges/conflicts/{_judge(stage)}/{_mine(stage)}/")


@step("set_judge_shift")
def _(stage: Stage) -> Write:
    body = {"begins": "2026-11-22T12:00:00Z", "ends": "2026-11-22T16:00:00Z"}
    return stage.write(stage.boss, f"judges/shifts/{_judge(stage)}/", body)


@step("give_penalty")
def _(stage: Stage) -> Write:
    person = _mine(stage)
    return stage.write(
        stage.boss, "penalties/", {"person": person, "kind": "caution", "reason": "celular na mesa"}
    )


plain("withdraw_penalty", "penalties/{give_penalty[code]}/withdraw/")


@step("drop_missing")
def _(stage: Stage) -> Write:
    another(stage, "Falta", kind="campeonato")
    drawn(stage)
    match = stage.matches("round=1")[0]
    entry = stage.boss.get(stage.url(f"entries/{match['sides'][0]['entry']}/"))
    body = {"missing": [entry["people"][0]["code"]], "reason": "não veio"}
    return stage.write(stage.boss, f"matches/{match['code']}/no-show/", body)


@step("renew_calendar")
def _(stage: Stage) -> Write:
    return Write(stage.player, "me/calendars/player/", varies=True)


@step("end_calendar")
def _(stage: Stage) -> Write:
    return Write(stage.player, "me/calendars/player/", refusal="not_found")
