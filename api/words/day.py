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
        "The other tournament; empty where it is this one, or one that the caller may not see.",
        "Chama: Campeonato Copa 2026",
    ),
    "KeptBy.table": ("The label of the table where they are; empty where nobody is to know it.", "3"),
    "KeptBy.person": ("The code of that person in this tournament.", "p7xk2qpw"),
    "KeptBy.slug": (
        "What names the other tournament; empty where the title is.",
        "chama-campeonato-copa-2026",
    ),
    "KeptBy.there": ("The code of the match where they are; empty where the title is.", "m2pd8wqz"),
    "is_overdue": (
        "Whether another tournament has held them past the grace time: the match may be called anyway.",
        False,
    ),
    "is_separable": ("Whether a coordinator may say that they are two people of one name.", True),
    "SeparateIn.person": ("The code of a person of the match, as `kept_waiting` has it.", "p7xk2qpw"),
    "shared_with": ("The other tournaments of its hall that the caller may know of.", None),
    "used": ("Its open tables at which others of the hall have a match now.", None),
    "ShareHall.tournament": (
        "The slug of a tournament that the caller coordinates too.",
        "chama-campeonato-mariapaulista-2026",
    ),
    "ends_about": ("When that day is expected to end; null if there is no forecast.", MOMENT),
    "Neighbour.slug": ("What names that tournament.", "chama-campeonato-copa-2026"),
    "Neighbour.title": ("Its title.", "Chama: Campeonato Copa 2026"),
    "UsedTable.slug": (
        "What names the tournament that uses it; empty where the caller is not to know of it.",
        "chama-campeonato-copa-2026",
    ),
    "UsedTable.title": ("The title of that tournament, or empty.", "Chama: Campeonato Copa 2026"),
    "until": ("When the match there is expected to be over, as it looks now.", MOMENT),
    "by_hand": ("Whether people call the tables, and the dispatcher only offers.", True),
    "offers": ("The next match for each free table.", None),
    "held": ("Codes of the matches that are held back.", ["m7xk2qpw"]),
    "CallOffer.table": ("The label of the free table.", "1"),
    "SwapIn.match": ("The code of the match whose table is wanted.", "m2pd8wqz"),
    "whom": ("Whom the table asks for: a judge, or the coordinator.", "judge"),
    "taken_at": ("Since when somebody is on the way; null while nobody is.", MOMENT),
    "taken_by": ("Who is on the way; empty while nobody is.", "Bruno Juiz"),
    "HelpShown.code": ("What names this call for help.", "h7xk2qpw"),
    "HelpShown.table": ("The label of the table that asks.", "3"),
    "HelpShown.match": ("The code of the match there; null where none is.", "m7xk2qpw"),
    "HelpShown.at": ("When it asked.", MOMENT),
    "HelpAtTable.at": ("When it asked.", MOMENT),
    "PinIn.table": ("The label of the table that it is to be at; empty for any.", "1"),
    "PinIn.begins_at": ("When it is to begin; null for any time.", "2026-11-22T19:00:00Z"),
    "PinShown.match": ("The code of the match.", "m7xk2qpw"),
    "PinShown.table": ("The label of the table that it is held to; empty for any.", "1"),
    "PinShown.begins_at": ("When it is to begin; null for any time.", "2026-11-22T19:00:00Z"),
    "dropped": ("Why the pin is kept no more; empty while it holds.", ""),
    "judge": ("The code of somebody of the staff in this record.", "pgyfdbhad"),
    "JudgeConflictIn.person": ("The code of somebody who is or was entered.", "pwr5fkbzz"),
    "JudgeConflict.person": ("The code of whom they are not to judge.", "pwr5fkbzz"),
    "JudgeConflict.name": ("The name of whom they are not to judge.", "Caio Joga"),
    "JudgeShiftIn.begins": (
        "From when they are there; null, with `ends`, for all day.",
        "2026-11-22T12:00:00Z",
    ),
    "JudgeShiftIn.ends": (
        "Until when they are there; null, with `begins`, for all day.",
        "2026-11-22T16:00:00Z",
    ),
    "JudgeShift.person": ("The code of somebody of the staff.", "pgyfdbhad"),
    "JudgeShift.begins": ("From when they are there.", "2026-11-22T12:00:00Z"),
    "JudgeShift.ends": ("Until when they are there.", "2026-11-22T16:00:00Z"),
    "KeptBy.since": ("When they were called there.", MOMENT),
}
