"""The kingdoms' page: who may act, one tap an act, watching, conflicts, odd input, the file at the end."""

import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.models import KingdomsAct, KingdomsGame, Match, MatchState, PhysicalTable, TableLink
from records.export import record_lines
from rulesets.kingdoms import differences
from tests.cast import START, ana, browser, bruno, caio, drawn, duda
from tests.services.test_kingdoms_companion import attack, begun, now, play_out, table
from tournaments.kingdoms import companion
from tournaments.kingdoms.selectors import companion_key
from tournaments.models import Tournament
from tournaments.play.play import start_match, tournament_of
from tournaments.tables import cards as table_links
from tournaments.tables.cards import token_of
from web.kingdoms.presenter import MAX_SHOWN

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def at(tournament: Tournament, match: Match) -> str:
    return reverse("kingdoms", args=[tournament.slug, match.code])


def tap(who: Client, tournament: Tournament, match: Match, do: str, **more: Any) -> Any:
    headers = more.pop("headers", {})
    sent = {"do": do, "seen": now(tournament, match).version, **more}
    return who.post(at(tournament, match), sent, headers=headers)


def test_the_match_leads_there_and_the_game_begins_with_one_tap() -> None:
    tournament, match = table()
    for address in (
        reverse("match", args=[tournament.slug, match.code]),
        reverse("tournament", args=[tournament.slug]),
    ):
        assert at(tournament, match) in browser(caio()).get(address).content.decode()
    page = browser(caio()).get(at(tournament, match))
    assert (page.status_code, page.context["table"]) == (200, None)
    assert tap(browser(caio()), tournament, match, "begin", absent=["2"]).status_code == 302
    assert KingdomsGame.objects.get().kingdoms == [1, 3, 4]


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_everybody_watches_and_only_the_table_and_the_staff_act(language: str) -> None:
    tournament, match = begun()
    for who, may_play in [(bruno(), True), (caio(), True), (duda(), False), (None, False)]:
        page = browser(who, language=language).get(at(tournament, match))
        assert (page.status_code, page.context["may_play"]) == (200, may_play)
        assert ('name="do"' in page.content.decode()) == may_play
    assert tap(browser(duda()), tournament, match, "pass").status_code == 403
    assert tap(browser(), tournament, match, "pass").status_code == 302
    assert not KingdomsAct.objects.exists()


def test_a_battle_tap_by_tap_without_script() -> None:
    tournament, match = begun()
    client = browser(caio())
    page = client.get(at(tournament, match))
    target = page.context["table"].targets[0].what
    assert tap(client, tournament, match, f"attack:{target.kingdom}").status_code == 302
    pick = client.get(at(tournament, match)).context["table"].pick
    cards = [card for card, taken in pick.cards if not taken][: pick.picking.due]
    wrong = tap(client, tournament, match, f"pick:{pick.picking.kingdom}", cards=cards[1:])
    assert wrong.status_code == 422
    assert tap(client, tournament, match, f"pick:{pick.picking.kingdom}", cards=cards).status_code == 302
    page = client.get(at(tournament, match))
    assert sum(len(kingdom.vassals) for kingdom in page.context["table"].free) == 1
    assert page.context["table"].battle is None


def test_vassals_are_asked_whether_they_revolt() -> None:
    tournament, match = begun(3)
    client = browser(bruno())
    for _ in range(40):
        shown = client.get(at(tournament, match)).context["table"]
        if shown.choices:
            break
        do = "auto" if shown.pick else f"attack:{shown.targets[0].what.kingdom}"
        tap(client, tournament, match, do)
    choice = shown.choices[0].what
    assert choice.chance >= 15
    before = now(tournament, match).version
    assert tap(client, tournament, match, f"decide:{choice.vassal}:no").status_code == 302
    assert now(tournament, match).version == before + 1


def test_all_vassals_stay_loyal_with_one_tap() -> None:
    tournament, match = begun(3)
    client = browser(bruno())
    for _ in range(60):
        shown = client.get(at(tournament, match)).context["table"]
        if len(shown.choices) > 1:
            break
        do = "auto" if shown.pick else "loyal" if shown.choices else f"attack:{shown.targets[0].what.kingdom}"
        tap(client, tournament, match, do)
    before = now(tournament, match).version
    assert tap(client, tournament, match, "loyal").status_code == 302
    assert now(tournament, match).version == before + len(shown.choices)
    assert tap(client, tournament, match, "loyal").status_code == 422


def test_a_poll_without_news_is_204_and_news_come_as_the_table(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament, match = begun()
    key = now(tournament, match).key
    watcher = browser()
    assert watcher.get(f"{at(tournament, match)}?v={key}", headers=HTMX).status_code == 204
    assert companion_key(match) == key
    with django_assert_max_num_queries(6):
        watcher.get(f"{at(tournament, match)}?v={key}", headers=HTMX)
    attack(tournament, match)
    assert companion_key(match) == now(tournament, match).key != key
    answer = watcher.get(f"{at(tournament, match)}?v={key}", headers=HTMX)
    assert (answer.status_code, "<html" in answer.content.decode()) == (200, False)
    assert "HX-Request" in answer["Vary"]


@pytest.mark.F06
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_who_acts_on_an_old_state_sees_the_present_one(headers: dict[str, str]) -> None:
    tournament, match = begun()
    attack(tournament, match)
    answer = browser(caio()).post(at(tournament, match), {"do": "pass", "seen": "0"}, headers=headers)
    assert answer.status_code == 409
    assert 'name="seen" value="1"' in answer.content.decode()
    assert KingdomsAct.objects.count() == 1


@pytest.mark.parametrize(
    "do",
    ["", "dance", "attack", "attack:", "attack:x", "attack:1:2", "attack:" + "9" * 4000, "decide:1", "pick:1",
     "leave:1:flown", "leave:1:", "pass:1", "undo", "auto", "attack:١"],
)  # fmt: skip
def test_odd_buttons_are_refused(do: str) -> None:
    tournament, match = begun()
    answer = tap(browser(bruno()), tournament, match, do, cards=["x"] * 500)
    assert answer.status_code == 422
    assert not KingdomsAct.objects.exists()


def test_a_judge_takes_back_what_was_rolled_and_it_stays_to_be_seen() -> None:
    tournament, match = begun()
    attack(tournament, match)
    assert not browser(caio()).get(at(tournament, match)).context["may_undo"]
    assert tap(browser(caio()), tournament, match, "undo").status_code == 422
    assert tap(browser(bruno()), tournament, match, "undo").status_code == 302
    html = browser().get(at(tournament, match)).content.decode()
    assert "<del>" in html


def test_one_tap_makes_the_sheet_and_opens_the_seed(tmp_path: Path) -> None:
    tournament, match = begun()
    play_out(tournament, match)
    file = reverse("kingdoms_file", args=[tournament.slug, match.code])
    seed = KingdomsGame.objects.get().seed
    assert browser(ana()).get(file).status_code == 404
    assert seed not in browser(ana()).get(at(tournament, match)).content.decode()
    assert tap(browser(caio()), tournament, match, "sheet").status_code == 403
    assert tap(browser(bruno()), tournament, match, "sheet").status_code == 302
    assert Match.objects.get(pk=match.pk).state == MatchState.ENDED
    page = browser().get(at(tournament, match))
    assert seed in page.content.decode()
    _played_again(tmp_path, tournament, browser().get(file).content)


def _played_again(folder: Path, tournament: Tournament, content: bytes) -> None:
    """By a stranger, from the file and the record."""
    path, record = folder / "game.json", folder / "record.jsonl"
    path.write_bytes(content)
    record.write_text("".join(record_lines(tournament)))
    out = StringIO()
    call_command("replay_kingdoms", path, record=record, stdout=out)
    assert out.getvalue() == "same\n"
    data = json.loads(content)
    data["acts"][0]["outcomes"] = []
    path.write_text(json.dumps(data))
    with pytest.raises(SystemExit) as left:
        call_command("replay_kingdoms", path, stdout=StringIO())
    assert left.value.code == 1
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(CommandError) as unreadable:
        call_command("replay_kingdoms", path)
    assert unreadable.value.returncode == 3


def test_a_game_that_was_given_up_can_be_played_again_too() -> None:
    tournament, match = begun()
    attack(tournament, match)
    assert tap(browser(bruno()), tournament, match, "begin", reason="Wrong table.").status_code == 302
    play_out(tournament, match)
    file = reverse("kingdoms_file", args=[tournament.slug, match.code])
    assert browser().get(f"{file}?jogo=1").status_code == 404
    tap(browser(bruno()), tournament, match, "sheet")
    assert differences(json.loads(browser().get(f"{file}?jogo=1").content)) == []
    assert "Wrong table." in browser().get(at(tournament, match)).content.decode()
    for odd in ("9", "x", "-1", "", "9" * 5000):
        assert browser().get(f"{file}?jogo={odd}").status_code == 404


def test_the_page_costs_as_many_queries_late_as_early(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament, match = begun()
    play_out(tournament, match, Random(8))
    client = browser(bruno())
    with django_assert_max_num_queries(30):
        page = client.get(at(tournament, match))
    acts = now(tournament, match).version
    assert page.context["table"].more == max(0, acts + 1 - MAX_SHOWN)
    assert client.get(f"{at(tournament, match)}?tudo=1").context["table"].more == 0


def test_a_match_of_another_game_or_tournament_has_no_such_page() -> None:
    tournament, match = begun()
    other = drawn(4, seed=8)
    strange = Match.objects.filter(ledger=other.ledger_id)[0]
    assert browser(ana()).get(at(other, strange)).status_code == 404
    assert browser(ana()).get(reverse("kingdoms", args=[tournament.slug, strange.code])).status_code == 404
    assert browser(ana()).get(reverse("kingdoms", args=[other.slug, match.code])).status_code == 404


def test_before_and_after_the_match_there_is_nothing_to_play() -> None:
    tournament = drawn(4, game="jogo-dos-reinos", kind="reinos", table_low=4, table_high=4)
    match = Match.objects.get(ledger=tournament.ledger_id)
    assert browser(bruno()).get(at(tournament, match)).status_code == 200
    assert tap(browser(bruno()), tournament, match, "begin").status_code == 409
    start_match(match, by=bruno(), now=START)
    companion.begin_game(match, by=bruno(), now=START)


def phone_at(match: Match) -> Client:
    """A phone without an account that scanned the card of the match's table."""
    tournament = tournament_of(match)
    if match.table is None:
        match.table = PhysicalTable.objects.filter(ledger=tournament.ledger_id)[0]
        match.save(update_fields=["table"])
    table_links.issue_links(tournament, by=ana(), now=timezone.now())
    link = TableLink.objects.get(table=match.table, revoked_at=None)
    phone = browser()
    phone.get(reverse("table_card", args=[token_of(link.code)]))
    return phone


@pytest.mark.F79
def test_a_phone_with_the_card_of_the_table_plays_without_an_account() -> None:
    tournament, match = table()
    phone, page = phone_at(match), reverse("table_kingdoms")
    assert page in phone.get(reverse("table_phone")).content.decode()
    sent = {"match": match.code, "seen": "0"}
    assert phone.post(page, {**sent, "do": "begin"}).status_code == 302
    assert phone.post(page, {**sent, "do": "pass"}).status_code == 302
    assert phone.post(page, {**sent, "do": "pass"}).status_code == 409
    assert phone.post(page, {"match": "other", "seen": "1", "do": "pass"}).status_code == 409
    assert phone.post(page, {**sent, "seen": "1", "do": "leave:1:disqualified"}).status_code == 403
    assert phone.post(page, {**sent, "seen": "1", "do": "sheet"}).status_code == 403
    shown = phone.get(page)
    assert (shown.context["may_play"], shown.context["may_judge"]) == (True, False)
    act = KingdomsAct.objects.get()
    assert (act.by, act.event) == (None, {"type": "pass"})
    assert browser().get(page).status_code == 403
    assert tap(phone, tournament, match, "pass").status_code == 302
    assert KingdomsAct.objects.count() == 1
