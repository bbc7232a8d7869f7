"""Tournaments played at random through the acts that the pages use, and the demo.

May touch `records` and everything below; no door imports it.
"""
