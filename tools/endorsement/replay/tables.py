"""The steps of players and phones: reports that count once the sides of a match agree.

Each prepares what its route needs, and returns the call, not sent yet.
"""

from tools.endorsement.play.arena import sheet
from tools.endorsement.play.client import Client
from tools.endorsement.play.day import Match
from tools.endorsement.replay.others import create_other_tournament, publish_draw_here
from tools.endorsement.replay.stage import Stage, Write, plain, step


def _own_match(stage: Stage) -> tuple[Match, int]:
    """Return the first match of the player of the stage, and the number of their side."""
    entry = stage.known["mine"]
    (match,) = stage.matches(f"round=1&entry={entry}")
    return match, next(side["number"] for side in match["sides"] if side["entry"] == entry)


@step("report_match")
def report_match(stage: Stage) -> Write:
    create_other_tournament(stage, "Mesa", entries=3, kind="campeonato")
    stage.known["mine"] = stage.player.post(stage.url("entries/self/"), {})["code"]
    publish_draw_here(stage)
    match, side = _own_match(stage)
    stage.boss.post(stage.url(f"matches/{match['code']}/start/"))
    return stage.write(stage.player, f"matches/{match['code']}/reports/", sheet(match, side))


@step("take_report_back")
def take_report_back(stage: Stage) -> Write:
    match, _side = _own_match(stage)
    return stage.write(stage.player, f"matches/{match['code']}/reports/")


plain("ask_for_help", "help/", {"whom": "judge"}, by="player")


@step("go_to_help")
def go_to_help(stage: Stage) -> Write:
    stage.known["help"] = stage.boss.get(stage.url("help/"))[0]["code"]
    return stage.write(stage.boss, f"help/{stage.known['help']}/go/")


plain("let_go_of_help", "help/{help}/let-go/")
plain("end_help", "help/{help}/done/")


@step("need_no_help")
def need_no_help(stage: Stage) -> Write:
    stage.player.post(stage.url("help/"), {"whom": "coordinator"})
    return stage.write(stage.player, "help/take-back/", {"whom": "coordinator"})


@step("flag_match")
def flag_match(stage: Stage) -> Write:
    match, side = _own_match(stage)
    stage.boss.post(stage.url(f"matches/{match['code']}/sheet/"), sheet(match, 3 - side))
    return stage.write(stage.player, f"matches/{match['code']}/flag/", {"note": "fui eu"})


# --- phones without an account ------------------------------------------------------------------------


@step("change_cards")
def change_cards(stage: Stage) -> Write:
    mine, _side = _own_match(stage)
    other = next(match for match in stage.matches("round=1") if match["code"] != mine["code"])
    stage.boss.post(stage.url(f"matches/{other['code']}/start/"))
    stage.known["table match"] = other["code"]
    return stage.write(stage.boss, "cards/", {"act": "issue"})


@step("open_table")
def open_table(stage: Stage) -> Write:
    free = stage.boss.get(stage.url("now/"))["free_tables"]
    match = stage.boss.get(stage.url(f"matches/{stage.known['table match']}/"))
    if match["table"] is None:
        match = stage.boss.post(stage.url(f"matches/{match['code']}/place/"), {"table": free[0]})
    cards = {card["table"]: card["token"] for card in stage.known["change_cards"]}
    return Write(Client(stage.base), "table/", {"token": cards[match["table"]]}, varies=True)


def _phone_call(stage: Stage, path: str, body: object = None) -> Write:
    """Return a call by the phone at the table, which has no account but a pass."""
    return Write(Client(stage.base), path, body, table_pass=stage.known["open_table"]["pass"])


@step("take_table_seat")
def take_table_seat(stage: Stage) -> Write:
    return _phone_call(stage, "table/seat/", {"match": stage.known["table match"], "side": 1})


@step("ask_for_help_at_table")
def ask_for_help_at_table(stage: Stage) -> Write:
    return _phone_call(stage, "table/help/", {"whom": "judge"})


@step("need_no_help_at_table")
def need_no_help_at_table(stage: Stage) -> Write:
    return _phone_call(stage, "table/help/take-back/", {"whom": "judge"})


def _own_sheet(stage: Stage) -> dict[str, object]:
    """Return a sheet of the match at the phone's table that side 1 wins."""
    return sheet(stage.boss.get(stage.url(f"matches/{stage.known['table match']}/")), 1)


@step("report_at_table")
def report_at_table(stage: Stage) -> Write:
    body = {"match": stage.known["table match"], "sheet": _own_sheet(stage)}
    return _phone_call(stage, "table/report/", body)


@step("take_table_report_back")
def take_table_report_back(stage: Stage) -> Write:
    return _phone_call(stage, "table/report/")


@step("flag_at_table")
def flag_at_table(stage: Stage) -> Write:
    code = stage.known["table match"]
    stage.boss.must("PUT", stage.url("tables/"), {"count": 0})  # else the final may be called to this table
    stage.boss.post(stage.url(f"matches/{code}/sheet/"), _own_sheet(stage))
    return _phone_call(stage, "table/flag/", {"match": code, "note": "foi o outro"})


@step("leave_table_seat")
def leave_table_seat(stage: Stage) -> Write:
    return _phone_call(stage, "table/seat/")


plain("free_seats", "matches/{table match}/phones/")
plain("take_table", "tables/1/take/")


@step("give_table")
def give_table(stage: Stage) -> Write:
    return stage.write(stage.boss, "tables/1/give/", {"person": _judge_code(stage)})


plain("give_table_back", "tables/1/give-back/")


def _judge_code(stage: Stage) -> str:
    """Return the code of the last person of the staff, who judges."""
    return str(stage.boss.get(stage.url("staff/"))[-1]["person"])


def _own_person(stage: Stage) -> str:
    """Return the code of the player of the stage in the present tournament."""
    return str(stage.boss.get(stage.url(f"entries/{stage.known['mine']}/"))["people"][0]["code"])


@step("note_judge_conflict")
def note_judge_conflict(stage: Stage) -> Write:
    body = {"judge": _judge_code(stage), "person": _own_person(stage)}
    return stage.write(stage.boss, "judges/conflicts/", body)


@step("lift_judge_conflict")
def lift_judge_conflict(stage: Stage) -> Write:
    return stage.write(stage.boss, f"judges/conflicts/{_judge_code(stage)}/{_own_person(stage)}/")


@step("set_judge_shift")
def set_judge_shift(stage: Stage) -> Write:
    body = {"begins": "2026-11-22T12:00:00Z", "ends": "2026-11-22T16:00:00Z"}
    return stage.write(stage.boss, f"judges/shifts/{_judge_code(stage)}/", body)


@step("give_penalty")
def give_penalty(stage: Stage) -> Write:
    person = _own_person(stage)
    return stage.write(
        stage.boss, "penalties/", {"person": person, "kind": "caution", "reason": "celular na mesa"}
    )


plain("withdraw_penalty", "penalties/{give_penalty[code]}/withdraw/")


@step("drop_missing")
def drop_missing(stage: Stage) -> Write:
    create_other_tournament(stage, "Falta", kind="campeonato")
    publish_draw_here(stage)
    match = stage.matches("round=1")[0]
    entry = stage.boss.get(stage.url(f"entries/{match['sides'][0]['entry']}/"))
    body = {"missing": [entry["people"][0]["code"]], "reason": "não veio"}
    return stage.write(stage.boss, f"matches/{match['code']}/no-show/", body)


@step("renew_calendar")
def renew_calendar(stage: Stage) -> Write:
    return Write(stage.player, "me/calendars/player/", varies=True)


@step("end_calendar")
def end_calendar(stage: Stage) -> Write:
    return Write(stage.player, "me/calendars/player/", refusal="not_found")
