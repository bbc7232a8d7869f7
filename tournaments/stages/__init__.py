"""Stages before the bracket: one folder for each kind, their registry, the order of a stage, who goes on.

Pure: it touches nothing but the lots, shapes and snake of `bracket` and the errors of the core.
"""
