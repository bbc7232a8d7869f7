"""One sheet's way through the code: each step is taken once, and no room is entered again without need.

A *step* is one of the functions in `STEPS`, whoever calls it. A *stay* begins where code of one room
calls into another one, and lasts until the next such call into a third; what a room calls of its own, and
returning, is no stay. Tools are no rooms: Django, the core, people and rows, the rules, what is read of them
for everybody, and what a tournament request holds. Who calls a tool stays where they are.
"""

import sys
from collections.abc import Callable
from itertools import groupby
from types import FrameType
from typing import Any

import pytest

from tests import cast
from tests.servers.process import ROOT
from tests.web.sheets import first, plain, url

pytestmark = pytest.mark.django_db

STEPS = (
    ("web/http/write_queue.py", "queued_view"),
    ("web/tournament_request.py", "open_tournament"),
    ("tournaments/finding.py", "tournament_with_role"),
    ("web/sheets/draft.py", "place_of"),
    ("matches/lineups.py", "lineup_in"),
    ("tournaments/match_views/match.py", "view_of"),
    ("web/sheets/draft.py", "form_for"),
    ("web/sheets/draft.py", "make_draft"),
    ("tournaments/sheets/judge.py", "judge_sheet"),
    ("tournaments/play/play.py", "record_sheet"),
    ("tournaments/act.py", "_open_context"),
    ("tournaments/sheets/judge.py", "judge_and_tidy"),
    ("tournaments/sheets/store.py", "store_sheet"),
    ("tournaments/seats/advance.py", "advance"),
)
"""What a judge's sheet passes, in order: read once, judged by the page and once more under the lock."""

STAYS = (
    "web/http",
    "web/sheets",
    "web/tournament_request.py",
    "tournaments/finding.py",
    "tournaments/match_views",
    "tournaments/sheets",  # judged for the page, cut after cut
    "tournaments/play",
    "tournaments/act.py",  # the lock, who, the tournament as it is
    "tournaments/sheets",  # judged as it is under the lock
    "tournaments/seats",  # whom it disqualifies goes before it is stored
    "tournaments/sheets",  # stored
    "tournaments/act.py",  # the match has changed
    "tournaments/seats",  # who goes on is seated
    "tournaments/act.py",  # the next match has changed, and tables are called
)

ROOMS = ("web/", "tournaments/")
TOOLS = (
    "tournaments/lines", "tournaments/models", "tournaments/nameless.py", "tournaments/pauses.py",
    "tournaments/policies.py", "tournaments/rules_of.py",
    "web/http/errors.py", "web/http/requests.py", "web/labels.py", "web/http/middleware.py",
    "web/response_cache", "web/labels.py", "web/service_form.py",
)  # fmt: skip
HELD = {("web/tournament_request.py", "actor"), ("web/tournament_request.py", "may")}

Call = tuple[str, str]


def call_of(frame: FrameType) -> Call:
    """The file and the function of a frame."""
    return frame.f_code.co_filename.removeprefix(f"{ROOT}/"), frame.f_code.co_name


def room_of(frame: FrameType | None) -> str:
    """The room that a frame is at work in: its own, or of a tool that of whoever called it; "" for none."""
    while frame is not None:
        file, function = call_of(frame)
        if file.startswith(ROOMS) and not file.startswith(TOOLS) and (file, function) not in HELD:
            parts = file.split("/")
            return "/".join(parts[:2])
        frame = frame.f_back
    return ""


def followed(work: Callable[[], Any]) -> tuple[list[Call], list[str]]:
    """The calls that the work makes, and the rooms that are entered from other ones, both in order."""
    calls: list[Call] = []
    entered: list[str] = []
    begun: set[FrameType] = set()  # a generator that goes on is not called anew

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or frame in begun:
            return
        begun.add(frame)
        calls.append(call_of(frame))
        room = room_of(frame)
        if room and room != room_of(frame.f_back):
            entered.append(room)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls, [room for room, _ in groupby(entered)]


def recorded() -> tuple[list[Call], list[str]]:
    """A judge's sheet is followed from the browser to the database."""
    tournament = cast.running()
    sheet, client = url("sheet", tournament, first(tournament)), cast.browser(cast.bruno())
    client.get(sheet)  # loads what is loaded once
    answers: list[int] = []
    found = followed(lambda: answers.append(client.post(sheet, plain()).status_code))
    assert answers == [302]
    return found


def test_a_posted_sheet_takes_each_step_once_and_enters_no_room_without_need() -> None:
    calls, stays = recorded()
    assert tuple(call for call in calls if call in STEPS) == STEPS
    assert tuple(stays) == STAYS
