"""Matches and the bracket as everybody sees them, read in one snapshot and cached for a version.

Only reads, and touches no other room; the rows live in the app `matches`.
"""
