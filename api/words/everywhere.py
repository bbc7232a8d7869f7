"""Words that stand in many places: numbers of the record, pages of lists, refusals."""

from collections.abc import Mapping

SHA = "9f2c4b8a6d1e03f75c48b92e7a6d5f0c1b3e8d7a2c9f4e6b0d5a8c7f1e2b3d4a"
MOMENT = "2026-11-22T12:00:00Z"

WORDS: Mapping[str, tuple[str, object]] = {
    "seq": ("The number of the record's line that says so, from 0.", 74),
    "at": ("When that was.", MOMENT),
    "reason": ("Why; empty where nobody had to say. It is public.", "Sides swapped."),
    "version": ("Counts what was said anew, from 1.", 1),
    "sha256": ("SHA-256, in 64 hexadecimal digits.", SHA),
    "key": ("A word for programs that never changes.", "campeonato"),
    "low": ("The least, itself included.", 0),
    "high": ("The most, itself included.", 6),
    # pages of lists
    "count": ("How many there are on all pages together.", 9),
    "next": ("The address of the next page; null on the last.", None),
    "previous": ("The address of the page before; null on the first.", None),
    "results": ("Those of this page.", None),
    # refusals
    "violations": ("Everything that is wrong, at once.", None),
    "warnings": ("What speaks against it; it may be done all the same.", None),
    "code": ("The word that programs branch on.", "players_wrong_number"),
    "message": (
        "A sentence for people, in the language of the request.",
        "An entry has 2 names here, not 1.",
    ),
    "field": ("What it is about, as a path (`lines.2.intact`); empty for the whole.", "names"),
    "rule": (
        "Where the rules say so: a number of the rulebook, or `house:…`; empty for a rule of the product.",
        "4.7.1",
    ),
    "facts": ("What the sentence is made of, by name.", {"needed": 2, "given": 1}),
    "Problem.type": (
        "A URI of the kind of problem; it ends with `error`, and nothing stands at it.",
        "urn:problem-type:chama:stale",
    ),
    "Problem.title": ("The status in words.", "Precondition Failed"),
    "Problem.status": ("The HTTP status.", 412),
    "Problem.detail": (
        "The first sentences of `violations`, for people.",
        "This changed since you opened the page. Look at the present state and try again.",
    ),
    "Problem.error": ("The code of what is wrong where that is one thing, else `refused`.", "stale"),
    "Problem.state": (
        "With 409 and 412 the present state, with the record's number `seq`; null with every other status.",
        {"seq": 75},
    ),
    # the root
    "Root.version": ("The version of the API.", "1"),
    "Root.software": ("The version of the product that answers.", "0.1.0"),
    "Root.description": ("Where this description stands.", "https://example.org/api/schema/"),
    "Root.docs": ("Where it is explained to people.", "https://example.org/api/docs/"),
    "Root.accounts": ("Where one signs up.", "https://example.org/api/v1/accounts/"),
    "Root.token": ("Where one gets a token.", "https://example.org/api/v1/token/"),
    "Root.me": ("Who is calling.", "https://example.org/api/v1/me/"),
    "Root.catalogue": ("What can be chosen.", "https://example.org/api/v1/catalogue/"),
    "Root.types": ("Types that people composed.", "https://example.org/api/v1/types/"),
    "Root.tournaments": ("All tournaments that one may see.", "https://example.org/api/v1/tournaments/"),
    "Root.seasons": ("All seasons.", "https://example.org/api/v1/seasons/"),
    "Root.heads": ("The heads of all public records.", "https://example.org/api/v1/heads/"),
    "SignedHead.at": ("When the last line was written.", "2026-03-07T18:40:12.000Z"),
    "SignedHead.format": ("The form of this statement (docs/record.md).", "tournament-head/1"),
    "SignedHead.seq": ("The number of the record’s last line.", 75),
    "SignedHead.sha256": ("The SHA-256 of that line’s bytes without its line feed.", "9f" * 32),
    "SignedHead.state": ("How far the tournament is.", "finished"),
    "SignedHead.tournament": ("The tournament's `slug`.", "chama-campeonato-mariapaulista-2026"),
    "SignedHead.key": (
        "The site’s public key (Ed25519), hexadecimal; null where the site signs nothing.",
        "d7" * 32,
    ),
    "SignedHead.signature": (
        "Its signature over the canonical JSON of all other fields; null where the site signs nothing.",
        "e5" * 64,
    ),
}
