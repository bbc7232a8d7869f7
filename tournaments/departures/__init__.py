"""Entries after the draw: leaving, coming back, coming late, disqualified, a member exchanged.

May touch corrections, since a lost place changes a result, and entries, decks, sheets and seats.
"""
