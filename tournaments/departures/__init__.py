"""Entries after the draw: leaving, coming back, coming late, disqualified, a member exchanged.

May touch corrections, since a place that is lost changes a result.
"""
