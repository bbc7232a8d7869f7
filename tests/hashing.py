"""Passwords in tests: one cheap turn of an algorithm that the real site verifies as well."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher

QUICK_FIRST = "tests.hashing.QuickHasher"
"""The preferred one in tests: where another is, each sign-in hashes the password again, at its price."""


class QuickHasher(PBKDF2PasswordHasher):
    """PBKDF2 with one iteration."""

    iterations = 1
