"""What the doors show; nothing here writes."""
