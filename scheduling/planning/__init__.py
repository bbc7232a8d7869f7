"""A plan of the day: which match at which table when, and how far it is from the optimum. Pure.

Time is whole seconds since an origin that the caller chooses; spans are half-open. Clock, database and random
numbers come only from the caller.
"""
