"""Who acts in the tests: Ana coordinates, Bruno judges, Caio plays, Duda is a stranger.

Everything is built through the services, so a tournament here is one that people could have made.
Each builder takes the tournament one step further:

    tournament = running(entries=8)         # created, announced, entered, checked in, drawn, dispatched
    browser(bruno()).get(reverse("now", args=[tournament.slug]))
"""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from django.test import Client
from django.utils import timezone, translation
from knox.models import get_digest_token

from accounts.models import ApiToken, Club, Player, Scope, SignIn, User
from accounts.services import sign_up
from matches.models import Match, MatchState, Sitting
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet
from rulesets.registry import game_of, kind_under
from scheduling.dispatcher import dispatch
from tests.stages import kept, kept_for_a_moment
from tournaments.corrections.effects import Overview, overview_of
from tournaments.draw.publish import publish_draw
from tournaments.entries.check_in import check_in_all
from tournaments.entries.enter import enter_self, import_entries
from tournaments.entries.identity import answer_questions
from tournaments.inputs import NewEntry, TournamentFacts
from tournaments.models import Role, Tournament
from tournaments.play.play import record_sheet, situation_of, start_match, tournament_of
from tournaments.regulation.confirm import confirm_regulation
from tournaments.regulation.selectors import version_of
from tournaments.rules_of import rules_of
from tournaments.setup import staff
from tournaments.setup.announce import publish_announcement
from tournaments.setup.create import create_tournament
from tournaments.standings.finish import finish

PASSWORD = "seis reinos intactos"
START = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


def player(username: str, name: str = "") -> Player:
    """The person with this account, signed up where it is new."""
    found = Player.objects.filter(user__username=username).first()
    return found or sign_up(username, PASSWORD, name=name or username.title()).player


def without_account(name: str, *, club: Club | None = None) -> Player:
    """Somebody who was entered by others."""
    return Player.objects.create(name=name, club=club)


def ana() -> Player:
    """Organizes and coordinates."""
    return player("ana", "Ana Mariapaulista")


def bruno() -> Player:
    """Judges."""
    return player("bruno", "Bruno Juiz")


def caio() -> Player:
    """Plays."""
    return player("caio", "Caio do Rio")


def duda() -> Player:
    """Has an account, and nothing to do with the tournament."""
    return player("duda", "Duda Estranha")


def browser(who: Player | None = None, *, language: str = "en") -> Client:
    """A browser in which this person is signed in; of a visitor where nobody is named."""
    client = Client(headers={"accept-language": language})
    if who is not None:
        client.force_login(User.objects.get(player=who))
    return client


def listed_browser(who: Player) -> Client:
    """The same with its session in the account's list, as whoever comes in through a door has it."""
    client, user = browser(who), User.objects.get(player=who)
    written = {"session_key": client.session.session_key, "epoch": user.epoch, "at": timezone.now()}
    SignIn.objects.create(user=user, **written)
    return client


def key(who: Player, scope: Scope = Scope.ORGANIZE) -> str:
    """A key for the API of this person, beside all that they have: tests make more than people may."""
    user = User.objects.get(player=who)
    kept = ApiToken(user=user, scope=scope, epoch=user.epoch, expiry=timezone.now() + timedelta(days=1))
    kept.digest, secret = get_digest_token()  # type: ignore[no-untyped-call]
    kept.save(force_insert=True)
    return str(secret)


def facts(**chosen: Any) -> TournamentFacts:
    """A plain unranked Campeonato, with what is chosen differently."""
    plain: dict[str, Any] = {"kind": "campeonato", "name": "Mariapaulista", "year": 2026, "starts_at": START}
    if str(chosen.get("kind")).startswith("duplas") or chosen.get("kind") == "duelo":
        plain |= {"table_low": 2, "table_high": 2}
    return TournamentFacts(**{**plain, **chosen})


@kept
def created(*, tables: int = 4, **chosen: Any) -> Tournament:
    """Created by Ana, who also coordinates; Bruno judges. Not announced, so not public."""
    tournament = create_tournament(facts(**chosen), by=ana(), now=START, tables=tables, rng=random.Random(7))
    staff.assign_role(tournament, username=staffed(ana()), role=Role.COORDINATOR, by=ana(), now=START)
    staff.assign_role(tournament, username=staffed(bruno()), role=Role.JUDGE, by=ana(), now=START)
    return fresh(tournament)


def staffed(who: Player) -> str:
    """The user name under which somebody is added to the staff."""
    return User.objects.get(player=who).username


@kept
def announced(**chosen: Any) -> Tournament:
    """Public and open for entries; the regulation of a ranked one is confirmed."""
    tournament = created(**chosen)
    publish_announcement(tournament, text="Venham!", channel="grupo", by=ana(), now=START)
    return confirmed(tournament) if tournament.ranked else fresh(tournament)


def confirmed(tournament: Tournament) -> Tournament:
    """The regulation as it stands is confirmed: what the draw of a ranked tournament needs."""
    version = version_of(tournament)
    confirm_regulation(tournament, version=version, by=ana(), now=START)
    return fresh(tournament)


@kept
def entered(entries: int = 8, **chosen: Any) -> Tournament:
    """Announced; Caio entered himself, the others by hand: Jogador 2, Jogador 3 … (pairs: A and B).

    While people are at tables of another tournament, others come: Jogador 1 (7), Jogador 2 (7) …
    """
    tournament = announced(**chosen)
    pairs = kind_under(rules_of(tournament)).team_size == 2
    others = f" ({tournament.pk})" if Sitting.objects.exists() else ""
    if not others:
        enter_self(tournament, partner_name="Par do Caio" if pairs else "", by=caio(), now=START)
    names = [f"Jogador {number}{others}" for number in range(1 if others else 2, entries + 1)]
    rows = [NewEntry((f"{name} A", f"{name} B") if pairs else (name,)) for name in names]
    import_entries(tournament, entries=answer_questions(tournament, rows), by=ana(), now=START)
    return fresh(tournament)


@kept
def checked_in(entries: int = 8, **chosen: Any) -> Tournament:
    """Everybody entered is here."""
    tournament = entered(entries, **chosen)
    check_in_all(tournament, by=bruno(), now=START)
    return fresh(tournament)


@kept
def drawn(entries: int = 8, *, seed: int = 7, **chosen: Any) -> Tournament:
    """The draw is published; nothing is called to a table yet."""
    tournament = checked_in(entries, **chosen)
    publish_draw(tournament, seed=seed, by=ana(), now=START, rng=random.Random(seed))
    return fresh(tournament)


@kept_for_a_moment
def running(entries: int = 8, **chosen: Any) -> Tournament:
    """The first matches are called to tables and started just now."""
    tournament = drawn(entries, **chosen)
    now = timezone.now()
    dispatch(tournament.ledger_id, now=now)
    for match in called(tournament):
        start_match(match, by=bruno(), now=now)
    return fresh(tournament)


def called(tournament: Tournament) -> list[Match]:
    """The matches that are called to a table, in bracket order."""
    return list(Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.CALLED))


def played(match: Match, *, seed: int = 1, everybody: bool = False) -> Match:
    """The match ended with some legal sheet; `everybody` came where that is asked for."""
    now = timezone.now()
    if match.state in (MatchState.READY, MatchState.CALLED):
        start_match(match, by=bruno(), now=now)
        match.refresh_from_db()
    rules = rules_of(tournament_of(match))
    rng = random.Random(seed)
    sheet = game_of(rules.game).random_sheet(rules, situation_of(match), rng)
    while everybody and any(line.out is Out.ABSENT for line in sheet.lines):
        sheet = game_of(rules.game).random_sheet(rules, situation_of(match), rng)
    record_sheet(match, sheet=sheet, by=ana(), now=now)
    match.refresh_from_db()
    return match


@kept
def finished(entries: int = 8, *, sheets: int = 0, **chosen: Any) -> Tournament:
    """All matches played, places and points given, the same in every run; other `sheets`, another day.

    To a ranked one everybody came.
    """
    tournament = drawn(entries, **chosen)
    while ready := Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.READY).first():
        played(ready, seed=1000 * sheets + 100 * ready.round + ready.number, everybody=tournament.ranked)
    finish(fresh(tournament), by=ana(), now=timezone.now() + timedelta(seconds=1))
    return fresh(tournament)


def fresh(tournament: Tournament) -> Tournament:
    """The tournament as the database has it now."""
    return Tournament.objects.select_related("ledger").get(pk=tournament.pk)


def looks(tournament: Tournament) -> Overview:
    """Bracket and places now, in English, whatever language the last reader had."""
    with translation.override("en"):
        return overview_of(tournament)


def plain_win(match: Match, side: int = 1, kind: str = "campeonato") -> Sheet:
    """A sheet on which a side meets the condition of the type and nobody else has anything."""
    seats = match.seats.filter(persona__isnull=False).select_related("side", "persona")
    counts = {
        "conquistadores": {"intact": 3, "razed_in_battle": 4},
        "duplas": {"intact": 5},
    }.get(kind, {"intact": 6})
    lines = tuple(
        Line(seat.persona.code, counts if seat.side.number == side else {})
        for seat in seats.order_by("number")
        if seat.persona
    )
    return Sheet(EndedBy.WIN_CONDITION, lines, winner=side)
