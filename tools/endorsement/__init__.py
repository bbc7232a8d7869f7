"""The endorsement: whether the product keeps its promises, judged from outside.

Nothing here imports the product (`tests/endorsement/test_independence.py`). It knows the record
and the rulebooks, and talks to the product through commands, files and HTTP. `python -m tools.endorsement`
lists what it can do.
"""
