"""Links and codes by which people come in: their codes, their limits, what they give (F79, F123)."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.core import serializers
from django.db import IntegrityError, transaction

from accounts.erasing import anonymise
from checker import check
from core.errors import Forbidden, Refused, Stale
from core.record.codes import ALPHABET
from records.export import record_lines
from tests.cast import START, ana, announced, bruno, caio, created, drawn, duda, finished, fresh
from tournaments.models import AccessLink, Role, Staff, Tournament
from tournaments.policies import role_of
from tournaments.setup import staff
from tournaments.setup.access_links import (
    MAX_LINKS,
    code_of,
    entry_code,
    find_link,
    issue_link,
    links_of,
    normalize_code,
    revoke_link,
    use_link,
)
from tournaments.setup.staff import find_staff

pytestmark = [pytest.mark.django_db, pytest.mark.fault("F79")]


def link_of(tournament: Tournament, **chosen: Any) -> AccessLink:
    made = issue_link(tournament, **{"role": "judge", "by": ana(), "now": START, **chosen})
    found = find_link(code_of(made))
    assert found == made
    return found


def test_who_uses_a_link_becomes_a_judge_as_if_the_organizer_had_named_them(tmp_path: Any) -> None:
    tournament = created()
    given = use_link(link_of(tournament, uses=2), by=duda(), now=START)
    assert given is not None
    assert role_of(tournament, duda()) == Role.JUDGE
    line = fresh(tournament).ledger.lines.last()
    assert line is not None
    assert line.type == "staff.assigned"
    assert line.text.count('"by":"organizer:') == 1
    record = tmp_path / "some.record.jsonl"
    record.write_text("".join(record_lines(fresh(tournament))), encoding="utf-8", newline="")
    assert check(record) == []


def test_a_code_has_six_characters_without_look_alikes_and_is_stored_nowhere() -> None:
    link = link_of(created())
    code = code_of(link)
    assert len(code) == 6
    assert set(code) <= set(ALPHABET)
    assert code not in serializers.serialize("json", AccessLink.objects.all())
    for typed in (code.upper(), f" {code[:3]} {code[3:]} ", f"{code[:3]}-{code[3:]}"):
        assert normalize_code(typed) == code


@pytest.mark.parametrize(
    "typed", ["", "abcde", "abcdefg", "abcdé2", "abc\x00ef", "aaaaa0", "١٢٣٤٥٦", "a" * 10_000]
)
def test_nothing_else_is_a_code(typed: str) -> None:
    assert normalize_code(typed) == ""
    assert find_link(normalize_code(typed)) is None


def test_another_key_of_the_site_ends_all_links_unless_the_old_one_stays(settings: LazySettings) -> None:
    link = link_of(created())
    code, old = code_of(link), settings.SECRET_KEY
    settings.SECRET_KEY = "another key of fifty signs, as long as they have to be"
    assert find_link(code) is None
    assert code_of(link) == ""
    settings.SECRET_KEY_FALLBACKS = [old]
    assert find_link(code) == link
    assert code_of(link) == code


def test_it_lets_in_as_many_people_as_it_says_and_the_same_once() -> None:
    tournament = created()
    link = link_of(tournament, uses=1)
    assert use_link(link, by=duda(), now=START)
    assert use_link(link, by=duda(), now=START) is None
    with pytest.raises(Forbidden, match="link_not_valid"):
        use_link(link, by=caio(), now=START)
    assert role_of(tournament, caio()) is None
    with pytest.raises(IntegrityError), transaction.atomic():
        AccessLink.objects.update(used=2)


def test_who_has_the_role_or_a_higher_one_uses_nothing_up() -> None:
    tournament = created()
    link = link_of(tournament, uses=1)
    for person in (ana(), bruno()):
        assert use_link(link, by=person, now=START) is None
    assert use_link(link_of(tournament, role="coordinator", uses=1), by=bruno(), now=START)
    assert role_of(tournament, bruno()) == Role.COORDINATOR


def test_it_ends_in_time_when_revoked_and_with_its_organizers_role() -> None:
    tournament = created()
    late, revoked, orphaned = (link_of(tournament, days=1) for _ in range(3))
    with pytest.raises(Forbidden, match="link_not_valid"):
        use_link(late, by=duda(), now=START + timedelta(days=1))
    revoke_link(tournament, number=revoked.pk, by=ana(), now=START)
    assert find_link(code_of(revoked)) is None
    with pytest.raises(Forbidden, match="link_not_valid"):
        use_link(revoked, by=duda(), now=START)
    staff.assign_role(tournament, username="bruno", role="organizer", by=ana(), now=START)
    own = find_staff(tournament, orphaned.by.code, "organizer")
    staff.remove_role(tournament, staff=own, by=bruno(), now=START)
    with pytest.raises(Forbidden, match="link_not_valid"):
        use_link(orphaned, by=duda(), now=START)
    assert role_of(tournament, duda()) is None


def test_links_of_who_organizes_no_more_are_not_listed_and_do_not_count() -> None:
    tournament = created()
    entry = link_of(tournament, role="entry")
    links = [link_of(tournament) for _ in range(MAX_LINKS - 1)]
    staff.assign_role(tournament, username="bruno", role="organizer", by=ana(), now=START)
    own = find_staff(tournament, links[0].by.code, "organizer")
    staff.remove_role(tournament, staff=own, by=bruno(), now=START)
    assert links_of(tournament, START) == [entry]
    own_link = link_of(tournament, by=bruno())
    assert links_of(tournament, START) == [entry, own_link]


def test_only_an_organizer_makes_and_revokes_them() -> None:
    tournament = created()
    link = link_of(tournament)
    for person in (bruno(), duda()):
        with pytest.raises(Forbidden):
            issue_link(tournament, role="judge", by=person, now=START)
        with pytest.raises(Forbidden):
            revoke_link(tournament, number=link.pk, by=person, now=START)
    with pytest.raises(Forbidden, match="not_found"):
        revoke_link(created(name="Outro"), number=link.pk, by=ana(), now=START)


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"role": "organizer"}, "link_role_unknown"),
        ({"uses": 0}, "link_uses_out_of_range"),
        ({"uses": 101}, "link_uses_out_of_range"),
        ({"days": 0}, "link_days_out_of_range"),
        ({"days": 61}, "link_days_out_of_range"),
    ],
)
def test_it_has_its_limits(chosen: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused, match=code):
        issue_link(created(), **{"role": "judge", "by": ana(), "now": START, **chosen})


def test_there_are_not_more_than_an_organizer_can_look_over() -> None:
    tournament = created()
    for _ in range(MAX_LINKS):
        link_of(tournament, days=1)
    with pytest.raises(Refused, match="too_many_links"):
        link_of(tournament)
    assert issue_link(tournament, role="judge", by=ana(), now=START + timedelta(days=1)).role == "judge"


def test_a_link_that_is_used_up_leaves_its_place_to_another() -> None:
    tournament = created()
    for _ in range(MAX_LINKS):
        last = link_of(tournament, uses=1)
    use_link(last, by=duda(), now=START)
    assert len(links_of(tournament, START)) == MAX_LINKS - 1
    assert link_of(tournament, uses=1).role == "judge"


def test_one_entry_code_stands_until_the_draw() -> None:
    tournament = announced()
    first = code_of(link_of(tournament, role="entry"))
    second = code_of(link_of(tournament, role="entry"))
    assert find_link(first) is None
    assert entry_code(fresh(tournament)) == second
    assert [link.role for link in links_of(tournament, START + timedelta(days=999))] == ["entry"]
    with pytest.raises(Forbidden, match="link_not_valid"):
        use_link(AccessLink.objects.get(revoked_at=None), by=duda(), now=START)
    with pytest.raises(Stale, match="draw_published"):
        link_of(drawn(4, name="Outro"), role="entry")
    with pytest.raises(Stale, match="finished"):
        link_of(finished(4, name="Mais um"))


def test_the_entry_code_is_told_to_no_one_before_the_tournament_is_public() -> None:
    tournament = created()
    link_of(tournament, role="entry")
    assert entry_code(fresh(tournament)) == ""


def test_who_is_erased_leaves_no_link() -> None:
    link_of(created())
    anonymise(ana(), in_any_case=True)
    assert not AccessLink.objects.exists()


def test_no_one_gets_a_role_twice_by_two_links() -> None:
    tournament = created()
    for _ in range(2):
        use_link(link_of(tournament), by=duda(), now=START)
    assert Staff.objects.filter(tournament=tournament, persona__player=duda()).count() == 1
