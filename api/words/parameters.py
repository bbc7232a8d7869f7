"""What the parameters of addresses and queries mean, by name; `operation.name` where one differs."""

from collections.abc import Mapping

PARAMETERS: Mapping[str, tuple[str, object]] = {
    "slug": ("What names the tournament.", "chama-campeonato-mariapaulista-2026"),
    "code": ("The code of the entry or the match.", "m7xk2qpw"),
    "renew_calendar.kind": ("Whose day it shows.", "player"),
    "end_calendar.kind": ("Whose day it shows.", "player"),
    "list_penalties.person": ("Whose, by their code in this record.", "pwr5fkbzz"),
    "withdraw_penalty.code": ("The `code` of the penalty.", "f7xk2qpw"),
    "look_at_no_show.missing": ("Who is missing, by their codes, with spaces between them.", "pwr5fkbzz"),
    "revoke_one_token.code": ("The `id` of the token.", "t4k9"),
    "game": ("The key of a game.", "chama"),
    "series.key": ("The words of the name, small, without accents, with `-` between.", "mariapaulista"),
    "club.number": ("What names the club.", 7),
    "club_members.number": ("What names the club.", 7),
    "club_tournaments.number": ("What names the club.", 7),
    "club_members.year": ("Places in the season of this year; of the newest where it is left out.", 2026),
    "league.event": (
        "An event of the season, by what names the tournament; once for each of them.",
        ["…-2026"],
    ),
    "league.also": ("Another game whose season is added up with it; once for each of them.", ["castelo"]),
    "league.best": ("How many results of each player count; all where it is left out.", 4),
    "league.club": ("Only what was played for the club of this number.", 7),
    "league_file.event": (
        "An event of the season, by what names the tournament; once for each of them.",
        ["…-2026"],
    ),
    "league_file.also": (
        "Another game whose season is added up with it; once for each of them.",
        ["castelo"],
    ),
    "league_file.best": ("How many results of each player count; all where it is left out.", 4),
    "league_file.club": ("Only what was played for the club of this number.", 7),
    "key": ("The key of the type.", "fortaleza"),
    "version": ("Which version of the type, from 1.", 1),
    "judge": ("The code of somebody of the staff in this tournament's record.", "pgyfdbhad"),
    "label": ("The label of the physical table.", "1"),
    "person": ("The person's code in this tournament's record.", "pwr5fkbzz"),
    "role": ("Which of the person's roles.", "judge"),
    "seq": ("The number of the record's line, as lists show it.", 42),
    "year": ("The year in the title.", 2026),
    "entries": ("How many entries, 0 to 10,000; those that are checked in where it is left out.", 13),
    "what_if.entries": ("How many entries, 2 to 4,096; as many as there are where it is left out.", 12),
    "tables": ("How many physical tables, 1 to 500; the open ones where it is left out.", 4),
    "ending": ("The kind of file: `csv` or `xlsx`.", "csv"),
    "entry": ("Only matches of the entry with this code.", "e4k2x9"),
    "kind": ("The key of a type.", "campeonato"),
    "archived": ("Whether to list the archive instead of what is not in it.", False),
    "number": ("The number of the break, as lists show it.", 1),
    "undo_import.number": ("The number of the import, as lists show it.", 9),
    "mine": ("Whether to keep only those that the caller helps with.", True),
    "name": ("The free part of the title.", "Mariapaulista"),
    "of": ("Which types: everybody's, the caller's own, or those that wait for the editors.", "accepted"),
    "page": ("Which page, from 1; 404 beyond the last.", 1),
    "page_size": ("How many a page: 100 where nothing is said, 500 at most.", 100),
    "round": ("Only this round, from 1.", 1),
    "search": ("Words to look for, in any case and order.", "mariapaulista"),
    "state": ("Only those that got so far.", "playing"),
    "list_tournaments.state": ("Only tournaments that got so far.", "running"),
    "list_entries.state": ("Only entries that stand so.", "checked_in"),
    "table": ("Only matches at the physical table with this label.", "1"),
    "title": ("A title, in whatever case and blanks.", "chama: duplas fluminenses (xisum) 2025"),
    "variants": ("Keys of variants, with commas between them.", "xisum"),
}


def parameter(operation: str, name: str) -> tuple[str, object] | None:
    """What is said of the parameter there; None where nobody said anything."""
    return PARAMETERS.get(f"{operation}.{name}") or PARAMETERS.get(name)
