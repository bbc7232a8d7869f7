"""Pages of e-mail addresses and forgotten passwords: each caller, wrong input, three languages, no script."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail.addresses import addresses_of
from accounts.models import AccountMail, User
from accounts.two_steps import second_factor
from core.logs import mask_tokens
from tests import cast
from tests.mailing import OTHER, TO, asked_for, confirmed, path_in, send_mail, token_of, user_of
from tests.servers.smtp import HANG, MailServer
from tests.web.app_codes import code, is_in, opened, switched_on
from tests.web.html import text

pytestmark = pytest.mark.django_db
PAGE, FORGOTTEN, NEW = (
    reverse("mail_address"),
    reverse("forgotten_password"),
    "uma frase que ninguém adivinha",
)
PAGES = ("mail_address", "forgotten_password", "mail_link_again")


def caio() -> User:
    return user_of(cast.caio())


def client(language: str = "en") -> Client:
    return cast.browser(cast.caio(), language=language)


def confirm_page(token: str) -> str:
    return reverse("confirm_mail_address", args=[token])


def test_without_a_mail_server_nothing_mentions_mail() -> None:
    who = client()
    for page in (reverse("account"), reverse("login"), reverse("sign_up")):
        shown = (Client() if "entrar" in page or "criar" in page else who).get(page).content.decode()
        assert "mail" not in shown.lower(), page
    for name in PAGES:
        assert who.post(reverse(name), {"account": "caio"}).status_code == 404
    assert who.get(confirm_page("x")).status_code == 404
    assert "administrator" in Client(headers={"accept-language": "en"}).get(reverse("login")).content.decode()


def test_an_address_is_added_confirmed_changed_and_removed_without_script(mail_server: MailServer) -> None:
    who = client()
    assert who.post(PAGE, {"address": TO, "password": cast.PASSWORD}).status_code == 302
    send_mail()
    link = path_in(mail_server.to(TO)[0].body)
    assert TO in who.get(link).content.decode()
    assert addresses_of(caio()).confirmed is None
    assert who.post(link)["Location"] == reverse("account")
    assert TO in who.get(reverse("account")).content.decode()
    assert who.get(link).status_code == 404
    assert who.post(link).status_code == 422
    assert who.post(PAGE, {"address": OTHER, "password": cast.PASSWORD}).status_code == 302
    page = who.get(PAGE).content.decode()
    assert TO in page
    assert OTHER in page
    assert who.post(PAGE, {"act": "remove", "remove-password": cast.PASSWORD}).status_code == 302
    assert addresses_of(caio()) == (None, None)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"address": "caio@", "password": cast.PASSWORD}, "id_address"),
        ({"address": "", "password": cast.PASSWORD}, "id_address"),
        ({"address": f"{'a' * 300}@b.example", "password": cast.PASSWORD}, "id_address"),
        ({"address": "a@b.example\r\nBcc: c@d.example", "password": cast.PASSWORD}, "id_address"),
        ({"address": TO, "password": "errada"}, "id_password"),
        ({"address": TO}, "id_password"),
        ({"act": "remove", "remove-password": "errada"}, "id_remove-password"),
    ],
)
def test_wrong_input_is_refused_and_comes_back(
    mail_server: MailServer, sent: dict[str, str], field: str
) -> None:
    confirmed("antes@correio.example", caio())
    before = AccountMail.objects.count()
    answer = client().post(PAGE, sent)
    assert answer.status_code == 422
    assert f'href="#{field}"' in answer.content.decode()
    assert AccountMail.objects.count() == before
    assert addresses_of(caio()).confirmed


def test_the_address_that_one_has_is_no_new_one(mail_server: MailServer) -> None:
    confirmed(TO, caio())
    answer = client().post(PAGE, {"address": TO.upper(), "password": cast.PASSWORD})
    assert answer.status_code == 422
    assert "already" in answer.content.decode()


def test_a_wrong_password_is_counted(mail_server: MailServer) -> None:
    who = client()
    for _ in range(10):
        assert who.post(PAGE, {"address": TO, "password": "errada"}).status_code == 422
    assert who.post(PAGE, {"address": TO, "password": cast.PASSWORD}).status_code == 429


def test_a_link_asks_a_visitor_to_sign_in_and_is_over_for_another_account(mail_server: MailServer) -> None:
    link = confirm_page(token_of(asked_for(TO, caio())))
    answer = Client().get(link)
    assert answer["Location"].startswith(f"{reverse('login')}?next=")
    other = cast.browser(cast.bruno(), language="en")
    page = other.get(link)
    assert page.status_code == 404
    assert "bruno" in page.content.decode()
    assert TO not in page.content.decode()
    assert "caio" not in page.content.decode()
    assert other.post(link).status_code == 422
    assert addresses_of(caio()).confirmed is None


def test_another_link_is_sent_until_the_limit(mail_server: MailServer) -> None:
    asked_for(TO, caio())
    who = client()
    for _ in range(4):
        assert "on its way" in who.post(reverse("mail_link_again"), follow=True).content.decode()
    assert "on its way" not in who.post(reverse("mail_link_again"), follow=True).content.decode()
    send_mail()
    assert len(mail_server.to(TO)) == 5


def test_the_first_link_still_works_after_another_one(mail_server: MailServer) -> None:
    asked_for(TO, caio())
    client().post(reverse("mail_link_again"))
    send_mail()
    first, second = (path_in(one.body) for one in mail_server.to(TO))
    assert client().post(first).status_code == 302
    assert client().post(second).status_code == 422


@pytest.mark.parametrize("typed", ["caio", TO, "ninguem", "ninguem@correio.example", "x" * 254])
def test_the_answer_is_the_same_for_every_name(mail_server: MailServer, typed: str) -> None:
    confirmed(TO, caio())
    visitor = Client(headers={"accept-language": "en"})
    answer = visitor.post(FORGOTTEN, {"account": typed})
    assert (answer.status_code, answer["Location"]) == (302, f"{FORGOTTEN}?enviado")
    assert set(answer.headers) == {
        *visitor.post(FORGOTTEN, {"account": "outro"}).headers,
    }
    assert "If this account exists" in visitor.get(answer["Location"]).content.decode()


def test_nothing_typed_is_refused(mail_server: MailServer) -> None:
    assert Client().post(FORGOTTEN, {"account": " "}).status_code == 422
    assert Client().post(FORGOTTEN, {"account": "x" * 255}).status_code == 422
    assert not AccountMail.objects.exists()


def test_too_many_tries_wait(mail_server: MailServer) -> None:
    for _ in range(5):
        Client().post(FORGOTTEN, {"account": "ninguem"})
    answer = Client().post(FORGOTTEN, {"account": "ninguem"})
    assert answer.status_code == 429
    assert "ninguem" in answer.content.decode()
    assert int(answer["Retry-After"]) > 0


def test_the_limit_does_not_say_that_an_address_was_just_given(mail_server: MailServer) -> None:
    confirmed(TO, caio())
    for typed in (TO, "ninguem@correio.example"):
        answers = [Client().post(FORGOTTEN, {"account": typed}).status_code for _ in range(6)]
        assert answers == [302] * 5 + [429], typed


def test_spellings_of_one_address_are_counted_as_one(mail_server: MailServer) -> None:
    for typed in ["ana@ação.com.br", "ana@xn--ao-siap.com.br", " Ana@AÇÃO.com.br"] * 2:
        last = Client().post(FORGOTTEN, {"account": typed})
    assert last.status_code == 429


def test_a_new_password_by_mail_ends_sessions_and_is_told(mail_server: MailServer) -> None:
    confirmed(TO, caio())
    before = client()
    assert is_in(before)
    Client().post(FORGOTTEN, {"account": TO})
    send_mail()
    visitor = Client()
    form = opened(path_in(mail_server.to(TO)[-1].body), visitor)
    answer = visitor.post(form, {"new_password1": NEW, "new_password2": NEW})
    assert answer["Location"] == reverse("login")
    assert not is_in(before)
    assert not is_in(visitor)
    send_mail()
    assert mail_server.to(TO)[-1].subject == "torneios.example: your password was changed"


def test_a_new_password_by_mail_still_asks_for_the_second_step(mail_server: MailServer) -> None:
    user, _paper = switched_on()
    confirmed(TO, user)
    Client().post(FORGOTTEN, {"account": "ana"})
    send_mail()
    visitor = Client()
    link = next(path_in(one.body) for one in mail_server.to(TO) if "set a new" in one.subject)
    visitor.post(opened(link, visitor), {"new_password1": NEW, "new_password2": NEW})
    answer = visitor.post(reverse("login"), {"username": "ana", "password": NEW})
    assert answer["Location"].startswith(reverse("second_step"))
    assert second_factor.is_on(user)
    visitor.post(answer["Location"], {"code": code(user)})
    assert is_in(visitor)


def test_a_link_that_is_over_offers_another_one(mail_server: MailServer) -> None:
    page = Client().get("/conta/nova-senha/MQ.x/")
    assert page.status_code == 404
    assert FORGOTTEN in page.content.decode()


def test_a_hanging_mail_server_delays_no_page(mail_server: MailServer) -> None:
    mail_server.does = HANG
    confirmed(TO, caio())
    assert client().post(PAGE, {"address": OTHER, "password": cast.PASSWORD}).status_code == 302
    assert Client().post(FORGOTTEN, {"account": "caio"}).status_code == 302
    assert mail_server.connections == 0


def sent_up(**other: str) -> dict[str, str]:
    again = {"password": NEW, "again": NEW}
    return {"name": "Elis Regina", "username": "elis", **again, **other}


def test_an_address_at_sign_up_is_optional(mail_server: MailServer) -> None:
    assert Client().post(reverse("sign_up"), sent_up()).status_code == 302
    english = Client(headers={"accept-language": "en"})
    answer = english.post(reverse("sign_up"), sent_up(username="elis2", address=OTHER), follow=True)
    assert "A link is on its way" in answer.content.decode()
    send_mail()
    assert len(mail_server.to(OTHER)) == 1
    assert User.objects.get(username="elis2").email == ""


def test_a_sign_up_beyond_the_limit_says_that_no_link_was_sent(mail_server: MailServer) -> None:
    for number in range(6):
        english = Client(headers={"accept-language": "en"})
        sent = sent_up(username=f"elis{number}", address=OTHER)
        answer = english.post(reverse("sign_up"), sent, follow=True)
    assert "No link can be sent now" in answer.content.decode()
    assert "A link is on its way" not in answer.content.decode()
    assert User.objects.filter(username="elis5").exists()
    assert AccountMail.objects.count() == 5


def test_a_wrong_address_at_sign_up_is_refused_with_all_that_is_wrong(mail_server: MailServer) -> None:
    answer = Client().post(reverse("sign_up"), sent_up(address="elis@", name=""))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'href="#id_address"' in page
    assert 'href="#id_name"' in page
    assert not User.objects.filter(username="elis").exists()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pt-br", ("Adicionar um endereço", "Esqueceu a senha?", "caio@correio.example</bdi> ainda não foi")),
        (
            "es",
            ("Agregar una dirección", "¿Olvidaste la contraseña?", "caio@correio.example</bdi> aún no está"),
        ),
        ("en", ("Add an address", "Forgot your password?", "caio@correio.example</bdi> is not")),
    ],
)
def test_pages_speak_three_languages(mail_server: MailServer, language: str, words: tuple[str, ...]) -> None:
    asked_for(TO, caio())
    add, forgot, waits = words
    page = client(language).get(PAGE).content.decode()
    assert add in page
    assert waits in page
    assert forgot in Client(headers={"accept-language": language}).get(reverse("login")).content.decode()


def test_a_minor_is_asked_for_a_guardians_address(mail_server: MailServer) -> None:
    player = cast.caio()
    player.is_minor = True
    player.save()
    assert "E-mail address of your parent" in text(client().get(PAGE))


def test_no_one_else_sees_an_address(mail_server: MailServer) -> None:
    confirmed(TO, caio())
    for who in (None, cast.bruno(), cast.ana()):
        for page in (reverse("player", args=[cast.caio().code]), reverse("home")):
            assert TO not in cast.browser(who).get(page).content.decode()


def test_a_link_is_late_after_a_day(mail_server: MailServer, time_machine: Any) -> None:
    link = confirm_page(token_of(asked_for(TO, caio())))
    who = client()
    time_machine.move_to(timezone.now() + timedelta(hours=25))
    assert who.get(link).status_code == 404
    assert who.post(link).status_code == 422


def test_an_administrator_removes_an_address_and_never_sees_it(mail_server: MailServer) -> None:
    confirmed(TO, caio())
    root = Client()
    root.force_login(User.objects.create_superuser("raiz", password=cast.PASSWORD))
    users = reverse("admin:accounts_user_changelist")
    chosen = {"action": "remove_mail_address", "_selected_action": [caio().pk]}
    assert TO not in root.get(reverse("admin:accounts_user_change", args=[caio().pk])).content.decode()
    assert TO not in root.post(users, chosen, follow=True).content.decode()
    assert addresses_of(caio()).confirmed is None
    send_mail()
    assert mail_server.to(TO)[-1].subject == "torneios.example: e-mail address changed"


def test_the_token_of_a_link_is_masked_in_logs(mail_server: MailServer) -> None:
    link = confirm_page(token_of(asked_for(TO, caio())))
    assert mask_tokens(f"GET {link}") == "GET /conta/email/confirmar/…/"


def test_who_signs_in_by_a_link_comes_back_to_it(mail_server: MailServer) -> None:
    link = confirm_page(token_of(asked_for(TO, caio())))
    visitor = Client()
    sign_in = visitor.get(link)["Location"]
    page = visitor.get(sign_in).content.decode()
    (wanted,) = re.findall(r'name="next" value="([^"]+)"', page)[:1]
    sent = {"username": "caio", "password": cast.PASSWORD, "next": wanted}
    assert visitor.post(reverse("login"), sent)["Location"] == link
    assert visitor.post(link).status_code == 302
    assert addresses_of(caio()).confirmed
