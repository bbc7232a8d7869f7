"""Simulate random tournaments through the same acts as the pages, and load the demo.

It may import `records` and everything below; pages and API do not import it.
"""
