"""The count at the table: who may, taps with and without htmx, the poll, and the way to the sheet."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.models import Match, MatchState, TableLink, TableTally
from tests.cast import ana, browser, bruno, caio, drawn, duda, fresh, played, running
from tests.unguarded import unguarded
from tournaments.models import Tournament
from tournaments.play.count import TableCount, count_of
from tournaments.play.play import call_time
from tournaments.tables import cards
from tournaments.tables.cards import token_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def table(**chosen: Any) -> tuple[Tournament, Match]:
    tournament = running(**{"entries": 4, "kind": "guerrilha", "table_high": 2, **chosen})
    return tournament, Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[0]


def at(name: str, tournament: Tournament, match: Match) -> str:
    return reverse(name, args=[tournament.slug, match.code])


def tap(
    who: Client,
    tournament: Tournament,
    match: Match,
    what: str,
    *,
    place: int = 0,
    htmx: bool = True,
    **said: object,
) -> tuple[int, str]:
    """Tap on the player at this place, having seen the present count; status and body."""
    count = count_of(tournament, match)
    player = count.tallies[place].player
    sent = {"jogador": player, "versao": count.versions[player], "jogo": count.game, "toque": what, **said}
    response = who.post(at("table_tap", tournament, match), sent, headers=HTMX if htmx else {})
    return response.status_code, response.content.decode()


def kept(tournament: Tournament, match: Match) -> TableCount:
    return count_of(tournament, Match.objects.get(pk=match.pk))


def test_where_players_report_nothing_only_who_judges_counts() -> None:
    tournament, match = table(house_rules={"player_reports": False})
    page, post = at("table_count", tournament, match), at("table_tap", tournament, match)
    assert browser(bruno()).get(page).status_code == 200
    for stranger in (caio(), duda()):
        assert browser(stranger).get(page).status_code == 403
        assert browser(stranger).post(post).status_code == 403
    assert "/conta/entrar/" in browser().get(page)["Location"]
    assert "/conta/entrar/" in browser().post(post)["Location"]
    assert browser(bruno()).get(post)["Location"] == page


def test_who_plays_there_counts_too_but_makes_no_sheet_of_it() -> None:
    tournament, _ = table()
    mine = Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=caio())
    other = Match.objects.filter(ledger=tournament.ledger_id, round=1).exclude(pk=mine.pk)[0]
    player = browser(caio())
    assert at("table_count", tournament, mine) in player.get(f"/torneios/{tournament.slug}/").content.decode()
    assert tap(player, tournament, mine, "casa.A")[0] == 200
    html = player.get(at("table_count", tournament, mine)).content.decode()
    assert "use-as-sheet" not in html
    assert "/ressaque/" not in html
    assert player.get(at("table_sheet", tournament, mine)).status_code == 403
    assert player.get(at("table_count", tournament, other)).status_code == 403
    assert tap(player, tournament, other, "casa.A")[0] == 403


def test_a_phone_that_claimed_a_seat_counts_on_a_page_of_its_own() -> None:
    tournament, match = table()
    cards.issue_links(tournament, by=ana(), now=timezone.now())
    link = TableLink.objects.get(table=match.table)
    phone, stranger = browser(), browser()
    for one in (phone, stranger):
        one.get(reverse("table_card", args=[token_of(link.code)]))
    phone.post(reverse("table_sit"), {"side": "1", "match": match.code})
    assert reverse("phone_count") in phone.get(reverse("table_phone")).content.decode()
    count = kept(tournament, match)
    sent = {"jogador": count.tallies[1].player, "versao": "0", "jogo": count.game, "toque": "casa.A"}
    html = phone.get(reverse("phone_count")).content.decode()
    assert reverse("phone_tap") in html
    assert reverse("table_tap", args=[tournament.slug, match.code]) not in html
    answer = phone.post(reverse("phone_tap"), sent)
    assert answer["Location"].startswith(reverse("phone_count") + "#")
    assert kept(tournament, match).tallies[1].spots["A"] == "intact"
    assert stranger.get(reverse("phone_count")).status_code == 403
    assert stranger.post(reverse("phone_tap"), sent).status_code == 403
    assert browser().get(reverse("phone_count")).status_code == 403
    cards.revoke_links(tournament, by=ana(), now=timezone.now())
    assert phone.post(reverse("phone_tap"), sent).status_code == 403


def test_a_tap_without_script_comes_back_to_the_player_with_the_new_state() -> None:
    tournament, match = table()
    judge, player = browser(bruno()), count_of(tournament, match).tallies[0].player
    sent = {"jogador": player, "versao": "0", "jogo": count_of(tournament, match).game, "toque": "casa.A"}
    response = judge.post(at("table_tap", tournament, match), sent)
    assert (response.status_code, response["Location"]) == (
        302, at("table_count", tournament, match) + f"#mesa-{player}",
    )  # fmt: skip
    html = judge.get(at("table_count", tournament, match)).content.decode()
    assert re.search(rf'class="realm is-intact is-exposed" id="spot-{player}-A"', html)
    assert "A: intact, exposed" in html


def test_the_form_of_a_player_says_all_that_a_tap_needs() -> None:
    tournament, match = table()
    judge, page = browser(bruno()), at("table_count", tournament, match)
    for _ in range(2):
        html = judge.get(page).content.decode()
        card = html.split('<section class="card count-player"')[1].split("</section>")[0]
        hidden = dict(re.findall(r'name="(\w+)"[^>]*? value="([^"]*)"', card.split("<h3")[0]))
        assert judge.post(page + "toque/", {**hidden, "toque": "conta.commanders.1"}).status_code == 302
    assert kept(tournament, match).tallies[0].numbers["commanders"] == 2


def test_a_tap_with_htmx_brings_every_piece_that_changed() -> None:
    tournament, match = table()
    judge, player = browser(bruno()), count_of(tournament, match).tallies[0].player
    assert tap(judge, tournament, match, "casa.A")[0] == 200
    status, body = tap(judge, tournament, match, "conta.commanders.1")
    assert status == 200
    assert f'id="version-{player}" value="2" hx-swap-oob="true"' in body
    assert f'id="number-{player}-commanders" hx-swap-oob="true">1<' in body
    assert "Commanders: 1" in body
    assert "No one has won yet" in body


def test_the_poll_is_silent_while_nothing_changed_and_reloads_for_another_game() -> None:
    tournament, match = table()
    judge, page = browser(bruno()), at("table_count", tournament, match)
    known = kept(tournament, match).version
    assert judge.get(page, {"versao": known}, headers=HTMX).status_code == 204
    tap(browser(ana()), tournament, match, "casa.B", place=1)
    news = judge.get(page, {"versao": known}, headers=HTMX)
    assert news.status_code == 200
    assert "B: intact" in news.content.decode()
    assert "count-refused" not in news.content.decode()
    played(match)
    over = judge.get(page, {"versao": kept(tournament, match).version}, headers=HTMX)
    assert over.status_code == 204
    assert judge.get(page, {"versao": known}, headers=HTMX)["HX-Refresh"] == "true"
    assert "while a match is being played" in judge.get(page).content.decode()


def test_somebody_who_was_slower_sees_the_count_as_it_is() -> None:
    tournament, match = table()
    for htmx in (True, False):
        tap(browser(ana()), tournament, match, "conta.commanders.1")
        status, body = tap(browser(bruno()), tournament, match, "conta.commanders.1", htmx=htmx, versao=0)
        assert status == 409
        assert "Someone else just counted this player" in body
    assert kept(tournament, match).tallies[0].numbers["commanders"] == 2


NONSENSE = (
    "", "casa", "casa.G", "casa.A.B", "conta", "conta.wall.1", "conta.commanders.x", "conta.commanders.--1",
    "conta.commanders.٣", "conta.armies.1", "saiu.flew", "saiu", "x" * 5000,
)  # fmt: skip


def test_a_tap_that_cannot_be_is_refused_in_place_and_nothing_is_kept() -> None:
    tournament, match = table()
    judge = browser(bruno())
    for what in NONSENSE:
        status, body = tap(judge, tournament, match, what, htmx=len(what) % 2 == 0)
        assert status == 422, what
        assert 'role="alert"' in body
    assert not TableTally.objects.exists()


def test_strangers_versions_and_games_that_make_no_sense_are_told() -> None:
    tournament, match = table()
    judge = browser(bruno())
    assert tap(judge, tournament, match, "casa.A", jogador="nobody")[0] == 422
    assert tap(judge, tournament, match, "casa.A", versao="٣")[0] == 409
    assert tap(judge, tournament, match, "casa.A", versao="")[0] == 409
    assert tap(judge, tournament, match, "casa.A", jogo="yesterday")[0] == 409
    assert not TableTally.objects.exists()


def test_a_match_that_is_not_played_cannot_be_counted() -> None:
    tournament = drawn(4, kind="guerrilha")
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.READY)[0]
    assert tap(browser(bruno()), tournament, match, "casa.A")[0] == 409
    assert browser(bruno()).get(at("table_sheet", tournament, match)).status_code == 302


def test_in_guerrilha_all_are_exposed_and_the_option_protects_in_a_chain() -> None:
    chain: Mapping[str, Any] = {"kind": "campeonato", "house_rules": {"realm_protection": "chain"}}
    ways: list[tuple[Mapping[str, Any], str, list[str]]] = [
        ({"kind": "guerrilha"}, "ABD", ["A", "B", "D"]),
        ({"kind": "campeonato"}, "ABD", ["A"]),
        ({"kind": "campeonato"}, "AD", ["A", "D"]),
        (chain, "AD", ["A"]),
    ]
    for number, (chosen, intact, exposed) in enumerate(ways):
        tournament, match = table(**chosen, name=f"Teste {number} A")
        judge, player = browser(bruno()), count_of(tournament, match).tallies[0].player
        for spot in intact:
            tap(judge, tournament, match, f"casa.{spot}")
        html = judge.get(at("table_count", tournament, match)).content.decode()
        assert re.findall(rf'is-exposed" id="spot-{player}-(\w)"', html) == exposed


def test_time_is_answered_with_its_reason_and_an_open_tie_with_what_decides() -> None:
    tournament, match = table(time_limit=30)
    judge = browser(bruno())
    assert "wins on time: score 3 × 0" in tap(judge, tournament, match, "casa.A")[1]
    _, body = tap(judge, tournament, match, "casa.A", place=1)
    assert "If time were called now" in body
    assert "Tied for first place" in body
    assert "cuts one card" in body
    _, body = tap(judge, tournament, match, "conta.commanders.1")
    assert "wins on time: score 5 × 3" in body
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
    html = judge.get(at("table_count", tournament, match)).content.decode()
    assert "Time is over" in html
    assert "cycle in progress is finished" in html


def test_the_count_becomes_the_sheet_which_is_recorded_as_ever() -> None:
    tournament, match = table(time_limit=30)
    judge = browser(bruno())
    tap(judge, tournament, match, "casa.A")
    tap(judge, tournament, match, "casa.B")
    tap(judge, tournament, match, "conta.commanders.1")
    tap(judge, tournament, match, "casa.A", place=1)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
    response = judge.get(at("table_sheet", tournament, match))
    form = response.context["form"]
    assert form["ended_by"].value() == "time"
    assert form["lines.0.intact"].value() == "2"
    assert response.context["preview"].tone == "good"
    assert "data-fresh" not in response.content.decode()
    recorded = judge.post(at("sheet", tournament, match), form.data)
    assert recorded.status_code == 302
    match.refresh_from_db()
    assert match.state == MatchState.ENDED


def test_of_two_who_show_the_condition_the_judge_says_who_drew() -> None:
    tournament, match = table(kind="campeonato")
    judge = browser(bruno())
    for place in (0, 1):
        for spot in "ABCDEF":
            tap(judge, tournament, match, f"casa.{spot}", place=place)
    html = judge.get(at("table_count", tournament, match)).content.decode()
    assert "?lado=1" in html
    assert "?lado=2" in html
    url = at("table_sheet", tournament, match)
    assert judge.get(url).context["form"]["winner"].value() is None
    assert judge.get(url, {"lado": "2"}).context["form"]["winner"].value() == "2"
    assert judge.get(url, {"lado": "x"}).status_code == 200


def test_a_redraw_from_here_begins_anew_and_comes_back_here() -> None:
    tournament, match = table()
    judge = browser(bruno())
    tap(judge, tournament, match, "casa.A")
    player = kept(tournament, match).tallies[0].player
    response = judge.post(at("match_redraw", tournament, match), {"persona": player, "de": "mesa"})
    assert response["Location"] == at("table_count", tournament, match)
    assert set(kept(tournament, match).tallies[0].spots.values()) == {"missing"}


def test_a_pair_is_counted_together() -> None:
    tournament, match = table(kind="duplas")
    judge = browser(bruno())
    for place in (0, 2):
        tap(judge, tournament, match, "casa.A", place=place)
    html = judge.get(at("table_count", tournament, match)).content.decode()
    assert "<strong>2</strong>/10" in html
    assert "A partner never attacks" in html


def test_castles_and_potencial_have_their_own_counters() -> None:
    for game, kind, key in [("castelo", "duelo", "castle"), ("hermetica", "duelo", "potencial")]:
        tournament, match = table(game=game, kind=kind, name=game)
        judge, player = browser(bruno()), count_of(tournament, match).tallies[0].player
        html = judge.get(at("table_count", tournament, match)).content.decode()
        assert f'id="number-{player}-{key}">20<' in html
        assert "pyramid" not in html
        for place in (0, 1):
            for _ in range(4):
                _, body = tap(judge, tournament, match, f"conta.{key}.-5", place=place)
        assert "record the draw" in body
        sheet = judge.get(at("table_sheet", tournament, match))
        assert sheet.context["preview"].is_draw


def test_a_game_without_an_aid_has_no_such_page() -> None:
    tournament = running(4, game="jogo-dos-reinos", kind="reinos", table_low=4, table_high=4)
    match = Match.objects.get(ledger=tournament.ledger_id)
    judge = browser(bruno())
    assert judge.get(at("table_count", tournament, match)).status_code == 404
    assert (
        at("table_count", tournament, match) not in judge.get(at("match", tournament, match)).content.decode()
    )


def test_a_tap_costs_a_handful_of_queries() -> None:
    tournament, match = table()
    judge = browser(bruno())
    tap(judge, tournament, match, "casa.A")
    count = count_of(tournament, match)
    sent = {"jogador": count.tallies[0].player, "versao": 1, "jogo": count.game, "toque": "casa.B"}
    with CaptureQueriesContext(connection) as queries:
        assert judge.post(at("table_tap", tournament, match), sent, headers=HTMX).status_code == 200
    assert len(queries) <= 12, [q["sql"][:120] for q in queries]
    with CaptureQueriesContext(connection) as queries:
        known = kept(tournament, match).version
        judge.get(at("table_count", tournament, match), {"versao": known}, headers=HTMX)
    assert len(queries) <= 14


def test_the_page_is_in_both_languages() -> None:
    tournament, match = table()
    for language, word in (("en", "Count at the table"), ("pt-br", '<html lang="pt-br"')):
        html = browser(bruno(), language=language).get(at("table_count", tournament, match)).content.decode()
        assert word in html


def test_the_link_is_on_the_match_and_on_the_day() -> None:
    tournament, match = table()
    link = at("table_count", tournament, match)
    judge = browser(bruno())
    assert link in judge.get(at("match", tournament, match)).content.decode()
    assert link in judge.get(reverse("now", args=[tournament.slug])).content.decode()
    assert link not in browser(duda()).get(at("match", tournament, match)).content.decode()


def test_a_tournament_that_is_not_public_shows_nothing() -> None:
    tournament, match = table()
    with unguarded():
        Tournament.objects.filter(pk=tournament.pk).update(announced_at=None, state="preparing")
    assert browser(duda()).get(at("table_count", fresh(tournament), match)).status_code == 404
