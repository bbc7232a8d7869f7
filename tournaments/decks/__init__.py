"""Deck lists: handed in, checked, waived.

May touch the act and what lies below it.
"""
