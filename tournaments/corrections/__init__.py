"""A recorded sheet is changed: the preview, what follows at later matches, the undoing.

May touch sheets, seats, standings, disputes and what is read of matches.
"""
