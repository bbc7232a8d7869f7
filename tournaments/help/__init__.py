"""A table asks for a judge or for the coordinator, and a member of the staff goes.

May touch tables, from whose phones people ask.
"""
