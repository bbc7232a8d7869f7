"""User names that look like somebody's: refused to whoever comes, kept by whoever has one."""

import pytest
from django.contrib.auth import authenticate
from django.db import IntegrityError, connection, transaction

from accounts.homoglyphs import look_of
from accounts.models import User
from accounts.services import check_account, open_account, sign_up
from core.db.folded import fold_missing
from core.errors import Refused
from tests.cast import PASSWORD

ALIKE = [
    ("ana", "ANA"), ("ana", "aná"), ("joao", "João"), ("ana0", "anaO"), ("lia", "IIa"), ("1ia", "lia"),
    ("mila", "MlLA"), ("marta", "rnarta"), ("walter", "vvalter"), ("ana", "аnа"), ("carlos", "саrlоѕ"),
    ("HANA", "НANA"), ("paulo", "ραulο"), ("NINA", "ΝΙΝΑ"), ("ana", "ａｎａ"), ("ana7", "ana٧"),
    ("ılda", "ilda"), ("saß", "sass"), ("łucas", "lucas"), ("lívia", "1ivia"), ("ﬁona", "fiona"),
]  # fmt: skip
APART = [
    ("ana", "ane"), ("ana1", "ana2"), ("ana.maria", "anamaria"), ("marta", "narta"), ("p10", "p11"),
    ("ana", "анна"), ("bruno", "bruna"), ("ana0", "ana8"),
]  # fmt: skip


def codes(username: str) -> list[str]:
    """What is wrong with a user name."""
    return [violation.code for violation in check_account(username, PASSWORD, name="Eva Nova")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_an_eye_confuses_have_one_look(one: str, other: str) -> None:
    assert one != other
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_differ_look_different(one: str, other: str) -> None:
    assert look_of(one) != look_of(other)


def test_no_case_of_a_latin_name_has_another_look() -> None:
    """But of the sign for a millionth, whose capital is an M."""
    signs = [chr(code) for code in range(0x250) if chr(code).isalpha() and chr(code) != "µ"]
    assert not [sign for sign in signs if len({look_of(s) for s in (sign, sign.upper(), sign.lower())}) > 1]


@pytest.mark.django_db
@pytest.mark.parametrize(("one", "other"), ALIKE[1:])
def test_a_new_account_cannot_look_like_one_that_is_there(one: str, other: str) -> None:
    sign_up(one, PASSWORD, name="Ana")
    with pytest.raises(Refused, match=r"username_looks_alike|username_taken"):
        sign_up(other, PASSWORD, name="Eva")
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_same_name_is_taken_and_another_is_free() -> None:
    sign_up("ana", PASSWORD, name="Ana")
    assert codes("ANA") == ["username_taken"]
    assert codes("аna") == ["username_looks_alike"]
    assert codes("ana.silva") == []


@pytest.mark.django_db
def test_accounts_from_before_stay_alike_and_sign_in_and_no_third_one_joins() -> None:
    for name in ("lia", "1ia"):
        User.objects.create_user(name, password=PASSWORD)
    for user in User.objects.all():
        user.set_password(PASSWORD + "!")
        user.save()
        assert authenticate(None, username=user.username, password=PASSWORD + "!") == user
    assert codes("Iia") == ["username_looks_alike"]


@pytest.mark.django_db
def test_the_database_refuses_the_second_of_two_who_come_at_once() -> None:
    """Neither sees the other where both ask before either is there."""
    open_account("ana", PASSWORD, name="Ana")
    with pytest.raises(Refused, match="username_looks_alike"):
        open_account("аna", PASSWORD, name="Eva")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="eva", own_look=look_of("аna"))])
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_whoever_is_renamed_gives_the_look_free_and_is_found_by_the_new_one() -> None:
    user = sign_up("ana", PASSWORD, name="Ana")
    user.username = "lia"
    user.save()
    assert (codes("1ia"), codes("аna")) == (["username_looks_alike"], [])
    sign_up("аna", PASSWORD, name="Eva")


@pytest.mark.django_db
def test_an_account_that_the_version_before_writes_is_looked_at_by_the_sweep() -> None:
    user = sign_up("ana", PASSWORD, name="Ana")
    User.objects.filter(pk=user.pk).update(username="lia")
    assert User.objects.get(pk=user.pk).look is None
    assert codes("LIA") == ["username_taken"]
    fold_missing()
    assert codes("1ia") == ["username_looks_alike"]


@pytest.mark.django_db
def test_looking_for_a_look_reads_indexes() -> None:
    User.objects.bulk_create(User(username=f"u{number}") for number in range(2000))
    if connection.vendor == "postgresql":
        connection.cursor().execute("ANALYZE accounts_user")
    plan = User.objects.filter(look="ana").explain()
    assert "user_by_look" in plan, plan
