"""Public pages that are made once for each version of their record and kept as they go over the wire.

It knows which addresses everybody may read and nothing of what is on them; views know nothing of it.
"""
