"""Who may ask for what: every route of docs/openapi.yaml × eight callers, public and private tournaments.

Whose each route is stands here once more, from README ("Who does what"), docs/security.md ("Who sees
what") and the decisions. A route without a row fails. Bodies are those of the description, so that a call
may fail for many reasons; here counts only whether it is refused for who asks. Nothing that is asked stays.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import NamedTuple

import pytest
from django.db import transaction

from accounts.models import Player, User
from core.models import RecordLine
from matches.models import Entry, Match, Member, Seat
from tests import cast
from tests.api.programs import Program, program
from tests.api.wires import InProcess
from tests.cast import START, ana, bruno, caio, duda
from tests.services.test_kingdoms_companion import begun
from tools.endorsement.description import description, example_of
from tournaments.models import Role, Staff, Tournament
from tournaments.play.breaks import plan_break
from tournaments.setup import staff

pytestmark = [pytest.mark.django_db, pytest.mark.F66, pytest.mark.F67]

METHODS = ("get", "post", "put", "patch", "delete")
UNDER = "/api/v1/tournaments/{slug}/"
ANYBODY, ACCOUNT, PLAYER, JUDGE, COORDINATE, MANAGE = LEVELS = range(6)
REACH = {
    "nobody": ANYBODY, "signed in": ACCOUNT, "elsewhere": ACCOUNT, "administrator": ACCOUNT, "player": PLAYER,
    "judge": JUDGE, "coordinator": COORDINATE, "organizer": MANAGE,
}  # fmt: skip
"""Who organizes another tournament, or administers the site, is here whoever has an account."""


def rows(need: int, names: str) -> dict[str, int]:
    """A row for each of the operations."""
    return dict.fromkeys(names.split(), need)


SEATED = rows(PLAYER, "report_match take_report_back flag_match ask_for_help need_no_help")
"""What a side says for itself (ADR 0011): nobody else's, whatever they are."""
TOURNAMENT: Mapping[str, int] = {
    **SEATED,
    **rows(
        ANYBODY,
        """
        retrieve_tournament announcement bracket list_breaks list_corrections retrieve_draw
        retrieve_promise list_shapes list_entries retrieve_entry list_matches retrieve_match
        retrieve_sheet list_versions now record regulation list_rulings standing list_tables shared_hall
        entries_file seats_file matches_file standing_file
        list_waiting list_free_sides kingdoms kingdoms_file uncounted_tables retrieve_timetable
        retrieve_stage
        """,
    ),
    **rows(
        ACCOUNT,
        """
        my_day enter_self wait_self duplicate_tournament check_in_self
        """,
    ),
    **rows(
        PLAYER,
        """
        hand_in_deck list_decks retrieve_reports retrieve_count note_count begin_kingdoms
        act_in_kingdoms undo_in_kingdoms leave_waiting_list
        """,
    ),
    **rows(
        JUDGE,
        """
        check_in_file penalties_file
        draw_readiness people list_staff list_disputes list_reports list_help_calls go_to_help
        end_help retrieve_calling add_entry import_entries check_in check_out check_in_all
        list_imports undo_import
        check_sheet put_on_waiting_list move_on_waiting_list note_drawn_game take_back_drawn_game
        extend_time free_seats change_pineapples choose_suits note_starter
        place_match note_redraw take_back_redraw
        record_sheet start_match start_called call_time change_table let_go_of_help
        retrieve_door open_door close_door
        list_judge_conflicts note_judge_conflict lift_judge_conflict list_judge_shifts set_judge_shift
        list_access_needs set_access_need list_fees mark_fee
        list_table_judges take_table give_table_back look_at_no_show list_penalties give_penalty
        """,
    ),
    **rows(
        COORDINATE,
        """
        give_table plan_break move_break end_break open_calls set_calling hold_match release_match swap_tables
        call_anyway separate_person
        list_decisions list_cards change_cards enter_late change_entry reinstate_entry substitute_member
        withdraw_entry undo_correction dismiss_dispute publish_draw withdraw_draw waive_decks
        disqualify_entry mark_minor finish_tournament reopen_tournament preview_correction
        correct_sheet confirm_regulation adopt_edition note_ruling set_tables drop_missing
        withdraw_penalty list_pins pin_match unpin_match share_hall leave_hall mark_table
        make_timetable cancel_timetable drop_timetable what_if draw_round join_stage close_stage
        withdraw_round
        """,
    ),
    **rows(
        MANAGE,
        """
        change_tournament publish_announcement assign_staff remove_staff archive_tournament
        unarchive_tournament cancel_tournament delete_tournament
        list_access_links issue_access_link revoke_access_link
        list_webhooks add_webhook remove_webhook retrieve_webhook_secret
        list_webhook_deliveries send_webhook_again
        """,
    ),
}
BEFORE_THE_DRAW = rows(JUDGE, "withdraw_entry reinstate_entry substitute_member change_entry")
"""What only the coordinator does once there is a draw. One's own entry a player takes out at any time."""
OF_OTHERS = rows(JUDGE, "hand_in_deck list_decks leave_waiting_list")
ELSEWHERE: Mapping[str, int] = {
    **rows(
        ANYBODY,
        """
        root sign_up catalogue check_deck heads list_seasons season series league parse_title
        season_file league_file preview_title
        list_clubs club club_members club_tournaments
        obtain_token list_tournaments list_types retrieve_type
        """,
    ),
    **rows(
        ACCOUNT,
        """
        list_bin restore_tournament use_access_link me rename_me own_data forget_me revoke_token list_tokens
        revoke_tokens revoke_one_token create_tournament play_now propose_type_draft change_type decide_type
        propose_type withdraw_type list_calendars renew_calendar end_calendar
        """,
    ),
}
BY_CARD = rows(
    ANYBODY,
    """
    open_table flag_at_table ask_for_help_at_table need_no_help_at_table retrieve_table_match
    report_at_table take_table_report_back take_table_seat leave_table_seat
    """,
)
"""By the card that lies on a table, and by nothing that an account may have (`tests/api/test_reports.py`)."""
IN_ANOTHER_GAME = {"begin_kingdoms", "act_in_kingdoms", "undo_in_kingdoms"}
WHILE_PEOPLE_WAIT = {"leave_waiting_list", "move_on_waiting_list"}
NOTHING_YET = {"move_break", "end_break", *SEATED}


class Route(NamedTuple):
    """An operation of the description."""

    name: str
    method: str
    path: str


ROUTES = [
    Route(operation["operationId"], method.upper(), path)
    for path, item in description()["paths"].items()
    for method, operation in item.items()
    if method in METHODS
]
BODIES = {
    operation["operationId"]: example_of(operation)
    for item in description()["paths"].values()
    for operation in item.values()
    if "requestBody" in operation
}


def test_every_route_has_one_row() -> None:
    rows = [*TOURNAMENT, *ELSEWHERE, *BY_CARD]
    assert sorted(route.name for route in ROUTES) == sorted(rows)
    assert {route.name for route in ROUTES if route.path.startswith(UNDER)} == set(TOURNAMENT)


def person(name: str) -> Player | None:
    """Who is meant by a row of `REACH`; the coordinator is nothing else, nor is who organizes elsewhere."""
    people = {"signed in": duda, "player": caio, "judge": bruno, "organizer": ana}
    if name == "nobody":
        return None
    if name in people:
        return people[name]()
    found = cast.player(name.replace(" ", ""), name.title())
    if name == "administrator":
        User.objects.filter(player=found).update(is_staff=True, is_superuser=True)
    return found


def bare(who: Player | None) -> Program:
    """A program whose answers are not compared with the description: others do that, and this asks much."""
    return Program(InProcess(), cast.key(who) if who else "")


def peopled(tournament: Tournament) -> Tournament:
    """With a coordinator, and beside it one that somebody else organizes."""
    for name in REACH:
        person(name)
    other = cast.announced(name="Vizinho")
    staff.assign_role(other, username="elsewhere", role=Role.ORGANIZER, by=ana(), now=START)
    staff.assign_role(tournament, username="coordinator", role=Role.COORDINATOR, by=ana(), now=START)
    return cast.fresh(tournament)


@dataclass(frozen=True)
class Place:
    """A tournament to be asked, and what its addresses and bodies need: codes of things that are there."""

    tournament: Tournament
    entry: str = "enone"
    match: str = "mnone"
    other: str = "mnone"
    seated: str = "pnone"
    waiting: str = "wnone"

    @cached_property
    def judge(self) -> str:
        """The code of Bruno, who judges there."""
        return Staff.objects.get(tournament=self.tournament, persona__player=bruno()).persona.code


def before() -> Place:
    """Everybody is entered, who came too late waits, nothing is drawn."""
    tournament = peopled(cast.entered(8, capacity=8))
    rows = program(bruno()).post(f"tournaments/{tournament.slug}/waiting/", {"names": ["Eva"]}).body
    other = Entry.objects.filter(ledger=tournament.ledger_id).exclude(members__persona__player=caio())
    return Place(cast.fresh(tournament), entry=other[0].code, waiting=rows[0]["code"])


def during() -> Place:
    """Matches are played, players report them, and a break is planned."""
    tournament = peopled(cast.running(8, table_high=2, house_rules={"player_reports": True}))
    plan_break(
        tournament, begins=START + timedelta(days=1), ends=START + timedelta(days=2), by=ana(), now=START
    )
    seat = Seat.objects.get(persona__player=caio(), match__ledger=tournament.ledger_id)
    assert seat.persona is not None
    others = Match.objects.filter(ledger=tournament.ledger_id, number=1).exclude(pk=seat.match_id)
    entry = Member.objects.get(persona__player=caio(), entry__ledger=tournament.ledger_id).entry
    codes = {"entry": entry.code, "match": seat.match.code, "seated": seat.persona.code}
    return Place(cast.fresh(tournament), other=others[0].code, **codes)


def address(place: Place, route: Route) -> str:
    """Where this is asked."""
    kinds = {"matches": place.match, "entries": place.entry, "waiting": place.waiting}
    code = next((kinds[part] for part in route.path.split("/") if part in kinds), "xnone")
    known = {"slug": place.tournament.slug, "code": code, "person": place.judge, "judge": place.judge}
    gaps = {"seq": 1, "number": 1, "label": "1", "role": "judge", "game": "chama", "year": 2026}
    return route.path.format(**known, **gaps, key="fortaleza", version=1, kind="player", ending="csv")


def body(place: Place, route: Route) -> object:
    """The example of the description, about people and matches that are there."""
    ours = {
        "note_judge_conflict": {"judge": place.judge, "person": place.seated},
        "note_redraw": {"player": place.seated},
        "take_back_redraw": {"player": place.seated},
        "hand_in_deck": {"player": place.seated, "text": "2 Muralha"},
        "share_hall": {"tournament": place.tournament.slug},
        "swap_tables": {"match": place.other},
    }
    return None if route.method == "GET" else ours.get(route.name, BODIES.get(route.name, {}))


def asked(caller: Program, place: Place, route: Route) -> tuple[int, str]:
    """Status and error of the call, which is undone again."""
    with transaction.atomic():
        answer = caller.send(route.method, address(place, route), body(place, route))
        transaction.set_rollback(True)
    return answer.status, answer.body.get("error", "") if isinstance(answer.body, dict) else ""


REFUSALS = {(403, "forbidden"), (403, "not_at_this_match")}


def refused(name: str, route: Route, answer: tuple[int, str]) -> bool:
    """Whether it was for who asks: nobody has to sign in, the others are told that it is not theirs."""
    if route.name == "list_decks":  # whether there are any is not told either
        return answer[0] == 404
    return answer[0] == 401 if name == "nobody" else answer in REFUSALS


def wrong(place: Place, rights: Mapping[str, int], names: Iterable[str] = REACH) -> Iterator[str]:
    """Where one of these callers gets more than is theirs, or less."""
    lines = RecordLine.objects.count()
    for name in names:
        caller = bare(person(name))
        for route in ROUTES:
            if route.name in rights:
                answer = asked(caller, place, route)
                if refused(name, route, answer) is may(name, route, rights):
                    yield f"{name}, {route.name}: {answer}"
    assert RecordLine.objects.count() == lines


def may(name: str, route: Route, rights: Mapping[str, int]) -> bool:
    """Whether the route is theirs."""
    return name == "player" if route.name in SEATED else REACH[name] >= rights[route.name]


def test_of_a_public_tournament_each_gets_what_is_theirs_and_no_more() -> None:
    place, others = during(), [name for name in REACH if name != "player"]
    rights = {
        route: need for route, need in TOURNAMENT.items() if route not in IN_ANOTHER_GAME | WHILE_PEOPLE_WAIT
    }
    assert list(wrong(place, rights, others)) == []
    assert list(wrong(place, {**rights, "withdraw_entry": PLAYER}, ["player"])) == []


def test_before_the_draw_judges_take_people_in_and_out() -> None:
    at_a_match = {route.name for route in ROUTES if "/matches/{code}/" in route.path}
    rights = {route: need for route, need in TOURNAMENT.items() if route not in at_a_match | NOTHING_YET}
    assert list(wrong(before(), rights | BEFORE_THE_DRAW | OF_OTHERS)) == []


def test_a_private_tournament_is_not_there_for_who_does_not_help() -> None:
    place = Place(peopled(cast.created()))
    for name in ("nobody", "signed in", "elsewhere", "administrator", "player"):
        caller = bare(person(name))
        for route in ROUTES:
            if route.name in TOURNAMENT:
                assert not_there(caller, place, route, 401 if name == "nobody" else 404), (name, route)


def not_there(caller: Program, place: Place, route: Route, status: int) -> bool:
    """Whether it is answered like a tournament that does not exist."""
    there = address(place, route).replace(place.tournament.slug, "no-such-thing")
    answer = caller.send(route.method, there, body(place, route))
    asked_for = asked(caller, place, route)
    return asked_for == (answer.status, answer.body["error"]) and asked_for[0] in (status, 404)


def test_who_helps_has_the_same_rights_before_it_is_public() -> None:
    coded = {*SEATED, *(route.name for route in ROUTES if route.path.count("{") > 1)}
    rights = {route: need for route, need in TOURNAMENT.items() if route not in coded}
    helpers = ("judge", "coordinator", "organizer")
    assert list(wrong(Place(peopled(cast.created())), rights, helpers)) == []


def test_a_game_of_kingdoms_is_played_by_its_table_and_the_judges() -> None:
    tournament, match = begun()
    place = Place(peopled(tournament), match=match.code)
    rights = {route: need for route, need in TOURNAMENT.items() if "kingdoms" in route}
    assert list(wrong(place, rights)) == []


def test_outside_tournaments_an_account_is_all_that_counts() -> None:
    assert list(wrong(Place(peopled(cast.created())), ELSEWHERE)) == []


def test_what_a_card_opens_no_account_opens() -> None:
    place, routes = during(), [route for route in ROUTES if route.name in BY_CARD]
    for name in REACH:
        answers = {asked(bare(person(name)), place, route) for route in routes}
        assert answers == {(403, "card_not_valid"), (404, "not_found")}, name
