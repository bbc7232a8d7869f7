"""From the entries to a published bracket: what is missing, the shape, the seats.

May touch entries, decks, regulation, standings, sheets and seats, and leans on the pure bracket.
"""
