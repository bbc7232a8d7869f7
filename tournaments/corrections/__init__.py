"""Correct a recorded sheet: preview, consequences at later matches, undo.

May touch sheets, seats, standings, disputes and views of matches.
"""
