"""Physical tables of the hall and the cards that lie on them.

Knows no match beyond the one that a card leads to.
"""
