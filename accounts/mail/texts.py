"""Texts of mail about an account, in the active language. A mail to an unconfirmed address has no text of
a person, so that no one sends words of their own to strangers.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mail import links
from accounts.models import MailAddress, MailKind, User
from accounts.signing_in import password_links
from core.http.origin import site_host, site_origin


class MailText(NamedTuple):
    """Subject and body of a mail."""

    subject: str
    body: str


def confirmation_text(waiting: MailAddress) -> MailText:
    """Return the mail with the link to confirm an address."""
    body = _(
        "Hello,\n"
        "\n"
        "This address was given for an account on %(site)s. To confirm it, open this link and sign in to "
        "that account. The link works once, for one day:\n"
        "\n"
        "%(link)s\n"
        "\n"
        "If this was not you, you can ignore this mail: without the link the address is not used.\n"
    )
    subject = _("%(site)s: confirm your e-mail address")
    return _text(subject, body, link=site_origin() + links.confirmation_path(waiting))


def address_taken_text() -> MailText:
    """Return the mail to an address that is to be added to a second account."""
    body = _(
        "Hello,\n"
        "\n"
        "This address was given for another account on %(site)s, but it already belongs to one. An address "
        "belongs to one account only. To use it for the other one, remove it from the first one.\n"
        "\n"
        "Forgot your password? Here you set a new one:\n"
        "\n"
        "%(link)s\n"
        "\n"
        "If this was not you, you can ignore this mail.\n"
    )
    subject = _("%(site)s: this address is already used")
    return _text(subject, body, link=site_origin() + reverse("forgotten_password"))


def forgotten_password_text(user: User) -> MailText:
    """Return the mail with a new link to set a password."""
    body = _(
        "Hello,\n"
        "\n"
        "With this link you set a new password for the account “%(username)s” on %(site)s. It works once, "
        "for one hour:\n"
        "\n"
        "%(link)s\n"
        "\n"
        "The new password ends all sessions and revokes all API keys. Two-step verification stays as it is.\n"
        "\n"
        "If this was not you, you can ignore this mail: your password stays as it is.\n"
    )
    subject = _("%(site)s: set a new password")
    link = site_origin() + password_links.password_path(user)
    return _text(subject, body, link=link, username=user.username)


NOTICES: Mapping[MailKind, tuple[str | Promise, str | Promise]] = {
    MailKind.PASSWORD: (
        gettext_lazy("%(site)s: your password was changed"),
        gettext_lazy(
            "The password of your account “%(username)s” on %(site)s was changed. All other sessions are "
            "signed out, and all API keys are revoked."
        ),
    ),
    MailKind.APP_ON: (
        gettext_lazy("%(site)s: authenticator app added"),
        gettext_lazy(
            "Your account “%(username)s” on %(site)s now asks for the code of an authenticator app at "
            "sign-in."
        ),
    ),
    MailKind.APP_OFF: (
        gettext_lazy("%(site)s: authenticator app removed"),
        gettext_lazy(
            "Your account “%(username)s” on %(site)s no longer asks for the code of an authenticator app at "
            "sign-in."
        ),
    ),
    MailKind.CODES: (
        gettext_lazy("%(site)s: new recovery codes"),
        gettext_lazy(
            "the recovery codes of your account “%(username)s” on %(site)s were replaced. The old ones no "
            "longer work."
        ),
    ),
    MailKind.PASSKEY_ADDED: (
        gettext_lazy("%(site)s: passkey added"),
        gettext_lazy("A new passkey now signs in to your account “%(username)s” on %(site)s."),
    ),
    MailKind.PASSKEY_REMOVED: (
        gettext_lazy("%(site)s: passkey removed"),
        gettext_lazy("A passkey was removed from your account “%(username)s” on %(site)s."),
    ),
    MailKind.ADDRESS: (
        gettext_lazy("%(site)s: e-mail address changed"),
        gettext_lazy(
            "Your account “%(username)s” on %(site)s no longer uses this e-mail address. It was replaced or "
            "removed."
        ),
    ),
}
NO_PASSKEY_LEFT = gettext_lazy("Your account “%(username)s” on %(site)s no longer has a passkey.")


def notice_text(kind: MailKind, user: User) -> MailText:
    """Return the mail that tells of a change to the account, and what to do if another person made it."""
    frame = _(
        "Hello,\n"
        "\n"
        "%(news)s\n"
        "\n"
        "If this was you, all is well. If not, set a new password right away: it "
        "ends all sessions. If the link does not help, ask the administrator of the site.\n"
        "\n"
        "%(link)s\n"
    )
    subject, news = NOTICES[kind]
    if kind == MailKind.PASSKEY_REMOVED and not user.passkeys.exists():
        news = NO_PASSKEY_LEFT
    told = str(news) % {"site": site_host(), "username": user.username}
    return _text(str(subject), frame, news=told, link=site_origin() + reverse("forgotten_password"))


def _text(subject: str, body: str, **facts: str) -> MailText:
    """Return the mail with `facts` and the site's host (`site`) in place of its placeholders."""
    facts = {"site": site_host(), **facts}
    return MailText(subject % facts, body % facts)
