"""Words about draws: shapes to choose from, promised secrets, what was drawn."""

from collections.abc import Mapping

from api.words.everywhere import MOMENT, SHA

SECRET = "3b1f9c0e7d52a8461f0c9b7e5d3a2816f4e0c8b6a79d5e3f1b2c4d6e8f0a1b3c"  # noqa: S105 - an example

WORDS: Mapping[str, tuple[str, object]] = {
    "shape": ("Table sizes of every round; a table of 1 is a bye.", [[3, 3, 3], [3]]),
    "DrawIn.shape": (
        "Table sizes of every round; a table of 1 is a bye. Null for the shape that is proposed.",
        [[3, 3, 3], [3]],
    ),
    "Offer.matches": ("How many matches that makes, byes not counted.", 4),
    "Offer.rounds": ("How many rounds that makes.", 2),
    "tables_needed": ("How many physical tables are used at once.", 3),
    "Offer.minutes": (
        "Minutes from the first call to the end of the last match; half of such days take less.",
        120,
    ),
    "minutes_low": ("The same, of which one such day in ten takes less.", 105),
    "minutes_high": ("The same, of which one such day in ten takes more.", 145),
    "waves": ("How many times the open tables are filled in the widest round.", 2),
    "is_default": ("Whether it is the shape that is proposed.", True),
    "shape_is_default": ("Whether it is the shape that was proposed.", True),
    "method": ("How entries are ordered: by chance, by the season, or by their `seed`.", "random"),
    "DrawIn.seed": ("A number typed by hand, which marks the draw; null for the promised secret.", 7),
    "Drawn.seed": ("The number that chance began with; null where the secret was used.", None),
    "Origin.seed": ("The number that chance began with; null where the secret was used.", None),
    "word": ("The word called at the venue, which is hashed with the secret; null beside `seed`.", "abacaxi"),
    "DrawIn.word": ("The word called at the venue; empty for none. Not beside `seed`.", "abacaxi"),
    "algorithm": ("How lots follow from `derived_seed`; null beside `seed`.", "sha256-counter/1"),
    "promised": ("The secret that was promised, by its hash; null beside `seed`.", None),
    "Promises.promised": (
        "The secret that is promised; null before the first check-in, and once the draw stands.",
        None,
    ),
    "hash": ("The SHA-256 of the secret's bytes, in 64 hexadecimal digits.", SHA),
    "secret": (
        "The secret itself, 32 bytes in hexadecimal digits, told with the draw; null beside `seed`.",
        SECRET,
    ),
    "derived_seed": (
        "The SHA-256 of the secret, the codes of the entries and the word, as text; null beside `seed`.",
        SHA,
    ),
    "typed_by_hand": ("Whether chance began with a number that somebody typed.", False),
    "is_lost": (
        "Whether the record came from elsewhere without the secret, so that the draw promises another.",
        False,
    ),
    "earlier": ("Draws that were taken back, oldest first.", None),
    "Earlier.draw": ("Where the draw came from that was taken back.", None),
    "withdrawn_at": ("When it was taken back.", MOMENT),
    "apart": (
        "Whether club-mates are kept apart in round 1 where possible; false where nothing is said.",
        False,
    ),
    "DrawIn.regulation": (
        "The `version` of the regulation that was read, confirmed in the same step; null for no step.",
        SHA,
    ),
    "Drawn.order": ("Codes of the entries, strongest first.", ["e4k2x9", "e8m3p7"]),
    "passed_over": (
        "Codes of entries that had a bye or a short table this season, latest first; null for nobody.",
        [["e4k2x9"], ["e8m3p7"]],
    ),
    "published_at": ("When it was published.", MOMENT),
    "ready": ("Whether nothing is missing.", True),
    "missing": ("What is missing, all of it.", None),
}
