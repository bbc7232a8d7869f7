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
    "groups_fixed",
}  # fmt: skip
"""Codes of refusals that are no fault: the act needs a choice, or comes too late."""
TOGETHER = {"seated_elsewhere", "replaced_is_void"}
"""Two later matches need one remedy: final and third place, or the second chance and the final."""


def between_rounds(day: Day) -> None:
    """At random withdraw, disqualify, substitute or bring back one, or enter one late; correct, undo that."""
    day.done["pauses"] += 1
    rng, faults = day.rng("pause", day.done["pauses"]), day.plan.faults
    for act, share in (
        (withdraw, faults.withdrawal), (late_entry, faults.late_entry), (disqualify, faults.disqualification),
        (substitute, faults.late_entry), (reinstate, faults.withdrawal), (correct, faults.correction),
    ):  # fmt: skip
        if rng.random() < share * 3:
            act(day, rng)


def after_the_finish(day: Day) -> None:
    """Reopen the finished tournament, and disqualify an entry or correct a sheet."""
    rng = day.rng("reopened")
    day.boss.post(day.url("reopen/"), {"reason": REASON})
    day.done["reopened"] += 1
    (disqualify if rng.random() < 0.3 else correct)(day, rng)


def try_act(day: Day, what: str, path: str, body: dict[str, Any]) -> Answer:
    """Post an act, count it if it is done, and return the answer.

    Raises `Refusal` for a refusal that is not among the `EXPLAINED` ones.
    """
    answer = day.boss.call("POST", day.url(path), body)
    if answer.ok:
        day.done[what] += 1
    elif not answer.codes & EXPLAINED:
        day.refuse(f"{what} {path} {body}", answer)
    return answer


def _entries_in(day: Day, *states: str) -> list[dict[str, Any]]:
    """Return the entries in one of these states, as the API shows them."""
    found: list[dict[str, Any]] = day.boss.get(day.url("entries/?page_size=500"))["results"]
    return [entry for entry in found if entry["state"] in states]


def withdraw(day: Day, rng: Random) -> None:
    """Withdraw an entry that does not play at this moment, if more than two are left."""
    waiting = [
        side["entry"] for match in day.matches("waiting", "ready", "called") for side in match["sides"]
    ]
    here = sorted({entry for entry in waiting if entry})
    if len(here) > 2:
        try_act(day, "withdrawal", f"entries/{rng.choice(here)}/withdraw/", {"reason": "o último trem"})


def disqualify(day: Day, rng: Random) -> None:
    """Disqualify an entry; later matches that have begun keep their entry or are played again, at random."""
    here = _entries_in(day, "checked_in")
    if not here:
        return
    entry = rng.choice(here)["code"]
    path, body = f"entries/{entry}/disqualify/", {"reason": "baralho marcado"}
    answer = try_act(day, "disqualification", path, body)
    if "remedy_needed" in answer.codes:
        needed = [x["facts"]["match"] for x in answer.body["violations"] if x["code"] == "remedy_needed"]
        remedies = {match: rng.choice(REMEDIES[:2]) for match in needed}
        try_act(day, "disqualification", path, {**body, "remedies": remedies})


def reinstate(day: Day, rng: Random) -> None:
    """Bring back an entry that left."""
    gone = _entries_in(day, "withdrawn")
    if gone:
        try_act(day, "reinstatement", f"entries/{rng.choice(gone)['code']}/reinstate/", {"reason": "engano"})


def late_entry(day: Day, rng: Random) -> None:
    """Enter one late, if that is possible: in an empty seat, on a new one, or for an absent entry."""
    names = [f"Tarde {day.plan.seed}x {rng.randrange(10**6)} {x}" for x in ("um", "dois")]
    free = day.boss.get(day.url("entries/late/"))
    if free:
        at = rng.choice(free)
        place = {key: at[key] for key in ("match", "side", "instead_of")}
        body = {"names": names[: 1 + (day.plan.kind == "duplas")], "reason": "trânsito", **place}
        try_act(day, "late entry", "entries/late/", body)


def substitute(day: Day, rng: Random) -> None:
    """Substitute a member of a pair; do nothing if entries are no pairs."""
    here = _entries_in(day, "checked_in")
    if day.plan.kind == "duplas" and here:
        entry = rng.choice(here)
        body = {"leaving": rng.choice(entry["people"])["code"], "name": f"Reserva {rng.randrange(10**6)}"}
        try_act(day, "substitute", f"entries/{entry['code']}/substitute/", {**body, "reason": "doente"})


# --- corrections --------------------------------------------------------------------------------------


def correct(day: Day, rng: Random) -> None:
    """Correct a match to another outcome, with a remedy for every match that has begun since.

    Now and then undo that.
    """
    ended = [match for match in day.matches("ended") if match["ended_by"] in PLAYED]
    if not ended:
        return
    before = bracket_state(day)
    match = rng.choice(ended)
    sheet = outcomes.won_sheet(table_of(day.plan.kind, match), rng)
    remedies = choose_remedies(day, match, sheet, rng)
    body = {"sheet": sheet, "remedies": remedies, "reason": REASON}
    answer = try_act(day, "correction", f"matches/{match['code']}/corrections/", body)
    if not answer.ok:
        return
    day.done.update(effect["remedy"] for effect in answer.body["effects"])
    if rng.random() < day.plan.faults.undo:
        undo(day, answer.body["seq"], before)


def choose_remedies(day: Day, match: Match, sheet: outcomes.Sheet, rng: Random) -> dict[str, str]:
    """Return a random remedy for each later match (code) that needs one, of those that the preview offers.

    {} if the preview is refused with one of the `EXPLAINED` codes: then the correction is refused, too.
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
    if again.codes & TOGETHER:
        return dict.fromkeys(remedies, "replay")
    if not again.ok or again.body["needs"]:
        day.refuse(f"preview {match['code']} {remedies}", again)
    return remedies


def undo(day: Day, seq: int, before: list[dict[str, Any]]) -> None:
    """Undo the correction with this record number, unless the product refuses that with an `EXPLAINED` code.

    Raises `AssertionError` if the state differs from the one before.
    """
    if not try_act(day, "undo", f"corrections/{seq}/undo/", {"reason": "não era"}).ok:
        return
    after = bracket_state(day)
    if after != before:
        pairs = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
        raise AssertionError(f"undoing {seq} did not restore {pairs[:2]}")


def bracket_state(day: Day) -> list[dict[str, Any]]:
    """Return what the public sees of every match, without record numbers, tables and times."""
    return [_visible_state(match) for match in day.matches()]


def _visible_state(match: Match) -> dict[str, Any]:
    """Return what an undo has to restore of a match; called counts as ready, since tables change."""
    state = "ready" if match["state"] == "called" else match["state"]
    seats = [(seat["player"], seat["suit"], seat["side"]) for seat in match["seats"]]
    sides = [(side["entry"], side["place"], side["score"], side["is_winner"]) for side in match["sides"]]
    return {"code": match["code"], "state": state, "by": match["ended_by"], "seats": seats, "sides": sides}
