"""Two results for one match, and how a side says so.

May touch tables, from whose phones sides speak, and what is read of matches; corrections settle disputes.
"""
