"""Stages before the bracket: the plan, who meets whom in the next Swiss round, the order, who goes on.

Pure: it touches nothing but the lots of `bracket` and the errors of the core.
"""
