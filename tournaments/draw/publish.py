"""Publish the draw, and take it back before the start."""

import random
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TypedDict, Unpack

from accounts.models import Player
from core.errors import Stale, Violation, refuse_all
from core.jobs.outbox import enqueue
from core.record.codes import SECURE_RANDOM
from matches.models import Entry, Match
from tournaments.act import DISPATCH, ActContext, acting_on, require_reason
from tournaments.bracket.commitment import check_word, clean_word
from tournaments.bracket.seeding import Method
from tournaments.bracket.shapes import Shape, check_shape
from tournaments.draw.create_matches import erase_matches
from tournaments.draw.draw_bracket import BracketChoice, draw_bracket_in
from tournaments.draw.readiness import allows_short_final, check_ready, checked_in
from tournaments.draw.rounds import draw_round_in
from tournaments.entries.commit_draw import LARGEST_SEED, replace_commitment
from tournaments.entries.wait import fill_places
from tournaments.lines.draw import DrawWithdrawn
from tournaments.models import Draw, Stage, State, Tournament
from tournaments.regulation.confirm import check_version, confirm_in
from tournaments.setup.acceptance import require_acceptance
from tournaments.stages.kinds import stage_plan
from tournaments.standings.stage_results import read_stage_results
from tournaments.tables.shared_hall import wake_hall

METHODS: tuple[Method, ...] = ("random", "season", "manual")
Sizes = Sequence[Sequence[int]]


class DrawOptions(TypedDict, total=False):
    """Options of a draw.

    Default: the proposed shape, at random, from the committed secret. `word` was called out in the hall and
    goes into the seed. `seed` is a number typed by hand instead of secret and word; `apart` keeps club-mates
    apart in round 1 if possible.
    """

    shape: Sizes | None
    method: Method
    word: str
    seed: int | None
    apart: bool


def publish_draw(
    tournament: Tournament,
    *,
    by: Player,
    now: datetime,
    regulation: str | None = None,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
    **how: Unpack[DrawOptions],
) -> Draw:
    """Draw all checked-in entries and publish the bracket, or the first round of the stage before it.

    Matches are called from the planned start on. `regulation` is the version that the coordinator has read;
    the same act confirms it. A tournament that was not public becomes so, or waits to be accepted. Raises
    `Refused` with everything that is missing or wrong, `Stale` `draw_published`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen, rng=rng) as ctx:
        fresh = ctx.tournament
        if fresh.state != State.PREPARING:
            raise Stale("draw_published")
        choice = _complete_options(how)
        entries = list(checked_in(fresh).select_related("club"))
        refuse_all(
            [*_find_missing_and_wrong(fresh, choice, len(entries), regulation), *_check_word_and_seed(choice)]
        )
        if regulation is not None:
            confirm_in(ctx)
        published = _draw(ctx, entries, choice, rng)
        require_acceptance(fresh, now)
        fresh.state = State.DRAWN
        is_open = not fresh.day_only and (fresh.starts_at is None or fresh.starts_at <= now)
        fresh.opened_at = now if is_open else None
        ctx.touch(fresh)
        fresh.save(update_fields=["state", "opened_at", "unaccepted_since", "changed_seq"])
        enqueue(DISPATCH, ctx.act.ledger, key=str(fresh.ledger_id), due=now, now=now)
        return published


def _complete_options(how: DrawOptions) -> BracketChoice:
    """Return the options with their defaults."""
    shape = how.get("shape")
    return BracketChoice(
        shape=Shape(tuple(map(tuple, shape))) if shape is not None else None,
        method=how.get("method", "random"),
        word=clean_word(how.get("word", "")),
        seed=how.get("seed"),
        apart=how.get("apart", False),
    )


def _draw(ctx: ActContext, entries: Sequence[Entry], choice: BracketChoice, rng: random.Random) -> Draw:
    """Draw the first round of the stage before the bracket, or else the bracket."""
    plan = stage_plan(ctx.tournament.stages)
    if plan is None:
        return draw_bracket_in(ctx, entries, choice, rng)
    return draw_round_in(ctx, plan, read_stage_results(ctx.tournament), entries, choice.word, rng)


def withdraw_draw(
    tournament: Tournament,
    *,
    reason: str,
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> None:
    """Take the draw back before any match has started; the old one stays in the record.

    A new secret is committed at once, because the old one is public. Entries and the waiting list are open
    again, so free places are filled. Raises `Refused` `reason_missing`; `Stale` `not_withdrawable`, also if
    there is no draw.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        if ctx.tournament.state != State.DRAWN:
            raise Stale("not_withdrawable")
        require_reason(reason)
        ctx.act.write(DrawWithdrawn(reason.strip()))
        wake_hall(ctx.act.ledger, now)
        replace_commitment(ctx, rng)
        erase_matches(Match.objects.filter(ledger=ctx.act.ledger))
        Draw.objects.filter(tournament=ctx.tournament, withdrawn=False).update(withdrawn=True)
        Stage.objects.filter(tournament=ctx.tournament).delete()
        ctx.tournament.state, ctx.tournament.opened_at = State.PREPARING, None
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["state", "opened_at", "changed_seq"])
        fill_places(ctx)


def _find_missing_and_wrong(
    tournament: Tournament, choice: BracketChoice, entries: int, regulation: str | None
) -> list[Violation]:
    """Return everything that is missing, and what is wrong with regulation, shape and method.

    With a stage, also `not_for_rounds` for each option that only a bracket has.
    """
    found = [*check_ready(tournament), *check_version(tournament, regulation)]
    if regulation is not None:
        found = [violation for violation in found if violation.code != "regulation_not_confirmed"]
    if tournament.stages:
        return [*found, *_check_no_bracket_options(choice)]
    if choice.shape is not None:
        low, high = tournament.table_low, tournament.table_high
        short = allows_short_final(tournament)
        found += check_shape(choice.shape, entries, low, high, short_final=short)
    if choice.method not in METHODS:
        found.append(Violation("method_unknown", {"method": choice.method}, "method"))
    return found


def _check_no_bracket_options(choice: BracketChoice) -> Iterator[Violation]:
    """Yield `not_for_rounds` for each given option that only a bracket has.

    Call it if the first draw is a round of a stage.
    """
    chosen = {
        "shape": choice.shape is not None,
        "method": choice.method != "random",
        "seed": choice.seed is not None,
        "apart": choice.apart,
    }
    for name, is_chosen in chosen.items():
        if is_chosen:
            yield Violation("not_for_rounds", {"what": name}, name)


def _check_word_and_seed(choice: BracketChoice) -> list[Violation]:
    """Return what is wrong with the word or the typed number; only one of them may be given."""
    found = check_word(choice.word)
    if choice.seed is not None and not 0 <= choice.seed <= LARGEST_SEED:
        found.append(Violation("seed_out_of_range", {"low": 0, "high": LARGEST_SEED}, "seed"))
    if choice.seed is not None and choice.word:
        found.append(Violation("seed_and_word", {}, "seed"))
    return found
