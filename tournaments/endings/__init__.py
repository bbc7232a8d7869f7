"""Tournaments that end otherwise: cancelled, archived, deleted, taken down, given to another organizer.

May touch standings; nothing recorded is destroyed here.
"""
