"""Replay the lines of a sound record to the tournament's final state, as plain values for rows.

It checks nothing: the checker did. `replay.replay_record` runs through the lines; `setup` and `play` change
the state by kind of line; `scores` asks the rules for the score of each side, which a sheet does not contain.
"""
