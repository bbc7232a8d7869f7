"""What runs, waits, is late or missing at this moment.

Only reads, from play, draw and matches.
"""
