"""Preview a correction or its undo: run it in a transaction, read the result, roll back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import Player
from core.errors import Refused, Violation
from matches.models import Match
from rulesets.kernel.sheet import Sheet
from tournaments.act import check_seen, refetch
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.effects import Effects, Overview, effects_between, overview_of
from tournaments.corrections.remedies import CHOSEN, NEEDED, Remedies
from tournaments.corrections.undo import undo_correction
from tournaments.models import Correction, Remedy, Tournament
from tournaments.sheets.judge import tournament_of

REASON = "preview"


@dataclass(frozen=True, slots=True)
class RemedyChoice:
    """A later match that began with an entry in a seat that now belongs to another.

    `sits` and `rightful` are their codes (None: no entry). `remedy` is "" if none is chosen; `no_replacing`
    is why the remedy `replace` is refused, None if it is not.
    """

    match: str
    sits: str | None
    rightful: str | None
    remedy: str
    no_replacing: Violation | None


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """The effects of a correction; `choices` has every later match that needs a remedy, chosen or not."""

    effects: Effects
    choices: tuple[RemedyChoice, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """Return the codes of matches that still need a remedy."""
        return tuple(choice.match for choice in self.choices if not choice.remedy)


class _RolledBack(Exception):
    """Carries an overview out of the transaction that is rolled back."""

    def __init__(self, overview: Overview) -> None:
        self.overview = overview


def preview_correction(
    match: Match,
    *,
    sheet: Sheet,
    by: Player,
    now: datetime,
    remedies: Remedies | None = None,
    seen: int | None = None,
) -> CorrectionPreview:
    """Return what `correct_sheet` would do: run it and roll it back.

    Matches without a remedy are previewed as replayed, the remedy that changes most. Raises what
    `correct_sheet` does, except `reason_missing` and `remedy_needed`; here `seen` guards this match only.
    """
    tournament = tournament_of(match)
    check_seen(refetch(match, tournament.ledger), seen, tournament.ledger.head_seq)

    def act(chosen: Remedies) -> object:
        """Correct the sheet with these remedies."""
        return correct_sheet(match, sheet=sheet, reason=REASON, by=by, now=now, remedies=chosen)

    return preview_with_remedies(overview_of(tournament), tournament, act, remedies or {})


def preview_with_remedies(
    before: Overview, tournament: Tournament, act: Callable[[Remedies], object], remedies: Remedies
) -> CorrectionPreview:
    """Return what an act would change since `before`: run it, and roll it back.

    The act first gets no remedies, and runs again whenever it says that matches need one: they get theirs of
    `remedies`, else `replay`. Raises what the act raises otherwise.
    """
    choices = tuple[RemedyChoice, ...]()
    while True:
        chosen = {choice.match: choice.remedy or Remedy.REPLAY for choice in choices}
        try:
            after = _overview_after(tournament, partial(act, chosen))
        except Refused as refused:
            choices = (*choices, *_choices(refused, remedies))
        else:
            return CorrectionPreview(effects_between(before, after), choices)


def preview_undo(correction: Correction, *, by: Player, now: datetime) -> Effects:
    """Return what `undo_correction` would do: run it and roll it back.

    Raises what it raises, except for the reason.
    """
    before = overview_of(correction.tournament)
    after = _overview_after(
        correction.tournament, lambda: undo_correction(correction, reason=REASON, by=by, now=now)
    )
    return effects_between(before, after)


def _overview_after(tournament: Tournament, act: Callable[[], object]) -> Overview:
    """Return the overview after the act, which runs in a transaction that is rolled back."""
    try:
        with transaction.atomic():
            act()
            raise _RolledBack(overview_of(tournament))
    except _RolledBack as rolled_back:
        return rolled_back.overview


def _choices(refused: Refused, remedies: Remedies) -> tuple[RemedyChoice, ...]:
    """Return a choice for each match that the refusal says needs a remedy. Raises any other refusal again."""
    if any(violation.code != NEEDED for violation in refused.violations):
        raise refused
    return tuple(_choice(violation.facts, remedies) for violation in refused.violations)


def _choice(facts: Mapping[str, Any], remedies: Remedies) -> RemedyChoice:
    """Return the choice that a refusal with these facts asks for."""
    code, against = facts["match"], facts["no_replacing"]
    place = {"match": code, "place": facts["place"]}
    return RemedyChoice(
        match=code,
        sits=facts["sits"],
        rightful=facts["rightful"],
        remedy=remedies.get(code, "") if remedies.get(code) in CHOSEN else "",
        no_replacing=Violation(against, place, "remedies") if against else None,
    )
