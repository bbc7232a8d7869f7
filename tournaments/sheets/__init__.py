"""One sheet: what the rules say of it, and how it is stored as a version.

Knows the match and its seats, not who goes on.
"""
