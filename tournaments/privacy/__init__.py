"""What tournaments keep of a person: given to them, and forgotten.

Touches the rows beside records; a record stays as it is.
"""
