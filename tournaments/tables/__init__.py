"""Physical tables of the hall and the cards that lie on them.

Touches no other room.
"""
