"""A table asks for a judge or for the coordinator, and somebody goes.

May touch tables, from whose phones people ask.
"""
