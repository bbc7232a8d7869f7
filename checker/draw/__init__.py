"""The draw: the promised secret, the lots and the bracket's shape, recomputed from the seed."""
