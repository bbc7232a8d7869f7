"""Ana’s account with two-step verification, and the codes of her app."""

import pyotp
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import SecondFactor, User
from accounts.two_steps import second_factor
from tests import cast


def ana() -> User:
    """Ana's account."""
    return User.objects.get(player=cast.ana())


def code(user: User, *, steps: int = 0) -> str:
    """What her app shows so many half minutes from now."""
    app = pyotp.TOTP(SecondFactor.objects.get(user=user).secret)
    return app.generate_otp(int(timezone.now().timestamp()) // app.interval + steps)


def switched_on() -> tuple[User, list[str]]:
    """Her account asks for codes since a minute; the codes on her paper."""
    user = ana()
    second_factor.begin_app_setup(user)
    return user, second_factor.confirm_app(user, code(user, steps=-1), timezone.now())


def is_in(client: Client) -> bool:
    """Whether her account's page opens."""
    return client.get(reverse("account")).status_code == 200


def opened(link: str, who: Client) -> str:
    """Where the form is once Django has taken the secret out of the address."""
    answer = who.get(link)
    assert answer.status_code == 302
    return str(answer["Location"])
