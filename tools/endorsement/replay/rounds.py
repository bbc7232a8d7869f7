"""The steps of Swiss rounds before the bracket."""

from tools.endorsement.play.arena import confirm
from tools.endorsement.replay.others import another
from tools.endorsement.replay.stage import Stage, Write, step

PLAN = {"kind": "swiss", "rounds": 3, "advance": 4, "apart": False}


@step("join_stage")
def _(stage: Stage) -> Write:
    another(stage, "Suíço", entries=8, kind="campeonato", stages=[PLAN])
    stage.boss.post(stage.url("entries/check-in/"))
    confirm(stage.boss, stage.path)
    stage.boss.post(stage.url("draw/"), {"word": "capivara"})
    return stage.write(stage.boss, "stage/entries/", {"names": [stage.name("Atraso")], "reason": "trânsito"})


@step("draw_round")
def _(stage: Stage) -> Write:
    stage.play_out()
    return stage.write(stage.boss, "stage/rounds/", {"word": "abacaxi"})


@step("close_stage")
def _(stage: Stage) -> Write:
    stage.play_out()
    border = stage.boss.get(stage.url("stage/"))["advancing"]["border"]
    won = border["tied"][: border["free"]] if border else []
    return stage.write(stage.boss, "stage/close/", {"won": won})
