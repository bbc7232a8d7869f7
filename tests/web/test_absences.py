"""Someone did not come, or is thrown out: one tap a person, and a second one where it weighs more."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from matches.models import Entry, Match, MatchState
from scheduling.dispatcher import dispatch
from tests.cast import ana, browser, bruno, caio, called, drawn, fresh, running
from tournaments.match_views import match_cache, versioned_cache
from tournaments.models import Role, Tournament
from tournaments.setup import staff

pytestmark = pytest.mark.django_db


def at(name: str, tournament: Tournament, match: Match) -> str:
    return reverse(name, args=[tournament.slug, match.code])


def at_a_table(**chosen: Any) -> tuple[Tournament, Match]:
    tournament = drawn(16, table_high=4, **chosen)
    dispatch(tournament.ledger_id, now=timezone.now())
    return fresh(tournament), called(tournament)[0]


def people(match: Match) -> list[str]:
    seats = match.seats.exclude(persona=None).order_by("number")
    return [str(code) for code in seats.values_list("persona__code", flat=True)]


def missing(tournament: Tournament, match: Match, *codes: str, **more: str) -> Any:
    return browser(bruno()).post(at("match_absent", tournament, match), {"absent": codes, **more})


def test_one_tap_a_person_and_who_is_left_alone_wins() -> None:
    tournament, match = at_a_table()
    first, *others = people(match)
    assert len(others) == 3
    assert missing(tournament, match, *others).status_code == 302
    match.refresh_from_db()
    assert match.winner == Entry.objects.get(sides__match=match, members__persona__code=first)
    assert match.sheets.get().ended_by == "walkover"


def test_nobody_came() -> None:
    tournament, match = at_a_table()
    assert missing(tournament, match, *people(match)).status_code == 302
    assert match.sheets.get().ended_by == "nobody"


@pytest.mark.parametrize(("taps", "code"), [(0, "nobody_missing"), (1, "others_play_on")])
def test_what_decides_nothing_is_refused(taps: int, code: str) -> None:
    tournament, match = at_a_table()
    answer = missing(tournament, match, *people(match)[:taps])
    assert answer.status_code == 422
    assert code in answer.context["absence_form"].codes
    assert not match.sheets.exists()
    assert browser(bruno()).get(at("match_absent", tournament, match))["Location"] == at(
        "match", tournament, match
    )


def test_whoever_does_not_sit_there_cannot_be_missing() -> None:
    tournament, match = at_a_table()
    assert missing(tournament, match, "p0000").status_code == 422


def test_the_member_of_a_pair_takes_the_pair_along() -> None:
    tournament = drawn(4, kind="duplas")
    dispatch(tournament.ledger_id, now=timezone.now())
    match = called(tournament)[0]
    assert missing(tournament, match, people(match)[0]).status_code == 302
    match.refresh_from_db()
    assert match.winner == match.sides.get(number=2).entry


@pytest.mark.F132
def test_where_each_pair_lacks_a_member_nobody_advances_and_who_came_is_not_absent() -> None:
    tournament = drawn(4, kind="duplas")
    dispatch(tournament.ledger_id, now=timezone.now())
    match = called(tournament)[0]
    codes = people(match)
    shown = missing(tournament, match, codes[0], codes[3])
    assert shown.status_code == 302
    sheet = match.sheets.get()
    assert (sheet.ended_by, sheet.winner) == ("nobody", None)
    outs = sheet.lines.order_by("position").values_list("out", flat=True)
    assert list(outs) == ["absent", "", "", "absent"]
    page = browser(bruno()).get(at("match", tournament, match)).content.decode()
    names = match.seats.order_by("number").values_list("persona__player__name", flat=True)
    assert [f"absent: {name}" in page for name in names] == [True, False, False, True]


@pytest.mark.F132
@pytest.mark.parametrize("ending", ["walkover", "ruling"])
def test_on_the_sheet_of_two_half_pairs_only_nobody_stands(ending: str) -> None:
    tournament = drawn(4, kind="duplas")
    dispatch(tournament.ledger_id, now=timezone.now())
    match = called(tournament)[0]
    judge, url = browser(ana()), at("sheet", tournament, match)
    marks = {"lines.0.out": "absent", "lines.3.out": "absent"}
    lie = {"ended_by": ending, "winner": "1", "reason": "Vieram dois."}
    assert judge.post(url, {**marks, **lie}).status_code == 422
    assert judge.post(url, {**marks, "ended_by": "nobody"}).status_code == 302
    assert match.sheets.get().ended_by == "nobody"


def test_a_judge_who_plays_there_confirms_it() -> None:
    tournament, _ = at_a_table()
    staff.assign_role(tournament, username="caio", role=Role.JUDGE, by=ana(), now=timezone.now())
    match = Match.objects.get(ledger=tournament.ledger_id, round=1, seats__persona__player=caio())
    others = [
        seat.persona.code
        for seat in match.seats.exclude(persona__player=caio()).select_related("persona")
        if seat.persona
    ]
    url, judge = at("match_absent", tournament, match), browser(caio())
    assert judge.post(url, {"absent": others}).status_code == 422
    assert judge.post(url, {"absent": others, "own_match": "on"}).status_code == 302


def test_two_judges_at_once_record_it_once() -> None:
    tournament, match = at_a_table()
    _, *others = people(match)
    assert missing(tournament, match, *others).status_code == 302
    assert missing(tournament, match, *others).status_code == 302
    assert missing(tournament, match, *people(match)).status_code == 409
    assert match.sheets.count() == 1


def test_within_the_grace_time_the_page_warns() -> None:
    tournament, match = at_a_table()
    url = at("match", tournament, match)
    assert browser(bruno()).get(url).context["too_early"]
    Match.objects.filter(pk=match.pk).update(called_at=timezone.now() - timedelta(minutes=11))
    match_cache.clear()  # no act did that, so no version tells
    versioned_cache.clear()
    assert not browser(bruno()).get(url).context["too_early"]


def test_the_sheet_warns_within_the_grace_time_too() -> None:
    tournament, match = at_a_table()
    typed = {"ended_by": "walkover", "winner": "1"}
    url, partly = at("sheet_check", tournament, match), {"HX-Request": "true"}
    assert browser(bruno()).post(url, typed, headers=partly).context["preview"].warnings
    Match.objects.filter(pk=match.pk).update(called_at=timezone.now() - timedelta(minutes=11))
    assert not browser(bruno()).post(url, typed, headers=partly).context["preview"].warnings


# --- disqualified -------------------------------------------------------------------------------------


def thrown_out(**more: str) -> tuple[Tournament, Match, Any]:
    tournament = running(8, table_high=2)
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[0]
    typed = {"ended_by": "disqualification", "winner": "1", "lines.1.out": "disqualified", **more}
    return tournament, match, browser(bruno()).post(at("sheet", tournament, match), typed)


@pytest.mark.parametrize(
    ("more", "codes"),
    [
        ({}, {"reason_missing", "disqualify_unconfirmed"}),
        ({"reason": "insults"}, {"disqualify_unconfirmed"}),
        ({"disqualify": "on"}, {"reason_missing"}),
        ({"reason": "  ", "disqualify": "on"}, {"reason_missing"}),
    ],
)
def test_a_disqualification_needs_a_reason_and_a_second_tap(more: dict[str, str], codes: set[str]) -> None:
    _, match, answer = thrown_out(**more)
    assert answer.status_code == 422
    assert answer.context["form"].codes == codes
    assert not match.sheets.exists()


def test_a_disqualification_that_is_meant_is_recorded_with_its_reason() -> None:
    tournament, _, answer = thrown_out(reason="insults", disqualify="on")
    assert answer.status_code == 302
    line = tournament.ledger.lines.get(type="entry.disqualified")
    assert '"reason":"insults"' in line.text
