"""Files beside a record: the texts whose hashes it holds, names of people, signed heads."""
