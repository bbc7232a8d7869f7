"""Pix keys and their code, against the examples of the Banco Central's manual."""

import re

import pytest

from tournaments.fees.pix import check_pix, crc16, is_key, normalize_key, payment_code

RANDOM = "123e4567-e12b-12d1-a456-426655440000"
MANUAL = (
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR"
    "5913Fulano de Tal6008BRASILIA62070503***63041D3D"
)


def test_the_code_is_that_of_the_manual() -> None:
    assert payment_code(RANDOM, "Fulano de Tal", "BRASILIA") == MANUAL


def test_the_check_is_the_published_crc() -> None:
    assert crc16(b"123456789") == 0x29B1
    assert crc16(b"") == 0xFFFF


def fields(text: str) -> dict[str, str]:
    """The fields of a code, read back."""
    found = {}
    while text:
        key, length = text[:2], int(text[2:4])
        found[key], text = text[4 : 4 + length], text[4 + length :]
    return found


@pytest.mark.parametrize(("cents", "amount"), [(1, "0.01"), (2500, "25.00"), (100_050, "1000.50")])
def test_the_amount_has_two_decimals(cents: int, amount: str) -> None:
    assert fields(payment_code(RANDOM, "Ana", "Niterói", cents))["54"] == amount


@pytest.mark.parametrize(
    ("name", "city"),
    [
        ("Associação Atlética São José dos Campos", "São José do Vale do Rio Preto"),
        ("Ñandú & Cia. – ação", "Niterói"),
        ("Ana \u202eLima\x00", "Rio\nde Janeiro"),
    ],
)
def test_names_are_what_every_bank_reads(name: str, city: str) -> None:
    code = payment_code("ana@example.org", name, city, 2500)
    found = fields(code)
    assert code.isascii()
    assert re.fullmatch(r"[A-Za-z0-9 .&-]{1,25}", found["59"])
    assert re.fullmatch(r"[A-Za-z0-9 .&-]{1,15}", found["60"])
    assert fields(found["26"]) == {"00": "br.gov.bcb.pix", "01": "ana@example.org"}
    assert found["63"] == f"{crc16(code[:-4].encode()):04X}"


@pytest.mark.parametrize(
    ("kind", "typed", "key"),
    [
        ("cpf", "529.982.247-25", "52998224725"),
        ("cnpj", "11.222.333/0001-81", "11222333000181"),
        ("cnpj", "12.abc.345/01de-35", "12ABC34501DE35"),
        ("phone", "(21) 90000-0001", "+5521900000001"),
        ("phone", "021 90000 0001", "+5521900000001"),
        ("phone", "+55 21 90000-0001", "+5521900000001"),
        ("phone", "5521900000001", "+5521900000001"),
        ("phone", "(55) 90000-0001", "+5555900000001"),
        ("phone", "21 2710-0001", "+552127100001"),
        ("mail", " Ana@Example.org ", "ana@example.org"),
        ("random", RANDOM.upper(), RANDOM),
    ],
)
def test_a_key_is_read_as_people_write_it(kind: str, typed: str, key: str) -> None:
    assert normalize_key(kind, typed) == key
    assert is_key(kind, key)
    assert list(check_pix(kind, key, "Ana", "Niterói")) == []


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("cpf", "529.982.247-26"), ("cpf", "111.111.111-11"), ("cpf", "52998224"), ("cpf", "٥٢٩٩٨٢٢٤٧٢٥"),
        ("cnpj", "11.222.333/0001-82"), ("cnpj", "00000000000000"), ("cnpj", "12ABC34501DEAB"),
        ("phone", "90000-0001"), ("phone", "+1 212 555 0100"), ("phone", "(01) 90000-0001"),
        ("mail", "ana"), ("mail", "ana@org"), ("mail", "ána@example.org"),
        ("mail", f"{'a' * 70}@example.org"),
        ("random", "123e4567"), ("random", f"{RANDOM}0"),
    ],
)  # fmt: skip
def test_no_other_key_is_taken(kind: str, typed: str) -> None:
    found = list(check_pix(kind, normalize_key(kind, typed), "Ana", "Niterói"))
    assert [(one.code, one.field) for one in found] == [(f"pix_{kind}_wrong", "pix_key")]


def test_all_that_is_wrong_is_said_at_once() -> None:
    found = [(one.code, one.field) for one in check_pix("iban", "x", "山田", "")]
    assert found == [
        ("pix_kind_unknown", "pix_kind"), ("pix_name_missing", "pix_name"), ("pix_city_missing", "pix_city"),
    ]  # fmt: skip
    assert [one.field for one in check_pix("", "", "a" * 61, "b" * 41)] == ["pix_name", "pix_city"]
