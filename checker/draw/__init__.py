"""Who meets whom: the promised secret, the lots, the bracket's shape, made again from the seed."""
