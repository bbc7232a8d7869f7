"""Numbers as requests and lists bring them: digits, or nothing."""


def number_in(text: str | None, most: int = 9) -> int | None:
    """The number that ASCII digits say, of so many at `most`; None for anything else."""
    if not text or not text.isascii() or not text.isdecimal() or len(text) > most:
        return None
    return int(text)
