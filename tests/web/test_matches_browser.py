"""The sheet on a judge's phone, in a real browser."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Route, expect

from matches.models import Match, Sheet
from tests.fixtures.browser import PHONE, NewPage
from tests.servers.process import wait_until
from tests.servers.site import Site
from tests.web.phones import TOUCH, at_the_table, counted, first_match, more, sign_in
from tournaments.play.play import call_time

CLICK_IN_THE_NEXT_FRAME = """document.addEventListener("htmx:afterSwap", () => requestAnimationFrame(() => {
  const chip = document.querySelector('[name="lines.0.intact"][value="3"]');
  chip.focus();
  chip.click();
  document.body.dataset.clicked = "";
}), { once: true })"""
TYPED_FOR_OTHERS = """() => {
  const [key] = Object.keys(localStorage).filter((key) => key.startsWith("chama:sheet:"));
  const draft = JSON.parse(localStorage.getItem(key));
  const fields = draft.fields.map(([name, value]) => [name, name === "seated" ? `${value} psomeone` : value]);
  localStorage.setItem(key, JSON.stringify({ ...draft, fields }));
}"""
"""What a correction of an earlier match does to a draft: its people are no longer those of the table."""
STARVED = 300  # seconds until a busy machine has drawn one frame


def test_a_plain_win_takes_two_taps(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    phone.tap("label.tile:has(#winner-2)")
    expect(phone.locator("#sheet-headline.is-good")).to_contain_text("the win condition is met")
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_contain_text("the win condition is met")
    assert Sheet.objects.get(match=match).winner == match.sides.get(number=2).entry


def test_the_sheet_is_on_the_first_screen_of_a_match_with_a_limit(live_site: Site, new_page: NewPage) -> None:
    match = first_match(time_limit=40)
    phone = new_page(**{**TOUCH, "viewport": {"width": 390, "height": 844}})
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    expect(phone.locator("#starter button").first).to_be_hidden()
    for side in (1, 2, 3, 4):
        expect(phone.locator(f"label.tile:has(#winner-{side})")).to_be_in_viewport(ratio=1)
    phone.tap("#starter > summary")
    with phone.expect_navigation():
        phone.tap("#starter button[value='2']")
    assert Match.objects.get(pk=match.pk).starter == 2
    expect(phone.locator("#starter button").first).to_be_hidden()


def test_what_was_typed_outlives_the_page_and_a_lost_connection(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    phone.tap("label.tile:has(#winner-3)")
    more(phone, 0)
    phone.fill('[name="lines.0.commanders"]', "4")
    counted(phone, 0, 2)
    phone.reload()
    expect(phone.locator('[name="lines.0.commanders"]')).to_have_value("4")
    expect(phone.locator("#sheet-headline.is-danger, #sheet-headline.is-good")).to_be_visible()
    phone.context.set_offline(True)
    phone.tap(".sheet-record")
    expect(phone.locator("[data-offline]")).to_be_visible()
    counted(phone, 0, 1)
    expect(phone.locator("[data-offline]")).to_be_hidden()
    phone.context.set_offline(False)
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_be_visible()
    assert phone.evaluate("localStorage.length") == 0


@pytest.mark.F45
def test_a_sheet_that_waits_says_so_under_the_thumb(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    phone.tap(".sheet-record")
    expect(phone.locator(".sheet-refused")).to_be_visible()
    phone.tap("label.tile:has(#winner-2)")
    phone.context.set_offline(True)
    phone.tap(".sheet-record")
    expect(phone.locator("[data-offline]")).to_be_in_viewport()
    expect(phone.locator(".sheet-refused")).to_have_count(0)
    phone.context.set_offline(False)
    expect(phone.locator(".recorded")).to_be_visible()


@pytest.mark.F45
def test_a_sheet_waits_for_the_network_and_is_sent_once(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    key = phone.input_value("[name=report]")
    phone.tap("label.tile:has(#winner-2)")
    expect(phone.locator("#sheet-headline.is-good")).to_be_visible()
    phone.context.set_offline(True)
    phone.tap(".sheet-record")
    expect(phone.locator("[data-offline]")).to_be_visible()
    assert not Sheet.objects.filter(match=match).exists()
    phone.context.set_offline(False)
    expect(phone.locator(".recorded")).to_contain_text("the win condition is met")
    assert Sheet.objects.get(match=match).report == key
    assert phone.evaluate("localStorage.length") == 0


@pytest.mark.F45
def test_a_sheet_that_waited_when_the_page_was_closed_goes_off_with_its_key(
    live_site: Site, new_page: NewPage
) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    key = phone.input_value("[name=report]")
    phone.tap("label.tile:has(#winner-3)")
    phone.route("**/sumula/", lambda route: route.abort())
    phone.tap(".sheet-record")
    expect(phone.locator("[data-offline]")).to_be_visible()
    phone.unroute("**/sumula/")
    at_the_table(phone, live_site, match)
    expect(phone.locator(".recorded")).to_be_visible()
    sheet = Sheet.objects.get(match=match)
    assert (sheet.report, sheet.winner) == (key, match.sides.get(number=3).entry)


def test_a_tie_asks_for_the_cut_while_the_cards_are_counted(live_site: Site, new_page: NewPage) -> None:
    match = first_match(time_limit=30)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    for line, realms in enumerate((3, 0, 3, 0)):
        counted(phone, line, realms)
    expect(phone.locator("#sheet-headline.is-warning")).to_contain_text("Cut the cards")
    phone.select_option('[name="cut.0.1"]', "K")
    phone.select_option('[name="cut.0.3"]', "A")
    expect(phone.locator("#sheet-headline.is-good")).to_contain_text("A × K")
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_contain_text("the cut of cards: A × K")


def test_four_who_cut_twice_fit_beside_what_is_typed(live_site: Site, new_page: NewPage) -> None:
    match = first_match(time_limit=30)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
    phone = new_page(**{**TOUCH, "viewport": {"width": 390, "height": 844}})
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    for line in range(4):
        counted(phone, line, 0)
    for side in range(1, 5):
        phone.select_option(f'[name="cut.0.{side}"]', "A")
    expect(phone.locator('[name^="cut.1."]')).to_have_count(4)
    assert phone.evaluate(
        "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight)(document.querySelector('.cuts'))"
    )
    assert phone.evaluate("document.querySelector('.sheet-bar').offsetHeight") < 844 / 2
    assert phone.evaluate("document.documentElement.scrollWidth") == 390


def test_an_answer_that_comes_late_takes_no_card_back(live_site: Site, new_page: NewPage) -> None:
    match = first_match(time_limit=30)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    for line in range(4):
        counted(phone, line, 0)
    expect(phone.locator('[name^="cut.0."]')).to_have_count(4)
    for side in range(1, 4):
        with phone.expect_response("**/conferir/"):
            phone.select_option(f'[name="cut.0.{side}"]', "K")
    held: list[Route] = []
    phone.route("**/conferir/", lambda route: held.append(route) if not held else route.continue_())
    phone.select_option('[name="cut.0.3"]', "A")
    while not held:
        phone.wait_for_timeout(10)
    phone.select_option('[name="cut.0.4"]', "Q")
    held[0].continue_()  # asked for before the last card was chosen, it comes right after it
    expect(phone.locator("#sheet-headline.is-good")).to_be_visible()
    assert [phone.input_value(f'[name="cut.0.{side}"]') for side in range(1, 5)] == ["K", "K", "A", "Q"]


def test_a_refused_sheet_is_in_use_from_the_next_frame_on(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    phone.evaluate(CLICK_IN_THE_NEXT_FRAME)
    phone.locator(".sheet-record").dispatch_event("click")  # a tap waits for frames of its own
    wait_until(lambda: phone.evaluate("'clicked' in document.body.dataset"), STARVED, "no frame was drawn")
    expect(phone.locator('[name="lines.0.intact"][value="3"]')).to_be_focused()


def test_a_refused_sheet_says_so_where_the_reader_is(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    phone.tap("label.tile:has(#winner-2)")
    phone.tap("label.tile:has(#winner-1)")
    expect(phone.locator('[name="lines.0.intact"][value="6"]')).to_be_checked()
    expect(phone.locator('[name="lines.1.intact"][value=""]')).to_be_checked()
    more(phone, 1)
    phone.fill('[name="lines.1.armies"]', "2")
    phone.tap(".sheet-record")
    expect(phone.locator(".sheet-refused")).to_be_focused()
    expect(phone.locator('[name="lines.1.armies"]')).to_have_value("2")
    expect(phone.locator("#winner-1")).to_be_checked()


def test_the_sheet_works_without_javascript(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**TOUCH, java_script_enabled=False)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    phone.check("#winner-1")
    counted(phone, 0, 5)
    phone.click("text=Check")
    expect(phone.locator("#sheet-headline")).to_contain_text("1 thing to fix")
    counted(phone, 0, 6)
    phone.click(".sheet-record")
    expect(phone.locator(".recorded")).to_contain_text("the win condition is met")


@pytest.mark.F89
def test_the_sheet_works_by_keyboard_alone(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    page = new_page(locale="en")
    sign_in(page, live_site)
    at_the_table(page, live_site, match)
    page.focus("#winner-1")
    page.keyboard.press("Space")
    expect(page.locator("#sheet-headline.is-good")).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('sheet-record')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".recorded")).to_be_visible()


@pytest.mark.F89
def test_a_judge_who_sees_nothing_hears_what_changes_and_stays_where_they_are(
    live_site: Site, new_page: NewPage
) -> None:
    match = first_match(time_limit=30)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
    page = new_page(locale="en")
    sign_in(page, live_site)
    at_the_table(page, live_site, match)
    said = page.locator("[aria-live=polite] #sheet-headline")
    page.focus(".sheet-record")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet-refused")).to_be_focused()
    for line, realms in enumerate((3, 0, 3, 0)):
        page.focus(f'[name="lines.{line}.intact"][value="{realms}"]')
        page.keyboard.press("Space")
    expect(said).to_have_text("Tied for first place. Cut the cards.")
    expect(page.locator('[name="lines.3.intact"][value="0"]')).to_be_focused()
    for side, card in ((1, "K"), (3, "A")):
        cut = page.locator(f'[name="cut.0.{side}"]')
        expect(cut).to_have_accessible_name(re.compile(r"\w+ \w+"))
        with page.expect_response(lambda answer: "/conferir/" in answer.url):
            cut.focus()
            page.keyboard.press(card)
        expect(cut).to_have_value(card)
        expect(cut).to_be_focused()
    expect(said).to_contain_text("the cut of cards: A × K")
    page.focus(".sheet-record")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="The sheet is recorded.")).to_be_visible()


def test_a_judge_with_the_page_open_hears_that_another_recorded(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    bruno, ana = new_page(**TOUCH), new_page(**TOUCH)
    sign_in(bruno, live_site)
    sign_in(ana, live_site, "ana")
    for phone in (bruno, ana):
        at_the_table(phone, live_site, match)
    bruno.tap("label.tile:has(#winner-1)")
    bruno.tap(".sheet-record")
    expect(bruno.locator(".recorded")).to_be_visible()
    expect(ana.locator("#match-head")).to_contain_text("Something happened at this match")
    ana.tap("label.tile:has(#winner-2)")
    ana.tap(".sheet-record")
    expect(ana.locator(".versions")).to_contain_text(re.compile("Recorded.*Yours, not recorded", re.DOTALL))
    expect(ana.locator("#match-acts")).to_have_count(0)


def test_time_is_chosen_once_it_was_called_unless_somebody_said_otherwise(
    live_site: Site, new_page: NewPage
) -> None:
    match = first_match(time_limit=30)
    assert match.time_due_at
    untouched, decided = new_page(**TOUCH), new_page(**TOUCH)
    for phone in (untouched, decided):
        sign_in(phone, live_site)
        at_the_table(phone, live_site, match)
    more(untouched, 0)
    untouched.fill('[name="lines.0.armies"]', "0")
    decided.tap("label.tile:has(#winner-1)")
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
    expect(untouched.locator("#ended-time")).to_be_checked(timeout=15_000)
    expect(decided.locator("#match-head strong.clock.is-late")).to_be_visible(timeout=15_000)
    expect(decided.locator("#ended-win_condition")).to_be_checked()
    for phone, ending in ((untouched, "time"), (decided, "win_condition")):
        at_the_table(phone, live_site, match)
        expect(phone.locator(f"#ended-{ending}")).to_be_checked()


@pytest.mark.F06
def test_a_draft_typed_while_others_had_the_seats_ticks_nobody(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    phone.tap("label.tile:has(#winner-2)")
    phone.evaluate(TYPED_FOR_OTHERS)
    phone.reload()
    expect(phone.locator("[data-others]")).to_be_visible()
    expect(phone.locator("[name=winner]:checked")).to_have_count(0)
    phone.reload()
    expect(phone.locator("[data-others]")).to_be_hidden()
    phone.tap("label.tile:has(#winner-1)")
    phone.reload()
    expect(phone.locator("#winner-1")).to_be_checked()
