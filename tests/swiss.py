"""Days with Swiss rounds or groups before the bracket, played through the services."""

from typing import Any

from django.utils import timezone

from matches.models import Match, MatchState
from tests.cast import ana, checked_in, fresh, plain_win, played
from tests.stages import kept_for_a_moment
from tournaments.draw.close_stage import close_stage, preview_advancing
from tournaments.draw.publish import publish_draw
from tournaments.draw.rounds import draw_round, open_stage
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match


def swiss(rounds: int = 3, advance: int = 4, *, apart: bool = False, **more: object) -> list[dict[str, Any]]:
    """The stages of a tournament with Swiss rounds."""
    return [{"kind": "swiss", "rounds": rounds, "advance": advance, "apart": apart, **more}]


def by_placement(rounds: int = 3, advance: int = 4) -> list[dict[str, Any]]:
    """The stages of a tournament with Swiss rounds in which places at the tables count."""
    return swiss(rounds, advance, points="placement")


def in_groups(
    groups: int = 2, rounds: int = 3, advance: int = 2, *, apart: bool = False
) -> list[dict[str, Any]]:
    """The stages of a tournament with groups."""
    return [{"kind": "groups", "groups": groups, "rounds": rounds, "advance": advance, "apart": apart}]


@kept_for_a_moment
def groups_drawn(
    entries: int = 8, *, groups: int = 2, rounds: int = 3, advance: int = 2, **chosen: Any
) -> Tournament:
    """The groups are dealt, and their first round is drawn; at tables of two."""
    stages = in_groups(groups, rounds, advance, apart=chosen.pop("apart", False))
    tournament = checked_in(entries, stages=stages, **{"table_low": 2, "table_high": 2, **chosen})
    publish_draw(tournament, by=ana(), now=timezone.now())
    return fresh(tournament)


def before_first_round(entries: int = 8, **chosen: Any) -> Tournament:
    """Everybody has checked in; two Swiss rounds are planned and none is drawn."""
    return checked_in(entries, **{"stages": swiss(2, 4), "table_low": 3, **chosen})


@kept_for_a_moment
def first_round(entries: int = 12, *, rounds: int = 3, advance: int = 4, **chosen: Any) -> Tournament:
    """The first Swiss round is drawn."""
    terms = {"stages": swiss(rounds, advance), "table_low": 3, **chosen}
    tournament = checked_in(entries, **terms)
    publish_draw(tournament, by=ana(), now=timezone.now())
    return fresh(tournament)


def play_all(tournament: Tournament, *, seed: int = 1) -> None:
    """Every match that can be played is."""
    while match := _open(tournament).first():
        played(match, seed=seed + 100 * match.round + match.number)


def win_all(tournament: Tournament) -> None:
    """The first side of every match wins, and the others are equal."""
    for match in _open(tournament):
        start_match(match, by=ana(), now=timezone.now())
        match.refresh_from_db()
        record_sheet(match, sheet=plain_win(match), by=ana(), now=timezone.now())


def _open(tournament: Tournament) -> Any:
    return Match.objects.filter(ledger=tournament.ledger_id, state__in=[MatchState.READY, MatchState.CALLED])


def play_rounds(tournament: Tournament, *, seed: int = 1) -> Tournament:
    """All planned rounds are drawn and played."""
    play_all(tournament, seed=seed)
    for _ in range(tournament.stages[0]["rounds"] - 1):
        draw_round(fresh(tournament), word="Pitangas", by=ana(), now=timezone.now())
        play_all(tournament, seed=seed)
    return fresh(tournament)


def closed(tournament: Tournament) -> Tournament:
    """The stage is closed; those who have to cut cards win it in the order of their codes."""
    borders = preview_advancing(tournament, open_stage(tournament)).borders
    won = [code for border in borders for code in border.tied[: border.free]]
    close_stage(tournament, won=won, by=ana(), now=timezone.now())
    return fresh(tournament)
