"""One sheet: what the rules say of it, and how it is stored as a version.

May touch what is read of matches; who goes on is not its matter.
"""
