"""The steps of Swiss rounds and of groups before the bracket.

Each prepares what its route needs, and returns the call, not sent yet.
"""

from tools.endorsement.play.arena import confirm
from tools.endorsement.play.day import cut_winners
from tools.endorsement.replay.others import create_other_tournament
from tools.endorsement.replay.stage import Stage, Write, step

SWISS = {"kind": "swiss", "rounds": 3, "advance": 4, "apart": False}
GROUPS = {"kind": "groups", "groups": 2, "rounds": 3, "advance": 2, "apart": False}


def _begin_rounds(stage: Stage, name: str, plan: dict[str, object]) -> None:
    """Create a tournament of eight with this stage before the bracket, and draw its first round."""
    create_other_tournament(stage, name, entries=8, kind="campeonato", stages=[plan])
    stage.boss.post(stage.url("entries/check-in/"))
    confirm(stage.boss, stage.path)
    stage.boss.post(stage.url("draw/"), {"word": "capivara"})


@step("join_stage")
def join_stage(stage: Stage) -> Write:
    _begin_rounds(stage, "Suíço", SWISS)
    return stage.write(stage.boss, "stage/entries/", {"names": [stage.name("Atraso")], "reason": "trânsito"})


@step("draw_round")
def draw_round(stage: Stage) -> Write:
    stage.play_out()
    return stage.write(stage.boss, "stage/rounds/", {"word": "abacaxi"})


@step("withdraw_round")
def withdraw_round(stage: Stage) -> Write:
    return stage.write(stage.boss, "stage/rounds/withdraw/", {"reason": "faltou gente"})


@step("close_stage")
def close_stage(stage: Stage) -> Write:
    stage.boss.post(stage.url("stage/rounds/"), {"word": "caju"})
    stage.play_out()
    return _close(stage)


@step("join_stage groups")
def join_stage_groups(stage: Stage) -> Write:
    _begin_rounds(stage, "Grupos", GROUPS)
    body = {"names": [stage.name("Tarde")], "reason": "trânsito"}
    return stage.write(stage.boss, "stage/entries/", body, refusal="groups_fixed")


@step("draw_round groups")
def draw_round_groups(stage: Stage) -> Write:
    stage.play_out()
    return stage.write(stage.boss, "stage/rounds/", {"word": "abacaxi"})


@step("close_stage groups")
def close_stage_groups(stage: Stage) -> Write:
    stage.play_out()
    return _close(stage)


def _close(stage: Stage) -> Write:
    """Close the stage; the first of each border win their cut of cards."""
    return stage.write(stage.boss, "stage/close/", {"won": cut_winners(stage.boss.get(stage.url("stage/")))})
