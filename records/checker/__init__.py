"""The record checker: verifies one record file from nothing but the file and the rules.

Pure: no Django, no database, no clock. `checker.check_record` is the door; `manage.py check_record`
is its command. Everything that the record claims is worked out again and compared:

| module, in `rules/` where no folder is named | what it checks |
|---|---|
| `format/reading` | that the file is a sequence of JSON objects at all (else `Unreadable`) |
| `format/chain` | canonical bytes, numbering, hash chain, head |
| `format/terms`, `format/lines` | the shape of every line, as data |
| `replay/` | nothing: it keeps the tournament as the lines so far left it |
| `authors` | who may be behind a line |
| `setup`, `gate` | title, choices, staff, the ranked gate |
| `entering` | entries, members, check-ins, leaving |
| `shape`, `seating`, `drawing` | the published bracket, and that its seed repeats it |
| `redrawing` | a round that was drawn again |
| `playing` | starting, calling time, redraws |
| `sheets`, `verdicts` | every version of every sheet against the rules |
| `seats`, `dues` | who sits where, and what an act still owes when it ends |
| `corrections` | remedies, undo |
| `finishing` | the final classification and its points |
| `format/people` | the file of names that goes with a record |
"""
