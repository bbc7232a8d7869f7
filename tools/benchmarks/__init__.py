"""Programs that measure and print figures, mostly ratios within one run; nothing here is a test.

The modules of this folder are the commands of `make bench-*` and their parts. `prepare` makes tournaments for
them, `bare` has the least that the product is compared with, `clients` the clients over HTTP.
"""
