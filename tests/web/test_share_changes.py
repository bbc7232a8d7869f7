"""Bulletins about what is no longer as it was told first: a moved date, corrected results and places."""

import io
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image

from accounts.minors import mark_minor
from accounts.models import Player
from matches.models import Match, Side
from scheduling.dispatcher import dispatch
from tests.acts import Moments, absences, at, entry_at, finish, won
from tests.cast import START, ana, announced, browser, created, drawn, fresh, plain_win
from tests.web.test_share import PICTURE, headings, page, texts
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.entry_names import names_of_entry
from tournaments.models import Correction, Tournament
from tournaments.rules_of import facts_of
from tournaments.setup.announce import publish_announcement
from tournaments.setup.create import change_tournament
from tournaments.share.layout import PHONE
from tournaments.standings.finish import reopen
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db
LATER = START + timedelta(days=7)


def changed(tournament: Tournament, **facts: Any) -> Tournament:
    now = timezone.now()
    new = replace(facts_of(tournament), **facts)
    change_tournament(tournament, facts=new, by=ana(), now=now, reason="The hall is closed.")
    return fresh(tournament)


def corrected(
    match: Match, side: int, clock: Moments, remedies: Mapping[str, str] | None = None
) -> Correction:
    sheet = plain_win(match, side)
    return correct_sheet(
        match, sheet=sheet, reason="wrong side", by=ana(), now=next(clock), remedies=remedies or {}
    )


def correction(tournament: Tournament) -> str:
    """The text of the correction that is offered; "" if none is."""
    found = (text for text in texts(fresh(tournament)) if "*Correction" in text)
    return next(found, "")


def test_a_moved_date_is_told_with_the_old_one() -> None:
    tournament = changed(announced(venue="Clube do Ingá"), starts_at=LATER)
    assert headings(tournament)[:2] == ["New date", "Come and play"]
    text = texts(tournament)[0]
    assert "Now: March 21, 2026" in text
    assert "Before: March 14, 2026" in text
    assert "Where: Clube do Ingá" in text
    assert "Nova data" in texts(tournament, "pt-br")[0]
    assert "Nueva fecha" in texts(tournament, "es")[0]


def test_the_overview_says_the_new_date_above_an_older_announcement() -> None:
    tournament = announced()

    def overview() -> str:
        return browser().get(f"/torneios/{tournament.slug}/").content.decode()

    assert "The date has changed" not in overview()
    changed(tournament, starts_at=LATER)
    assert re.search(r"The date has changed\. New date: <time[^>]*>March 21, 2026", overview())
    changed(tournament, starts_at=START)
    assert "The date has changed" not in overview()


def test_its_picture_is_for_a_phone() -> None:
    address = PICTURE.findall(page(changed(announced(), starts_at=LATER)))[0]
    assert "nova-data-1.png" in address
    answer = browser().get(address)
    assert Image.open(io.BytesIO(answer.content)).size == (PHONE.width, PHONE.height)


def test_a_date_that_is_the_first_one_again_is_no_news() -> None:
    tournament = changed(announced(), starts_at=LATER)
    twice = changed(tournament, starts_at=LATER + timedelta(days=1))
    assert "Before: March 14, 2026" in texts(twice)[0]
    assert "New date" not in headings(changed(twice, starts_at=START))


def test_a_moved_date_is_no_news_once_tables_are_called(clock: Moments) -> None:
    tournament = changed(drawn(8, table_high=2), starts_at=LATER)
    assert headings(tournament)[0] == "New date"
    dispatch(tournament.ledger_id, now=LATER)
    assert "*Table 1*" in texts(fresh(tournament))[0]
    assert "New date" not in headings(fresh(tournament))


def test_an_open_date_is_told_too() -> None:
    text = texts(changed(announced(), starts_at=None))[0]
    assert "The new date is not known yet." in text
    assert "Before: March 14, 2026" in text


def test_a_day_with_a_time_instead_of_the_day_alone_is_a_move() -> None:
    tournament = announced(starts_at=None, starts_on=date(2026, 3, 14))
    assert "Before: March 14, 2026\n" in texts(changed(tournament, starts_on=None, starts_at=LATER))[0]


def test_what_changed_before_anyone_was_told_is_no_news() -> None:
    tournament = changed(created(), starts_at=LATER)
    publish_announcement(tournament, text="Venham!", channel="grupo", by=ana(), now=START)
    assert "New date" not in headings(fresh(tournament))
    assert "New date" not in headings(changed(announced(starts_at=None), starts_at=START))
    assert "New date" not in headings(changed(announced(), venue="Clube do Ingá"))


def test_a_correction_tells_who_goes_on_now(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, 1, 1, clock)
    assert correction(tournament) == ""
    corrected(match, 2, clock)
    first, second = (" & ".join(names_of_entry(entry_at(match, number))) for number in (1, 2))
    text = correction(tournament)
    assert f"*Match 1.1*: *Goes on now: {second}*, Before: {first}" in text
    assert headings(fresh(tournament))[0] == "Correction"
    assert "correcao-1.png" in PICTURE.findall(page(fresh(tournament)))[0]


def test_an_undone_correction_is_no_news(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    done = corrected(won(tournament, 1, 1, clock), 2, clock)
    undo_correction(done, reason="It was right.", by=ana(), now=next(clock))
    assert correction(tournament) == ""


def test_a_second_correction_that_restores_the_winner_is_no_news(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, 1, 1, clock)
    corrected(match, 2, clock)
    corrected(match, 1, clock)
    assert correction(tournament) == ""


def test_a_match_that_is_played_again_is_told(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, 1, 1, clock)
    won(tournament, 1, 2, clock)
    later = won(tournament, 2, 1, clock, by_side=Side.objects.get(source=match).number)
    done = corrected(match, 2, clock, {later.code: "replay"})
    assert "*Match 2.1*: is played again" in correction(tournament)
    undo_correction(done, reason="It was right.", by=ana(), now=next(clock))
    assert correction(tournament) == ""


def test_other_places_behind_the_same_winner_are_told(clock: Moments) -> None:
    tournament = drawn(16, table_low=4, table_high=4)
    match = won(tournament, 1, 1, clock)
    missing = match.sides.count()
    sheet = plain_win(match, 1)
    gone = absences(match, missing).lines[missing - 1]
    lines = (*sheet.lines[: missing - 1], gone)
    correct_sheet(match, sheet=replace(sheet, lines=lines), reason="absent", by=ana(), now=next(clock))
    assert "*Match 1.1*: *1. " in correction(tournament)


def test_an_old_correction_gives_way_to_the_present_round(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    corrected(won(tournament, 1, 1, clock), 2, clock)
    for number in (2, 3, 4):
        won(tournament, 1, number, clock)
    assert correction(tournament) != ""
    for number in (1, 2):
        won(tournament, 2, number, clock)
    assert at(tournament, 3, 1).state == "ready"
    assert correction(tournament) == ""


def test_a_correction_of_the_first_round_is_no_news_again_after_the_final(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    corrected(won(tournament, 1, 1, clock), 2, clock)
    for played, number in ((1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1)):
        won(tournament, played, number, clock)
    assert headings(fresh(tournament))[0] == "Final: results"
    assert correction(tournament) == ""


def test_places_that_changed_after_the_end_are_told(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    before = finish(tournament, clock)
    assert correction(tournament) == ""
    reopen(fresh(tournament), reason="The final was noted wrong.", by=ana(), now=next(clock))
    final = at(tournament, 2, 1)
    was = entry_at(final, 1)
    corrected(final, 2, clock)
    after = finish(tournament, clock)
    assert before != after
    rows = {row.entry_code: row.names[0] for row in standings_of(fresh(tournament))}
    text = correction(tournament)
    assert "*Correction of the final standings*" in text
    assert f"2. {rows[was.code]} (was 1.)" in text
    assert text.count("(was") == sum(before[code] != after[code] for code in before)


def test_places_that_are_the_first_ones_again_are_no_news(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    finish(tournament, clock)
    reopen(fresh(tournament), reason="Look again.", by=ana(), now=next(clock))
    finish(tournament, clock)
    assert correction(tournament) == ""


def test_hidden_names_stay_hidden(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, 1, 1, clock)
    corrected(match, 2, clock)
    loser = match.seats.get(side__number=1).persona
    assert loser is not None
    Player.objects.filter(pk=loser.player_id).update(name="Maria Clara da Silva")
    assert "Before: Maria Clara da Silva" in correction(tournament)
    mark_minor(Player.objects.get(pk=loser.player_id))
    assert "Before: Maria S.\n" in correction(tournament)
    assert "Clara da Silva" not in page(fresh(tournament))
