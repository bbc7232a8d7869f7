"""Programs for developers, most of them run by `make`; nothing of the product imports them."""
