"""Who sits where: winners advance, seats are vacated, entries change their state.

May touch sheets; every act that seats a player comes through here.
"""
