"""Types whose win no numbers say: sent in as text, won by the judge's word, unranked."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from catalogue.facts import check
from catalogue.selectors import kind_of
from checker import check_bytes
from core.errors import Refused
from records.export import record_lines
from rulesets.registry import composer
from rulesets.sentences_composed import how_one_wins
from tests.acts import Moments, at, moments, won
from tests.cast import ana, browser, bruno, created, drawn, plain_win
from tests.inventions import TEXT, accepted, drafted, invention
from tests.records.book import chained, of_type
from tests.services.test_uncounted import uncounted
from tests.simulated import bodies
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db
BY_WORD: dict[str, Any] = {"needs": {}, "counted": ("razed_in_battle",), "title_word": "Relicário"}


def test_its_sheet_has_the_chosen_fields_and_its_win_is_somebodys_word() -> None:
    kind = kind_of(drafted(**BY_WORD))
    assert kind.by_word
    assert [field.key for field in kind.fields][-1] == "razed_in_battle"
    assert "juiz" in how_one_wins(kind)
    plain = kind_of(drafted(**{**BY_WORD, "counted": (), "title_word": "Sorte"}))
    assert "razed_in_battle" not in [field.key for field in plain.fields]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"needs": {"intact": 4}}, "needs_beside_word"),
        ({"at_once": True}, "needs_beside_word"),
        ({"counted": ("moedas",)}, "need_unknown"),
        ({"counted": ("razed_in_battle", "razed_in_battle")}, "need_unknown"),
        ({"counted": None}, "needs_missing"),
    ],
)
def test_nothing_stands_beside_the_word(changes: dict[str, Any], code: str) -> None:
    found = {violation.code for violation in check(invention(**{**BY_WORD, **changes}))}
    assert found == {code}


def test_whoever_the_judge_names_wins_with_any_cards() -> None:
    clock: Moments = moments()
    drafted(**BY_WORD)
    tournament = drawn(4, kind="relicario", table_high=2)
    match = won(tournament, 1, 1, clock, by_side=2)
    assert match.winner == match.sides.get(number=2).entry
    assert plain_win(at(tournament, 1, 2)).winner == 1


@pytest.mark.F92
def test_the_word_is_enough_and_nobody_has_to_be_counted() -> None:
    clock: Moments = moments()
    drafted(**BY_WORD)
    tournament = drawn(3, kind="relicario", table_high=3)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=next(clock))
    record_sheet(match, sheet=uncounted(plain_win(match, 2), 0, 1, 2), by=bruno(), now=next(clock))
    assert list(match.sides.order_by("number").values_list("place", "score")) == [
        (2, None), (1, None), (2, None),
    ]  # fmt: skip
    text = "".join(record_lines(tournament)).encode()
    assert check_bytes(text) == []


def test_it_is_unranked_even_once_editors_took_it_in() -> None:
    for make in (drafted, accepted):
        proposal = make(**{**BY_WORD, "title_word": "Um" if make is drafted else "Dois"})
        with pytest.raises(Refused) as refused:
            created(kind=proposal.key, ranked=True)
        codes = {violation.code for violation in refused.value.violations}
        assert codes <= {"type_by_word", "type_not_accepted"}
        assert codes
        assert not created(kind=proposal.key, ranked=False).ranked


def test_its_record_is_sound() -> None:
    assert check_bytes(chained(bodies("by word"))) == []


def ranked(data: dict[str, Any]) -> None:
    data["ranked"] = True


def other_count(data: dict[str, Any]) -> None:
    data["definition"]["counted"] = ["moedas"]


def with_needs(data: dict[str, Any]) -> None:
    data["definition"]["needs"] = {"intact": 1}


def no_word(data: dict[str, Any]) -> None:
    del data["definition"]["counted"]


@pytest.mark.parametrize("change", [ranked, other_count, with_needs, no_word])
def test_what_cannot_be_is_found(change: Callable[[dict[str, Any]], None]) -> None:
    changed = bodies("by word")
    data = of_type(changed, "tournament.created", 0)
    change(data)
    _, data["definition"] = composer("chama").seal(data["definition"])
    assert check_bytes(chained(changed))


def test_it_is_written_down_on_the_page() -> None:
    sent = {
        "title_word": "Relicário", "level": "open", "team_size": "1", "sizes": "2-4", "at_once": "no",
        "by_word": "on", "counts_battles": "on", "text_pt": TEXT,
    }  # fmt: skip
    assert browser(ana()).post(reverse("type_new"), sent).status_code == 302
    assert "razed_in_battle" in [field.key for field in kind_of(ana().proposed_types.get()).fields]
