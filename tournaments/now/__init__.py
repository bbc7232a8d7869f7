"""What runs, waits, is late or missing at this moment.

Reads from every room below.
"""
