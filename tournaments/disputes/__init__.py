"""Two results for one match, and who settles them.

May touch sheets; corrections settle disputes.
"""
