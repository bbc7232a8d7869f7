"""A page that is posted to takes turns and tries again as a program is: recorded once, answered as usual."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.urls import reverse

from core.db.transactions import TIMES
from core.models import RecordLine
from matches.models import Entry
from tests import cast
from tests.api.test_trying_again import RolledBack, fail
from tests.web.sheets import HTMX, first, plain, url
from tournaments.entries import enter
from web.http import write_queue
from web.sheets import record

pytestmark = [pytest.mark.django_db, pytest.mark.F41]


def _recorded() -> int:
    return RecordLine.objects.filter(type="sheet.recorded").count()


@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
def test_a_judges_sheet_is_tried_again_and_recorded_once(
    monkeypatch: pytest.MonkeyPatch, sqlstate: str
) -> None:
    tournament = cast.running()
    match, tries = first(tournament), fail(monkeypatch, 1, sqlstate)
    answer = cast.browser(cast.bruno()).post(url("sheet", tournament, match), plain())
    assert (answer.status_code, answer.headers["Location"]) == (302, url("match", tournament, match))
    assert (len(tries), _recorded()) == (2, 1)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_after_three_times_more_it_is_503_and_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    tournament = cast.running()
    match, tries = first(tournament), fail(monkeypatch, TIMES + 1, "40P01")
    answer = cast.browser(cast.bruno()).post(url("sheet", tournament, match), plain(), headers=headers)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert (len(tries), _recorded()) == (TIMES + 1, 0)


def test_a_database_that_is_away_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = cast.running()
    match, tries = first(tournament), fail(monkeypatch, 1, "57P01")
    assert cast.browser(cast.bruno()).post(url("sheet", tournament, match), plain()).status_code == 503
    assert (len(tries), _recorded()) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_what_was_recorded_is_not_done_again_for_what_comes_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, shown = cast.running(), []

    def too_late(*_: Any) -> None:
        shown.append(1)
        raise OperationalError("rolled back") from RolledBack("40P01")

    monkeypatch.setattr(record, "success_response", too_late)
    sheet = url("sheet", tournament, first(tournament))
    assert cast.browser(cast.bruno()).post(sheet, plain()).status_code == 503
    assert (len(shown), _recorded()) == (1, 1)


def test_a_list_that_was_sent_is_read_from_its_beginning_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, tries = cast.announced(), []
    add = enter.import_entries

    def once_in_vain(*given: Any, **more: Any) -> Any:
        tries.append(1)
        if len(tries) == 1:
            raise OperationalError("rolled back") from RolledBack("40P01")
        return add(*given, **more)

    monkeypatch.setattr("web.entries.import_views.import_entries", once_in_vain)
    page, client = reverse("entries_import", args=[tournament.slug]), cast.browser(cast.ana())

    def sent() -> dict[str, Any]:
        return {"file": SimpleUploadedFile("lista.txt", b"Lia Prado\nZeca Nunes\n")}

    looked_at = client.post(page, sent()).context["fingerprint"]
    answer = client.post(page, {**sent(), "previewed": looked_at, "confirm": "1"})
    assert (answer.status_code, len(tries)) == (302, 2)
    assert Entry.objects.filter(ledger=tournament.ledger_id).count() == 2


def test_writers_of_one_tournament_take_turns_through_either_door(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, taken = cast.running(), []

    @contextmanager
    def noted(name: str) -> Iterator[None]:
        taken.append(name)
        yield

    monkeypatch.setattr(write_queue, "serialized", noted)
    monkeypatch.setattr("api.base_view.serialized", noted)
    client = cast.browser(cast.bruno())
    client.get(url("match", tournament, first(tournament)))
    client.post(url("sheet_check", tournament, first(tournament)), plain())
    client.post(f"/api/v1/tournaments/{tournament.slug}/entries/", {}, content_type="application/json")
    assert taken == [tournament.slug, tournament.slug]
