"""Places with their reasons, points for the season, and the end of a tournament.

May touch setup and what is read of matches; the modules that classify are pure.
"""
