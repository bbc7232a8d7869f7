"""The one engine of mutants: faults put into sound records, to measure what the checker finds.

A mutant is a sound record with one thing made wrong. The chain is hashed again, so that only the meaning is
wrong, except in the kinds about the chain itself.
"""
