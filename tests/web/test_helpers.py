"""Who helps at a tournament: roles given, taken, and guarded by a password."""

import pytest
from django.urls import reverse

from tests import cast
from tests.web.setup_forms import NEW, codes, typed
from tournaments.models import Staff, Tournament

pytestmark = pytest.mark.django_db


def test_people_are_added_by_their_user_names_and_removed() -> None:
    tournament = cast.created()
    cast.duda()
    url, ana = reverse("staff", args=[tournament.slug]), cast.browser(cast.ana())
    assert ana.post(url, {"username": " DUDA ", "role": "judge"}).status_code == 302
    helper = Staff.objects.get(persona__player__name="Duda Estranha")
    assert helper.role == "judge"
    assert "Duda Estranha" in ana.get(url).content.decode()
    assert ana.post(url, {"remove": f"{helper.persona.code}:judge"}).status_code == 302
    assert not Staff.objects.filter(pk=helper.pk).exists()


def test_the_page_offers_to_coordinate_oneself_until_somebody_does() -> None:
    cast.browser(cast.duda()).post(NEW, typed())
    url, duda = reverse("staff", args=[Tournament.objects.get().slug]), cast.browser(cast.duda())
    assert "I’ll coordinate it myself" in duda.get(url).content.decode()
    duda.post(url, {"username": "duda", "role": "coordinator"})
    assert "I’ll coordinate it myself" not in duda.get(url).content.decode()


@pytest.mark.parametrize(
    ("username", "role", "code"),
    [("ninguem", "judge", "account_unknown"), ("", "judge", "required"), ("duda", "king", "invalid_choice")],
)
def test_wrong_staff_is_refused(username: str, role: str, code: str) -> None:
    cast.duda()
    url = reverse("staff", args=[cast.created().slug])
    response = cast.browser(cast.ana()).post(url, {"username": username, "role": role})
    assert (response.status_code, codes(response)) == (422, {code})
    assert f'value="{username}"' in response.content.decode() or not username
    assert Staff.objects.count() == 3


@pytest.mark.parametrize(
    ("typed_password", "status"), [("", 422), ("outra senha", 422), (cast.PASSWORD, 302)]
)
def test_a_tournament_is_given_to_another_organizer_for_the_password_only(
    typed_password: str, status: int
) -> None:
    """Whoever finds an open phone does not give away what is on it; judges are added as ever."""
    tournament, duda = cast.created(), cast.duda()
    url, ana = reverse("staff", args=[tournament.slug]), cast.browser(cast.ana())
    asked = {"username": cast.staffed(duda), "role": "organizer", "password": typed_password}
    response = ana.post(url, asked)
    assert response.status_code == status
    assert tournament.staff.filter(role="organizer").count() == (2 if status == 302 else 1)
    if status == 422:
        assert codes(response) == {"password_wrong"}
        assert typed_password not in response.content.decode() or not typed_password
    assert ana.post(url, {"username": cast.staffed(duda), "role": "judge"}).status_code == 302


def test_guesses_of_the_password_for_another_organizer_are_counted() -> None:
    url, ana = reverse("staff", args=[cast.created().slug]), cast.browser(cast.ana())
    asked = {"username": cast.staffed(cast.duda()), "role": "organizer", "password": "adivinho"}
    assert [ana.post(url, asked).status_code for _ in range(11)][-2:] == [422, 429]


def test_the_last_organizer_stays() -> None:
    tournament = cast.created()
    code = tournament.staff.get(role="organizer").persona.code
    url = reverse("staff", args=[tournament.slug])
    response = cast.browser(cast.ana()).post(url, {"remove": f"{code}:organizer"})
    assert (response.status_code, codes(response)) == (422, {"last_organizer"})
    assert tournament.staff.filter(role="organizer").exists()


@pytest.mark.fault("F66")
@pytest.mark.parametrize("target", ["pnenhum:judge", "x", ":", "px:judge:y"])
def test_nobody_of_another_tournament_is_removed(target: str) -> None:
    cast.created(name="Outra")
    url = reverse("staff", args=[cast.created().slug])
    assert cast.browser(cast.ana()).post(url, {"remove": target}).status_code == 404


@pytest.mark.fault("F67")
def test_a_judge_gives_nobody_a_role() -> None:
    tournament = cast.announced()
    url = reverse("staff", args=[tournament.slug])
    bruno = cast.browser(cast.bruno())
    assert bruno.post(url, {"username": "bruno", "role": "organizer"}).status_code == 403
    assert tournament.staff.filter(role="organizer").count() == 1
