"""Correct a recorded sheet: preview, consequences at later matches, undo; and disputes about a result.

May touch sheets, seats, standings, views of matches, and tables, from whose phones sides dispute.
"""
