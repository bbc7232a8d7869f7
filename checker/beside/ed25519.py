"""Verify an Ed25519 signature (RFC 8032, 5.1.7) with whole numbers and nothing else.

A point of the curve -x² + y² = 1 + d·x²·y² is stored as (X, Y, Z, T) with x = X/Z, y = Y/Z, x·y = T/Z.
"""

import hashlib
from typing import NamedTuple

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)
KEY, SIGNATURE = 32, 64


class Point(NamedTuple):
    """A point of the curve."""

    x: int
    y: int
    z: int
    t: int


ZERO = Point(0, 1, 1, 0)


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether this key signed this message."""
    if len(key) != KEY or len(signature) != SIGNATURE:
        return False
    commitment, scalar = signature[:KEY], int.from_bytes(signature[KEY:], "little")
    signer = _decoded(key)
    if signer is None or scalar >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(commitment + key + message).digest(), "little") % ORDER
    minus_signer = Point(-signer.x % PRIME, signer.y, signer.z, -signer.t % PRIME)
    return _encoded(_sum(_times(scalar, BASE), _times(challenge, minus_signer))) == commitment


def _sum(one: Point, other: Point) -> Point:
    a = (one.y - one.x) * (other.y - other.x) % PRIME
    b = (one.y + one.x) * (other.y + other.x) % PRIME
    c = 2 * one.t * other.t * CURVE % PRIME
    d = 2 * one.z * other.z % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return Point(e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)


def _times(number: int, point: Point) -> Point:
    total = ZERO
    while number:
        if number & 1:
            total = _sum(total, point)
        point, number = _sum(point, point), number >> 1
    return total


def _encoded(point: Point) -> bytes:
    """The 255 bits of y, and in the last one whether x is odd."""
    inverse = pow(point.z, -1, PRIME)
    x, y = point.x * inverse % PRIME, point.y * inverse % PRIME
    return (y | (x & 1) << 255).to_bytes(KEY, "little")


def _decoded(raw: bytes) -> Point | None:
    """Decode a point, or return None if these bytes are none."""
    bits = int.from_bytes(raw, "little")
    y, is_odd = bits & (2**255 - 1), bits >> 255
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * ROOT_OF_MINUS_ONE % PRIME
    if y >= PRIME or x * x % PRIME != square or (x == 0 and is_odd):
        return None
    x = x if x & 1 == is_odd else -x % PRIME
    return Point(x, y, 1, x * y % PRIME)


def _base() -> Point:
    found = _decoded((4 * pow(5, -1, PRIME) % PRIME).to_bytes(KEY, "little"))
    if found is None:
        raise ArithmeticError("the base point is on the curve")
    return found


BASE = _base()
