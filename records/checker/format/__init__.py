"""What a line is: reading, chain, shape of every kind, terms."""
