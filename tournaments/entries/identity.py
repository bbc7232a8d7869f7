"""Identify the people behind the names of new entries: violations, and questions for the caller."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from accounts.models import Player
from core.errors import Violation
from tournaments.entries.known_players import (
    Candidate,
    KnownPlayers,
    candidates_of,
    known_players,
    live_names,
    team_size,
)
from tournaments.entries.rules import NAME_TAKEN, check_entries
from tournaments.inputs import NEW_PERSON, NewEntry
from tournaments.models import Tournament

Candidates = dict[tuple[int, int], tuple[Candidate, ...]]
"""The known players who may be meant by a name, by (row, position), both from 0; no key if there are none."""


@dataclass(frozen=True, slots=True)
class IdentifiedEntries:
    """The known players of new entries, and every violation; paths begin with `rows.3.`.

    `candidates` are those of names that need a question, answered or not.
    """

    known: KnownPlayers
    violations: tuple[Violation, ...]
    candidates: Candidates


def identify(
    tournament: Tournament, entries: Sequence[NewEntry], *, size: int | None = None
) -> IdentifiedEntries:
    """Return whom the names of new entries mean, and every violation. Raises and writes nothing.

    `size` is the number of names in each entry (default: that of the tournament). Adds to the codes of
    `check_entries`: `person_unclear` if a known player may be meant, `player_unknown`.
    """
    known = known_players(tournament, entries)
    found = check_entries(entries, size or team_size(tournament), live_names(tournament))
    taken = {violation.field for violation in found if violation.code in NAME_TAKEN}
    candidates = _candidates(known, entries, taken)
    wrong = [_with_candidates(violation, candidates) for violation in found]
    settled = {violation.field for violation in found}
    return IdentifiedEntries(known, (*wrong, *_questions(known, entries, candidates, settled)), candidates)


def identify_names(
    tournament: Tournament, entry: NewEntry, positions: Collection[int]
) -> tuple[KnownPlayers, list[Violation]]:
    """Return known players for an entry whose names at these positions (from 0) are new, and the questions.

    Questions are `person_unclear` and `player_unknown`, at paths as `names.0`; [] if everything is clear.
    """
    known = known_players(tournament, [entry])
    candidates = {at: found for at, found in _candidates(known, [entry], set()).items() if at[1] in positions}
    same = {path_of(0, at) for at in range(len(entry.names)) if at not in positions}
    found = _questions(known, [entry], candidates, same)
    return known, [replace(one, field=one.field.removeprefix("rows.0.")) for one in found]


def answer_questions(tournament: Tournament, entries: Sequence[NewEntry]) -> list[NewEntry]:
    """Return the entries with every question answered by the first candidate, for simulated tournaments."""
    candidates = identify(tournament, entries).candidates
    return [
        replace(
            entry, players=tuple(_likeliest(entry, row, at, candidates) for at in range(len(entry.names)))
        )
        for row, entry in enumerate(entries)
    ]


def _likeliest(entry: NewEntry, row: int, position: int, candidates: Candidates) -> str:
    """Return the answer of the entry itself, else the code of the first candidate, else ""."""
    first = next(iter(candidates.get((row, position), ())), None)
    return entry.answer(position) or (first.player if first else "")


def path_of(row: int, position: int) -> str:
    """Return the path of a name in violations, such as `rows.3.names.0`; both numbers from 0."""
    return f"rows.{row}.names.{position}"


def _candidates(known: KnownPlayers, entries: Sequence[NewEntry], taken: set[str]) -> Candidates:
    """Return possible players for names that are ambiguous, or taken by another entry (paths `taken`)."""
    meant: dict[tuple[int, int], list[Player]] = {}
    for row, entry in enumerate(entries):
        for position in range(len(entry.names)):
            unanswered = replace(entry, players=(), namesake=False)
            is_certain = known.find(unanswered, position) is not None
            if not is_certain or path_of(row, position) in taken:
                meant[row, position] = known.candidates(entry, position)
    shown = {one.player: one for one in candidates_of([*{p for found in meant.values() for p in found}])}
    return {at: tuple(shown[player.code] for player in found) for at, found in meant.items() if found}


def _with_candidates(violation: Violation, candidates: Candidates) -> Violation:
    """Return the violation of a taken name with the players who may be meant instead; others unchanged."""
    if violation.code not in NAME_TAKEN:
        return violation
    _, row, _, position = violation.field.split(".")
    facts = _facts(candidates.get((int(row), int(position)), ()))
    return replace(violation, facts={**violation.facts, **facts})


def _questions(
    known: KnownPlayers,
    entries: Sequence[NewEntry],
    candidates: Candidates,
    settled: set[str],
) -> Iterator[Violation]:
    """Yield `player_unknown` for an answer with an unknown code, `person_unclear` for an open question.

    Asks nothing at the paths `settled`.
    """
    for row, entry in enumerate(entries):
        for position, name in enumerate(entry.names):
            answer, path = entry.answer(position), path_of(row, position)
            if answer not in ("", NEW_PERSON, *known.by_code):
                yield Violation("player_unknown", {"player": answer}, path)
            elif not answer and (row, position) in candidates and path not in settled:
                facts = {"name": name, "club": entry.club, **_facts(candidates[row, position])}
                yield Violation("person_unclear", facts, path)


def _facts(candidates: Sequence[Candidate]) -> dict[str, object]:
    """Return the facts of a violation that asks which of these players is meant."""
    return {
        "who": "; ".join(map(str, candidates)),
        "candidates": [
            {"player": one.player, "name": one.name, "club": one.club, "event": one.event}
            for one in candidates
        ],
    }
