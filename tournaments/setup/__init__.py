"""A tournament's facts, staff and announcement, and the lists in which tournaments are found.

May touch entries, tables and regulation; it knows no match.
"""
