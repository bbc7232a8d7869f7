"""Matches as rows, and what is known of one match without its tournament.

No act lives here: each takes the lock of a tournament, so they are in the rooms of `tournaments`. Reads
of many matches at once are in `tournaments/match_views`.
"""
