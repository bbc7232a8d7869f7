"""Who takes part until the draw: entering, importing, the waiting list, checking in.

May touch decks and the pure bracket (the promise of a draw is made with the first check-in).
"""
