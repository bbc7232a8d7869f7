"""What goes wrong between the rounds, over HTTP: people leave, sheets are corrected, corrections undone.

Undoing has to restore the identical state: what is shown of every match before and after is compared.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from tools.endorsement.generate import outcomes
from tools.endorsement.play.client import Answer
from tools.endorsement.play.day import Day, Match, table_of

PLAYED = ("win_condition", "decked_out", "concession")
REMEDIES = ("keep", "replay", "replace")
REASON = "lado trocado na súmula"


EXPLAINED = {
    "seat_gone", "seat_taken", "substitute_too_late", "leaves_by_sheet", "open_tie", "tie_needs_ruling",
    "remedy_needed", "nothing_changed", "nothing_to_correct", "changed_since", "winner_disqualified",
}  # fmt: skip
"""What may be refused although it was asked in good faith: a choice is needed, or it is too late."""


def between_rounds(day: Day) -> None:
    """At random withdraw, enter late or bring back an entry; correct a sheet, and undo that."""
    day.done["pauses"] += 1
    rng, faults = day.rng("pause", day.done["pauses"]), day.plan.faults
    for act, share in (
        (withdraw, faults.withdrawal), (late_entry, faults.late_entry), (disqualify, faults.disqualification),
        (substitute, faults.late_entry), (reinstate, faults.withdrawal), (correct, faults.correction),
    ):  # fmt: skip
        if rng.random() < share * 3:
            act(day, rng)


def after_the_finish(day: Day) -> None:
    """Reopened, corrected, and everything that is to be played again is."""
    rng = day.rng("reopened")
    day.boss.post(day.url("reopen/"), {"reason": REASON})
    day.done["reopened"] += 1
    (disqualify if rng.random() < 0.3 else correct)(day, rng)


def decide(day: Day, what: str, path: str, body: dict[str, Any]) -> Answer:
    """Ask for an act; a refusal that is not among the explained ones is the product's fault."""
    answer = day.boss.call("POST", day.url(path), body)
    if answer.ok:
        day.done[what] += 1
    elif not answer.codes & EXPLAINED:
        day.refuse(f"{what} {path} {body}", answer)
    return answer


def _entries(day: Day, *states: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = day.boss.get(day.url("entries/?page_size=500"))["results"]
    return [entry for entry in found if entry["state"] in states]


def withdraw(day: Day, rng: Random) -> None:
    """An entry that does not play at this moment leaves."""
    waiting = [
        side["entry"] for match in day.matches("waiting", "ready", "called") for side in match["sides"]
    ]
    here = sorted({entry for entry in waiting if entry})
    if len(here) > 2:
        decide(day, "withdrawal", f"entries/{rng.choice(here)}/withdraw/", {"reason": "o último trem"})


def disqualify(day: Day, rng: Random) -> None:
    """Disqualify an entry; later matches that have begun are played again."""
    here = _entries(day, "checked_in")
    if not here:
        return
    entry = rng.choice(here)["code"]
    path, body = f"entries/{entry}/disqualify/", {"reason": "baralho marcado"}
    answer = decide(day, "disqualification", path, body)
    if "remedy_needed" in answer.codes:
        needed = [x["facts"]["match"] for x in answer.body["violations"] if x["code"] == "remedy_needed"]
        remedies = {match: rng.choice(REMEDIES[:2]) for match in needed}
        decide(day, "disqualification", path, {**body, "remedies": remedies})


def reinstate(day: Day, rng: Random) -> None:
    """Bring back an entry that left."""
    gone = _entries(day, "withdrawn")
    if gone:
        decide(day, "reinstatement", f"entries/{rng.choice(gone)['code']}/reinstate/", {"reason": "engano"})


def late_entry(day: Day, rng: Random) -> None:
    """An entry takes an empty seat of round 1, one chair more, or the place of an absent entry."""
    names = [f"Tarde {day.plan.seed}x {rng.randrange(10**6)} {x}" for x in ("um", "dois")]
    free = day.boss.get(day.url("entries/late/"))
    if free:
        at = rng.choice(free)
        place = {key: at[key] for key in ("match", "side", "instead_of")}
        body = {"names": names[: 1 + (day.plan.kind == "duplas")], "reason": "trânsito", **place}
        decide(day, "late entry", "entries/late/", body)


def substitute(day: Day, rng: Random) -> None:
    """Another member for a pair."""
    here = _entries(day, "checked_in")
    if day.plan.kind == "duplas" and here:
        entry = rng.choice(here)
        body = {"leaving": rng.choice(entry["people"])["code"], "name": f"Reserva {rng.randrange(10**6)}"}
        decide(day, "substitute", f"entries/{entry['code']}/substitute/", {**body, "reason": "doente"})


# --- corrections --------------------------------------------------------------------------------------


def correct(day: Day, rng: Random) -> None:
    """Correct a match to another outcome, with a remedy for every match that has begun since."""
    ended = [match for match in day.matches("ended") if match["ended_by"] in PLAYED]
    if not ended:
        return
    before = bracket_state(day)
    match = rng.choice(ended)
    sheet = outcomes.won(table_of(day.plan.kind, match), rng)
    remedies = chosen(day, match, sheet, rng)
    body = {"sheet": sheet, "remedies": remedies, "reason": REASON}
    answer = decide(day, "correction", f"matches/{match['code']}/corrections/", body)
    if not answer.ok:
        return
    day.done.update(effect["remedy"] for effect in answer.body["effects"])
    if rng.random() < day.plan.faults.undo:
        undo(day, answer.body["seq"], before)


def chosen(day: Day, match: Match, sheet: outcomes.Sheet, rng: Random) -> dict[str, str]:
    """A remedy for each later match that needs one, of those that the preview offers.

    None if the preview is refused for what may be: then the correction is, too.
    """
    path = day.url(f"matches/{match['code']}/correction/preview/")
    first = day.boss.call("POST", path, {"sheet": sheet})
    if not first.ok:
        return {} if first.codes & EXPLAINED else day.refuse(f"preview {match['code']}", first)
    choices: Sequence[dict[str, Any]] = first.body["choices"]
    remedies = {
        choice["match"]: rng.choice(REMEDIES[:2] if choice["no_replacing"] else REMEDIES)
        for choice in choices
    }
    again = day.boss.call("POST", path, {"sheet": sheet, "remedies": remedies})
    if "seated_elsewhere" in again.codes:  # final and third place: one kept, the other changed
        return dict.fromkeys(remedies, "replay")
    if not again.ok or again.body["needs"]:
        day.refuse(f"preview {match['code']} {remedies}", again)
    return remedies


def undo(day: Day, seq: int, before: list[dict[str, Any]]) -> None:
    """One step back: the same state as before, unless a win of who is disqualified would come back."""
    if not decide(day, "undo", f"corrections/{seq}/undo/", {"reason": "não era"}).ok:
        return
    after = bracket_state(day)
    if after != before:
        pairs = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
        raise AssertionError(f"undoing {seq} did not restore {pairs[:2]}")


def bracket_state(day: Day) -> list[dict[str, Any]]:
    """What the public sees of every match, without numbers of lines, tables and hours."""
    return [_seen(match) for match in day.matches()]


def _seen(match: Match) -> dict[str, Any]:
    state = "ready" if match["state"] == "called" else match["state"]
    seats = [(seat["player"], seat["suit"], seat["side"]) for seat in match["seats"]]
    sides = [(side["entry"], side["place"], side["score"], side["is_winner"]) for side in match["sides"]]
    return {"code": match["code"], "state": state, "by": match["ended_by"], "seats": seats, "sides": sides}
