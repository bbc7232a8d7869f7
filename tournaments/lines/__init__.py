"""The kinds of lines that a tournament's record has: one class a kind, its facts as fields. Pure.

An act writes them with `ctx.act.write(MatchStarted(match.code))`. docs/record.md says the same for readers of
a record, `checker/reading/shapes.py` for those who verify one; tests/records/test_typed_lines.py
compares them.

| module | lines about |
|---|---|
| `tournament` | the tournament itself, its terms, its end |
| `staff` | roles, the coordinator's rulings |
| `entries` | who takes part, decks |
| `draw` | the promise, the bracket, its withdrawal |
| `matches` | a match until its sheet, and its seats |
| `sheets` | what was recorded |
| `corrections` | what a new version of a sheet does to later matches |
| `day` | breaks |
| `integrity` | acts outside the ordinary run, one class each |
"""
