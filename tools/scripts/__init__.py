"""Tools of the house, run by `make`; nothing of the product imports them."""
