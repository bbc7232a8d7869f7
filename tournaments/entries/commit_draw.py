"""The secret of a draw: committed by its hash before the first check-in, revealed by the draw's line.

No person sees a secret before its draw, so no one can try out draws (ADR 0026).
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.record.act import SYSTEM_ACTOR
from tournaments.act import ActContext
from tournaments.bracket.commitment import hash_of, new_secret, seed_of
from tournaments.bracket.lots import ALGORITHM, CounterLots, Lots, PythonLots
from tournaments.lines.draw import DrawCommitted
from tournaments.lines.integrity import SecretLost
from tournaments.models import Commitment

LARGEST_SEED = 2**53 - 1


@dataclass(frozen=True, slots=True)
class Drawing:
    """The lots of one draw, and the columns of `Draw` that say where they come from."""

    lots: Lots
    columns: Mapping[str, object]


def commit(ctx: ActContext, rng: random.Random) -> None:
    """Commit a secret for the next draw if none stands; do nothing in the first record format."""
    if ctx.tournament.promises_draws:
        _get_or_commit(ctx, rng)


def replace_commitment(ctx: ActContext, rng: random.Random) -> None:
    """Commit a new secret in place of an earlier one; do nothing in the first record format."""
    if ctx.tournament.promises_draws:
        _commit_new(ctx, rng)


def get_or_commit_lots(
    ctx: ActContext, codes: Sequence[str], *, typed: int | None, word: str, rng: random.Random
) -> Drawing:
    """Return the lots for a draw of these entries (codes): from the committed secret, or from a typed number.

    `word` is what was called in the hall. Stores a new commitment if there is neither number nor secret. The
    first format of records has no commitments: a number is generated instead.
    """
    if not ctx.tournament.promises_draws:
        seed = rng.randrange(LARGEST_SEED) if typed is None else typed
        return Drawing(PythonLots(seed), {"seed": seed})
    if typed is not None:
        return Drawing(CounterLots(str(typed)), {"seed": typed})
    commitment = _get_or_commit(ctx, rng)
    derived = seed_of(commitment.secret or "", codes, word)
    columns = {"algorithm": ALGORITHM, "commitment": commitment, "word": word, "derived_seed": derived}
    return Drawing(CounterLots(derived), columns)


def _get_or_commit(ctx: ActContext, rng: random.Random) -> Commitment:
    """Return the current commitment; commit a secret if there is none.

    If its secret is not here (imported record), record that and commit another.
    """
    latest = Commitment.objects.filter(tournament=ctx.tournament).first()
    if latest is not None and latest.secret is not None:
        return latest
    if latest is not None:
        ctx.act.write(SecretLost(), by=SYSTEM_ACTOR)
    return _commit_new(ctx, rng)


def _commit_new(ctx: ActContext, rng: random.Random) -> Commitment:
    """Create a secret, record its hash, and store it as the commitment."""
    secret = new_secret(rng)
    sha256 = hash_of(secret)
    seq = ctx.act.write(DrawCommitted(sha256), by=SYSTEM_ACTOR)
    return Commitment.objects.create(
        tournament=ctx.tournament, sha256=sha256, secret=secret, at=ctx.act.now, seq=seq
    )
