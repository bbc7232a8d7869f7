"""Set-up, announcement, regulation and draw of a tournament with a second chance."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from core.errors import Refused
from tests.cast import ana, announced, browser, checked_in, created, drawn, facts
from tests.second_chance import ALL_LOSERS, FINAL_SEAT, OWN_TITLE, page
from tests.swiss import swiss
from tests.web.setup_forms import NEW, codes, edit_url, typed
from tournaments.models import Tournament
from tournaments.setup.create import change_tournament

pytestmark = pytest.mark.django_db


# --- set-up, announcement and regulation --------------------------------------------------------------


def test_the_form_offers_it_among_the_house_rules() -> None:
    html = browser(ana()).get(NEW).content.decode()
    assert "Second chance for losers" in html
    assert "losers of every round before the final" in html
    browser(ana()).post(NEW, typed(house_second_chance="own_title", house_second_chance_losers="round_1"))
    assert Tournament.objects.get().house_rules == OWN_TITLE


def test_losers_of_every_round_are_chosen_with_it() -> None:
    chosen = {"house_second_chance": "own_title", "house_second_chance_losers": "before_final"}
    browser(ana()).post(NEW, typed(**chosen))
    assert Tournament.objects.get().house_rules == ALL_LOSERS


def test_losers_of_semifinals_have_no_match_for_the_third_place_beside_it() -> None:
    chosen = {"house_second_chance": "own_title", "house_second_chance_losers": "before_final"}
    answer = browser(ana()).post(NEW, typed(**chosen, house_third_place_match="yes"))
    errors = answer.context["form"].errors.as_data()["house_second_chance_losers"]
    assert [str(error.code) for error in errors] == ["second_chance_or_third_place"]
    alone = typed(house_second_chance_losers="before_final", house_third_place_match="yes")
    assert browser(ana()).post(NEW, alone).status_code == 302


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"stage": "swiss", "swiss_rounds": "3", "advance": "4"}, "second_chance_with_stages"),
        ({"ranked": "on", "house_second_chance": "final_seat"}, "final_seat_needs_unranked"),
        ({"sizes": "2-2", "house_second_chance": "final_seat"}, "final_seat_needs_larger_tables"),
    ],
)
def test_what_can_not_be_stands_at_its_field(chosen: dict[str, str], code: str) -> None:
    answer = browser(ana()).post(NEW, typed(**{"house_second_chance": "own_title", **chosen}))
    assert answer.status_code == 422
    errors = answer.context["form"].errors.as_data()["house_second_chance"]
    assert [str(error.code) for error in errors] == [code]
    assert codes(answer) == {code}
    assert "<details open>" in answer.content.decode()


def regulation(**chosen: Any) -> str:
    return " ".join(page(announced(**chosen), "regulation").split())


def test_the_regulation_does_not_say_that_losers_of_round_1_are_out() -> None:
    assert "All or nothing" in regulation()
    with_title = regulation(house_rules=OWN_TITLE)
    assert "All or nothing: the winner" not in with_title
    assert "have a second chance" in with_title
    assert "It changes no place and gives no points." in with_title
    assert "one more seat in the final" in regulation(house_rules=FINAL_SEAT)
    assert "Second chance for losers" not in regulation(stages=swiss(3, 4))


def test_the_regulation_says_which_losers_play_on() -> None:
    assert "Those who lose in round 1 have a second chance" in regulation(house_rules=OWN_TITLE)
    said = regulation(house_rules=ALL_LOSERS)
    assert "Those who lose before the final have a second chance" in said
    assert "Who has the second chance: losers of every round before the final." in said
    assert "Who has the second chance" not in regulation(house_rules={**ALL_LOSERS, "second_chance": "none"})


def test_the_announcement_names_it() -> None:
    tournament = created(house_rules=OWN_TITLE)
    html = page(tournament, "announcement", who=browser(ana()))
    assert "Those who lose in round 1 have a second chance, for its own title." in html
    assert "all or nothing" not in html
    for_all = page(created(house_rules=ALL_LOSERS), "announcement", who=browser(ana()))
    assert "Those who lose before the final have a second chance, for its own title." in for_all


# --- the draw ----------------------------------------------------------------------------------------


def test_each_shape_says_how_many_matches_the_second_chance_has() -> None:
    tournament = checked_in(8, table_high=2, house_rules=OWN_TITLE)
    html = " ".join(page(tournament, "draw", who=browser(ana())).split())
    assert "<dt>Second chance</dt><dd> 3 of these matches </dd>" in html
    assert "<dt>Second chance</dt>" not in page(checked_in(8, table_high=2), "draw", who=browser(ana()))


def test_the_last_look_and_the_published_draw_say_it() -> None:
    tournament = checked_in(8, table_high=2, house_rules=OWN_TITLE)
    who = browser(ana())
    shown = who.get(reverse("draw", args=[tournament.slug]))
    chosen = {"shape": shown.context["choices"][0].value, "method": "random"}
    look = who.post(reverse("draw", args=[tournament.slug]), chosen).content.decode()
    assert "The second chance is drawn together with the bracket" in look
    published = page(drawn(8, table_high=2, house_rules=OWN_TITLE), "draw")
    assert "?fase=repescagem" in published


def test_entries_too_few_for_any_lead_to_the_settings() -> None:
    tournament = checked_in(3, table_high=2, house_rules=OWN_TITLE)
    html = page(tournament, "draw", who=browser(ana()))
    assert "can have no such second chance" in html
    assert reverse("tournament_edit", args=[tournament.slug]) in html


def test_a_shape_that_can_have_none_is_not_to_be_chosen() -> None:
    tournament = checked_in(16, table_high=4, house_rules=FINAL_SEAT)
    who = browser(ana())
    choices = who.get(reverse("draw", args=[tournament.slug])).context["choices"]
    lacking = [choice for choice in choices if choice.lacks_second_chance]
    assert choices[0] in lacking  # a final of four has no free seat
    assert not next(choice for choice in choices if choice.is_chosen).lacks_second_chance
    assert "its winner takes one more seat in the final" in page(tournament, "draw", who=who)
    look = who.post(reverse("draw", args=[tournament.slug]), {"shape": lacking[0].value, "method": "random"})
    assert look.status_code == 422
    assert codes(look) == {"no_second_chance"}


def test_after_the_draw_it_cannot_be_changed() -> None:
    tournament = drawn(8, table_high=2, house_rules=OWN_TITLE)
    shown = browser(ana()).get(edit_url(tournament)).context["form"]
    assert shown.fields["house_second_chance"].disabled
    with pytest.raises(Refused) as refused:
        change_tournament(
            tournament, facts=facts(table_high=2), by=ana(), now=timezone.now(), reason="Fica tarde."
        )
    (violation,) = refused.value.violations
    assert (violation.code, violation.field) == ("closed_by_draw", "house_rules.second_chance")


def test_after_the_draw_its_losers_cannot_be_changed() -> None:
    tournament = drawn(8, table_high=2, house_rules=ALL_LOSERS)
    shown = browser(ana()).get(edit_url(tournament)).context["form"]
    assert shown.fields["house_second_chance_losers"].disabled
    changed = facts(table_high=2, house_rules=OWN_TITLE)
    with pytest.raises(Refused) as refused:
        change_tournament(tournament, facts=changed, by=ana(), now=timezone.now(), reason="Fica tarde.")
    (violation,) = refused.value.violations
    assert (violation.code, violation.field) == ("closed_by_draw", "house_rules.second_chance_losers")
