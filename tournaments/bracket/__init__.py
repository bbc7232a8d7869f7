"""Who meets whom: the tree, the seats, the lots and the promise of a draw.

Pure: it touches nothing but the errors of the core.
"""
