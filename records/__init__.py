"""The record as a file: exported, imported, checked.

May touch every room of `tournaments`; no room imports it. Lines are written in `core/record`.
"""
