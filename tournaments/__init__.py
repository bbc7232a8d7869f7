"""Everything that is done to a tournament, in rooms by topic.

An act is one function in one transaction, always in this order: policy, lock, snapshot, decide, apply,
record, enqueue. `selectors.py` and its neighbours read and never write. Every room may touch the modules
that lie here beside the rooms.
"""
