"""Tournaments that end otherwise: cancelled, archived, deleted, taken down, given to another organizer.

Nothing recorded is destroyed here.
"""
