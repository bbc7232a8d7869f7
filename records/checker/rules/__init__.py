"""What every line must hold to, topic by topic."""
