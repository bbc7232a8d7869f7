"""One message by the site's mail server: what arrives, what is refused, what cannot be forged."""

import socket
from contextlib import closing
from typing import Any

import pytest

from config.checked_settings import mail_settings
from core.mail import Mail, MailDelayed, MailRefused, normalized_address, send
from tests.fixtures.mail import SENDER
from tests.servers.process import LOOPBACK
from tests.servers.smtp import DELAY, DROP, HANG, HANG_AT_DATA, REFUSE, MailServer

TO = "caio@correio.example"


def mail(**other: str) -> Mail:
    return Mail(**{"to": TO, "subject": "Sua senha", "body": "Olá, Caio.\n\nAté já.", "key": "1", **other})


def test_a_message_arrives_as_plain_text(mail_server: MailServer) -> None:
    send(mail(stop="https://torneios.example/parar/"))
    (found,) = mail_server.delivered
    assert (found.sender, found.to, found.subject) == ("chama@torneios.example", TO, "Sua senha")
    assert found.body == "Olá, Caio.\n\nAté já.\n"
    assert found.message.get_content_type() == "text/plain"
    assert found.message["from"] == SENDER
    assert found.message["auto-submitted"] == "auto-generated"
    assert found.message["list-unsubscribe"] == "<https://torneios.example/parar/>"


def test_the_same_message_has_the_same_id_and_another_one_has_another(mail_server: MailServer) -> None:
    for key in ("1", "1", "2"):
        send(mail(key=key))
    ids = [str(one.message["message-id"]) for one in mail_server.delivered]
    assert ids[0] == ids[1] != ids[2]
    assert all(one.endswith("@torneios.example>") for one in ids)
    assert len(mail_server.to(TO)) == 2


@pytest.mark.parametrize(
    "line", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\0"]
)
def test_no_text_begins_another_header(mail_server: MailServer, line: str) -> None:
    forged = f"{line}Bcc: all@x.example{line}{line}another body"
    send(mail(subject=f"Torneio{forged}", body=f"Olá{forged}\n.\nfim", stop=f"https://x.example/{forged}"))
    (found,) = mail_server.delivered
    assert found.message["bcc"] is None
    assert found.subject.startswith("Torneio")
    assert found.body.endswith("\n.\nfim\n")


@pytest.mark.parametrize(
    "to", ["a@b.example\nBcc: c@d.example", "Caio@correio.example", "a@b", "", "a b@c.example"]
)
def test_nothing_is_sent_to_what_is_no_normalized_address(mail_server: MailServer, to: str) -> None:
    with pytest.raises(ValueError, match="no address"):
        send(mail(to=to))
    assert mail_server.connections == 0


def test_a_refused_recipient_is_refused_for_good(mail_server: MailServer) -> None:
    mail_server.does = REFUSE
    with pytest.raises(MailRefused, match="550"):
        send(mail())


@pytest.mark.parametrize("does", [DELAY, HANG, HANG_AT_DATA, DROP])
def test_a_server_that_cannot_take_it_now_gets_it_later(mail_server: MailServer, does: str) -> None:
    mail_server.does = does
    with pytest.raises(MailDelayed) as found:
        send(mail())
    assert TO not in str(found.value)


def test_a_server_that_is_gone_gets_it_later(settings: Any, mail_server: MailServer) -> None:
    with closing(socket.socket()) as closed:
        closed.bind((LOOPBACK, 0))
        settings.EMAIL_PORT = closed.getsockname()[1]
        with pytest.raises(MailDelayed):
            send(mail())


@pytest.mark.parametrize(
    ("typed", "normal"),
    [
        (" Caio.Silva+chama@Correio.Example \n", "caio.silva+chama@correio.example"),
        ("o'brien@a-b.example.br", "o'brien@a-b.example.br"),
        ("ana@ação.com.br", "ana@xn--ao-siap.com.br"),
        ("ana@xn--ao-siap.com.br", "ana@xn--ao-siap.com.br"),
        ("ana@xn--strae-oqa.example", "ana@xn--strae-oqa.example"),
    ],
)
def test_an_address_has_one_spelling(typed: str, normal: str) -> None:
    assert normalized_address(typed) == normal


NONE = (
    "", "ana", "ana@", "@a.example", "ana@localhost", "ana@[127.0.0.1]", "ana@1.2.3.4", "a@@b.example",
    ".a@b.example", "a.@b.example", "a..b@c.example", "joão@c.example", '"a b"@c.example', "a@b..example",
    "a@-b.example", "a,b@c.example", "a@b.example,c@d.example", "Ana <a@b.example>", "a\n@b.example",
    f"{'a' * 65}@b.example", f"a@{'b.' * 125}example", "a\u200b@b.example", "a@straße.example",
    "a@b\0.example", "a@b.example\nBcc: c@d.example",
)  # fmt: skip


@pytest.mark.parametrize("typed", NONE)
def test_what_is_no_address_is_none(typed: str) -> None:
    assert normalized_address(typed) == ""


def test_the_address_of_a_mail_server_becomes_settings() -> None:
    found = mail_settings("smtp+tls://user:p%40ss@mail.example", SENDER)
    assert found["EMAIL_USE_TLS"] is True
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example", 587)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("user", "p@ss")
    assert mail_settings("smtp+ssl://mail.example", SENDER)["EMAIL_PORT"] == 465
    assert mail_settings("smtp://mail.example:2525", SENDER)["EMAIL_PORT"] == 2525
    assert mail_settings("consolemail://", SENDER)["EMAIL_PORT"] == 0
    assert mail_settings("", "") == {}


@pytest.mark.parametrize(
    ("url", "sender"),
    [
        ("http://mail.example", SENDER), ("mail.example", SENDER), ("smtp://mail.example", "Chama"),
        ("smtp://", SENDER), ("smtp://mail.example:x", SENDER), ("smtp://mail.example:99999", SENDER),
    ],
)  # fmt: skip
def test_a_wrong_address_or_sender_ends_the_start(url: str, sender: str) -> None:
    with pytest.raises(SystemExit, match="EMAIL_URL"):
        mail_settings(url, sender)
