"""People: accounts, players (with or without an account), clubs, credentials, and codes in records."""

from accounts.models.account import (
    AccountManager,
    ApiToken,
    CalendarAddress,
    CalendarFeed,
    Scope,
    SignIn,
    User,
    after_new_password,
    new_sign_in_code,
    new_token_code,
)
from accounts.models.account_mail import AccountMail, MailKind
from accounts.models.mail_address import MailAddress
from accounts.models.people import Club, Persona, Player, new_player_code
from accounts.models.two_steps import (
    Challenge,
    ChallengeFor,
    Passkey,
    RecoveryCode,
    SecondFactor,
    new_challenge_code,
    new_passkey_code,
)

__all__ = [
    "AccountMail",
    "AccountManager",
    "ApiToken",
    "CalendarAddress",
    "CalendarFeed",
    "Challenge",
    "ChallengeFor",
    "Club",
    "MailAddress",
    "MailKind",
    "Passkey",
    "Persona",
    "Player",
    "RecoveryCode",
    "Scope",
    "SecondFactor",
    "SignIn",
    "User",
    "after_new_password",
    "new_challenge_code",
    "new_passkey_code",
    "new_player_code",
    "new_sign_in_code",
    "new_token_code",
]
