"""Mails about a change of how to sign in: one for each change, which names what was removed."""

import pytest
from django.utils import timezone

from accounts.models import AccountMail, MailKind
from accounts.two_steps import passkeys, second_factor
from core.errors import Refused
from tests import cast
from tests.authenticator import Device
from tests.mailing import TO, confirmed, send_mail, user_of
from tests.servers.smtp import MailServer
from tests.services.test_passkeys import added
from tests.web.app_codes import switched_on

pytestmark = pytest.mark.django_db
NEW = "uma frase que ninguém adivinha"


def test_each_change_of_how_to_sign_in_is_told(mail_server: MailServer) -> None:
    user = user_of(cast.ana())
    confirmed(TO, user)
    device = Device(counts=False)
    switched_on()
    second_factor.replace_recovery_codes(user)
    added(user, device)
    passkeys.remove(user, passkeys.passkeys_of(user)[0].code, needs_one=False)
    second_factor.remove_app(user)
    user.set_password(NEW)
    user.save()
    send_mail()
    subjects = [mail.subject for mail in mail_server.to(TO)]
    assert sorted(subject.partition(": ")[2] for subject in subjects) == [
        "authenticator app added", "authenticator app removed", "new recovery codes", "passkey added",
        "passkey removed", "your password was changed",
    ]  # fmt: skip


APP_IS_OFF = "no longer asks for the code of an authenticator app"
NO_PASSKEY = "Your account “ana” on torneios.example no longer has a passkey."


@pytest.mark.parametrize(
    ("has_app", "keys", "told"),
    [(False, 2, [NO_PASSKEY]), (True, 0, [APP_IS_OFF]), (True, 1, [APP_IS_OFF, NO_PASSKEY]), (False, 0, [])],
)
def test_the_mails_name_what_an_administrator_removed(
    mail_server: MailServer, has_app: bool, keys: int, told: list[str]
) -> None:
    user = user_of(cast.ana())
    if has_app:
        switched_on()
    for _ in range(keys):
        added(user, Device())
    confirmed(TO, user)
    second_factor.remove_all_factors(user)
    send_mail()
    bodies = [mail.body.replace("\n", " ") for mail in mail_server.to(TO)]
    assert len(bodies) == len(told)
    assert [words for words in told if not any(words in body for body in bodies)] == []


def test_of_two_passkeys_one_was_removed(mail_server: MailServer) -> None:
    user = user_of(cast.ana())
    added(user, Device())
    added(user, Device())
    confirmed(TO, user)
    passkeys.remove(user, passkeys.passkeys_of(user)[0].code, needs_one=False)
    send_mail()
    (mail,) = mail_server.to(TO)
    assert "A passkey was removed from your account" in mail.body


def test_what_changes_nothing_is_not_told(mail_server: MailServer) -> None:
    user = user_of(cast.ana())
    confirmed(TO, user)
    user.save()
    user.begin_epoch()
    second_factor.remove_app(user)
    with pytest.raises(Refused):
        second_factor.confirm_app(user, "000000", timezone.now())
    assert user.check_password(cast.PASSWORD)
    assert not AccountMail.objects.exclude(kind=MailKind.CONFIRM).exists()
