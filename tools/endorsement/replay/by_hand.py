"""The steps of calls by hand, of a minor, and of a person who deletes the account.

Each prepares what its route needs, and returns the call, not sent yet.
"""

from tools.endorsement.play.client import Client
from tools.endorsement.replay.day import PASSWORD
from tools.endorsement.replay.others import create_other_tournament, publish_draw_here
from tools.endorsement.replay.stage import Stage, Write, plain, step


@step("set_calling")
def set_calling(stage: Stage) -> Write:
    create_other_tournament(stage, "Chamadas", entries=8, kind="campeonato")
    return stage.write(stage.boss, "calling/", {"by_hand": True})


@step("hold_match")
def hold_match(stage: Stage) -> Write:
    publish_draw_here(stage)
    stage.known["held"] = code = stage.matches("round=1")[0]["code"]
    return stage.write(stage.boss, f"matches/{code}/hold/")


plain("release_match", "matches/{held}/release/")


@step("pin_match")
def pin_match(stage: Stage) -> Write:
    table = stage.boss.get(stage.url("now/"))["free_tables"][-1]
    return stage.write(stage.boss, f"matches/{stage.known['held']}/pin/", {"table": table})


plain("unpin_match", "matches/{held}/pin/")
plain("make_timetable", "timetable/")


@step("cancel_timetable")
def cancel_timetable(stage: Stage) -> Write:
    stage.boss.post(stage.url("timetable/"))
    return stage.write(stage.boss, "timetable/cancel/")


plain("drop_timetable", "timetable/")


@step("swap_tables")
def swap_tables(stage: Stage) -> Write:
    one, other = (match["code"] for match in stage.matches("round=1")[:2])
    for code, table in zip((one, other), stage.boss.get(stage.url("now/"))["free_tables"], strict=False):
        stage.boss.post(stage.url(f"matches/{code}/place/"), {"table": table})
    return stage.write(stage.boss, f"matches/{one}/swap/", {"match": other})


@step("share_hall")
def share_hall(stage: Stage) -> Write:
    here = stage.path
    create_other_tournament(stage, "Salão", kind="campeonato")
    stage.path, beside = here, stage.path
    return stage.write(stage.boss, "shared-hall/", {"tournament": beside.split("/")[1]})


plain("leave_hall", "shared-hall/")


@step("mark_table")
def mark_table(stage: Stage) -> Write:
    label = stage.boss.get(stage.url("tables/"))[0]["table"]
    return stage.write(stage.boss, f"tables/{label}/accessible/", {"is_accessible": True})


@step("set_access_need")
def set_access_need(stage: Stage) -> Write:
    code = stage.boss.get(stage.url("entries/"))["results"][0]["code"]
    return stage.write(stage.boss, f"entries/{code}/access-need/", {"is_needed": True})


@step("mark_fee")
def mark_fee(stage: Stage) -> Write:
    code = stage.boss.get(stage.url("entries/"))["results"][0]["code"]
    return stage.write(stage.boss, f"entries/{code}/fee/", {"is_paid": True})


@step("mark_minor")
def mark_minor(stage: Stage) -> Write:
    entry = stage.boss.get(stage.url("entries/"))["results"][0]
    body = {"person": entry["people"][0]["code"], "is_minor": True}
    return stage.write(stage.boss, f"entries/{entry['code']}/minor/", body)


@step("call_anyway")
def call_anyway(stage: Stage) -> Write:
    create_other_tournament(stage, "Outra mesa", kind="campeonato")
    stage.boss.must("PUT", stage.url("calling/"), {"by_hand": True})
    publish_draw_here(stage)
    stage.known["blocked"] = match = stage.matches("round=1")[0]
    return stage.write(stage.boss, f"matches/{match['code']}/call-anyway/")


@step("separate_person")
def separate_person(stage: Stage) -> Write:
    match = stage.known["blocked"]
    body = {"person": match["seats"][0]["player"]}
    return stage.write(stage.boss, f"matches/{match['code']}/separate/", body, refusal="split_all")


@step("forget_me")
def forget_me(stage: Stage) -> Write:
    account = {"username": f"novo{stage.seed}", "password": PASSWORD, "name": "para o fim"}
    token = Client(stage.base).post("token/", account)["token"]
    return Write(
        Client(stage.base, token), "me/forget/", {"password": PASSWORD}, refusal="authentication_failed"
    )
