"""How a record is written: its bytes and chain, the shape of each line, the words for all of it."""
