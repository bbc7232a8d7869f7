"""What holds in a tournament: its confirmation, the edition of the rules, the coordinator's rulings.

Touches no other room.
"""
