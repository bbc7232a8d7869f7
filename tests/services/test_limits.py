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

from accounts.signing_in.attempts import fold_username as spelled
from core.errors import Refused, TooMany
from core.http import rate_limit
from core.http.callers import Caller, address_of, fold_address
from core.http.rate_limit import LIMITS, HitCount, Limit, Per, Purpose, limits_of, seconds_left
from core.messages import duration_text
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
        rate_limit.hit(purpose, caller)
    except TooMany:
        return False
    return True


# --- the decision ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("factor", "most"), [(1, 10), (2, 20), (0.5, 5), (0.01, 1)])
def test_a_site_makes_all_limits_wider_or_narrower(factor: float, most: int) -> None:
    with override_settings(LIMITS=factor):
        assert limits_of(Purpose.SIGN_IN)[0].allowed == most


@pytest.mark.parametrize(("milliseconds", "seconds"), [(-5, 1), (0, 1), (1, 1), (1_001, 2), (60_000, 60)])
def test_one_waits_whole_seconds_and_never_too_few(milliseconds: int, seconds: int) -> None:
    ends = NOW + timedelta(milliseconds=milliseconds)
    assert seconds_left(HitCount(LIMITS[0], 99, ends), NOW) == seconds


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 minute"), (60, "1 minute"), (61, "2 minutes"), (7_201, "3 hours"), (86_400, "24 hours")],
)
def test_a_wait_in_words_is_never_too_short(seconds: int, words: str) -> None:
    with translation.override("en"):
        assert duration_text(seconds) == words


def test_a_dozen_limits_are_enough_and_no_purpose_has_two_of_one_kind() -> None:
    assert len(LIMITS) <= 14
    for purpose in Purpose:
        kinds = [limit.per for limit in limits_of(purpose)]
        assert len(set(kinds)) == len(kinds) > 0


@pytest.mark.F102
@pytest.mark.parametrize("purpose", [Purpose.SIGN_IN, Purpose.CODE, Purpose.CARD])
def test_guessing_from_everywhere_has_a_total(purpose: Purpose) -> None:
    (total,) = [limit for limit in limits_of(purpose) if limit.per == Per.SITE]
    assert total.most == 3_000


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
    assert fold_address(text) == one


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
@pytest.mark.parametrize("typed", ["CAIO", " caio ", "ｃａｉｏ", " " * 200 + "caio", "ᶜaio", "caıo"])
def test_spellings_that_django_takes_for_one_name_are_counted_as_one(typed: str) -> None:
    assert spelled(typed) == "caio"


# --- the counts -------------------------------------------------------------------------------------


@pytest.mark.F102
@pytest.mark.django_db
def test_a_span_begins_with_its_first_and_ends() -> None:
    caller = Caller(HALL, "caio")
    with time_machine.travel(NOW, tick=False) as clock:
        assert passed(Purpose.SIGN_IN, caller, 11) == 10
        clock.move_to(NOW + timedelta(seconds=59))
        with pytest.raises(TooMany) as refusal:
            rate_limit.hit(Purpose.SIGN_IN, caller)
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
    assert {query["sql"].partition(" ")[0] for query in asked.captured_queries} == {"SELECT"}
    assert len(asked) == 51


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
            rate_limit.hit(Purpose.SIGN_IN, Caller("10.2.0.1", "eva"))
    assert refusal.value.per == Per.SITE


@pytest.mark.F102
@pytest.mark.django_db
def test_the_sweep_deletes_what_is_over_and_nothing_else() -> None:
    with time_machine.travel(NOW, tick=False):
        passed(Purpose.SIGN_IN, Caller(HALL, "caio"), 11)
        passed(Purpose.SIGN_UP, Caller(HALL), 1)
    sweep_now(NOW + timedelta(seconds=61))
    assert set(Attempt.objects.values_list("what", flat=True)) == {"sign_up address"}


@pytest.mark.django_db
def test_what_succeeded_is_given_back_and_never_more_than_was_taken() -> None:
    caller = Caller(HALL, "caio")
    for _ in range(100):
        rate_limit.hit(Purpose.SIGN_IN, caller)
        rate_limit.refund(Purpose.SIGN_IN, caller)
    assert set(Attempt.objects.values_list("number", flat=True)) == {0}
    rate_limit.refund(Purpose.SIGN_IN, caller)
    rate_limit.refund(Purpose.SIGN_IN, Caller("10.0.0.2", "eva"))
    assert set(Attempt.objects.values_list("number", flat=True)) == {0}
    assert passed(Purpose.SIGN_IN, caller, 11) == 10


@pytest.mark.django_db
def test_a_span_that_ended_meanwhile_gives_nothing_back() -> None:
    caller = Caller(HALL, "caio")
    with time_machine.travel(NOW, tick=False) as clock:
        rate_limit.hit(Purpose.SIGN_IN, caller)
        clock.move_to(NOW + timedelta(seconds=60))
        rate_limit.refund(Purpose.SIGN_IN, caller)
        assert passed(Purpose.SIGN_IN, caller, 11) == 10


@pytest.mark.django_db
def test_what_is_refused_was_not_made() -> None:
    caller = Caller(HALL, "7")
    for _ in range(30):
        with pytest.raises(Refused), rate_limit.count_success(Purpose.TOURNAMENT, caller):
            raise Refused([])
    with rate_limit.count_success(Purpose.TOURNAMENT, caller):
        pass
    (row,) = Attempt.objects.filter(what="tournament address")
    assert row.number == 1


@pytest.mark.django_db
def test_administrators_are_not_counted_and_a_site_may_count_nobody() -> None:
    assert passed(Purpose.CREATE, Caller(HALL, "1", is_trusted=True), 100) == 100
    with override_settings(LIMITS=0):
        assert passed(Purpose.CREATE, Caller(HALL, "2"), 100) == 100
    assert not Attempt.objects.exists()


@pytest.mark.django_db
def test_limits_an_account_are_not_for_whoever_has_none() -> None:
    assert passed(Purpose.CREATE, Caller(HALL), 100) == 100
    assert passed(Purpose.SIGN_IN, Caller(HALL), 100) == 60


@pytest.mark.django_db
def test_an_account_that_is_called_like_an_address_is_another_one() -> None:
    assert sum(passed(Purpose.SIGN_IN, Caller(f"10.9.9.{n}", HALL), 10) for n in range(7)) == 60
    assert passed(Purpose.SIGN_IN, Caller(HALL, "caio"), 11) == 10


@pytest.mark.F40
@pytest.mark.django_db
def test_reading_goes_on_where_counting_is_not_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise DatabaseError("disk full")

    monkeypatch.setattr(rate_limit, "_store_hits", full)
    assert passed(Purpose.COSTLY, Caller(HALL), 700) == 700
    with pytest.raises(DatabaseError):
        rate_limit.hit(Purpose.SIGN_IN, Caller(HALL, "caio"))


@pytest.mark.F102
@pytest.mark.django_db
def test_the_table_names_nobody() -> None:
    rate_limit.hit(Purpose.SIGN_IN, Caller(HALL, "caio"))
    for row in Attempt.objects.all():
        assert re.fullmatch("[0-9a-f]{64}", row.who)
        assert "caio" not in str(row)
