"""The draw: what is missing, shapes side by side, a last look, publishing, taking back."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from matches.models import Match
from tests import cast
from tests.cast import (
    START,
    ana,
    browser,
    bruno,
    caio,
    checked_in,
    created,
    drawn,
    duda,
    entered,
    fresh,
    running,
)
from tournaments.draw.publish import publish_draw
from tournaments.entries.check_in import check_in_all, check_out
from tournaments.models import Draw, State, Tournament
from tournaments.setup.create import create_tournament

pytestmark = pytest.mark.django_db


def at(tournament: Tournament, name: str = "draw") -> str:
    return reverse(name, args=[tournament.slug])


def publish(who: Client, tournament: Tournament, **chosen: Any) -> Any:
    return who.post(at(tournament), {"method": "random", "confirm": "1", **chosen})


def standing(tournament: Tournament) -> Draw:
    return Draw.objects.get(tournament=tournament, withdrawn=False)


def seating(tournament: Tournament) -> list[tuple[int, int, str | None, str]]:
    seats = Match.objects.filter(ledger=tournament.ledger_id).order_by("round", "number", "seats__number")
    return list(seats.values_list("round", "number", "seats__persona__player__name", "seats__suit"))


def test_everything_that_is_missing_is_there_at_once_with_the_way_to_mend_it() -> None:
    tournament = create_tournament(cast.facts(ranked=True), by=ana(), now=START)
    answer = browser(ana()).get(at(tournament))
    found = {item.violation.code: item.page for item in answer.context["missing"]}
    assert found == {
        "too_few_entries": "check_in",
        "too_few_people": "check_in",
        "not_announced": "announcement",
        "no_coordinator": "staff",
        "regulation_not_confirmed": "regulation",
    }
    html = answer.content.decode()
    assert all(f'href="{at(tournament, page)}"' in html for page in found.values())
    assert "<button" not in html.split('id="draw-title"')[1].split("</main>")[0]


def test_publishing_while_something_is_missing_is_refused_with_all_of_it() -> None:
    tournament = entered(4, ranked=True)
    check_in_all(tournament, by=ana(), now=START)
    answer = publish(browser(ana()), tournament)
    assert (answer.status_code, answer.context["form"].codes) == (422, {"too_few_people"})
    answer = browser(ana()).post(at(tournament), {"method": "random"})
    assert (answer.status_code, answer.context["form"].codes) == (422, {"too_few_people"})
    assert fresh(tournament).state == State.PREPARING


def test_shapes_stand_side_by_side_and_the_proposed_one_is_chosen() -> None:
    answer = browser(ana()).get(at(checked_in(32)))
    choices = answer.context["choices"]
    assert len(choices) == 6
    assert [choice.is_chosen for choice in choices] == [True, *[False] * 5]
    assert choices[0].value == "4x8-2x4-4x1"
    assert answer.content.decode().count("<svg") == 6
    assert b"style=" not in answer.content


def test_the_chosen_shape_stands_first_and_the_others_are_folded_away() -> None:
    tournament = checked_in(13)
    wanted = browser(ana()).get(at(tournament)).context["choices"][1].value
    page = browser(ana()).post(at(tournament), {"shape": wanted, "method": "nonsense"})
    shown, folded = page.content.decode().split('<details class="match-more">', 1)
    assert f'value="{wanted}" checked' in shown
    assert shown.count('name="shape"') == 1
    assert folded.count('name="shape"') == len(page.context["choices"]) - 1


def test_no_shape_says_so_and_leads_to_the_settings() -> None:
    tournament = checked_in(5, table_low=3, table_high=4)
    answer = browser(ana()).get(at(tournament))
    assert [(i.violation.code, i.page) for i in answer.context["missing"]] == [
        ("no_shape", "tournament_edit")
    ]
    assert answer.context["choices"] == []


def test_one_tap_makes_a_number_possible_that_has_no_bracket() -> None:
    tournament, who = checked_in(5, table_low=3, table_high=4), browser(ana())
    (missing,) = who.get(at(tournament)).context["missing"]
    assert missing.ways == ("2-4",)
    tapped = who.post(at(tournament, "draw_way_out"), {"way": "2-4"})
    assert tapped["Location"] == at(tournament)
    assert (fresh(tournament).table_low, fresh(tournament).table_high) == (2, 4)
    assert who.get(at(tournament)).context["choices"]


def test_a_short_final_is_offered_where_it_would_do() -> None:
    tournament, who = checked_in(8, table_low=3, table_high=4, name="Curta"), browser(ana())
    (missing,) = who.get(at(tournament)).context["missing"]
    assert missing.ways == ("short_final", "2-4")
    assert missing.violation.facts["nearest"] == [4, 9]
    who.post(at(tournament, "draw_way_out"), {"way": "short_final"})
    assert fresh(tournament).house_rules == {"short_final": True}
    assert who.get(at(tournament)).context["missing"] == []


def test_settings_are_not_the_judges_to_change_and_nonsense_is_no_way_out() -> None:
    tournament = checked_in(5, table_low=3, table_high=4)
    assert browser(bruno()).post(at(tournament, "draw_way_out"), {"way": "2-4"}).status_code in (403, 404)
    assert browser(ana()).post(at(tournament, "draw_way_out"), {"way": "2-9999"}).status_code == 400
    refused = browser(ana()).post(at(tournament, "draw_way_out"), {"way": "2-9"})
    assert refused.status_code == 422
    assert fresh(tournament).table_low == 3


def test_a_shape_with_tables_of_two_warns_where_allies_are_played() -> None:
    tournament = checked_in(16, table_high=4, variants=("aliados",))
    html = browser(ana()).get(at(tournament)).content.decode()
    choices = browser(ana()).get(at(tournament)).context["choices"]
    warned = [bool(choice.offer.warnings) for choice in choices]
    assert warned == [any(2 in sizes for sizes in choice.offer.shape.rounds) for choice in choices]
    assert any(warned)
    assert not all(warned)
    assert "notice-warning" in html


def test_who_is_not_here_is_said_before_the_draw() -> None:
    tournament = entered(5)
    check_in_all(tournament, by=ana(), now=START)
    late = tournament.ledger.entries.get(number=5)
    check_out(late, by=ana(), now=START)
    answer = browser(ana()).get(at(tournament))
    assert answer.context["count"].entries_expected == 1
    assert f'href="{at(tournament, "check_in")}?so=faltam"' in answer.content.decode()


def test_a_last_look_comes_before_publishing() -> None:
    tournament, who = checked_in(12), browser(ana())
    chosen = {"shape": "3x4-4x1", "method": "manual", "seed": "99", "apart": "on", "seen": "21"}
    look = who.post(at(tournament), chosen)
    assert look.status_code == 200
    assert look.context["choice"].value == "3x4-4x1"
    html = look.content.decode()
    for name in ("shape", "method", "seed", "apart", "seen"):
        assert f'<input type="hidden" name="{name}" value="{chosen[name]}">' in html
    assert fresh(tournament).state == State.PREPARING
    assert who.post(at(tournament), {**chosen, "confirm": "1", "seen": ""})["Location"] == at(tournament)
    draw = standing(tournament)
    assert (draw.method, draw.seed, draw.shape, draw.shape_is_default) == (
        "manual",
        99,
        [[3, 3, 3, 3], [4]],
        True,
    )


def test_another_shape_than_the_proposed_one_can_be_drawn() -> None:
    tournament, who = checked_in(8, table_high=4), browser(ana())
    other = next(c for c in who.get(at(tournament)).context["choices"] if not c.is_chosen)
    assert publish(who, tournament, shape=other.value).status_code == 302
    assert not standing(tournament).shape_is_default


def test_a_number_typed_by_hand_is_shown_to_everybody_and_repeats_the_draw() -> None:
    tournament, who = checked_in(13), browser(ana())
    publish(who, tournament, seed="2026")
    before = seating(tournament)
    assert 'id="draw-seed">2026<' in browser().get(at(tournament)).content.decode()
    who.post(at(tournament, "draw_withdraw"), {"reason": "engano"})
    publish(who, tournament, seed="2026")
    assert (standing(tournament).seed, seating(tournament)) == (2026, before)


@pytest.mark.parametrize(
    ("sent", "field", "code"),
    [
        ({"shape": "4x9"}, "shape", "shape_entries"),
        ({"shape": "4x2"}, "shape", "shape_final"),
        ({"shape": "99x9999-" * 50}, "shape", "shape_unreadable"),
        ({"shape": "x"}, "shape", "shape_unreadable"),
        ({"method": "favour"}, "method", "invalid_choice"),
        ({"seed": "-1"}, "seed", "seed_out_of_range"),
        ({"seed": "sete"}, "seed", "invalid"),
        ({"seed": "7", "word": "capivara"}, "seed", "seed_and_word"),
        ({"word": "a" * 61}, "word", "word_too_long"),
        ({"word": "a\u200bb"}, "word", "word_unseen_signs"),
    ],
)
def test_wrong_choices_are_refused_at_their_field(sent: dict[str, str], field: str, code: str) -> None:
    tournament = checked_in(8)
    answer = publish(browser(ana()), tournament, **sent)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert code in answer.context["form"].codes
    assert fresh(tournament).state == State.PREPARING


def test_a_shape_that_is_offered_no_more_is_409() -> None:
    tournament, who = checked_in(8), browser(ana())
    value = who.get(at(tournament)).context["choices"][0].value
    check_out(tournament.ledger.entries.get(number=8), by=bruno(), now=START)
    answer = who.post(at(tournament), {"method": "random", "shape": value})
    assert (answer.status_code, answer.context["form"].codes) == (409, {"stale"})


@pytest.mark.fault("F05")
def test_two_publish_one_wins_and_the_other_is_told() -> None:
    tournament = checked_in(8)
    page_of_both = {"seen": tournament.ledger.head_seq}
    assert publish(browser(ana()), tournament, **page_of_both).status_code == 302
    first = standing(tournament).seed
    answer = publish(browser(ana()), tournament, **page_of_both)
    assert answer.status_code == 409
    assert standing(tournament).seed == first


def test_the_draw_is_taken_back_with_a_reason_and_stays_on_record() -> None:
    tournament, who = drawn(8), browser(ana())
    assert who.get(at(tournament, "draw_withdraw")).status_code == 200
    answer = who.post(at(tournament, "draw_withdraw"), {"reason": " "})
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"reason"})
    assert who.post(at(tournament, "draw_withdraw"), {"reason": "faltou gente"})["Location"] == at(tournament)
    assert fresh(tournament).state == State.PREPARING
    assert len(who.get(at(tournament)).context["withdrawn"]) == 1


def test_once_a_match_has_begun_the_draw_stays() -> None:
    tournament, who = running(8), browser(ana())
    answer = who.post(at(tournament, "draw_withdraw"), {"reason": "tarde"})
    assert (answer.status_code, answer.context["form"].codes) == (409, {"not_withdrawable"})
    assert b"tarde" in answer.content
    assert at(tournament, "draw_withdraw").encode() not in who.get(at(tournament)).content


@pytest.mark.fault("F78")
def test_before_the_draw_its_desk_is_for_the_coordinator() -> None:
    tournament = checked_in(8)
    for somebody in (bruno(), caio(), duda()):
        assert browser(somebody).get(at(tournament)).status_code == 403
        assert publish(browser(somebody), tournament).status_code == 403
    assert browser().get(at(tournament)).status_code == 302
    assert browser(duda()).get(at(created(name="Segredo"))).status_code == 404
    assert fresh(tournament).state == State.PREPARING


def test_after_the_draw_everybody_sees_it_and_only_the_coordinator_takes_it_back() -> None:
    tournament = drawn(8)
    for who in (browser(), browser(duda()), browser(bruno())):
        html = who.get(at(tournament)).content.decode()
        assert 'id="draw-seed">7<' in html
        assert at(tournament, "draw_withdraw") not in html
        assert who.head(at(tournament)).status_code == 200
    assert browser(bruno()).post(at(tournament, "draw_withdraw"), {"reason": "x"}).status_code == 403
    assert at(tournament, "draw_withdraw") in browser(ana()).get(at(tournament)).content.decode()


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_both_languages(language: str) -> None:
    who = browser(ana(), language=language)
    for tournament in (checked_in(8), drawn(8, name="Sorteado")):
        assert f'lang="{language}"' in who.get(at(tournament)).content.decode()


def test_the_desk_costs_as_many_queries_for_many_as_for_few(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament, who = checked_in(64), browser(ana())
    with django_assert_max_num_queries(22):
        assert who.get(at(tournament)).status_code == 200


def test_a_tournament_drawn_by_a_service_shows_its_number() -> None:
    tournament = checked_in(8)
    publish_draw(tournament, seed=2**53 - 1, by=ana(), now=START)
    assert f'id="draw-seed">{2**53 - 1}<' in browser(language="pt-br").get(at(tournament)).content.decode()


@pytest.mark.parametrize(("tables", "most", "told"), [(16, 8, False), (17, 8, True), (4, 1, True)])
def test_too_few_judges_for_the_tables_are_told(tables: int, most: int, told: bool) -> None:
    tournament = cast.created(tables=tables, house_rules={"tables_per_judge": most} if most != 8 else {})
    for page in ("staff", "draw"):
        context = browser(ana()).get(reverse(page, args=[tournament.slug])).context
        assert (context["warning"] is not None) is told
