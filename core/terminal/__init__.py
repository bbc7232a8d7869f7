"""What is said on a terminal, in the language of the system."""
