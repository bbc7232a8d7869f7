"""Words about entries: who plays, comes, leaves."""

from collections.abc import Mapping
from typing import Any

WORDS: Mapping[str, tuple[str, Any]] = {
    "entry": ("The code of the entry.", "e4k2x9"),
    "entries": ("The entries.", None),
    "names": ("Who they are: one name, or two in Duplas.", ["Lia Prado"]),
    "Entry.code": ("The code of the entry.", "e4k2x9"),
    "Entry.number": ("In the order of entering, from 1.", 3),
    "Entry.people": ("Who plays: one, or two in Duplas.", None),
    "Entry.state": ("Whether the entry is here, or left.", "checked_in"),
    "Entry.seq": ("The number of the record's line that changed it last.", 12),
    "Person.code": ("The person's code in this tournament's record.", "pwr5fkbzz"),
    "pineapple": ("Whether the person brought a pineapple.", False),
    "pineapples": ("Codes of those who brought a pineapple, where that variant is on.", ["pwr5fkbzz"]),
    "club": ("The club that they play for; empty for none.", "Niterói"),
    "seed": ("The number by which a draw by hand orders entries, 1 for the strongest; null for none.", 1),
    "players": (
        "By position the codes in the whole house of known people, empty text for new ones.",
        ["k7m2x9qd"],
    ),
    "namesake": ("Whether somebody of the same name who is entered already is another person.", False),
    "partner_name": ("In Duplas the partner's name; to be left out elsewhere.", "Zeca Nunes"),
    "csv": ("A table as text: a header, then an entry a line.", "nome,clube\nLia Prado,Niterói\n"),
    "rows": ("The entries.", None),
    "preview": ("Whether to store nothing and only say what was read; false where nothing is said.", True),
    "PreviewRow.line": ("The line of the text, or the number of the row from 1.", 2),
    "known": ("For each name whether the person was met before.", [False]),
    "is_sound": ("Whether the list can be stored as it is.", True),
    "encoding": ("How the bytes were read as text; empty where it came as text.", ""),
    "delimiter": ("What parts the columns; empty for one column.", ","),
    "ignored": ("Columns that mean nothing here.", ["telefone"]),
    "added": ("How many were stored.", 8),
    "Withdrawal.reason": ("Why, if there is something to say.", "Ill."),
    "leaving": ("Who leaves the pair, as a code of this record.", "pwr5fkbzz"),
    "Substitution.name": ("Who comes in.", "Zeca Nunes"),
    "Substitution.reason": ("Why; needed after the draw.", "Ill."),
    "LateEntry.match": ("The code of the match of round 1 with the empty side.", "m7xk2qpw"),
    "FreeSide.match": ("The code of the match of round 1 with the empty side.", "m7xk2qpw"),
    "LateEntry.reason": ("Why the entry comes late; it is public.", "The bus."),
    "DecisionShown.act": ("What could be decided.", "withdraw"),
    "changes": ("What that would change; null where it is refused now.", None),
    "refused": ("Why it is refused now; empty where it is not.", None),
    "Disqualification.match": (
        "The code of an earlier match that the entry won and should lose too.",
        "m7xk2qpw",
    ),
    "Disqualification.cuts": (
        "Cuts among those who are equal at a match that is lost, by its code.",
        {"m7xk2qpw": [{"sides": [1, 2], "cards": ["A", "9"]}]},
    ),
    # the waiting list
    "Waits.code": ("What names the waiting in addresses.", "w4k2x9"),
    "Waits.place": ("The place on the list, 1 for the next.", 1),
    "Waits.people": ("Who they are, as codes of the record.", ["pwr5fkbzz"]),
    "since": ("Since when they wait.", "2026-11-20T18:00:00Z"),
    "Place.place": ("The place on the list, 1 for the next; too far is the end.", 1),
    "rulings": (
        "The side that is first of those who are equal, by the code of a match that is lost.",
        {"m7xk2qpw": 2},
    ),
}
