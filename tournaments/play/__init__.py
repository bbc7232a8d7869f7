"""A match in progress: called, placed, started, counted, timed, recorded; the breaks of the day.

May touch corrections, since a game beats an earlier walkover, and sheets, seats and tables.
"""
