"""One's own data: seen, carried away, forgotten; and the page that says what is kept."""

import json

import pytest
from django.conf import LazySettings
from django.urls import reverse

from accounts.models import Player, User
from tests import cast
from tests.api.programs import program
from tests.cast import START, ana, bruno, caio
from tests.web.html import text
from tournaments.setup.staff import assign_role

pytestmark = pytest.mark.django_db
FORGET, SURE = reverse("forget_me"), {"password": cast.PASSWORD, "sure": "on"}


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_everybody_reads_what_is_kept_and_who_answers_for_it(language: str, settings: LazySettings) -> None:
    settings.SITE_OPERATOR, settings.PRIVACY_CONTACT = "Clube de Chama", "dados@clube.example"
    page = text(cast.browser(language=language).get(reverse("privacy")))
    assert "Clube de Chama" in page
    assert "dados@clube.example" in page
    assert reverse("privacy") in text(cast.browser(language=language).get("/"))


def test_the_times_on_the_page_are_those_of_the_site(settings: LazySettings) -> None:
    settings.SESSION_COOKIE_AGE, settings.ANSWER_HOURS = 3 * 86_400, 24
    page = text(cast.browser().get(reverse("privacy")))
    assert "3 days from signing in" in page
    assert "24 hours" in page


@pytest.mark.parametrize("has_mail", [True, False])
def test_addresses_are_named_only_where_the_site_has_mail(settings: LazySettings, has_mail: bool) -> None:
    settings.HAS_MAIL = has_mail
    page = cast.browser().get(reverse("privacy")).content.decode()
    assert ("E-mail address, if you give one" in page) is has_mail


def test_a_person_carries_away_all_of_theirs_and_nobody_elses() -> None:
    tournament = cast.finished(8, ranked=True)
    client = cast.browser(caio())
    assert client.get(reverse("own_data")).status_code == 200
    answer = client.get(reverse("own_data_file"))
    assert "no-store" in answer["Cache-Control"]
    assert f"chama-{caio().code}.json" in answer["Content-Disposition"]
    data = json.loads(answer.content)
    (part,) = data["tournaments"]
    assert (data["person"]["name"], data["account"]["username"]) == ("Caio do Rio", "caio")
    assert part["slug"] == tournament.slug
    assert part["entries"][0]["place"] == caio().personas.get().memberships.get().entry.placing.place
    others = Player.objects.exclude(pk=caio().pk).values_list("name", flat=True)
    assert [name for name in others if name in answer.content.decode()] == []
    assert "password" not in data["account"]


def test_the_api_gives_the_same_and_no_narrow_key_gets_it() -> None:
    cast.finished(4)
    data = program(caio()).get("/api/v1/me/data/")
    assert (data.status, data.body["format"]) == (200, "chama-own-data/1")
    assert (
        data.body["tournaments"]
        == json.loads(cast.browser(caio()).get(reverse("own_data_file")).content)["tournaments"]
    )
    assert program().get("/api/v1/me/data/").status == 401


@pytest.mark.F83
def test_a_person_is_forgotten_with_the_password_and_a_tick() -> None:
    cast.entered(4)
    client = cast.browser(caio())
    assert client.get(FORGET).status_code == 200
    assert client.post(FORGET, {"password": "errada", "sure": "on"}).status_code == 422
    assert client.post(FORGET, {"password": cast.PASSWORD}).status_code == 422
    assert User.objects.filter(username="caio").exists()
    assert client.post(FORGET, SURE)["Location"] == "/"
    assert not User.objects.filter(username="caio").exists()
    assert client.get(reverse("account")).status_code == 302


def test_whoever_alone_organizes_is_told_what_comes_first() -> None:
    tournament = cast.announced()
    client = cast.browser(ana())
    assert tournament.title in text(client.get(FORGET))
    assert client.post(FORGET, SURE).status_code == 422
    refused = program(ana()).post("/api/v1/me/forget/", {"password": cast.PASSWORD})
    assert (refused.status, refused.codes) == (422, {"sole_organizer"})
    assign_role(tournament, username=cast.staffed(bruno()), role="organizer", by=ana(), now=START)
    assert program(ana()).post("/api/v1/me/forget/", {"password": cast.PASSWORD}).status == 204
    assert not User.objects.filter(username="ana").exists()


@pytest.mark.F70
def test_a_password_is_not_guessed_here_either() -> None:
    caller = program(caio())
    tries = [caller.post("/api/v1/me/forget/", {"password": f"errada {number}"}) for number in range(11)]
    assert {answer.status for answer in tries[:10]} == {422}
    assert tries[10].status == 429
    assert cast.browser(caio()).post(FORGET, SURE).status_code == 429


def test_a_reason_that_names_somebody_comes_back_as_it_was_typed() -> None:
    tournament = cast.entered(4)
    address = reverse("tournament_cancel", args=[tournament.slug])
    answer = cast.browser(ana()).post(address, {"reason": "Caio do Rio adoeceu"})
    assert answer.status_code == 422
    assert answer.context["form"].codes == {"names_somebody"}
    assert "Caio do Rio adoeceu" in text(answer)
