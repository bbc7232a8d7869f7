"""Tournaments played by chance through the acts that the pages use, and the demo.

May touch `records` and everything below; no door imports it.
"""
