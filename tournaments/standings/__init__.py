"""Places with their reasons, season points, and the end of a tournament.

The pure modules classify; `selectors` and `finish` ask them.
"""
