"""How often one may do something: the decision, and the counts in the database."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.http import HttpRequest
from django.test import RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.attempts import folded as spelled
from core.cache.memory import Memory
from core.errors import Refused, TooMany
from core.http import rate_limit
from core.http.callers import Caller, address_of, folded
from core.http.limits import (
    BY_TWENTIES,
    LIMITS,
    READING,
    TWENTY,
    HitCount,
    Limit,
    Per,
    Purpose,
    exceeded,
    limits_of,
    wait,
)
from core.messages import words_of
from core.models import Attempt
from core.tasks import sweep_now
from tests.servers.process import ROOT

NOW = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
HALL = "10.0.0.1"


def passed(purpose: Purpose, caller: Caller, times: int) -> int:
    """How many of so many in a row were let through."""
    return sum(_passes(purpose, caller) for _ in range(times))


def _passes(purpose: Purpose, caller: Caller) -> bool:
    try:
        rate_limit.take(purpose, caller)
    except TooMany:
        return False
    return True


# --- the decision ---------------------------------------------------------------------------------


def test_the_number_of_the_limit_is_the_last_that_passes() -> None:
    (limit,) = [one for one in limits_of(Purpose.TOURNAMENT) if one.per == Per.ACCOUNT]
    at, over = HitCount(limit, limit.most, NOW), HitCount(limit, limit.most + 1, NOW)
    assert exceeded([at, over]) == (over,)
    assert exceeded([over], factor=2) == ()
    assert exceeded([at], factor=0.5) == (at,)


@pytest.mark.parametrize(("milliseconds", "seconds"), [(-5, 1), (0, 1), (1, 1), (1_001, 2), (60_000, 60)])
def test_one_waits_whole_seconds_and_never_too_few(milliseconds: int, seconds: int) -> None:
    ends = NOW + timedelta(milliseconds=milliseconds)
    assert wait(HitCount(LIMITS[0], 99, ends), NOW) == seconds


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 minute"), (60, "1 minute"), (61, "2 minutes"), (7_201, "3 hours"), (86_400, "24 hours")],
)
def test_a_wait_in_words_is_never_too_short(seconds: int, words: str) -> None:
    with translation.override("en"):
        assert words_of(seconds) == words


def test_every_purpose_has_a_total_and_reads_go_by_twenties() -> None:
    for purpose in Purpose:
        limits = limits_of(purpose)
        assert limits[-1].per == Per.SITE
        assert len({limit.per for limit in limits}) == len(limits) > 1
        if purpose in BY_TWENTIES:
            whose = Per.ADDRESS if purpose in READING else Per.ACCOUNT
            assert [limit.per for limit in limits] == [whose, Per.SITE]
            assert limits[0].most % TWENTY == 0


def test_the_document_shows_every_limit() -> None:
    text = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([a-z ]+) \| ([\d,]+) \| (\w+) \|", text, re.MULTILINE)
    spans = {"minute": 60, "hour": 3_600, "day": 86_400}
    shown = [
        Limit(Purpose(what), Per(per), int(most.replace(",", "")), spans[span])
        for what, per, most, span in rows
    ]
    assert shown == list(LIMITS)


# --- who --------------------------------------------------------------------------------------------


@pytest.mark.F102
@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:51034", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::9", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix", "unix"),
        ("", ""),
    ],
)
def test_one_customer_is_one_address(text: str, one: str) -> None:
    assert folded(text) == one


def _from(proxies: int, passed: str) -> str:
    request: HttpRequest = RequestFactory().get(
        "/", headers={"x-forwarded-for": passed} if passed else {}, REMOTE_ADDR="10.0.0.1"
    )
    with override_settings(PROXIES=proxies):
        return address_of(request)


@pytest.mark.F70
def test_only_as_many_proxies_are_believed_as_there_are() -> None:
    assert _from(0, "6.6.6.6, 7.7.7.7") == "10.0.0.1"
    assert _from(1, "6.6.6.6, 7.7.7.7") == "7.7.7.7"
    assert _from(2, "6.6.6.6, 7.7.7.7") == "6.6.6.6"
    assert _from(3, "6.6.6.6, 7.7.7.7") == "6.6.6.6"
    assert _from(1, "") == "10.0.0.1"


@pytest.mark.F70
@pytest.mark.parametrize("typed", ["CAIO", " caio ", "ｃａｉｏ", " " * 200 + "caio", "ᶜaio"])
def test_spellings_that_django_takes_for_one_name_are_counted_as_one(typed: str) -> None:
    assert spelled(typed) == "caio"


# --- the counts -------------------------------------------------------------------------------------


@pytest.mark.F102
@pytest.mark.django_db
def test_counts_outlive_the_process() -> None:
    caller = Caller(HALL, "caio")
    assert passed(Purpose.SIGN_IN, caller, 6) == 6
    rate_limit.forget_known()
    assert passed(Purpose.SIGN_IN, caller, 6) == 4
    rate_limit.forget_known()
    assert passed(Purpose.SIGN_IN, caller, 6) == 0


@pytest.mark.F102
@pytest.mark.django_db
def test_a_span_begins_with_its_first_and_ends() -> None:
    caller = Caller(HALL, "caio")
    with time_machine.travel(NOW, tick=False) as clock:
        assert passed(Purpose.SIGN_IN, caller, 11) == 10
        clock.move_to(NOW + timedelta(seconds=59))
        with pytest.raises(TooMany) as refusal:
            rate_limit.take(Purpose.SIGN_IN, caller)
        assert refusal.value.seconds == 1
        clock.move_to(NOW + timedelta(seconds=60))
        assert passed(Purpose.SIGN_IN, caller, 11) == 10


@pytest.mark.F102
@pytest.mark.django_db
def test_who_is_over_writes_nothing_more() -> None:
    caller = Caller(HALL, "caio")
    passed(Purpose.SIGN_IN, caller, 11)
    with CaptureQueriesContext(connection) as asked:
        assert passed(Purpose.SIGN_IN, caller, 50) == 0
        assert not _passes(Purpose.SIGN_IN, caller)
    assert not asked.captured_queries


@pytest.mark.F102
@pytest.mark.django_db
def test_an_address_that_is_over_makes_no_rows_for_names() -> None:
    assert sum(passed(Purpose.SIGN_IN, Caller(HALL, f"guess{n}"), 1) for n in range(100)) == 60
    names = Attempt.objects.filter(what=f"{Purpose.SIGN_IN} {Per.ACCOUNT}").count()
    assert names == 61  # that of the attempt which found out


@pytest.mark.F102
@pytest.mark.django_db
def test_the_site_has_a_total_that_bounds_its_rows() -> None:
    with override_settings(LIMITS=0.01):  # 30 in a minute
        through = sum(passed(Purpose.SIGN_IN, Caller(f"10.1.{n}.1", f"n{n}"), 1) for n in range(100))
        assert through == 30
        assert Attempt.objects.count() == 3 * 31 + 1
        with pytest.raises(TooMany) as refusal:
            rate_limit.take(Purpose.SIGN_IN, Caller("10.2.0.1", "eva"))
    assert refusal.value.per == Per.SITE


@pytest.mark.F102
@pytest.mark.django_db
def test_the_sweep_deletes_what_is_over_and_nothing_else() -> None:
    with time_machine.travel(NOW, tick=False):
        passed(Purpose.SIGN_IN, Caller(HALL, "caio"), 11)
        passed(Purpose.SIGN_UP, Caller(HALL), 1)
    sweep_now(NOW + timedelta(seconds=61))
    assert set(Attempt.objects.values_list("what", flat=True)) == {"sign_up address", "sign_up site"}


@pytest.mark.django_db
def test_what_succeeded_is_given_back_and_never_more_than_was_taken() -> None:
    caller = Caller(HALL, "caio")
    for _ in range(100):
        rate_limit.take(Purpose.SIGN_IN, caller)
        rate_limit.give_back(Purpose.SIGN_IN, caller)
    assert set(Attempt.objects.values_list("number", flat=True)) == {0}
    rate_limit.give_back(Purpose.SIGN_IN, caller)
    rate_limit.give_back(Purpose.SIGN_IN, Caller("10.0.0.2", "eva"))
    assert set(Attempt.objects.values_list("number", flat=True)) == {0}
    assert passed(Purpose.SIGN_IN, caller, 11) == 10


@pytest.mark.django_db
def test_a_span_that_ended_meanwhile_gives_nothing_back() -> None:
    caller = Caller(HALL, "caio")
    with time_machine.travel(NOW, tick=False) as clock:
        rate_limit.take(Purpose.SIGN_IN, caller)
        clock.move_to(NOW + timedelta(seconds=60))
        rate_limit.give_back(Purpose.SIGN_IN, caller)
        assert passed(Purpose.SIGN_IN, caller, 11) == 10


@pytest.mark.django_db
def test_what_is_refused_was_not_made() -> None:
    caller = Caller(HALL, "7")
    for _ in range(30):
        with pytest.raises(Refused), rate_limit.made(Purpose.TOURNAMENT, caller):
            raise Refused([])
    with rate_limit.made(Purpose.TOURNAMENT, caller):
        pass
    (row,) = Attempt.objects.filter(what="tournament account")
    assert row.number == 1


@pytest.mark.django_db
def test_administrators_are_not_counted_and_a_site_may_count_nobody() -> None:
    assert passed(Purpose.TOURNAMENT, Caller(HALL, "1", is_trusted=True), 50) == 50
    with override_settings(LIMITS=0):
        assert passed(Purpose.TOURNAMENT, Caller(HALL, "2"), 50) == 50
    assert not Attempt.objects.exists()


@pytest.mark.django_db
def test_twenty_reads_are_one_statement() -> None:
    caller = Caller(HALL)
    with CaptureQueriesContext(connection) as asked:
        assert passed(Purpose.DECK, caller, 20) == 20
    assert len(_counts(asked)) == 1
    with CaptureQueriesContext(connection) as asked:
        assert passed(Purpose.DECK, caller, 600) == 580
    assert len(_counts(asked)) == 30  # 29 twenties, and the one that found out
    numbers = dict(Attempt.objects.values_list("what", "number"))
    assert numbers == {"deck address": 620, "deck site": 31}


def _counts(asked: CaptureQueriesContext) -> list[str]:
    return [query["sql"] for query in asked.captured_queries if "core_attempt" in query["sql"]]


@pytest.mark.F40
@pytest.mark.django_db
def test_reading_goes_on_where_counting_is_not_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise DatabaseError("disk full")

    monkeypatch.setattr(rate_limit, "_counted", full)
    assert passed(Purpose.RECORD, Caller(HALL), 200) == 200
    with pytest.raises(DatabaseError):
        rate_limit.take(Purpose.SIGN_IN, Caller(HALL, "caio"))


@pytest.mark.F102
@pytest.mark.django_db
def test_the_table_names_nobody() -> None:
    rate_limit.take(Purpose.SIGN_IN, Caller(HALL, "caio"))
    for row in Attempt.objects.all():
        assert re.fullmatch("[0-9a-f]{64}", row.who)
        assert "caio" not in str(row)


@pytest.mark.F102
def test_what_a_process_knows_has_an_end() -> None:
    memory: Memory[int] = Memory(3)
    for number in range(5):
        memory.put(("key", str(number)), number, NOW + timedelta(minutes=1))
    assert [memory.get(("key", str(number)), NOW) for number in range(5)] == [None, None, 2, 3, 4]
    assert memory.get(("key", "4"), NOW + timedelta(minutes=1)) is None


@pytest.mark.F102
@pytest.mark.django_db
def test_a_forgetful_process_refuses_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "_over", Memory(1))
    first, second = Caller(HALL, "caio"), Caller("10.0.0.2", "eva")
    for _ in range(3):
        assert passed(Purpose.SIGN_IN, first, 11) + passed(Purpose.SIGN_IN, second, 11) in (20, 0)
    assert not _passes(Purpose.SIGN_IN, first)
