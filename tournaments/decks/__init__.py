"""Deck lists: handed in, checked, waived.

Touches no other room.
"""
