"""Two sign up at the same moment with names that look alike: one has an account, the other is told."""

from accounts.models import User
from accounts.services import sign_up
from core.errors import Refused
from tests.cast import PASSWORD
from tests.fixtures.database import AtOnce


def test_of_two_names_that_look_alike_one_is_taken(at_once: AtOnce) -> None:
    one, other = (lambda name=name: sign_up(name, PASSWORD, name="Ana") for name in ("lia", "1ia"))
    refused = [answer for answer in at_once(one, other) if isinstance(answer, Refused)]
    assert [[violation.code for violation in one.violations] for one in refused] == [["username_looks_alike"]]
    assert User.objects.count() == 1
