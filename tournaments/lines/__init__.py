"""The kinds of lines that a tournament's record has: one class a kind, its facts as fields. Pure.

An act writes them with `ctx.act.write(MatchStarted(match.code))`. docs/record.md says the same for readers of
a record, `checker/reading/shapes.py` for those who verify one; tests/records/test_typed_lines.py
compares them.

| module | lines about |
|---|---|
| `tournament` | the tournament itself, its terms, its end |
| `staff` | roles, the coordinator's rulings, penalties |
| `entries` | who takes part, decks |
| `draw` | the commitment, the bracket, rounds of a stage, their withdrawal |
| `matches` | a match until its sheet, its seats, and breaks |
| `sheets` | what was recorded, and what a new version does to later matches |
| `integrity` | acts outside the ordinary run, one class each |
"""
