"""What sheets say and what follows: winners, corrections, places and points."""
