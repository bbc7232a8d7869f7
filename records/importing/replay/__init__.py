"""The tournament as the lines of a sound record leave it, in the terms that rows are made of.

It judges nothing: the checker did. `replay.replayed` goes through the lines, `setup` and `play` change the
state by kind of line, `scores` asks the rules for what a sheet does not say, the score of each side.
"""
