"""Passkeys on the pages: added with the password, used at the door, removed; over https alone."""

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import Challenge, Club, Passkey, SignIn, User
from accounts.two_steps import second_factor, webauthn
from tests import cast
from tests.api.programs import program
from tests.authenticator import Device
from web.site.sign_in_session import passkey_site_of

pytestmark = pytest.mark.django_db

SETTINGS, ADD, LOGIN = reverse("second_factor"), reverse("passkey_new"), reverse("login")
ASK, DIRECT, STEP = reverse("passkey_challenge"), reverse("passkey_sign_in"), reverse("second_step")
NAMED = {"passkey-name": "Meu  telefone", "passkey-password": cast.PASSWORD}
PASSWORD = {"username": "ana", "password": cast.PASSWORD}


class Phone(Client):
    """A browser at the site's name over https, unless it is told otherwise."""

    def __init__(self, host: str = "chama.test", *, safe: bool = True) -> None:
        super().__init__(headers={"accept-language": "en"}, SERVER_NAME=host)
        self.safe = safe

    def generic(self, *args: Any, **more: Any) -> Any:
        """Every request."""
        return super().generic(*args, **{**more, "secure": self.safe})


def ana() -> User:
    """Ana's account."""
    return User.objects.get(player=cast.ana())


def of_ana(**options: Any) -> Phone:
    """Ana's phone, in which she is signed in."""
    phone = Phone(**options)
    phone.force_login(ana())
    return phone


def options_of(page: Any) -> dict[str, Any]:
    """What the page gives the script."""
    found: dict[str, Any] = json.loads(page.context["options"])
    return found


def add(phone: Phone, device: Device) -> Any:
    """The page that comes once the device made a key."""
    return phone.post(ADD, {"credential": device.make(options_of(phone.post(ADD, NAMED)))})


def asked(phone: Phone, **step: str) -> dict[str, Any]:
    """What the page's script is given at the door."""
    options: dict[str, Any] = phone.post(ASK, step).json()["options"]
    return options


def is_in(client: Client) -> bool:
    """Whether her account's page opens."""
    return client.get(reverse("account")).status_code == 200


def with_passkey() -> Device:
    """Ana has one in this device."""
    device = Device()
    add(of_ana(), device)
    return device


def test_it_is_added_with_the_password_and_the_first_brings_codes_for_paper() -> None:
    phone, device = of_ana(), Device()
    assert phone.post(ADD, {**NAMED, "passkey-password": "errada"}).status_code == 422
    assert phone.post(ADD, {**NAMED, "passkey-name": ""}).status_code == 422
    assert not Challenge.objects.exists()
    done = add(phone, device)
    assert len(done.context["codes"]) == second_factor.PAPER_CODES
    assert second_factor.is_on(ana())
    listed = phone.get(SETTINGS).content.decode()
    assert "Meu telefone" in listed
    assert done.context["codes"][0] not in listed
    assert add(phone, Device())["Location"] == SETTINGS


def test_a_wrong_answer_says_so_where_one_begins_again() -> None:
    phone = of_ana()
    options = options_of(phone.post(ADD, NAMED))
    refused = phone.post(ADD, {"credential": Device("https://chama.tests").make(options)})
    assert (refused.status_code, refused.context["device"].codes) == (422, {"passkey_not_made"})
    late = phone.post(ADD, {"credential": Device().make(options)})
    assert late.context["device"].codes == {"passkey_late"}
    assert phone.post(ADD, {"credential": ""}).status_code == 422
    assert not Passkey.objects.exists()


def test_after_the_password_it_stands_for_the_code() -> None:
    device, phone = with_passkey(), Phone()
    wanted = phone.post(LOGIN, {**PASSWORD, "next": "/temporadas/chama/2026/"})["Location"]
    page = phone.get(wanted)
    assert (page.context["has_passkey"], page.context["has_app"]) == (True, False)
    assert not is_in(phone)
    options = asked(phone, step="code")
    assert options["allowCredentials"]
    refused = phone.post(STEP, {"credential": device.sign(options, origin="https://chama.tests")})
    assert (refused.status_code, refused.context["form"].codes) == (422, {"passkey_wrong"})
    answer = device.sign(asked(phone, step="code"))
    done = phone.post(STEP, {"credential": answer, "next": "/temporadas/chama/2026/"})
    assert done["Location"] == "/temporadas/chama/2026/"
    assert is_in(phone)


def test_a_code_from_paper_does_so_too_where_no_passkey_can_be() -> None:
    phone = of_ana()
    (code, *_more) = add(phone, Device()).context["codes"]
    for other in (Phone(safe=False), Phone("192.168.0.7"), Phone("outra.test")):
        other.post(LOGIN, PASSWORD)
        assert not other.get(STEP).context["has_passkey"]
    assert other.post(STEP, {"code": code}).status_code == 302
    assert is_in(other)


def test_it_signs_in_alone() -> None:
    device, phone = with_passkey(), Phone()
    assert phone.get(LOGIN).context["has_passkeys"]
    answer = device.sign(asked(phone))
    done = phone.post(DIRECT, {"credential": answer, "next": "/temporadas/chama/2026/"})
    assert done["Location"] == "/temporadas/chama/2026/"
    assert is_in(phone)
    assert SignIn.objects.filter(user=ana()).count() == 1
    assert phone.post(DIRECT, {"credential": answer})["Location"] == reverse("home")


def test_nobody_comes_in_by_what_was_sent_before_or_asked_of_another_session() -> None:
    device, phone, other = with_passkey(), Phone(), Phone()
    answer = device.sign(asked(phone))
    asked(other)
    assert other.post(DIRECT, {"credential": answer}).status_code == 422
    assert Phone().post(DIRECT, {"credential": answer}).status_code == 422
    assert phone.post(DIRECT, {"credential": answer}).status_code == 302
    phone.post(reverse("logout"))
    assert phone.post(DIRECT, {"credential": answer}).status_code == 422
    assert not any(is_in(client) for client in (phone, other))


def test_a_refusal_at_the_door_says_what_to_do_next() -> None:
    device, phone = with_passkey(), Phone()
    Passkey.objects.all().delete()
    page = phone.post(DIRECT, {"credential": device.sign(asked(phone)), "next": "/tipos/"})
    assert (page.status_code, page.context["device"].codes) == (422, {"passkey_wrong"})
    html = page.content.decode()
    assert "sign in with your password" in html
    assert 'name="next" value="/tipos/"' in html
    assert not SignIn.objects.exists()


def test_the_script_is_told_when_to_come_back_and_that_the_wait_is_over() -> None:
    phone = Phone()
    late = phone.post(ASK, {"step": "code"})
    assert (late.status_code, "Start again" in late.json()["problem"]) == (422, True)
    answers = [phone.post(ASK) for _ in range(61)]
    assert [answer.status_code for answer in answers] == [200] * 60 + [429]
    assert answers[-1]["Retry-After"]
    assert answers[-1].json()["problem"]


@pytest.mark.parametrize(
    ("host", "safe"), [("chama.test", False), ("192.168.0.7", True), ("[::1]", True), ("127.0.0.1", False)]
)
def test_it_is_offered_at_a_name_over_https_only(host: str, safe: bool) -> None:
    phone = of_ana(host=host, safe=safe)
    assert "passkey" not in phone.get(SETTINGS).content.decode().casefold()
    assert phone.post(ADD, NAMED)["Location"] == SETTINGS
    with_passkey()
    listed = phone.get(SETTINGS).content.decode()
    assert "Meu telefone" in listed
    assert "not at this address" in listed
    assert 'name="passkey-name"' not in listed
    stranger = Phone(host, safe=safe)
    assert "passkey" not in stranger.get(LOGIN).content.decode().casefold()
    assert stranger.post(ASK).status_code == 422
    assert stranger.post(DIRECT, {"credential": "{}"}).status_code == 422


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("chama.test", "https://chama.test"),
        ("Chama.TEST:443", "https://chama.test"),
        ("chama.test:8443", "https://chama.test:8443"),
        ("localhost:8443", "https://localhost:8443"),
    ],
)
def test_the_origin_is_what_the_browser_asked_for(host: str, origin: str) -> None:
    site = passkey_site_of(RequestFactory().get("/", secure=True, headers={"host": host}))
    assert site is not None
    assert (site.origin, site.host) == (origin, urlsplit(origin).hostname)


def test_behind_a_proxy_that_speaks_https_it_is_there(settings: LazySettings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    phone = Client(headers={"host": "chama.test", "x-forwarded-proto": "https"})
    device = with_passkey()
    assert phone.get(LOGIN).context["has_passkeys"]
    options = phone.post(ASK).json()["options"]
    assert phone.post(DIRECT, {"credential": device.sign(options)}).status_code == 302
    assert not Client(headers={"host": "chama.test"}).get(LOGIN).context["has_passkeys"]


def test_a_computer_without_the_package_says_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webauthn, "is_installed", lambda: False)
    phone = of_ana()
    for page in (SETTINGS, LOGIN):
        assert "passkey" not in phone.get(page).content.decode().casefold()
    assert Phone().post(ASK).status_code == 422


def test_it_is_removed_with_the_password_and_opens_nothing_then() -> None:
    device, phone = with_passkey(), of_ana()
    at = reverse("passkey", args=[Passkey.objects.get().code])
    assert phone.get(at).status_code == 200
    assert phone.post(at, {"password": "errada"}).status_code == 422
    stranger = Phone()
    stranger.force_login(User.objects.get(player=cast.caio()))
    assert stranger.post(at, {"password": cast.PASSWORD}).status_code == 404
    assert Passkey.objects.exists()
    assert phone.post(at, {"password": cast.PASSWORD})["Location"] == SETTINGS
    assert not second_factor.is_on(ana())
    assert Phone().post(DIRECT, {"credential": device.sign(asked(Phone()))}).status_code == 422


def test_the_last_is_not_removed_where_the_site_demands_two_steps(settings: LazySettings) -> None:
    settings.SECOND_FACTOR = True
    cast.created()
    phone = of_ana()
    assert phone.get(reverse("home"))["Location"] == SETTINGS
    add(phone, Device())
    assert phone.get(reverse("home")).status_code == 200
    at = reverse("passkey", args=[Passkey.objects.get().code])
    page = phone.post(at, {"password": cast.PASSWORD})
    assert (page.status_code, page.context["form"].codes) == (422, {"second_factor_demanded"})
    add(phone, Device())
    assert phone.post(at, {"password": cast.PASSWORD}).status_code == 302


def test_an_administrator_takes_them_off_with_the_rest() -> None:
    with_passkey()
    root = User.objects.create_superuser("root", password=cast.PASSWORD)
    admin = Client()
    admin.force_login(root)
    chosen = {"action": "end_second_factor", "_selected_action": [ana().pk]}
    admin.post(reverse("admin:accounts_user_changelist"), {**chosen, "again-password": cast.PASSWORD})
    assert not Passkey.objects.exists()
    phone = Phone()
    phone.post(LOGIN, PASSWORD)
    assert is_in(phone)


def test_a_key_of_the_api_takes_a_code_from_paper() -> None:
    (code, *_more) = add(of_ana(), Device()).context["codes"]
    bare = program().post("token/", PASSWORD)
    assert (bare.status, bare.body["error"]) == (401, "code_needed")
    assert program().post("token/", {**PASSWORD, "code": code}).status == 200


def test_new_codes_for_paper_are_written_for_who_has_passkeys_alone() -> None:
    phone = of_ana()
    (old, *_more) = add(phone, Device()).context["codes"]
    page = phone.post(SETTINGS, {"act": "paper", "password": cast.PASSWORD})
    assert len(page.context["codes"]) == second_factor.PAPER_CODES
    assert old not in page.context["codes"]
    assert not second_factor.has_app(ana())


@pytest.mark.parametrize("has_any", [True, False])
def test_who_shuts_others_out_is_told_what_still_opens(has_any: bool) -> None:
    phone, told = of_ana(), "still sign you in"
    if has_any:
        with_passkey()
    new = {"old_password": cast.PASSWORD, "new_password1": "oito reinos inteiros"}
    for at, sent in (
        (reverse("sign_out_elsewhere"), {}),
        (reverse("password_change"), {**new, "new_password2": new["new_password1"]}),
    ):
        page = phone.post(at, sent, follow=True)
        assert page.redirect_chain
        assert (told in page.content.decode()) == has_any


def test_alone_it_counts_as_the_password_for_the_administration() -> None:
    device, phone = with_passkey(), Phone()
    User.objects.filter(pk=ana().pk).update(is_staff=True, is_superuser=True)
    phone.post(DIRECT, {"credential": device.sign(asked(phone))})
    added = phone.post(reverse("admin:accounts_club_add"), {"name": "Clube da Serra"})
    assert (added.status_code, Club.objects.count()) == (302, 1)


def test_without_a_script_there_is_no_button() -> None:
    with_passkey()
    phone = Phone()
    html = phone.get(LOGIN).content.decode()
    (form,) = (part.partition(">")[0] for part in html.split("<form")[1:] if "data-passkey=" in part)
    assert form.split()[-1] == "hidden"
