"""What can be done to a tournament; every function is one act in one transaction.

Always in this order: policy, lock, snapshot, decide, apply, record, enqueue.
"""
