"""The front page, accounts, and the season."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from django.urls import reverse

from accounts.models import Player, User
from tests import cast
from web.site import home

pytestmark = pytest.mark.django_db
STRONG = "quatro reinos arrasados"


def new(**changed: str) -> dict[str, str]:
    """What somebody types to sign up."""
    plain = {"name": "Eva Nova", "username": "eva", "password": STRONG, "again": STRONG}
    return {**plain, **changed}


# --- home -----------------------------------------------------------------------------------------


def test_visitors_see_what_is_public_and_nothing_else() -> None:
    cast.announced(name="Aberta")
    cast.created(name="Secreta")
    content = cast.browser().get(reverse("home")).content.decode()
    assert "Aberta" in content
    assert "Secreta" not in content


def test_staff_sees_what_is_not_announced_yet() -> None:
    cast.created(name="Secreta")
    assert "Secreta" in cast.browser(cast.bruno()).get(reverse("home")).content.decode()
    assert "Secreta" not in cast.browser(cast.duda()).get(reverse("home")).content.decode()


def groups(response: Any) -> dict[str, list[str]]:
    """The names under each heading."""
    return {
        str(group.heading): [tournament.name for tournament in group.tournaments]
        for group in response.context["groups"]
    }


def test_tournaments_stand_under_what_they_do() -> None:
    cast.announced(name="Distante", starts_at=cast.START + timedelta(days=9))
    cast.announced(name="Próxima")
    cast.running(name="Presente", entries=4)
    cast.finished(name="Passada", entries=2)
    response = cast.browser().get(reverse("home"))
    assert groups(response) == {"Happening now": ["Presente"], "Coming up": ["Próxima", "Distante"]}
    assert [tournament.name for tournament in response.context["page"].items] == ["Passada"]


def test_one_s_own_tournaments_come_first() -> None:
    cast.entered(name="Jogo", entries=2)
    assert groups(cast.browser(cast.caio()).get(reverse("home"))) == {"Yours": ["Jogo"]}
    assert groups(cast.browser(cast.bruno()).get(reverse("home"))) == {"Yours": ["Jogo"]}
    assert groups(cast.browser(cast.duda()).get(reverse("home"))) == {"Coming up": ["Jogo"]}


@pytest.mark.fault("F55")
def test_what_is_over_goes_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "A_PAGE", 1)
    for name in ("Antiga", "Nova"):
        cast.finished(name=name, entries=2)
    url = reverse("home")
    pages = [cast.browser().get(f"{url}?pagina={number}").context["page"] for number in (1, 2)]
    assert [tournament.name for page in pages for tournament in page.items] == ["Nova", "Antiga"]
    for beyond in ("3", "0", "-1", "x", "9" * 30):
        assert cast.browser().get(f"{url}?pagina={beyond}").status_code == 200


def test_an_empty_house_invites() -> None:
    content = cast.browser().get(reverse("home")).content.decode()
    assert "No tournament has been announced yet." in content


def test_the_front_page_asks_as_much_for_many_as_for_one(django_assert_max_num_queries: Any) -> None:
    for number in range(12):
        cast.announced(name=f"Série {'abcdefghijkl'[number]}")
    with django_assert_max_num_queries(12):
        cast.browser().get(reverse("home"))
    ana = cast.listed_browser(cast.ana())
    with django_assert_max_num_queries(10):  # her roles, matches and two counts, of all events together
        ana.get(reverse("home"))


# --- signing up -----------------------------------------------------------------------------------


def test_somebody_signs_up_and_is_signed_in() -> None:
    browser = cast.browser()
    response = browser.post(reverse("sign_up"), new())
    assert (response.status_code, response.headers["Location"]) == (302, "/")
    assert Player.objects.get(user__username="eva").name == "Eva Nova"
    assert "Eva Nova" in browser.get(reverse("home")).content.decode()


def test_everything_wrong_is_said_at_once_and_what_was_typed_is_kept() -> None:
    cast.ana()
    response = cast.browser().post(
        reverse("sign_up"), new(username="ANA", name="\u202e\u200b", password="12345678", again="12345678")
    )
    assert response.status_code == 422
    assert response.context["form"].codes == {
        "username_taken", "person_name_missing", "password_too_common",
    }  # fmt: skip
    assert 'value="ANA"' in response.content.decode()
    assert "12345678" not in response.content.decode()
    assert User.objects.count() == 1


def test_two_different_passwords_are_refused() -> None:
    response = cast.browser().post(reverse("sign_up"), new(again="outra coisa bem longa"))
    assert (response.status_code, response.context["form"].codes) == (422, {"differs"})
    assert not User.objects.exists()


@pytest.mark.parametrize("username", ["eva nova", "e" * 151, "<eva>"])
def test_a_user_name_with_strange_signs_is_refused(username: str) -> None:
    response = cast.browser().post(reverse("sign_up"), new(username=username))
    assert (response.status_code, response.context["form"].codes) == (422, {"username_invalid"})


@pytest.mark.fault("F58")
def test_a_name_is_kept_without_what_nobody_sees() -> None:
    cast.browser().post(reverse("sign_up"), new(name="\u2068  E\u0301va de\n  Sá 🍍 \u2069"))
    assert Player.objects.get(user__username="eva").name == "Éva de Sá 🍍"


def test_whoever_was_on_the_way_somewhere_gets_there() -> None:
    response = cast.browser().post(reverse("sign_up"), new() | {"next": "/torneios/novo/"})
    assert response.headers["Location"] == "/torneios/novo/"


@pytest.mark.fault("F74")
@pytest.mark.parametrize("page", ["sign_up", "login"])
@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_nobody_is_led_to_another_host(page: str, target: str) -> None:
    cast.ana()
    typed = {**new(), "next": target} if page == "sign_up" else {
        "username": "ana", "password": cast.PASSWORD, "next": target,
    }  # fmt: skip
    response = cast.browser().post(reverse(page), typed)
    assert (response.status_code, response.headers["Location"]) == (302, "/")


# --- signing in and out ---------------------------------------------------------------------------


def test_somebody_signs_in_and_out() -> None:
    cast.ana()
    browser = cast.browser()
    assert browser.post(reverse("login"), {"username": "ana", "password": cast.PASSWORD}).status_code == 302
    assert browser.get(reverse("account")).status_code == 200
    assert browser.post(reverse("logout")).status_code == 302
    assert browser.get(reverse("account")).status_code == 302


@pytest.mark.fault("F69")
def test_nobody_is_signed_out_by_following_a_link() -> None:
    browser = cast.browser(cast.ana())
    assert browser.get(reverse("logout")).status_code == 405
    assert browser.get(reverse("account")).status_code == 200


@pytest.mark.fault("F70")
def test_a_wrong_password_and_an_unknown_name_get_the_same_answer() -> None:
    cast.ana()
    texts = set()
    for username in ("ana", "eva"):
        response = cast.browser().post(reverse("login"), {"username": username, "password": "errada"})
        assert (response.status_code, response.context["form"].codes) == (422, {"invalid_login"})
        text = response.content.decode().replace(username, "…")
        texts.add(re.sub(r'csrfmiddlewaretoken" value="\w+"', "", text))
    assert len(texts) == 1


# --- the account ----------------------------------------------------------------------------------


def test_a_new_name_shows_everywhere() -> None:
    browser = cast.browser(cast.caio())
    assert browser.post(reverse("account"), {"name": "Caio Antônio"}).status_code == 302
    assert Player.objects.get(user__username="caio").name == "Caio Antônio"
    assert "Caio Antônio" in browser.get(reverse("home")).content.decode()


def test_a_password_is_changed_by_who_knows_the_old_one() -> None:
    browser, url = cast.browser(cast.caio()), reverse("password_change")
    typed = {"old_password": "errada", "new_password1": STRONG, "new_password2": STRONG}
    assert browser.post(url, typed).status_code == 422
    assert browser.post(url, {**typed, "old_password": cast.PASSWORD}).status_code == 302
    assert User.objects.get(username="caio").check_password(STRONG)


def test_a_superuser_made_on_the_command_line_is_a_person_too() -> None:
    root = User.objects.create_superuser("raiz", password=STRONG)
    browser = cast.browser()
    browser.force_login(root)
    assert browser.get(reverse("account")).status_code == 200
    assert Player.objects.get(user=root).name == "raiz"


# --- the season -----------------------------------------------------------------------------------


def test_the_season_ranks_finished_ranked_tournaments() -> None:
    tournament = cast.finished(entries=8, ranked=True, multiplier=2)
    response = cast.browser().get(reverse("season", args=["chama", 2026]))
    assert response.context["page"].items[0].points_text == "50"
    champion = tournament.placings.get(place=1).entry.members.get().persona.player.name
    assert champion in response.content.decode()


def test_a_season_without_a_finished_tournament_says_so() -> None:
    response = cast.browser().get(reverse("season", args=["chama", 2031]))
    assert "No ranked tournament of this season is finished yet." in response.content.decode()


@pytest.mark.parametrize(("game", "year"), [("xadrez", 2026), ("chama", 1200), ("chama", 30000)])
def test_there_is_no_season_of_an_unknown_game_or_year(game: str, year: int) -> None:
    assert cast.browser().get(reverse("season", args=[game, year])).status_code == 404


def test_points_are_written_as_the_language_writes_them() -> None:
    cast.finished(entries=8, ranked=True)  # two of them share 16.5 points
    lines = cast.browser().get(reverse("season", args=["chama", 2026])).context["page"].items
    assert all(line.points_decimal.count(".") == 1 for line in lines)
    text = cast.browser(language="pt-br").get(reverse("season", args=["chama", 2026])).content.decode()
    assert re.findall(r">\s*\d+\.\d\d", text) == []
    assert re.search(r">\s*\d+,\d", text)


@pytest.mark.parametrize("name", ["home", "sign_up", "login", "account", "password_change"])
@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_every_page_is_there_in_both_languages(name: str, language: str) -> None:
    who = cast.ana() if name in ("account", "password_change") else None
    response = cast.browser(who, language=language).get(reverse(name))
    assert response.status_code == 200
    assert f'<html lang="{language}">' in response.content.decode()


@pytest.mark.django_db
def test_signing_up_tells_everything_at_once() -> None:
    cast.caio()
    given = {"name": "", "username": "caio", "password": "123", "again": "123"}
    response = cast.browser().post(reverse("sign_up"), given)
    assert response.status_code == 422
    assert response.context["form"].codes >= {"required", "username_taken", "password_too_short"}


# --- guessing passwords ----------------------------------------------------------------------------------


@pytest.mark.F70
def test_there_is_no_other_door_to_guess_at() -> None:
    asked = cast.browser().get("/admin/login/?next=/admin/")
    assert (asked.status_code, asked["Location"]) == (302, reverse("login") + "?next=/admin/")


def administrators(**rights: bool) -> Player:
    duda = cast.duda()
    User.objects.filter(player=duda).update(**rights)
    return duda


@pytest.mark.parametrize("path", ["/admin/", "/admin/accounts/player/", "/admin/login/?next=/admin/"])
def test_the_administration_tells_whoever_may_not_who_may(path: str) -> None:
    answer = cast.browser(cast.duda()).get(path, follow=True)
    assert (answer.status_code, len(answer.redirect_chain) <= 1) == (403, True)
    assert "administrators of this site" in answer.content.decode()


def test_a_visitor_signs_in_and_comes_back_to_the_administration() -> None:
    administrators(is_staff=True, is_superuser=True)
    who = cast.browser()
    asked = who.get("/admin/", follow=True)
    assert unquote(asked.redirect_chain[-1][0]) == reverse("login") + "?next=/admin/"
    typed = {"username": "duda", "password": cast.PASSWORD, "next": "/admin/"}
    inside = who.post(reverse("login"), typed, follow=True)
    assert (inside.status_code, inside.redirect_chain[-1][0]) == (200, "/admin/")
