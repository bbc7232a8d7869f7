"""Who takes part until the draw: entering, importing, the waiting list, checking in.

May touch decks and the pure bracket, since a draw is promised with the first check-in.
"""
