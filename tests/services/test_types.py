"""Types that people invent: from the draft to the catalogue, and who may use them for what."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from catalogue import selectors, services
from catalogue.facts import TypeFacts, check
from catalogue.messages import STATES
from catalogue.models import Proposal, TypeState
from catalogue.policies import is_editor, may_see
from catalogue.services import change_type, draft_type, propose_type, withdraw_type
from checker import check_bytes
from core.errors import Forbidden, Refused, Stale
from matches.models import Match
from records.export import record_lines
from tests.cast import (
    START,
    ana,
    announced,
    caio,
    checked_in,
    created,
    drawn,
    duda,
    facts,
    finished,
    fresh,
    plain_win,
)
from tests.inventions import accepted, decide, drafted, eva, invention, proposed
from tournaments.draw.publish import publish_draw
from tournaments.messages import text_for_code
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.rules_of import facts_of, rules_of
from tournaments.setup.announcement_text import announcement_text
from tournaments.setup.create import change_tournament, create_tournament
from tournaments.setup.type_choice import decide_type

pytestmark = pytest.mark.django_db


def codes(refused: pytest.ExceptionInfo[Refused]) -> set[str]:
    return {violation.code for violation in refused.value.violations}


def sound(tournament: Tournament, folder: Path) -> Path:
    """The record of a tournament, which the checker finds sound."""
    path = folder / f"{tournament.slug}.record.jsonl"
    path.write_text("".join(record_lines(tournament)), "utf-8")
    assert [str(found) for found in check_bytes(path.read_bytes())] == []
    return path


def test_its_author_uses_a_draft_at_once_unranked(tmp_path: Path) -> None:
    drafted()
    tournament = finished(6, kind="fortaleza")
    assert tournament.title == "Chama: Fortaleza Mariapaulista 2026"
    assert tournament.definition is not None
    assert tournament.definition["needs"] == {"intact": 5}
    sound(tournament, tmp_path)
    assert "Fortaleza" in announcement_text(tournament, "https://x")


def test_the_sheet_of_an_invented_type_is_judged_by_its_blocks() -> None:
    drafted(needs={"intact": 4, "razed_in_battle": 1}, at_once=True)
    tournament = drawn(4, kind="fortaleza", table_high=2)
    match = Match.objects.filter(ledger=tournament.ledger_id, number=1)[0]
    start_match(match, by=ana(), now=START)
    match.refresh_from_db()
    with pytest.raises(Refused) as refused:
        record_sheet(match, sheet=plain_win(match), by=ana(), now=START)
    assert codes(refused) == {"condition_not_met"}
    said = text_for_code("condition_not_met", refused.value.violations[0].facts)
    assert "Fortaleza" in said
    sheet = plain_win(match)
    lines = [
        replace(line, counts={"intact": 4, "razed_in_battle": 1} if line.counts else {})
        for line in sheet.lines
    ]
    recorded = record_sheet(match, sheet=replace(sheet, lines=tuple(lines)), by=ana(), now=START)
    assert recorded.sheet.winner is not None


def test_pairs_of_an_invented_type_play_a_whole_day(tmp_path: Path) -> None:
    drafted(title_word="Cerco das Águas", team_size=2, needs={"laid": 9, "razed_in_battle": 1})
    tournament = finished(5, kind="cerco-das-aguas", table_high=2, time_limit=30)
    assert tournament.title.startswith("Chama: Cerco das Águas ")
    sound(tournament, tmp_path)


def test_nobody_else_uses_what_is_not_accepted() -> None:
    drafted()
    with pytest.raises(Refused) as refused:
        create_tournament(facts(kind="fortaleza"), by=duda(), now=START)
    assert "kind_unknown" in codes(refused)


def test_a_type_that_is_not_accepted_is_not_ranked() -> None:
    proposed()
    with pytest.raises(Refused) as refused:
        created(kind="fortaleza", ranked=True)
    assert codes(refused) == {"type_not_accepted"}
    tournament = created(kind="fortaleza")
    with pytest.raises(Refused, match="type_not_accepted"):
        change_tournament(tournament, facts=replace(facts_of(tournament), ranked=True), by=ana(), now=START)


def test_accepted_it_is_everybodys_and_ranked() -> None:
    accepted(duda())
    tournament = finished(8, kind="fortaleza", ranked=True, table_high=2)
    assert tournament.ranked


def test_a_running_tournament_keeps_what_it_pinned() -> None:
    proposal = drafted()
    tournament = drawn(4, kind="fortaleza", table_high=2)
    change_type(proposal, facts=invention(needs={"intact": 6}), by=ana(), now=START)
    changed = change_tournament(
        tournament, facts=replace(facts_of(tournament), venue="Salão"), reason="lugar", by=ana(), now=START
    )
    assert changed.definition is not None
    assert changed.definition["needs"] == {"intact": 5}
    assert selectors.type_text(kind_of(changed), "pt-br").text.startswith("Quem tiver cinco")


def kind_of(tournament: Tournament) -> Any:
    return rules_of(tournament).definition


def test_before_the_draw_a_change_takes_the_words_in_force(tmp_path: Path) -> None:
    proposal = drafted()
    tournament = created(kind="fortaleza")
    change_type(proposal, facts=invention(needs={"intact": 6}), by=ana(), now=START)
    changed = change_tournament(
        tournament, facts=replace(facts_of(tournament), venue="Salão"), by=ana(), now=START
    )
    assert changed.definition is not None
    assert changed.definition["needs"] == {"intact": 6}
    sound(fresh(changed), tmp_path)


def test_a_withdrawn_type_goes_on_in_its_tournaments_and_is_chosen_by_nobody(tmp_path: Path) -> None:
    proposal = drafted()
    tournament = created(kind="fortaleza")
    withdraw_type(proposal, by=ana(), now=START, reason="engano")
    kept = change_tournament(
        tournament, facts=replace(facts_of(tournament), name="Outra"), by=ana(), now=START
    )
    assert kept.title == "Chama: Fortaleza Outra 2026"
    with pytest.raises(Refused, match="kind_unknown"):
        created(kind="fortaleza")
    sound(fresh(kept), tmp_path)


def test_back_to_a_type_of_the_book_takes_the_definition_away(tmp_path: Path) -> None:
    drafted()
    tournament = created(kind="fortaleza")
    changed = change_tournament(
        tournament,
        facts=replace(facts_of(tournament), kind="guerrilha", kind_version=None),
        by=ana(),
        now=START,
    )
    assert (changed.definition, changed.title) == (None, "Chama: Guerrilha Mariapaulista 2026")
    sound(fresh(changed), tmp_path)


def test_a_newer_version_takes_the_place_and_the_gate_says_so() -> None:
    accepted()
    old = announced(kind="fortaleza", ranked=True, table_high=2)
    newer = proposed(needs={"intact": 6})
    assert newer.version == 2
    trial = created(kind="fortaleza", kind_version=2, name="Teste")
    assert trial.definition is not None
    assert trial.definition["version"] == 2
    assert created(kind="fortaleza", name="Velha").definition == old.definition
    decide(newer, "accept")
    assert set(Proposal.objects.values_list("version", "state")) == {(1, "superseded"), (2, "accepted")}
    with pytest.raises(Refused) as refused:
        publish_draw(old, by=ana(), now=START)
    assert "type_not_current" in codes(refused)


def test_the_ranked_gate_refuses_what_was_never_accepted_here() -> None:
    accepted()
    tournament = checked_in(8, kind="fortaleza", ranked=True, table_high=2)
    Proposal.objects.update(state=TypeState.WITHDRAWN)
    with pytest.raises(Refused) as refused:
        publish_draw(tournament, by=ana(), now=START)
    assert codes(refused) == {"type_not_accepted"}


def test_editors_decide_with_a_reason_and_the_history_shows_it() -> None:
    proposal = proposed()
    decide(proposal, "ask_changes")
    change_type(proposal, facts=invention(needs={"intact": 4}), by=ana(), now=START)
    propose_type(proposal, by=ana(), now=START)
    done = decide(proposal, "refuse")
    assert done.state == TypeState.REFUSED
    acts = [(step.act, step.by.name, step.revision.number) for step in selectors.history(done)]
    assert acts == [
        ("drafted", ana().name, 1), ("proposed", ana().name, 1), ("changes_asked", "Eva Edita", 1),
        ("changed", ana().name, 2), ("proposed", ana().name, 2), ("refused", "Eva Edita", 2),
    ]  # fmt: skip
    assert {step.reason for step in selectors.history(done) if step.by == eva()} == {"porque sim"}
    drafted(duda())  # the name is free again
    assert Proposal.objects.filter(key="fortaleza", author=duda(), version=2).exists()


def test_who_may_do_what() -> None:
    proposal = proposed()
    assert not is_editor(ana())
    assert is_editor(eva())
    assert [may_see(proposal, who) for who in (ana(), eva(), duda(), None)] == [True, True, False, False]
    for who, code in ((duda(), "not_an_editor"), (ana(), "not_an_editor")):
        with pytest.raises(Forbidden, match=code):
            decide_type(proposal, decision="accept", reason="x", by=who, now=START)
    with pytest.raises(Forbidden, match="not_found"):
        change_type(proposal, facts=invention(), by=duda(), now=START)
    own = proposed(eva(), title_word="Cerco")
    with pytest.raises(Forbidden, match="own_type"):
        decide(own, "accept")


def test_a_decision_needs_a_reason_and_is_one_of_three() -> None:
    proposal = proposed()
    with pytest.raises(Refused) as refused:
        decide_type(proposal, decision="perhaps", reason=" ", by=eva(), now=START)
    assert codes(refused) == {"type_decision_unknown", "reason_missing"}
    assert Proposal.objects.get().state == TypeState.PROPOSED


def test_who_comes_second_is_told() -> None:
    proposal = proposed()
    seen = proposal.seq
    change_type(proposal, facts=invention(needs={"intact": 4}), by=ana(), now=START)
    with pytest.raises(Stale, match="stale"):
        decide(proposal, "accept", seen=seen)
    decide(proposal, "accept")
    with pytest.raises(Stale, match="type_not_proposed"):
        decide(proposal, "refuse")
    with pytest.raises(Stale, match="type_closed"):
        change_type(proposal, facts=invention(), by=ana(), now=START)
    with pytest.raises(Stale, match="type_closed"):
        withdraw_type(proposal, by=ana(), now=START)


def test_a_change_of_nothing_is_none() -> None:
    proposal = drafted()
    with pytest.raises(Refused, match="type_unchanged"):
        change_type(proposal, facts=invention(), by=ana(), now=START)


def test_names_are_taken_once() -> None:
    accepted()
    for who in (duda(), caio()):
        with pytest.raises(Refused, match="type_taken"):
            drafted(who, title_word="FORTALEZA")
    with pytest.raises(Refused, match="type_keeps_its_name"):
        drafted(title_word="fortaleza")
    second = drafted(needs={"intact": 4})
    with pytest.raises(Refused, match="type_keeps_its_name"):
        change_type(second, facts=invention(title_word="Castelão"), by=ana(), now=START)
    other = drafted(duda(), title_word="Cerco")
    renamed = change_type(other, facts=invention(title_word="Cerco Final"), by=duda(), now=START)
    assert renamed.key == "cerco-final"
    with pytest.raises(Refused, match="type_taken"):
        change_type(other, facts=invention(), by=duda(), now=START)


def test_nobody_keeps_names_by_the_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_OPEN", 1)
    drafted()
    with pytest.raises(Refused, match="type_too_many"):
        drafted(title_word="Cerco")
    assert drafted(duda(), title_word="Cerco").version == 1


def test_accepting_checks_the_titles_that_exist() -> None:
    clash, other = created(name="do Cerco Fluminense"), created(name="Niteroiense")
    proposal = proposed(title_word="Campeonato do Cerco")
    with pytest.raises(Refused) as refused:
        decide(proposal, "accept")
    (found,) = refused.value.violations
    assert (found.code, found.facts["titles"]) == ("title_clashes", (clash.title,))
    assert Proposal.objects.get().state == TypeState.PROPOSED
    change_tournament(clash, facts=replace(facts_of(clash), name="Livre"), by=ana(), now=START)
    decide(proposal, "accept")
    with pytest.raises(Refused, match="name_starts_like_a_kind"):
        change_tournament(other, facts=replace(facts_of(other), name="do Cerco Sul"), by=ana(), now=START)


@pytest.mark.parametrize("language", ["en", "pt-br", "es"])
def test_the_text_is_that_of_the_pinned_words(language: str) -> None:
    proposal = drafted(text_en="Five realms win.")
    tournament = drawn(4, kind="fortaleza", table_high=2)
    change_type(proposal, facts=invention(text_pt="Outro texto", text_en=""), by=ana(), now=START)
    told = selectors.type_text(kind_of(tournament), language)
    assert told == (("Five realms win.", "en") if language == "en" else (invention().text_pt, "pt-br"))
    assert selectors.type_text(selectors.kind_of(Proposal.objects.get()), "en").text == "Outro texto"


def test_simulate_takes_a_file_or_an_accepted_type(tmp_path: Path) -> None:
    file = tmp_path / "fortaleza.json"
    file.write_text(json.dumps({"title_word": "Fortaleza", "text_pt": "x", "needs": {"intact": 4}}))
    out = StringIO()
    call_command("simulate", kind=str(file), entries=5, out=tmp_path, stdout=out)
    assert "chama-fortaleza-simulado-2026" in out.getvalue()
    assert not Proposal.objects.exists()
    accepted()
    call_command("simulate", kind="fortaleza", entries=5, stdout=out)
    file.write_text("[]")
    with pytest.raises(CommandError, match="no definition"):
        call_command("simulate", kind=str(file), entries=5, stdout=out)
    file.write_text(json.dumps({"title_word": "Duplas", "text_pt": "", "needs": {}}))
    with pytest.raises(CommandError):
        call_command("simulate", kind=str(file), entries=5, stdout=out)


def test_editors_are_appointed_on_the_command_line() -> None:
    duda()
    call_command("editor", "duda", stdout=StringIO())
    assert is_editor(duda())
    call_command("editor", "duda", "--remove", stdout=StringIO())
    assert not is_editor(duda())
    with pytest.raises(CommandError):
        call_command("editor", "niemand", stdout=StringIO())


def test_every_state_has_a_word() -> None:
    assert set(STATES) == set(TypeState)
    assert User._meta.label == "accounts.User"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    word=st.text(max_size=60), text=st.text(max_size=60), level=st.text(max_size=9),
    needs=st.dictionaries(st.text(max_size=9), st.integers(-(10**9), 10**9), max_size=4),
    size=st.integers(-9, 9), low=st.integers(-9, 9), high=st.integers(-9, 9),
)  # fmt: skip
def test_no_facts_at_all_break_the_door(
    word: str, text: str, level: str, needs: dict[str, int], size: int, low: int, high: int
) -> None:
    said = TypeFacts(word, text, text, level, size, low, high, needs)
    found = check(said)
    assert all(text_for_code(violation.code, violation.facts) for violation in found)
    if found:
        with pytest.raises(Refused):
            draft_type(said, by=ana(), now=START)
