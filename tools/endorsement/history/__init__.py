"""Histories of clients that report the same matches at once, and their checker.

Every call is written down with when it began and ended, by one monotonic clock. The checker needs the
history and the exported record, and Python, nothing else.
"""
