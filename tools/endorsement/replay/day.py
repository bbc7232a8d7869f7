"""A day on which every write route is called once, in an order in which people would.

A new route needs a step here, at the place where the tournament is in the right state for it; without one the
endorsement fails. A step may prepare something through `stage.boss` first, and keep what others need in
`stage.known`.
"""

import time
from datetime import UTC, datetime, timedelta

from tools.endorsement.play.arena import sheet
from tools.endorsement.play.client import Client
from tools.endorsement.replay.stage import Stage, Write, plain, step

PASSWORD = "seis reinos intactos"
REASON = "verificado à mesa"

# --- accounts -----------------------------------------------------------------------------------------


@step("sign_up")
def sign_up(stage: Stage) -> Write:
    account = {"username": f"novo{stage.seed}", "password": PASSWORD, "name": "Nova Gente"}
    return Write(Client(stage.base), "accounts/", account)


@step("obtain_token")
def obtain_token(stage: Stage) -> Write:
    account = {"username": f"novo{stage.seed}", "password": PASSWORD}
    return Write(Client(stage.base), "token/", account, varies=True)


@step("rename_me")
def rename_me(stage: Stage) -> Write:
    return Write(stage.player, "me/", {"name": "Caio do Rio"})


# --- before the day -----------------------------------------------------------------------------------


@step("create_tournament")
def create_tournament(stage: Stage) -> Write:
    terms = {
        "kind": "campeonato", "name": stage.name("Cinco Vezes"), "year": 2026, "table_low": 2,
        "table_high": 2, "tables": 5, "time_limit": 50, "variants": ["calouro-do-chacrinha"],
    }  # fmt: skip
    return Write(stage.boss, "tournaments/", terms)


@step("change_tournament")
def change_tournament(stage: Stage) -> Write:
    stage.path = f"tournaments/{stage.known['create_tournament']['slug']}/"
    return stage.write(stage.boss, "", {"time_limit": 40, "reason": "cabe mais um jogo"})


@step("assign_staff")
def assign_staff(stage: Stage) -> Write:
    stage.boss.post(stage.url("staff/"), {"username": stage.people.names[0], "role": "coordinator"})
    return stage.write(stage.boss, "staff/", {"username": stage.people.names[1], "role": "judge"})


@step("remove_staff")
def remove_staff(stage: Stage) -> Write:
    staff = stage.boss.get(stage.url("staff/"))
    person = next(one["person"] for one in staff if one["role"] == "judge")
    return stage.write(stage.boss, f"staff/judge/{person}/")


@step("issue_access_link")
def issue_access_link(stage: Stage) -> Write:
    return stage.write(stage.boss, "access-links/", {"role": "judge", "uses": 1, "days": 1})


@step("revoke_access_link")
def revoke_access_link(stage: Stage) -> Write:
    link = stage.boss.get(stage.url("access-links/"))[-1]
    return stage.write(stage.boss, f"access-links/{link['number']}/")


@step("use_access_link")
def use_access_link(stage: Stage) -> Write:
    link = stage.boss.post(stage.url("access-links/"), {"role": "judge", "uses": 1, "days": 1})
    return Write(stage.boss, "access/", {"code": link["code"]})


@step("add_webhook")
def add_webhook(stage: Stage) -> Write:
    body = {"url": "https://127.0.0.1/webhook"}  # never reached: it is not public
    return stage.write(stage.boss, "webhooks/", body)


@step("publish_announcement")
def publish_announcement(stage: Stage) -> Write:
    stage.boss.post(stage.url("staff/"), {"username": stage.people.names[1], "role": "judge"})
    return stage.write(stage.boss, "announcement/", {"text": "Venham!", "channel": "grupo"})


@step("send_webhook_again")
def send_webhook_again(stage: Stage) -> Write:
    deliveries = []
    for _attempt in range(100):
        if deliveries := stage.boss.get(stage.url("webhooks/deliveries/")):
            break
        time.sleep(0.2)
    path = f"webhooks/deliveries/{deliveries[0]['number']}/send-again/"
    return stage.write(stage.boss, path, refusal="webhook_waits")


@step("remove_webhook")
def remove_webhook(stage: Stage) -> Write:
    (webhook,) = stage.boss.get(stage.url("webhooks/"))
    return stage.write(stage.boss, f"webhooks/{webhook['number']}/")


plain("set_tables", "tables/", {"count": 6})
plain("change_table", "tables/6/", {"is_open": False}, by="judge")


@step("add_entry")
def add_entry(stage: Stage) -> Write:
    return stage.write(stage.boss, "entries/", {"names": [stage.name("Eva")]})


plain("enter_self", "entries/self/", {}, by="player")


@step("import_entries")
def import_entries(stage: Stage) -> Write:
    rows = [{"names": [stage.name(f"Gente {number}")]} for number in range(6)]
    return stage.write(stage.boss, "entries/import/", {"rows": rows})


plain("open_door", "door/", by="judge")


@step("check_in_self")
def check_in_self(stage: Stage) -> Write:
    code = stage.boss.get(stage.url("door/"))["code"]
    return stage.write(stage.player, "entries/self/check-in/", {"code": code})


plain("close_door", "door/", by="judge")


@step("check_in")
def check_in(stage: Stage) -> Write:
    stage.known["entry"] = stage.boss.get(stage.url("entries/"))["results"][0]["code"]
    return stage.write(stage.judge, f"entries/{stage.known['entry']}/check-in/", {})


plain("check_out", "entries/{entry}/check-out/", by="judge")
plain("check_in_all", "entries/check-in/", by="judge")
plain("adopt_edition", "regulation/edition/", refusal="edition_is_current")


@step("confirm_regulation")
def confirm_regulation(stage: Stage) -> Write:
    version = stage.boss.get(stage.url("regulation/"))["version"]
    return stage.write(stage.boss, "regulation/confirm/", {"version": version})


@step("publish_draw")
def publish_draw(stage: Stage) -> Write:
    return stage.write(stage.boss, "draw/", {"seed": stage.seed})


plain("withdraw_draw", "draw/withdraw/", {"reason": REASON})


# --- the rhythm of the day -----------------------------------------------------------------------------


@step("open_calls")
def open_calls(stage: Stage) -> Write:
    stage.boss.post(stage.url("draw/"), {"seed": stage.seed + 1})
    return stage.write(stage.boss, "calls/")


@step("plan_break")
def plan_break(stage: Stage) -> Write:
    return stage.write(stage.boss, "breaks/", _night(2))


@step("move_break")
def move_break(stage: Stage) -> Write:
    return stage.write(stage.boss, "breaks/1/", _night(3))


plain("end_break", "breaks/1/end/")


def _night(days: int) -> dict[str, str]:
    """Return a break of twelve hours that begins in so many days, as the API takes it."""
    begins = datetime.now(UTC) + timedelta(days=days)
    return {"begins": begins.isoformat(), "ends": (begins + timedelta(hours=12)).isoformat()}


# --- people come and go -------------------------------------------------------------------------------


plain("withdraw_entry", "entries/{entry}/withdraw/", {"reason": "foi embora"})


@step("change_entry")
def change_entry(stage: Stage) -> Write:
    body = {"club": "Outra", "reason": "errado na lista"}
    entry = stage.boss.get(stage.url("entries/?state=checked_in"))["results"][0]["code"]
    return stage.write(stage.boss, f"entries/{entry}/", body)


plain("reinstate_entry", "entries/{entry}/reinstate/", {"reason": "voltou"})


@step("enter_late")
def enter_late(stage: Stage) -> Write:
    stage.boss.post(stage.url(f"entries/{stage.known['entry']}/withdraw/"), {"reason": "foi embora"})
    free = stage.boss.get(stage.url("entries/late/"))[0]
    body = {
        "names": [stage.name("Tarde")],
        "match": free["match"],
        "side": free["side"],
        "instead_of": free["instead_of"],
        "reason": "trânsito",
    }
    return stage.write(stage.boss, "entries/late/", body)


plain("note_ruling", "rulings/", {"words": "Quem chega depois do sinal espera a próxima vez."})


# --- one match ----------------------------------------------------------------------------------------


@step("place_match")
def place_match(stage: Stage) -> Write:
    stage.known["match"] = match = stage.playable()
    free = stage.boss.get(stage.url("now/"))["free_tables"]
    return stage.write(stage.judge, f"matches/{match['code']}/place/", {"table": free[-1]})


@step("change_pineapples")
def change_pineapples(stage: Stage) -> Write:
    match = stage.known["match"]
    body = {"pineapples": [match["seats"][0]["player"]]}
    return stage.write(stage.judge, f"matches/{match['code']}/pineapples/", body)


@step("choose_suits")
def choose_suits(stage: Stage) -> Write:
    match = stage.known["match"]
    body = {"suits": [seat["suit"] for seat in reversed(match["seats"])]}
    return stage.write(stage.judge, f"matches/{match['code']}/suits/", body)


plain("start_match", "matches/{match[code]}/start/", by="judge")


@step("start_called")
def start_called(stage: Stage) -> Write:
    waiting = [match["code"] for match in stage.matches("") if match["state"] == "called"]
    return stage.write(stage.judge, "matches/start/", {"matches": waiting or ["m"]})


@step("note_starter")
def note_starter(stage: Stage) -> Write:
    match = stage.known["match"]
    body = {"seat": match["seats"][0]["number"]}
    return stage.write(stage.judge, f"matches/{match['code']}/starter/", body)


@step("note_count")
def note_count(stage: Stage) -> Write:
    match = stage.known["match"]
    body = {"player": match["seats"][0]["player"], "version": 0, "numbers": {"commanders": 1}}
    return stage.write(stage.judge, f"matches/{match['code']}/count/", body)


@step("extend_time")
def extend_time(stage: Stage) -> Write:
    path = f"matches/{stage.known['match']['code']}/extend/"
    return stage.write(stage.judge, path, {"minutes": 5, "reason": "faltou luz"})


@step("note_redraw")
def note_redraw(stage: Stage) -> Write:
    match = stage.known["match"]
    body = {"player": match["seats"][0]["player"]}
    return stage.write(stage.judge, f"matches/{match['code']}/redraw/", body)


@step("take_back_redraw")
def take_back_redraw(stage: Stage) -> Write:
    match = stage.known["match"]
    body = {"player": match["seats"][0]["player"]}
    return stage.write(stage.judge, f"matches/{match['code']}/redraw/take-back/", body)


@step("call_time")
def call_time(stage: Stage) -> Write:
    path = f"matches/{stage.known['match']['code']}/time/"
    return stage.write(stage.judge, path, refusal="time_not_reached")  # when it is due, the worker is faster


@step("check_sheet")
def check_sheet(stage: Stage) -> Write:
    match = stage.known["match"]
    return stage.write(stage.judge, f"matches/{match['code']}/check/", sheet(match, 1))


@step("record_sheet")
def record_sheet(stage: Stage) -> Write:
    match = stage.known["match"]
    return stage.write(stage.judge, f"matches/{match['code']}/sheet/", sheet(match, 1))


@step("dismiss_dispute")
def dismiss_dispute(stage: Stage) -> Write:
    match = stage.known["match"]
    stage.boss.call("POST", stage.url(f"matches/{match['code']}/sheet/"), sheet(match, 2))
    dispute = stage.boss.get(stage.url("disputes/"))[0]
    return stage.write(stage.boss, f"disputes/{dispute['seq']}/dismiss/", {"reason": REASON})


@step("preview_correction")
def preview_correction(stage: Stage) -> Write:
    match = stage.known["match"]
    return stage.write(stage.boss, f"matches/{match['code']}/correction/preview/", {"sheet": sheet(match, 2)})


@step("correct_sheet")
def correct_sheet(stage: Stage) -> Write:
    match = stage.known["match"]
    body = {"sheet": sheet(match, 2), "reason": REASON}
    return stage.write(stage.boss, f"matches/{match['code']}/corrections/", body)


@step("undo_correction")
def undo_correction(stage: Stage) -> Write:
    seq = stage.known["correct_sheet"]["seq"]
    return stage.write(stage.boss, f"corrections/{seq}/undo/", {"reason": "não era"})


@step("disqualify_entry")
def disqualify_entry(stage: Stage) -> Write:
    other = next(match for match in stage.matches("round=1") if match["code"] != stage.known["match"]["code"])
    stage.judge.post(
        stage.url(f"matches/{other['code']}/sheet/"), sheet(other, 1)
    )  # it is played: on its sheet
    entry = other["sides"][0]["entry"]
    return stage.write(stage.boss, f"entries/{entry}/disqualify/", {"reason": "carta na manga"})


# --- the end ------------------------------------------------------------------------------------------


@step("finish_tournament")
def finish_tournament(stage: Stage) -> Write:
    stage.play_out()
    return stage.write(stage.boss, "finish/")


plain("reopen_tournament", "reopen/", {"reason": REASON})


@step("revoke_one_token")
def revoke_one_token(stage: Stage) -> Write:
    client = Client(stage.base, stage.known["obtain_token"]["token"])
    other = next(row for row in client.get("tokens/") if row["id"] != stage.known["obtain_token"]["id"])
    return Write(client, f"tokens/{other['id']}/", refusal="not_found")


@step("revoke_token")
def revoke_token(stage: Stage) -> Write:
    token = stage.known["obtain_token"]["token"]
    return Write(Client(stage.base, token), "token/", refusal="authentication_failed")


@step("revoke_tokens")
def revoke_tokens(stage: Stage) -> Write:
    account = {"username": f"novo{stage.seed}", "password": PASSWORD, "name": "para o fim"}
    token = Client(stage.base).post("token/", account)["token"]
    return Write(Client(stage.base, token), "tokens/", refusal="authentication_failed")
