"""What holds in a tournament: its confirmation, the edition of the rules, the coordinator's rulings.

May touch decks, entries and tables; nothing of the bracket.
"""
