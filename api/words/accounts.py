"""Words about people, accounts and tokens."""

from collections.abc import Mapping

from api.words.everywhere import MOMENT

TOKEN = "chama_8f3b2c…"  # noqa: S105 - an example

WORDS: Mapping[str, tuple[str, object]] = {
    "username": ("The name one signs in with.", "ana"),
    "password": ("The password; the site's rules say what is too weak.", "seis reinos intactos"),
    "name": ("How the person, or the thing, is called in public.", "Ana Mariapaulista"),
    "player": (
        "The code of a person in this tournament's record; a seat of a match bears it too.",
        "pwr5fkbzz",
    ),
    "Me.player": ("The public code of the person in the whole house.", "k7m2x9qd"),
    "Person.player": ("The public code of the person in the whole house.", "k7m2x9qd"),
    "SeasonPlace.player": ("The public code of the person in the whole house.", "k7m2x9qd"),
    "Substitution.player": (
        "The code in the whole house of a known person; empty for a new one.",
        "k7m2x9qd",
    ),
    "Me.club": ("The club that the person was last entered for; empty without one.", "Niterói"),
    "id": ("What names it in addresses.", "t4k9"),
    "TokenWanted.code": ("Of two-step verification: the app's six digits, or a code from paper.", "492039"),
    "TokenWanted.name": ("To tell the token from others; empty without one.", "Score screen"),
    "TokenShown.name": ("To tell the token from others; empty without one.", "Score screen"),
    "TokenMade.name": ("To tell the token from others; empty without one.", "Score screen"),
    "scope": ("What the token may do at most; `organize` where nothing is said.", "judge"),
    "expires_in_days": ("After how many days it ends; 30 where nothing is said.", 30),
    "created_at": ("When it was made.", MOMENT),
    "expires_at": ("When it ends.", MOMENT),
    "last_used_at": ("When it was last used, to the hour; null before that.", MOMENT),
    "namesakes": ("Whether every other record of that name in that club is marked too.", False),
    "is_minor": ("Whether they are under 18, and so shown by first name and initial.", False),
    "format": ("Which form the data have.", "chama-own-data/1"),
    "OwnData.at": ("When they were gathered.", MOMENT),
    "OwnData.person": ("Name, code, club and what is shown of the person.", {"name": "Ana Mariapaulista"}),
    "account": (
        "User name, since when, last sign-in, two-step verification; null without an account.",
        {"username": "ana"},
    ),
    "keys": ("The keys of the account; none is shown itself.", [{"id": "t4k9", "scope": "judge"}]),
    "passkeys": (
        "The passkeys of the account, by the names that it gave them; none is shown itself.",
        [{"name": "My phone", "site": "chama.example", "made_at": MOMENT, "last_used_at": None}],
    ),
    "sessions": ("Where the account is signed in.", [{"device": "Firefox, Android", "since": MOMENT}]),
    "calendars": (
        "Which secret calendars there are, and since when; no address is shown.",
        [{"kind": "player", "made_at": MOMENT}],
    ),
    "CalendarShown.kind": ("Whose day it shows: of who plays, or of who helps.", "player"),
    "CalendarMade.kind": ("Whose day it shows: of who plays, or of who helps.", "player"),
    "CalendarShown.made_at": ("Since when it has its address.", MOMENT),
    "CalendarMade.made_at": ("Since when it has its address.", MOMENT),
    "CalendarMade.address": (
        "What the calendar program is given; it is not shown again.",
        "https://chama.example/calendario/x8….ics",
    ),
    "OwnData.tournaments": (
        "Roles, entries, decks, reports of each tournament, and the code in its record.",
        [{"slug": "chama-campeonato-mariapaulista-2026", "code_in_record": "pwr5fkbzz"}],
    ),
    "OwnData.types": ("Types that the person composed.", [{"game": "chama", "key": "fortaleza"}]),
    "token": ("What opens it; shown only where it is made, null where no card stands.", TOKEN),
    "TokenMade.token": ("Goes into `Authorization: Token …`; it is not shown again.", TOKEN),
    "TokenIn.token": ("The last part of the address on the card.", "9xk2m4pq7rst"),
    "CardShown.token": (
        "Opens the table's match at `/mesa/<token>/`; null where no card stands.",
        "9xk2m4pq7rst",
    ),
    "role": ("What the person may do here, from most to least.", "judge"),
    "person": ("The person's code in this tournament's record.", "pwr5fkbzz"),
    "by": ("Who did it; empty for a phone at the table without an account.", "Ana Mariapaulista"),
    "Confirmed.by": ("Who did it, as a code of this tournament's record.", "pwr5fkbzz"),
    "NoticeShown.by": ("The role of who did it.", "coordinator"),
    "VersionShown.by": ("The role of who recorded it; empty where nobody knows.", "judge"),
    "NoticeShown.name": ("Who did it, for the staff; null for everybody else.", "Ana Mariapaulista"),
    "RecordPeople.tournament": ("The tournament's `slug`.", "chama-campeonato-mariapaulista-2026"),
    "head": ("The record's latest line, so that a file that was cut at its end is noticed.", None),
    "people": ("Those whom it is about.", None),
    "RecordPeople.people": ("Names by the codes of the record.", {"pwr5fkbzz": "Ana Mariapaulista"}),
}
