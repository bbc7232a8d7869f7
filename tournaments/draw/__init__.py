"""From the entries to a published bracket: what is missing, the shape, the seats.

Leans on the pure `tournaments/bracket`.
"""
