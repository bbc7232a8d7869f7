"""Words about the running day: who is awaited, who calls, who looks after which table."""

from collections.abc import Mapping

from api.words.everywhere import MOMENT

WORDS: Mapping[str, tuple[str, object]] = {
    "kept_waiting": (
        "Whom ready matches wait for: people who are at another table, so that nobody is called to two.",
        None,
    ),
    "elsewhere": ("Whether that table is one of another tournament.", False),
    "KeptBy.title": (
        "The other tournament; empty where it is this one, or one that is not public.",
        "Chama: Campeonato Copa 2026",
    ),
    "KeptBy.table": ("The label of the table where they are; empty where nobody is to know it.", "3"),
    "KeptBy.since": ("When they were called there.", MOMENT),
}
