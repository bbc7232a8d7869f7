"""Matches and the bracket as everybody sees them, read at one moment and kept for a version.

Reads only; `matches/` below holds the rows and what is known of one match without its tournament.
"""
