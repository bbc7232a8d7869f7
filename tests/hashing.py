"""Passwords in tests: one cheap turn of an algorithm that the real site verifies as well."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class QuickHasher(PBKDF2PasswordHasher):
    """PBKDF2 with one iteration."""

    iterations = 1
