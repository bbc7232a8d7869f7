"""The companion of Jogo dos Reinos: a game at the table, act by act, without the record and its lock.

Only the hash of its seed is recorded, before the first roll. The result is the sheet that a judge records.
Acts of one game are serialized by the lock of its row, and by their numbers.
"""

import random
from collections.abc import Mapping
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from core.errors import Forbidden, Refused, Stale, Violation
from core.record.codes import SECURE_RANDOM
from matches.models import KingdomsAct, KingdomsGame, Match, MatchState
from rulesets.kernel.sheet import Out
from rulesets.kingdoms import (
    MAX_ACTS,
    UNDO,
    Decide,
    Event,
    Leave,
    Pick,
    Replay,
    Setup,
    choices_in,
    commitment,
    difficulty_under,
    event_from,
    picking_in,
    to_plain,
)
from tournaments.act import acting_on, refetch, require_reason
from tournaments.kingdoms.selectors import current_game, has_companion, replay_game
from tournaments.lines.integrity import KingdomsBegunAgain
from tournaments.lines.matches import GameSeeded
from tournaments.models import State, Tournament
from tournaments.policies import may, may_play_companion, require, sits_at
from tournaments.rules_of import rules_of
from tournaments.sheets.judge import tournament_of
from tournaments.tables.cards import Phone, find_valid_link, match_at

Hand = Player | Phone
"""The person who plays: an account, or a phone that came through the table's card."""

SEED_BITS = 128
OF_CHANCE = frozenset({"roll", "dealt", "picked"})


def begin_game(
    match: Match,
    *,
    absent: tuple[int, ...] = (),
    by: Hand,
    now: datetime,
    reason: str = "",
    rng: random.Random = SECURE_RANDOM,
) -> KingdomsGame:
    """Begin the game of the sides not in `absent` (numbers), and record the hash of its seed.

    If a game is on, a judge restarts it with a `reason`. Raises `Stale` `kingdoms_begun` if it is on and the
    reason is "" or `by` no judge, `finished`, or `match_…`; `Refused` for too few kingdoms or a blank reason;
    `Forbidden` as `require_may_act`.
    """
    require_may_act(tournament_of(match), match, by, now)
    with acting_on(tournament_of(match), by=_player(by), need="see", now=now, rng=rng) as ctx:
        fresh = _refetch_playing(match, ctx.tournament)
        sides = fresh.sides.filter(entry__isnull=False).order_by("number").values_list("number", flat=True)
        setup = Setup(
            kingdoms=tuple(number for number in sides if number not in absent),
            difficulty=difficulty_under(rules_of(ctx.tournament)),
            seed=rng.getrandbits(SEED_BITS),
        )
        Replay(setup)
        if (before := current_game(fresh)) is not None:
            _give_up(ctx.tournament, before, by, reason)
            ctx.act.write(KingdomsBegunAgain(match=fresh.code, words=reason))
        digest = commitment(setup.seed)
        ctx.act.write(GameSeeded(fresh.code, digest))
        return KingdomsGame.objects.create(
            match=fresh,
            number=fresh.kingdoms_games.count() + 1,
            match_began_at=fresh.started_at or now,
            kingdoms=list(setup.kingdoms),
            difficulty=setup.difficulty,
            seed=str(setup.seed),
            commitment=digest,
            begun_by=_player(by),
            begun_at=now,
        )


def play_event(
    match: Match, *, event: Mapping[str, object], seen: int, by: Hand, now: datetime, by_app: bool = False
) -> KingdomsAct:
    """Play one event (JSON as of `to_plain`), decided after act number `seen`, and store it as the next act.

    `by_app`: the app chose it at random. Raises `Refused` with everything that the rules say against it, or
    `kingdoms_too_long`; `Stale` `kingdoms_moved` if another phone acted since, `kingdoms_not_begun`,
    `finished`, `match_…`; `Forbidden` as `require_may_act`, and if anyone but a judge disqualifies.
    """
    tournament = tournament_of(match)
    require_may_act(tournament, match, by, now)
    read = event_from(event)
    if isinstance(read, Leave) and read.way is Out.DISQUALIFIED:
        require(tournament, _player(by), "judge")
    with transaction.atomic():
        game, rows = _lock_game(_refetch_playing(match, tournament), seen)
        replay = replay_game(game, rows)
        outcomes = replay.do(read)
        return _store_act(
            game,
            len(rows) + 1,
            event=to_plain(read),
            outcomes=list(outcomes),
            by=_player(by),
            by_app=by_app,
            at=now,
        )


def pick_by_app(
    match: Match, *, seen: int, by: Hand, now: datetime, rng: random.Random = SECURE_RANDOM
) -> KingdomsAct:
    """Play the picking of cards at random for the kingdom that picks now, as `play_event` would.

    Raises `Refused` `nothing_to_pick_now`, and what `play_event` does.
    """
    require_may_act(tournament_of(match), match, by, now)
    game = current_game(match)
    picking = picking_in(replay_game(game, list(game.acts.order_by("number"))).state) if game else None
    if picking is None:
        raise Refused([Violation("nothing_to_pick_now")])
    left = [card for card in range(1, picking.cards + 1) if card not in picking.taken]
    event: Event = Pick(picking.kingdom, tuple(sorted(rng.sample(left, picking.due))))
    return play_event(match, event=to_plain(event), seen=seen, by=by, now=now, by_app=True)


def keep_all_loyal(match: Match, *, seen: int, by: Hand, now: datetime) -> int:
    """Decide for every undecided vassal of this battle that it does not revolt, an act each; return how many.

    Raises `Refused` `nothing_to_decide_now`, and what `play_event` does.
    """
    tournament = tournament_of(match)
    require_may_act(tournament, match, by, now)
    with transaction.atomic():
        game, rows = _lock_game(_refetch_playing(match, tournament), seen)
        replay = replay_game(game, rows)
        events = [Decide(choice.vassal, revolts=False) for choice in choices_in(replay.state)]
        if not events:
            raise Refused([Violation("nothing_to_decide_now")])
        for number, event in enumerate(events, start=len(rows) + 1):
            outcomes = list(replay.do(event))
            _store_act(game, number, event=to_plain(event), outcomes=outcomes, by=_player(by), at=now)
        return len(events)


def undo(match: Match, *, seen: int, by: Hand, now: datetime) -> KingdomsAct:
    """Undo the latest act that counts; it stays in the log, and the dice will fall the same again.

    People at the table may undo acts without randomness; a judge may undo any. Raises as `play_event` does,
    and `Refused` `nothing_to_undo`, `undo_by_judge`.
    """
    tournament = tournament_of(match)
    require_may_act(tournament, match, by, now)
    with transaction.atomic():
        game, rows = _lock_game(_refetch_playing(match, tournament), seen)
        undone = {row.undoes for row in rows}
        last = next((row for row in reversed(rows) if row.undoes is None and row.number not in undone), None)
        if last is None:
            raise Refused([Violation("nothing_to_undo")])
        if had_chance(last.outcomes) and not _may_judge(tournament, by):
            raise Refused([Violation("undo_by_judge")])
        event = {"type": UNDO, "of": last.number}
        return _store_act(game, len(rows) + 1, event=event, undoes=last.number, by=_player(by), at=now)


def had_chance(outcomes: list[Mapping[str, object]] | tuple[Mapping[str, object], ...]) -> bool:
    """Return whether an outcome was rolled, dealt or picked at random, which players cannot unsee."""
    return any(outcome["type"] in OF_CHANCE for outcome in outcomes)


def may_act(match: Match, hand: Hand | None, *, judges: bool) -> bool:
    """Return whether this hand may act in the match's game; for a phone the caller has checked its card.

    `judges`: the hand judges in this tournament.
    """
    if hand is None:
        return False
    return isinstance(hand, Phone) or judges or sits_at(match, hand)


def require_may_act(tournament: Tournament, match: Match, by: Hand | None, now: datetime) -> None:
    """Raise `Forbidden` unless `by` judges, sits at that table, or is a phone whose card opens that match.

    The codes are `not_found` (no companion here, or a hidden tournament), `taken_down`, `card_not_valid` and
    `not_at_this_match` (a phone), and `forbidden`.
    """
    if not has_companion(tournament):
        raise Forbidden("not_found")
    if isinstance(by, Phone):
        if match_at(find_valid_link(by.link, now).table) != match:
            raise Forbidden("not_at_this_match")
        return
    require(tournament, by, "see")
    if not may_play_companion(tournament, match, by):
        raise Forbidden


def _may_judge(tournament: Tournament, by: Hand) -> bool:
    """Return whether the hand may judge in this tournament."""
    return may(tournament, _player(by), "judge")


def _player(by: Hand) -> Player | None:
    """Return the account's player; None for a phone."""
    return by if isinstance(by, Player) else None


def _refetch_playing(match: Match, tournament: Tournament) -> Match:
    """Read the match again, without a lock.

    Raises `Stale` `finished` or `match_…` (its state) unless it is played; `Forbidden` `not_found` if its
    draw was withdrawn.
    """
    if tournament.state == State.FINISHED:
        raise Stale("finished")
    fresh = refetch(match, tournament.ledger_id)
    if fresh.state != MatchState.PLAYING:
        raise Stale(f"match_{fresh.state}")
    return fresh


def _lock_game(match: Match, seen: int) -> tuple[KingdomsGame, list[KingdomsAct]]:
    """Lock the match's game and return it with all its acts.

    Raises `Stale` `kingdoms_not_begun`, or `kingdoms_moved` if `seen` is not the latest; `Refused`
    `kingdoms_too_long`.
    """
    game = current_game(match)
    if game is None:
        raise Stale("kingdoms_not_begun")
    game = KingdomsGame.objects.select_for_update().get(pk=game.pk)
    rows = list(game.acts.order_by("number"))
    if game.given_up or len(rows) != seen:
        raise Stale("kingdoms_moved", {"version": len(rows)})
    if len(rows) >= MAX_ACTS:
        raise Refused([Violation("kingdoms_too_long", {"most": MAX_ACTS})])
    return game, rows


def _store_act(game: KingdomsGame, number: int, **values: object) -> KingdomsAct:
    """Save an act of the game. Raises `Stale` `kingdoms_moved` if one with this number exists."""
    try:
        with transaction.atomic():
            return KingdomsAct.objects.create(game=game, number=number, **values)
    except IntegrityError:
        raise Stale("kingdoms_moved", {"version": number}) from None


def _give_up(tournament: Tournament, game: KingdomsGame, by: Hand, reason: str) -> None:
    """Save that the game was given up for a restart.

    Raises `Stale` `kingdoms_begun` without a reason, or for anyone but a judge; `Refused` `reason_missing`
    for a blank one.
    """
    if not (reason and _may_judge(tournament, by)):
        raise Stale("kingdoms_begun")
    require_reason(reason)
    game.given_up = reason.strip()
    game.save(update_fields=["given_up"])


KINGDOMS_SENTENCES: Mapping[str, str | Promise] = {
    "kingdoms_not_over": _("The game is not over, and time was not called between two battles."),
    "nothing_to_decide_now": _("No vassal has to decide now."),
    "nothing_to_pick_now": _("No player has cards to pick now."),
    "undo_by_judge": _("Something was rolled or turned up there: only a judge can take that back."),
    "kingdoms_too_long": _("This game has %(most)d acts; the app stores no more."),
    "kingdoms_moved": _("Someone acted before you. Here is the game as it is now."),
    "kingdoms_begun": _("The game of this match has already begun."),
    "kingdoms_not_begun": _("The game of this match has not begun yet."),
}
