"""Move what belongs to a split-off player (`accounts.splitting`)."""

from collections.abc import Collection

from accounts.models import Player
from accounts.splitting import also_splits
from matches.models import KingdomsAct, KingdomsGame, Sitting


@also_splits
def move_tables(player: Player, other: Player, ledgers: Collection[int]) -> None:
    """Move the player's current sittings, and what they noted in the companion of Jogo dos Reinos."""
    Sitting.objects.filter(player=player, match__ledger__in=ledgers).update(player=other)
    KingdomsGame.objects.filter(begun_by=player, match__ledger__in=ledgers).update(begun_by=other)
    KingdomsAct.objects.filter(by=player, game__match__ledger__in=ledgers).update(by=other)
