"""A plan of the day: which match at which table when, and how far that is from the best possible. Pure.

Time is whole seconds since any beginning that the caller chooses; spans are half-open. Nothing here knows
a clock, a database or chance that was not handed in.
"""
