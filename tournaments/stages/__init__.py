"""Who meets whom in the next round of a Swiss stage, and in which order its entries stand afterwards.

Pure: it touches nothing but the lots of `bracket` and the errors of the core.
"""
