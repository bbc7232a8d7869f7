"""Mail about an account: who gets which, what a mail server does to it, and what lies in the database."""

import logging
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.mail.backends.smtp import EmailBackend
from django.utils import timezone

from accounts.erasing import anonymise
from accounts.mail import sending
from accounts.mail.addresses import addresses_of, confirm_address, remove_addresses, send_link_again
from accounts.mail.forgotten import mail_password_link
from accounts.mail.sending import SEND
from accounts.models import AccountMail, MailAddress, MailKind, User
from accounts.signing_in.password_links import use_link
from core import remote_servers
from core.errors import Refused, TooMany
from core.models import Job, JobState
from core.remote_servers import rests
from tests import cast
from tests.mailing import ORIGIN, OTHER, TO, asked_for, confirmed, path_in, send_mail, token_of, user_of
from tests.servers.smtp import DELAY, DROP, HANG, REFUSE, TAKE, MailServer
from tests.web.app_codes import code, switched_on
from tournaments.privacy import own_data

pytestmark = pytest.mark.django_db
HOUR, DAY, NEW = timedelta(hours=1), timedelta(days=1), "uma frase que ninguém adivinha"


def caio() -> User:
    return user_of(cast.caio())


def subjects(server: MailServer, to: str = TO) -> list[str]:
    return [one.subject for one in server.to(to)]


def forget(typed: str) -> None:
    mail_password_link(typed, origin=ORIGIN, now=timezone.now())


def waiting_mails() -> list[str]:
    return [mail.kind for mail in AccountMail.objects.order_by("pk")]


def test_a_link_by_mail_confirms_an_address_once(mail_server: MailServer) -> None:
    waiting = asked_for(f" {TO.upper()} ", caio())
    send_mail()
    (mail,) = mail_server.to(TO)
    token = path_in(mail.body).split("/")[-2]
    assert path_in(mail.body).startswith("/conta/email/confirmar/")
    confirm_address(caio(), token, now=timezone.now())
    assert addresses_of(caio()).confirmed == waiting
    with pytest.raises(Refused, match="mail_link_over"):
        confirm_address(caio(), token, now=timezone.now())
    assert waiting_mails() == []


@pytest.mark.parametrize(("hours", "works"), [(23, True), (25, False)])
def test_a_link_works_for_a_day(mail_server: MailServer, time_machine: Any, hours: int, works: bool) -> None:
    token = token_of(asked_for(TO, caio()))
    time_machine.move_to(timezone.now() + timedelta(hours=hours))
    if not works:
        with pytest.raises(Refused, match="mail_link_over"):
            confirm_address(caio(), token, now=timezone.now())
        return
    confirm_address(caio(), token, now=timezone.now())
    assert addresses_of(caio()).confirmed


def test_another_address_ends_the_link_of_the_one_before(mail_server: MailServer) -> None:
    token = token_of(asked_for(TO, caio()))
    asked_for(OTHER, caio())
    send_mail()
    assert subjects(mail_server) == []
    with pytest.raises(Refused, match="mail_link_over"):
        confirm_address(caio(), token, now=timezone.now())


def test_a_link_is_for_its_own_account(mail_server: MailServer) -> None:
    token = token_of(asked_for(TO, caio()))
    for forged in (token, token[:-1], f"x{token}", "", "m1:1:x"):
        with pytest.raises(Refused, match="mail_link_over"):
            confirm_address(user_of(cast.bruno()), forged, now=timezone.now())


def test_a_change_is_told_to_the_former_address(mail_server: MailServer) -> None:
    confirmed(TO, caio())
    waiting = asked_for(OTHER, caio())
    assert addresses_of(caio()).confirmed != waiting
    confirm_address(caio(), token_of(waiting), now=timezone.now())
    send_mail()
    assert subjects(mail_server) == ["torneios.example: e-mail address changed"]
    assert "caio" in mail_server.to(TO)[0].body
    assert [one.address for one in MailAddress.objects.all()] == [OTHER]


def test_a_removed_address_is_told_and_opens_nothing(mail_server: MailServer) -> None:
    confirmed(TO, caio())
    remove_addresses(caio())
    forget("caio")
    send_mail()
    assert subjects(mail_server) == ["torneios.example: e-mail address changed"]
    assert addresses_of(caio()) == (None, None)


def test_who_adds_a_strangers_address_learns_nothing_and_the_stranger_is_told(
    mail_server: MailServer,
) -> None:
    confirmed(TO, caio())
    waiting = asked_for(TO, user_of(cast.bruno()))
    send_mail()
    assert subjects(mail_server) == ["torneios.example: this address is already used"]
    assert token_of(waiting)[:12] not in mail_server.to(TO)[0].body
    with pytest.raises(Refused, match="mail_address_taken"):
        confirm_address(user_of(cast.bruno()), token_of(waiting), now=timezone.now())
    assert MailAddress.objects.get(confirmed_at__isnull=False).user == caio()


def test_no_word_of_a_person_goes_to_an_unconfirmed_address(mail_server: MailServer) -> None:
    spam = user_of(cast.player("www.gratis.example", "Compre já"))
    asked_for(TO, spam)
    send_mail()
    body = mail_server.to(TO)[0].body
    assert "gratis" not in body
    assert "Compre" not in body


def test_a_forgotten_password_is_set_by_user_name_or_address(mail_server: MailServer) -> None:
    confirmed(TO, caio())
    for typed in ("caio", " CAIO ", TO, TO.upper()):
        forget(typed)
    send_mail()
    mails = [one for one in mail_server.to(TO) if "new password" in one.subject]
    assert len(mails) == 4
    token = path_in(mails[0].body).rstrip("/").split(".")[1]
    assert "caio" in mails[0].body
    assert use_link(caio(), token, NEW)
    assert not use_link(caio(), token, NEW)
    assert caio().check_password(NEW)


@pytest.mark.parametrize(
    "typed", ["ninguem", "ninguem@correio.example", "duda", "", "-", "bruno@correio.example"]
)
def test_nothing_goes_anywhere_else(mail_server: MailServer, typed: str) -> None:
    """No such account; one without an address; one whose address is not confirmed."""
    asked_for("bruno@correio.example", user_of(cast.bruno()))
    send_mail()
    before = len(mail_server.delivered)
    user_of(cast.duda())
    forget(typed)
    send_mail()
    assert len(mail_server.delivered) == before
    assert waiting_mails() == []


@pytest.mark.parametrize("is_older", [True, False])
def test_an_account_named_like_an_address_gets_no_link_of_its_owner(
    mail_server: MailServer, is_older: bool
) -> None:
    people = [lambda: cast.player(TO, "Sósia"), cast.caio]
    for make in people if is_older else reversed(people):
        make()
    confirmed(TO, caio())
    confirmed(OTHER, user_of(cast.player(TO)))
    forget(TO)
    send_mail()
    assert "set a new password" in subjects(mail_server)[-1]
    assert subjects(mail_server, OTHER) == []


def test_the_request_does_the_same_for_names_that_exist_and_others(
    mail_server: MailServer, django_assert_max_num_queries: Any
) -> None:
    confirmed(TO, caio())
    counts = set()
    for typed in ("caio", TO, "ninguem", "ninguem@correio.example"):
        with django_assert_max_num_queries(8) as found:
            forget(typed)
        counts.add(tuple(query["sql"].split(" ", 1)[0] for query in found.captured_queries))
    assert len(counts) == 1


def test_a_link_ends_with_the_address_it_was_sent_to(mail_server: MailServer) -> None:
    confirmed(TO, caio())
    forget("caio")
    send_mail()
    token = path_in(mail_server.to(TO)[-1].body).rstrip("/").split(".")[1]
    confirmed(OTHER, caio())
    assert not use_link(caio(), token, NEW)


def test_an_inactive_account_gets_none(mail_server: MailServer) -> None:
    confirmed(TO, caio())
    User.objects.filter(username="caio").update(is_active=False)
    forget("caio")
    send_mail()
    assert subjects(mail_server) == []


def test_without_a_mail_server_nothing_is_written(settings: Any) -> None:
    settings.HAS_MAIL = False
    now = timezone.now()
    facts = {"language": "en", "added_at": now, "confirmed_at": now}
    MailAddress.objects.create(user=user_of(cast.ana()), address=TO, **facts)
    user, _paper = switched_on()
    user.set_password(NEW)
    user.save()
    assert code(user)
    assert not AccountMail.objects.exists()


@pytest.mark.parametrize(
    ("language", "subject", "word"),
    [
        ("pt-br", "torneios.example: defina uma senha nova", "Olá!"),
        ("es", "torneios.example: define una contraseña nueva", "Hola:"),
        ("en", "torneios.example: set a new password", "Hello,"),
    ],
)
def test_a_mail_has_the_language_of_its_reader(
    mail_server: MailServer, language: str, subject: str, word: str
) -> None:
    confirmed(TO, caio(), language=language)
    forget("caio")
    send_mail()
    mail = mail_server.to(TO)[-1]
    assert (mail.subject, mail.body.splitlines()[0]) == (subject, word)


@pytest.mark.parametrize("does", [DELAY, HANG, DROP])
def test_a_mail_is_tried_again_until_it_arrives_and_its_reader_has_it_once(
    mail_server: MailServer, does: str
) -> None:
    mail_server.does = does
    asked_for(TO, caio())
    send_mail()
    assert AccountMail.objects.get().attempts == 1
    send_mail()
    assert AccountMail.objects.get().attempts == 1
    mail_server.does = TAKE
    rests.until.clear()
    send_mail(later=timedelta(seconds=6))
    assert len(mail_server.to(TO)) == 1
    assert waiting_mails() == []


def test_the_time_limit_of_a_job_is_a_delay(mail_server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(*_args: object) -> None:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(EmailBackend, "send_messages", hang)
    asked_for(TO, caio())
    send_mail()
    assert AccountMail.objects.get().attempts == 1
    assert not Job.objects.filter(kind=SEND, state=JobState.QUARANTINED).exists()


def test_a_mail_server_that_cannot_be_reached_is_asked_once_for_all_mails(mail_server: MailServer) -> None:
    mail_server.does = HANG
    asked_for(TO, caio())
    asked_for(OTHER, user_of(cast.bruno()))
    send_mail()
    assert mail_server.connections == 1
    assert list(AccountMail.objects.values_list("attempts", flat=True)) == [1, 1]


def test_two_mails_at_most_wait_for_the_mail_server_at_once(mail_server: MailServer) -> None:
    asked_for(TO, caio())
    with ExitStack() as held:
        for _ in range(remote_servers.MAX_AT_ONCE):
            held.enter_context(remote_servers.server_slot())
        send_mail()
        assert mail_server.connections == 0
    send_mail(later=sending.PAUSE)
    assert len(mail_server.to(TO)) == 1


def test_a_refused_mail_is_not_tried_again(mail_server: MailServer, caplog: pytest.LogCaptureFixture) -> None:
    mail_server.does = REFUSE
    with caplog.at_level(logging.INFO):
        asked_for(TO, caio())
        send_mail()
    assert waiting_mails() == []
    assert "mail_refused" in caplog.text
    assert TO not in caplog.text


@pytest.mark.parametrize(("kind", "span"), [(MailKind.FORGOTTEN, HOUR), (MailKind.CONFIRM, DAY)])
def test_a_mail_that_comes_too_late_is_dropped(mail_server: MailServer, kind: str, span: timedelta) -> None:
    mail_server.does = DELAY
    if kind == MailKind.FORGOTTEN:
        confirmed(TO, caio())
        AccountMail.objects.all().delete()
        forget("caio")
    else:
        asked_for(TO, caio())
    assert waiting_mails() == [kind]
    send_mail()
    mail_server.does = TAKE
    send_mail(later=span)
    assert mail_server.delivered == []
    assert waiting_mails() == []


def test_a_job_that_runs_twice_sends_once(mail_server: MailServer) -> None:
    asked_for(TO, caio())
    send_mail()
    Job.objects.filter(kind=SEND).update(state=JobState.WAITING)
    send_mail()
    assert len(mail_server.delivered) == 1


def test_no_row_contains_a_link_or_a_text(mail_server: MailServer) -> None:
    confirmed(TO, caio())
    forget("caio")
    rows = [*AccountMail.objects.values(), *Job.objects.filter(kind=SEND).values()]
    assert rows
    assert not any("/" in str(value) for row in rows for value in row.values())
    assert all(job.key.isdigit() for job in Job.objects.filter(kind=SEND))


def test_limits_of_links(mail_server: MailServer) -> None:
    asked_for(TO, caio())
    for _ in range(4):
        assert send_link_again(caio(), origin=ORIGIN, now=timezone.now())
    with pytest.raises(TooMany):
        send_link_again(caio(), origin=ORIGIN, now=timezone.now())


def test_a_mailbox_gets_few_links_whoever_asks(mail_server: MailServer) -> None:
    for number in range(5):
        asked_for(TO, user_of(cast.player(f"dona{number}")))
    with pytest.raises(TooMany):
        asked_for(TO, caio())


@pytest.mark.parametrize("typed", ["caio", "ninguem"])
def test_limits_of_forgotten_passwords_are_the_same_for_all_names(
    mail_server: MailServer, typed: str
) -> None:
    confirmed(TO, caio())
    for _ in range(5):
        forget(typed)
    with pytest.raises(TooMany):
        forget(f" {typed.upper()}")


def test_an_address_is_in_the_own_data_and_goes_with_the_account(mail_server: MailServer) -> None:
    player = cast.caio()
    confirmed(TO, user_of(player))
    asked_for(OTHER, user_of(player))
    found: Any = own_data(player, timezone.now())["mail_addresses"]
    assert {(one["address"], one["confirmed_at"] is not None) for one in found} == {
        (TO, True),
        (OTHER, False),
    }
    anonymise(player)
    assert not MailAddress.objects.exists()
    send_mail()
    assert mail_server.delivered == []
