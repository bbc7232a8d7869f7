"""Who may open and post what: every address that Django's resolver knows × the callers of the API's matrix.

Whose each page is stands here once more, from README ("Who does what") and docs/security.md ("Who sees
what"). An address without a row fails. What is refused sends a visitor to sign in, tells others 403 and
writes no row; what somebody may not know of is answered like what does not exist.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User
from matches.models import Entry
from tests import cast
from tests.api.test_access import (
    ACCOUNT,
    ANYBODY,
    COORDINATE,
    JUDGE,
    MANAGE,
    PLAYER,
    REACH,
    Place,
    before,
    during,
    peopled,
    person,
)
from tests.services.test_decks import DUE, HERMETICA
from tests.services.test_kingdoms_companion import begun
from tests.web.addresses import ALL, OF_ADMINISTRATION, PAGES, Address, Caller, Told, form_for, url_of
from web.http import errors

pytestmark = [pytest.mark.django_db, pytest.mark.F66, pytest.mark.F67]

Row = tuple[int, int | None]
UNDER = "torneios/<slug:slug>/"


def rows(opened: int, posted: int | None, names: str) -> dict[str, Row]:
    """A row for each of the addresses: who may open it, and who may post to it, if anybody."""
    return dict.fromkeys(names.split(), (opened, posted))


OUTSIDE: Mapping[str, Row] = {
    **rows(
        ANYBODY,
        None,
        """
        season league series club organizer player heads check_pyz worker design away robots favicon
        sitemap club_feed embed_bracket embed_standing embed_season
        safe_address authority export_season export_league
        health delay_notice
        title_preview own_calendar rules rules_game rules_chapter privacy types type_preview
        """,
    ),
    **rows(
        ANYBODY,
        ANYBODY,
        """
        home sign_up login second_step passkey_challenge passkey_sign_in set_language live ready metrics
        deck_check type access_code access_link stop_notices forgotten_password
        """,
    ),
    **rows(
        ANYBODY,
        ACCOUNT,
        """
        revoke_api_keys calendars sign_out_elsewhere end_session offer_page offer_events mark_oneself
        passkey_new notice_devices mail_link_again
        """,
    ),
    **rows(ACCOUNT, None, "own_data own_data_file types_mine"),
    **rows(
        ACCOUNT,
        ACCOUNT,
        """
        second_factor passkey password_change api_keys account tournament_new play_now bin type_new type_edit
        forget_me own_notices mail_address confirm_mail_address
        """,
    ),
}
ONLY_POSTED = {"logout"}
OF_EDITORS = {"types_review"}
"""Those who accept types; an administrator is one."""
TOURNAMENT: Mapping[str, Row] = {
    **rows(
        ANYBODY,
        None,
        """
        tournament bracket rounds standing hall where follow_code where_code match match_versions notices
        draw_verify record record_page record_head record_texts tournament_calendar table_calendar
        kingdoms_file picture picture_shared share share_picture
        export_entries export_seats export_matches export_standing tournament_feed
        """,
    ),
    **rows(ANYBODY, PLAYER, "table_tap kingdoms"),
    **rows(
        ANYBODY,
        JUDGE,
        """
        entries waiting_list start_called look_after paper_check match_start match_absent match_time
        match_pineapples match_suits match_starter match_redraw match_redraw_back match_extend drawn_game
        drawn_game_take_back sheet sheet_check sheet_row match_free_seats help_answer
        """,
    ),
    **rows(
        ANYBODY,
        COORDINATE,
        "draw open_calls call_blocked separate_person timetable penalty_withdraw regulation ruling",
    ),
    **rows(ANYBODY, MANAGE, "tournament_archive draw_way_out picture_give announcement_details"),
    **rows(ACCOUNT, ACCOUNT, "enter_self"),
    **rows(PLAYER, None, "table_count"),
    **rows(JUDGE, None, "export_check_in export_penalties"),
    **rows(JUDGE, None, "printing printed_sheets printed_blank_sheets printed_paper"),
    **rows(JUDGE, None, "now table_jump paper record_people table_sheet sheet_rows"),
    **rows(ANYBODY, None, "pay_fee"),
    **rows(JUDGE, JUDGE, "fees"),
    **rows(JUDGE, JUDGE, "entries_import import_undo check_in door paper_sheet penalties no_show"),
    **rows(JUDGE, COORDINATE, "tables judges entry_withdraw"),
    **rows(COORDINATE, None, "organize planning offline_pack unsent_notices"),
    **rows(
        COORDINATE,
        COORDINATE,
        """
        entry_late entry_change entry_decide entry_substitute draw_withdraw breaks calling finish
        round_draw round_withdraw stage_close
        sheet_correct dispute_dismiss correction_undo reopen table_cards minors
        """,
    ),
    **rows(MANAGE, None, "endings"),
    **rows(MANAGE, MANAGE, "tournament_cancel tournament_delete"),
    **rows(MANAGE, MANAGE, "tournament_edit staff access_links announcement webhooks"),
}
OF_A_SIDE = rows(
    ANYBODY, PLAYER, "match_report match_report_check match_report_retract match_flag match_help"
)
"""What somebody at this table says (ADR 0011): nobody else, whatever they are."""
WITH_DECKS = rows(PLAYER, PLAYER, "entry_decks")
BY_CARD = rows(
    ANYBODY,
    None,
    """
    arrive table_phone table_sit table_stand table_kingdoms table_report table_report_check
    table_report_retract table_flag phone_count phone_tap table_help table_card new_password
    """,
)
"""By the code that hangs at the door, lies on a table or was given by hand, and by nothing else."""
WITHOUT_AN_ACCOUNT = {"admin/login/", "admin:login"}
HELPERS = ("judge", "coordinator", "organizer")
BEFORE_THE_DRAW = {
    "entry_withdraw": (JUDGE, JUDGE),
    "entry_change": (JUDGE, JUDGE),
    "draw": (COORDINATE, COORDINATE),
}
PLAYING = {"table_count": (ANYBODY, None), "table_tap": (ANYBODY, ANYBODY)}
"""What is nowhere before matches are played."""


@pytest.fixture(autouse=True)
def _refusals_are_drawn_once_for_each() -> Iterator[None]:
    """Each caller's page of a refusal is drawn; some thousand times more it would be the same."""
    drawn = set[tuple[str, object]]()

    def once(
        request: HttpRequest, template: str, context: dict[str, object] | None = None, *, status: int
    ) -> HttpResponse:
        if status in (403, 404) and (template, request.user.pk) in drawn:
            return HttpResponse(status=status)
        drawn.add((template, request.user.pk))
        return render(request, template, context, status=status)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(errors, "render", once)
        yield


@pytest.fixture(autouse=True)
def _the_site_sends_mail(settings: Any) -> None:
    """Without a mail server the pages of addresses are not there."""
    settings.HAS_MAIL = True


def test_every_address_has_one_row() -> None:
    rows = [*OUTSIDE, *ONLY_POSTED, *OF_EDITORS, *TOURNAMENT, *OF_A_SIDE, *WITH_DECKS, *BY_CARD]
    assert sorted(address.name for address in PAGES) == sorted(rows)
    under = {address.name for address in PAGES if address.path.startswith(UNDER)}
    assert under - {"arrive"} == {*TOURNAMENT, *OF_A_SIDE, *WITH_DECKS}
    assert len(ALL) == len(PAGES) + len(OF_ADMINISTRATION)


def refused(name: str, told: Told) -> bool:
    """Whether it was for who asks: a visitor is to sign in, the others are told that it is not theirs."""
    if name == "nobody":
        return told.status == 302 and told.where.startswith("/conta/entrar/?next=")
    return told.status == 403


def asked(caller: Caller, place: Place, address: Address, row: Row) -> Iterator[tuple[str, int | None, Told]]:
    """The page opened, and its form sent."""
    url = url_of(address, place)
    yield "GET", row[0], caller.get(url)
    yield "POST", row[1], caller.post(url, form_for(address, place))


def wrong(place: Place, rights: Mapping[str, Row], names: Iterable[str] = REACH) -> list[str]:
    """Where one of these callers gets more than is theirs, or less; or something was written all the same."""
    return [
        f"{name}, {method} {address.name}: {told.status} {told.where} {told.wrote[:1]}"
        for name in names
        for caller in [Caller(person(name))]
        for address in PAGES
        if address.name in rights
        for method, need, told in asked(caller, place, address, rights[address.name])
        if not as_said(name, need, told)
    ]


def as_said(name: str, need: int | None, told: Told) -> bool:
    """Whether this is the answer that the row says; what is opened or refused writes nothing."""
    if need is None:
        return told.status == 405 and not told.wrote
    if REACH[name] >= need:
        return (not refused(name, told) and told.status < 500) or told.status == 503
    return refused(name, told) and not told.wrote


def test_of_a_public_tournament_each_gets_what_is_theirs_and_no_more() -> None:
    place, others = during(), [name for name in REACH if name != "player"]
    rights = {name: row for name, row in TOURNAMENT.items() if "kingdoms" not in name}
    assert wrong(place, rights, others) == []
    theirs = {**rights, "entry_withdraw": (PLAYER, PLAYER)}
    assert wrong(place, theirs, ["player"]) == []


def test_only_who_sits_at_a_table_speaks_for_it() -> None:
    place, others = during(), [name for name in REACH if name != "player"]
    nobody_else = dict.fromkeys(OF_A_SIDE, (ANYBODY, MANAGE + 1))
    assert wrong(place, nobody_else, others) == []
    assert wrong(place, OF_A_SIDE, ["player"]) == []


def test_before_the_draw_judges_take_people_out_and_nobody_sees_it() -> None:
    rights = {name: row for name, row in TOURNAMENT.items() if "kingdoms" not in name}
    assert wrong(before(), {**rights, **PLAYING, **BEFORE_THE_DRAW}) == []


def test_who_helps_has_the_same_rights_before_it_is_public() -> None:
    rights = {name: row for name, row in TOURNAMENT.items() if "kingdoms" not in name}
    coded = {**PLAYING, **BEFORE_THE_DRAW, "enter_self": (ACCOUNT, MANAGE + 1)}
    assert wrong(Place(peopled(cast.created())), {**rights, **coded}, HELPERS) == []


def test_a_private_tournament_is_not_there_for_who_does_not_help() -> None:
    place = Place(peopled(cast.created()))
    for name in (name for name in REACH if name not in HELPERS):
        caller = Caller(person(name))
        for address in PAGES:
            if address.path.startswith(UNDER):
                assert not_there(caller, place, address), (name, address.name)


def not_there(caller: Caller, place: Place, address: Address) -> bool:
    """Whether it is answered like a tournament that does not exist, and writes nothing."""
    url, form, slug = url_of(address, place), form_for(address, place), place.tournament.slug
    there = [caller.get(url), caller.post(url, form)]
    elsewhere = url.replace(slug, "no-such-thing")
    nowhere = [caller.get(elsewhere), caller.post(elsewhere, form)]
    known = [(told.status, told.where.replace(slug, "no-such-thing"), told.wrote) for told in there]
    return known == [(told.status, told.where, told.wrote) for told in nowhere]


def test_outside_tournaments_an_account_is_all_that_counts() -> None:
    assert wrong(Place(peopled(cast.created())), OUTSIDE) == []


def test_editors_alone_look_through_types() -> None:
    place = Place(peopled(cast.created()))
    nobody_else = {"types_review": (MANAGE + 1, None)}
    assert wrong(place, nobody_else, [name for name in REACH if name != "administrator"]) == []
    assert wrong(place, {"types_review": (ACCOUNT, None)}, ["administrator"]) == []


def test_a_game_of_kingdoms_is_played_by_its_table_and_the_judges() -> None:
    tournament, match = begun()
    rights = {name: row for name, row in TOURNAMENT.items() if "kingdoms" in name}
    assert wrong(Place(peopled(tournament), match=match.code), rights) == []


def test_a_deck_is_its_players_and_the_judges() -> None:
    tournament = peopled(cast.entered(4, **HERMETICA, house_rules=DUE))
    entry = Entry.objects.get(ledger=tournament.ledger_id, members__persona__player=cast.caio())
    (address,) = (address for address in PAGES if address.name == "entry_decks")
    place = Place(tournament, entry=entry.code, seated=entry.members.get(position=1).persona.code)
    for name in REACH:
        told = [told for *_, told in asked(Caller(person(name)), place, address, WITH_DECKS["entry_decks"])]
        statuses = [200, 422] if REACH[name] >= PLAYER else [404, 404]
        assert [answer.status for answer in told] == statuses, name
        assert not any(answer.wrote for answer in told)


def test_what_a_card_opens_no_account_opens() -> None:
    place = during()
    for name in REACH:
        caller = Caller(person(name))
        for address in PAGES:
            if address.name in BY_CARD:
                told = caller.post(url_of(address, place), form_for(address, place))
                assert told.status in (403, 404, 405) or refused(name, told), (name, address)
                assert not told.wrote


def test_the_administration_is_the_administrators() -> None:
    peopled(cast.created())
    callers = {name: Caller(person(name)) for name in REACH}
    administrator = callers.pop("administrator")
    for address in OF_ADMINISTRATION:
        if address.name not in WITHOUT_AN_ACCOUNT:
            for name, caller in callers.items():
                assert all(turned_away(address, told) for told in administered(caller, address)), name
            theirs = administered(administrator, address)
            assert all(told.status < 500 and not told.where.startswith("/admin/login/") for told in theirs)


def administered(caller: Caller, address: Address) -> list[Told]:
    """Such an address opened, and a form without anything sent there."""
    return [caller.get(url_of(address)), caller.post(url_of(address), {})]


def turned_away(address: Address, told: Told) -> bool:
    """Whether somebody has to sign in first, and nothing is written; who signs out lands there too."""
    to = "/admin/" if address.name == "admin:logout" else "/admin/login/"
    return told.status == 302 and told.where.startswith(to) and not told.wrote


def test_of_the_administration_without_rights_is_nothing_but_its_cover() -> None:
    User.objects.filter(player=person("signed in")).update(is_staff=True)
    caller = Caller(person("signed in"))
    for address in OF_ADMINISTRATION:
        answers = administered(caller, address)
        assert not any(told.wrote for told in answers), address
        if address.path.endswith(("/add/", "/delete/", "/change/")):
            assert all(told.status in (302, 403) for told in answers), (address, answers)
            assert not any("_change" in told.where for told in answers)
