"""Opaque ids: random, short enough to read aloud, unique where the database says so."""

import random

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 8
SECURE_RANDOM = random.SystemRandom()


def new_code(prefix: str, rng: random.Random = SECURE_RANDOM) -> str:
    """`prefix` and eight characters without look-alikes: 31⁸ possibilities."""
    return prefix + "".join(rng.choices(ALPHABET, k=LENGTH))
