"""Random codes, short enough to read aloud; the database checks that they are unique."""

import random

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 8
SECURE_RANDOM = random.SystemRandom()


def new_code(prefix: str, rng: random.Random = SECURE_RANDOM) -> str:
    """Return `prefix` and eight random characters without look-alikes: 31⁸ possibilities.

    The code may exist already; the database refuses a second one.
    """
    return prefix + "".join(rng.choices(ALPHABET, k=LENGTH))
