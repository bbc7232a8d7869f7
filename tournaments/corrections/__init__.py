"""A recorded sheet is changed: its preview, what follows at later matches, and its undoing.

May touch sheets, seats, standings and disputes.
"""
