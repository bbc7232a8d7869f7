"""What goes wrong between the rounds, over HTTP: people leave, sheets are corrected, corrections undone.

Undoing has to restore the identical state: what is shown of every match before and after is compared.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from endorsement.generate import outcomes
from endorsement.play.day import Day, Match, table_of

PLAYED = ("win_condition", "decked_out", "concession")
REMEDIES = ("keep", "replay", "replace")
REASON = "lado trocado na súmula"


def between_rounds(day: Day, number: int) -> None:
    """Perhaps somebody leaves, perhaps a sheet is corrected, perhaps that is undone."""
    rng = day.rng("between", number)
    if rng.random() < day.plan.faults.withdrawal * 3:
        withdraw(day, rng)
    if rng.random() < day.plan.faults.correction * 3:
        correct(day, rng)


def after_the_finish(day: Day) -> None:
    """Reopened, corrected, and everything that is to be played again is."""
    day.boss.post(day.at("reopen/"), {"reason": REASON})
    day.done["reopened"] += 1
    correct(day, day.rng("reopened"))


def withdraw(day: Day, rng: Random) -> None:
    """An entry that does not play at this moment leaves."""
    waiting = [
        side["entry"] for match in day.matches("waiting", "ready", "called") for side in match["sides"]
    ]
    here = sorted({entry for entry in waiting if entry})
    if len(here) > 2:
        entry = rng.choice(here)
        day.boss.post(day.at(f"entries/{entry}/withdraw/"), {"reason": "o último trem"})
        day.done["withdrawal"] += 1


# --- corrections --------------------------------------------------------------------------------------


def correct(day: Day, rng: Random) -> None:
    """Another outcome for a match that was played, with a remedy for whatever has begun since."""
    ended = [match for match in day.matches("ended") if match["ended_by"] in PLAYED]
    if not ended:
        return
    before = picture(day)
    match = rng.choice(ended)
    sheet = outcomes.won(table_of(day.plan.kind, match), rng)
    remedies = chosen(day, match, sheet, rng)
    body = {"sheet": sheet, "remedies": remedies, "reason": REASON}
    answer = day.boss.call("POST", day.at(f"matches/{match['code']}/corrections/"), body)
    if answer.codes & {"nothing_changed", "nothing_to_correct"}:
        return
    if not answer.ok:
        day.refuse(f"correct {match['code']} {remedies}", answer)
    day.done.update(effect["remedy"] for effect in answer.body["effects"])
    day.done["correction"] += 1
    if rng.random() < day.plan.faults.undo:
        undo(day, answer.body["seq"], before)


def chosen(day: Day, match: Match, sheet: outcomes.Sheet, rng: Random) -> dict[str, str]:
    """A remedy for each later match that needs one, of those that the preview offers."""
    path = day.at(f"matches/{match['code']}/correction/preview/")
    choices: Sequence[dict[str, Any]] = day.boss.post(path, {"sheet": sheet})["choices"]
    remedies = {
        choice["match"]: rng.choice(REMEDIES[:2] if choice["no_replacing"] else REMEDIES)
        for choice in choices
    }
    again = day.boss.post(path, {"sheet": sheet, "remedies": remedies})
    if again["needs"]:
        raise AssertionError(f"the preview still needs {again['needs']} after {remedies}")
    return remedies


def undo(day: Day, seq: int, before: list[dict[str, Any]]) -> None:
    """One step back: the same state as before."""
    day.boss.post(day.at(f"corrections/{seq}/undo/"), {"reason": "não era"})
    day.done["undo"] += 1
    after = picture(day)
    if after != before:
        pairs = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
        raise AssertionError(f"undoing {seq} did not restore {pairs[:2]}")


def picture(day: Day) -> list[dict[str, Any]]:
    """What everybody sees of every match, without numbers of lines, tables and hours."""
    return [_seen(match) for match in day.matches()]


def _seen(match: Match) -> dict[str, Any]:
    state = "ready" if match["state"] == "called" else match["state"]
    seats = [(seat["player"], seat["suit"], seat["side"]) for seat in match["seats"]]
    sides = [(side["entry"], side["place"], side["score"], side["is_winner"]) for side in match["sides"]]
    return {"code": match["code"], "state": state, "by": match["ended_by"], "seats": seats, "sides": sides}
