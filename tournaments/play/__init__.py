"""A match in progress: placed, started, counted, timed, recorded; breaks of the day.

May touch corrections, since a game beats an earlier walkover.
"""
