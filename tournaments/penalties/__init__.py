"""Penalties: given, taken back, and told to the staff alone; the record knows that there was one.

Touches no other room.
"""
