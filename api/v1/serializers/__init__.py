"""What goes in and out, by area."""
