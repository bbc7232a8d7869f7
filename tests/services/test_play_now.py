"""“Mesa já”: names become called tables in one transaction, and the tournament goes on as any other."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from accounts.models import Player
from checker import check_bytes
from core.errors import Refused
from core.failpoints import SimulatedKill
from core.models import Ledger
from core.record.act import export_lines
from matches.models import Entry, EntryState, Match, MatchState, PhysicalTable
from rulesets.kernel.titles import TitleParts, check_parts
from rulesets.registry import GAMES
from scheduling import play_now as evenings
from scheduling.play_now import Evening, name_of_day, play_now
from tests.cast import ana
from tournaments.inputs import NewEntry
from tournaments.models import Role, Staff, State, Tournament
from tournaments.rules_of import facts_of
from tournaments.setup.create import change_tournament

pytestmark = pytest.mark.django_db
EVE = datetime(2026, 11, 28, 1, 30, tzinfo=UTC)
"""Still the 27th at the venue."""


def evening(*names: str, **chosen: Any) -> Tournament:
    entries = [NewEntry((name,)) for name in names]
    return play_now(Evening(**{"kind": "campeonato", "entries": entries, **chosen}), by=ana(), now=EVE)


def people(count: int) -> list[str]:
    return [f"Pessoa {number}" for number in range(1, count + 1)]


def test_names_become_called_tables() -> None:
    made = evening(*people(10))
    assert made.title == "Chama: Campeonato de 27 de novembro 2026"
    assert (made.state, made.ranked, made.announced_at, made.self_entry) == (State.DRAWN, False, None, False)
    entries = Entry.objects.filter(ledger=made.ledger)
    assert set(entries.values_list("state", flat=True)) == {EntryState.CHECKED_IN}
    first = Match.objects.filter(ledger=made.ledger, round=1)
    assert {match.state for match in first} == {MatchState.CALLED}
    assert PhysicalTable.objects.filter(ledger=made.ledger).count() == first.count()


def test_its_record_is_sound() -> None:
    lines = export_lines(evening(*people(11), variants=("xisum",)).ledger)
    assert check_bytes("".join(lines).encode()) == []


def test_who_begins_it_organizes_it_and_continues_it() -> None:
    made = evening(*people(4))
    assert list(Staff.objects.filter(tournament=made).values_list("role", flat=True)) == [Role.ORGANIZER]
    facts = replace(facts_of(made), venue="Casa das Rosas", time_limit=40)
    assert change_tournament(made, facts=facts, by=ana(), now=EVE, reason="a festa cresceu").venue


def test_it_never_becomes_ranked_while_its_draw_stands() -> None:
    made = evening(*people(8))
    with pytest.raises(Refused) as refused:
        change_tournament(made, facts=replace(facts_of(made), ranked=True), by=ana(), now=EVE, reason="vale")
    assert "closed_by_draw" in {violation.code for violation in refused.value.violations}


def test_a_second_evening_of_the_day_bears_a_number() -> None:
    titles = [evening(*(f"{name} {turn}" for name in people(3))).title for turn in range(3)]
    assert titles[1:] == [
        "Chama: Campeonato 2ª mesa de 27 de novembro 2026",
        "Chama: Campeonato 3ª mesa de 27 de novembro 2026",
    ]


@pytest.mark.parametrize("day", [date(2026, 3, 1), date(2027, 12, 31)])
def test_the_name_reads_back_in_every_game(day: date) -> None:
    for game in GAMES.values():
        for kind in game.kinds:
            parts = TitleParts(game.key, kind.key, name_of_day(day), (), day.year)
            assert not check_parts(parts, game)


@pytest.mark.parametrize(
    ("names", "chosen", "code"),
    [
        (people(1), {}, "too_few_entries"),
        ([], {}, "too_few_entries"),
        (people(65), {}, "too_many_for_an_evening"),
        (["Lia", "Lia", "Rui"], {}, "twice_on_list"),
        (people(4), {"kind": "duplas"}, "players_wrong_number"),
        (people(4), {"kind": "nenhum"}, "kind_unknown"),
        (people(4), {"game": "dama"}, "unknown_game"),
        (people(4), {"variants": ("nenhuma",)}, "variant_unknown"),
        (people(9), {"game": "jogo-dos-reinos", "kind": "reinos"}, "no_shape"),
    ],
)
def test_a_refusal_leaves_nothing_behind(names: list[str], chosen: dict[str, Any], code: str) -> None:
    ana()
    before = (Tournament.objects.count(), Ledger.objects.count(), Player.objects.count())
    with pytest.raises(Refused) as refused:
        evening(*names, **chosen)
    assert code in {violation.code for violation in refused.value.violations}
    assert (Tournament.objects.count(), Ledger.objects.count(), Player.objects.count()) == before


def test_a_kill_in_the_middle_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    ana()

    def killed(*_: object, **__: object) -> None:
        raise SimulatedKill

    monkeypatch.setattr(evenings, "dispatch", killed)
    with pytest.raises(SimulatedKill):
        evening(*people(4))
    assert not Tournament.objects.exists()


@pytest.mark.F117
def test_a_known_name_is_asked_about() -> None:
    evening("Lia Prado", "Rui Sá", "Eva Lima")
    with pytest.raises(Refused) as refused:
        evening("Lia Prado", "Gil Melo", "Ivo Paz")
    (asked,) = refused.value.violations
    assert (asked.code, asked.field) == ("person_unclear", "rows.0.names.0")


def test_pairs_sit_alternately() -> None:
    entries = [NewEntry((f"Par {n} A", f"Par {n} B")) for n in range(1, 4)]
    made = play_now(Evening("duplas", entries), by=ana(), now=EVE)
    assert made.title == "Chama: Duplas de 27 de novembro 2026"
    assert Match.objects.filter(ledger=made.ledger, state=MatchState.CALLED).exists()
