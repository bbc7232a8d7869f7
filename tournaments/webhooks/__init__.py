"""Endpoints of other programs: what they hear of a tournament, how it is signed and how it is sent.

Touches no other room; of the record it only reads the lines.
"""
