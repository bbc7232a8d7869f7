"""Matches and the bracket as everybody sees them, read at one moment and kept for a version.

Only reads, and touches no other room; the rows live in the app `matches`.
"""
