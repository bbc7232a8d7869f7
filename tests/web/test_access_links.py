"""Links and codes on their pages, on the pages that show the entry code, and for programs (F79)."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.logs import mask_tokens
from matches.models import Entry
from tests.api.programs import program
from tests.cast import PASSWORD, START, ana, announced, browser, bruno, caio, created, drawn, duda, fresh
from tests.services.test_access_links import link_of
from tests.web.cached import read
from tests.web.html import text
from tournaments.models import AccessLink, Role, Tournament
from tournaments.policies import role_of
from tournaments.setup.access_links import code_of, revoke_link

pytestmark = [pytest.mark.django_db, pytest.mark.fault("F79")]


def page_of(link: AccessLink) -> str:
    return reverse("access_link", args=[code_of(link)])


def test_an_organizer_makes_shows_and_revokes_a_link() -> None:
    tournament, organizer = created(), browser(ana())
    page = reverse("access_links", args=[tournament.slug])
    assert organizer.post(page, {"role": "judge", "uses": "3", "days": "2"}).status_code == 302
    link = AccessLink.objects.get()
    shown = text(organizer.get(page))
    assert code_of(link) in shown
    assert "0 of 3 used" in shown
    assert "<svg" in shown
    assert organizer.post(page, {"role": "judge", "uses": "0", "days": "2"}).status_code == 422
    organizer.post(page, {"revoke": str(link.pk)})
    assert code_of(link) not in text(organizer.get(page))
    assert browser(bruno()).get(page).status_code == 403


def test_a_visitor_is_led_to_an_account_and_back_and_nothing_is_given_before_the_button() -> None:
    tournament = created()
    link = link_of(tournament, now=timezone.now())
    page = page_of(link)
    answer = browser().get(page)
    for way in ("login", "sign_up"):
        assert f"{reverse(way)}?next={page}" in text(answer)
    assert answer["Referrer-Policy"] == "same-origin"
    visitor = Client(headers={"accept-language": "en"})
    new = {"username": "nova", "password": PASSWORD, "again": PASSWORD, "name": "Nova Pessoa", "next": page}
    assert visitor.post(reverse("sign_up"), new)["Location"] == page
    asked = text(visitor.get(page))
    assert ">judge<" in asked
    assert tournament.title in asked
    assert AccessLink.objects.get().used == 0
    assert visitor.post(page)["Location"] == reverse("now", args=[tournament.slug])
    assert AccessLink.objects.get().used == 1
    assert visitor.get(page)["Location"] == reverse("now", args=[tournament.slug])
    assert visitor.get(reverse("now", args=[tournament.slug])).status_code == 200


def test_without_an_account_a_staff_code_and_a_wrong_one_look_alike() -> None:
    right, wrong = page_of(link_of(created())), reverse("access_link", args=["aaaaaa"])
    answers = [browser().get(page) for page in (right, wrong)]
    assert len({answer.status_code for answer in answers}) == 1
    assert len({text(answer).replace(right, "").replace(wrong, "") for answer in answers}) == 1


def test_a_used_up_link_says_so_and_gives_nothing() -> None:
    tournament = created()
    link = link_of(tournament, uses=1, now=timezone.now())
    browser(duda()).post(page_of(link))
    assert role_of(tournament, duda()) == Role.JUDGE
    answer = browser(bruno()).post(page_of(link_of(tournament, role="coordinator", now=timezone.now())))
    assert answer.status_code == 302
    late = browser(caio()).post(page_of(link))
    assert late.status_code == 403
    assert "used up" in text(late)


def test_guesses_with_an_account_are_limited() -> None:
    person = browser(duda())
    answers = [person.get(reverse("access_link", args=["aaaaaa"])).status_code for _ in range(22)]
    assert answers == [404] * 20 + [429] * 2
    assert person.get(page_of(link_of(created()))).status_code == 429


def test_a_typed_code_leads_to_its_page() -> None:
    page = reverse("access_code")
    assert browser().post(page, {"codigo": " ABC-D2f "})["Location"] == reverse(
        "access_link", args=["abcd2f"]
    )
    wrong = browser().post(page, {"codigo": "<b>0"})
    assert wrong.status_code == 422
    assert "&lt;b&gt;0" in text(wrong)
    assert page in text(browser().get(reverse("home")))


def test_the_entry_code_is_shown_where_players_look_and_leads_to_their_entry() -> None:
    tournament = announced()
    hall, share = (reverse(name, args=[tournament.slug]) for name in ("hall", "share"))
    before = read(browser(), hall)
    organizer = browser(ana())
    organizer.post(reverse("access_links", args=[tournament.slug]))
    link = AccessLink.objects.get()
    code = code_of(link)
    assert code not in before
    assert code in read(browser(), hall)
    assert code in text(browser().get(share))
    proposal = organizer.get(reverse("announcement", args=[tournament.slug]), {"proposal": "1"})
    assert code in text(proposal)
    entering = reverse("enter_self", args=[tournament.slug])
    assert browser().get(page_of(link))["Location"] == entering
    revoke_link(tournament, number=link.pk, by=ana(), now=START)
    assert code not in read(browser(), hall)


def test_after_the_draw_no_page_shows_it() -> None:
    tournament = announced()
    link = link_of(tournament, role="entry")
    Tournament.objects.filter(pk=tournament.pk).update(state="drawn")
    assert code_of(link) not in text(browser().get(reverse("share", args=[tournament.slug])))
    page = reverse("access_links", args=[drawn(4, name="Outro").slug])
    assert "Entries are closed" in text(browser(ana()).get(page))


def test_after_the_draw_it_leads_to_what_is_left_and_only_until_the_end_to_a_seat() -> None:
    link = link_of(announced(), role="entry")
    client, seat = browser(duda()), "Ask the organizer whether a seat is left"
    Tournament.objects.update(state="drawn")
    entering = client.get(page_of(link))["Location"]
    assert seat in text(client.get(entering))
    refused = client.post(entering)
    assert (refused.status_code, Entry.objects.count()) == (409, 0)
    Tournament.objects.update(state="finished", finished_at=START)
    assert seat not in text(client.get(entering))


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('path="/entrar/k7m2qx/"', 'path="/entrar/…/"'),
        ("GET /entrar/k7m2qx/ HTTP/1.1", "GET /entrar/…/ HTTP/1.1"),
        ('path="/conta/entrar/codigo/"', 'path="/conta/entrar/codigo/"'),
        ('path="/entrar/"', 'path="/entrar/"'),
        ('path="/mesa/abcdefghijklmnop/"', 'path="/mesa/…/"'),
    ],
)
def test_codes_are_masked_in_logs(line: str, shown: str) -> None:
    assert mask_tokens(line) == shown


def test_programs_make_list_revoke_and_use_them() -> None:
    tournament = announced()
    at = f"tournaments/{tournament.slug}/access-links/"
    made = program(ana()).post(at, {"role": "judge", "uses": 1, "days": 1})
    assert (made.status, made.body["used"], len(made.body["code"])) == (201, 0, 6)
    assert program(ana()).get(at).body == [made.body]
    assert program(bruno()).get(at).status == 403
    used = program(duda()).post("access/", {"code": made.body["code"].upper()})
    assert (used.status, used.body) == (200, {"tournament": tournament.slug, "role": "judge"})
    assert role_of(fresh(tournament), duda()) == Role.JUDGE
    assert program(duda()).post("access/", {"code": "aaaaaa"}).codes == {"link_not_valid"}
    entry = program(ana()).post(at, {"role": "entry"}).body
    assert program(duda()).post("access/", {"code": entry["code"]}).body["role"] == "entry"
    assert program(ana()).delete(f"{at}{made.body['number']}/").status == 204
    assert program(ana()).delete(f"{at}999999/").status == 404
