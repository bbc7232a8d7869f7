"""Preparing a tournament of any game: its own types, sizes and options."""

from typing import Any

import pytest

from tests import cast
from tests.web.setup_forms import NEW, codes, edit_url, preview, typed
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def other(**changed: Any) -> dict[str, Any]:
    """What an organizer types for a duel of Castelo."""
    plain = {key: value for key, value in typed().items() if key not in ("game", "kind")}
    return {**plain, "game": "castelo", "kind": "duelo", **changed}


def test_the_game_is_chosen_first_and_brings_its_own_types_and_options() -> None:
    page = cast.browser(cast.ana()).get(NEW, {"jogo": "castelo", "name": "Carioca"})
    form = page.context["form"]
    assert [key for key, _ in form.fields["kind"].choices] == [
        "duelo", "duplas", "duplas-cooperativo", "imortal",
    ]  # fmt: skip
    assert {"house_castle_start", "house_wall_start"} <= form.fields.keys()
    assert not {"variants", "house_tie_cut"} & form.fields.keys()
    assert form["name"].value() == "Carioca"
    assert ("3-8", "3–8") in form.fields["sizes"].choices
    assert 'href="?jogo=hermetica"' in page.content.decode()


@pytest.mark.parametrize(
    ("game", "kind", "title"),
    [
        ("castelo", "duplas-cooperativo", "Castelo: Duelo de Duplas Cooperativo Mariapaulista 2026"),
        ("hermetica", "duelo", "Hermética: Duelo Mariapaulista 2026"),
        ("jogo-dos-reinos", "reinos", "Jogo dos Reinos: Reinos Mariapaulista 2026"),
    ],
)
def test_every_game_gets_its_title_and_sizes(game: str, kind: str, title: str) -> None:
    sent = other(game=game, kind=kind, accepted="numbers_without_bracket")
    assert cast.browser(cast.ana()).post(NEW, sent).status_code == 302
    assert Tournament.objects.get().title == title
    assert title in preview(**sent)


def test_a_low_castle_is_warned_of_before_it_is_saved() -> None:
    ana = cast.browser(cast.ana())
    low = other(house_castle_start="12")
    asked = ana.post(NEW, low)
    assert (asked.status_code, codes(asked)) == (422, {"look_again"})
    assert not Tournament.objects.exists()
    assert 'name="accepted" value="start_below_original ' in asked.content.decode()
    assert "start_below_original" in preview(**low)
    assert ana.post(NEW, {**low, "accepted": "start_below_original"}).status_code == 302
    assert Tournament.objects.get().house_rules == {"castle_start": 12}


def test_sizes_without_a_bracket_for_some_numbers_say_so_when_they_are_chosen() -> None:
    shown = preview(game="jogo-dos-reinos", kind="reinos")
    assert "9–15" in shown
    assert "9–15" not in preview(game="jogo-dos-reinos", kind="reinos", house_short_final="yes")
    assert "12" in preview(game="jogo-dos-reinos", kind="reinos", capacity="12")


def test_a_pasted_title_fills_the_parts() -> None:
    ana = cast.browser(cast.ana())
    page = ana.get(NEW, {"titulo": "  chama: duplas Fluminenses (xisum) 2025 "})
    form = page.context["form"]
    assert [form[name].value() for name in ("game", "kind", "name", "year", "variants")] == [
        "chama", "duplas", "Fluminenses", 2025, ["xisum"],
    ]  # fmt: skip
    assert "Chama: Duplas Fluminenses (Xisum) 2025" in page.content.decode()
    wrong = ana.get(NEW, {"titulo": "Xadrez: Aberto"})
    assert {found.code for found in wrong.context["opening"].violations} == {
        "title_game_unknown", "title_year_missing",
    }  # fmt: skip
    near = ana.get(NEW, {"titulo": "Chama: Duplas Copa (Xizum) 2025"})
    assert near.context["opening"].warnings


def test_another_game_can_be_chosen_until_the_draw() -> None:
    tournament = cast.created()
    ana, url = cast.browser(cast.ana()), edit_url(tournament)
    form = ana.get(url, {"jogo": "castelo"}).context["form"]
    assert form["kind"].value() == "duelo"
    sent = other(seen=tournament.ledger.head_seq)
    assert ana.post(url, sent).status_code == 302
    assert cast.fresh(tournament).title == "Castelo: Duelo Mariapaulista 2026"


def test_one_tap_takes_the_short_final_that_a_capacity_needs() -> None:
    sent = other(game="jogo-dos-reinos", kind="reinos", capacity="12")
    asked = cast.browser(cast.ana()).post(NEW, sent)
    assert 'name="take" value="short_final"' in asked.content.decode()
    tapped = cast.browser(cast.ana()).post(NEW, {**sent, "take": "short_final"})
    assert tapped.context["form"]["house_short_final"].value() == "yes"
    assert tapped.context["warnings"] == ()
    assert not Tournament.objects.exists()


def test_allies_at_tables_of_two_are_asked_about() -> None:
    sent = other(game="chama", kind="campeonato", sizes="2-2", variants=["aliados"])
    asked = cast.browser(cast.ana()).post(NEW, sent)
    assert [warning.code for warning in asked.context["warnings"]] == ["nobody_to_ally_with"]
    again = cast.browser(cast.ana()).post(NEW, {**sent, "accepted": "nobody_to_ally_with"})
    assert again.status_code == 302
